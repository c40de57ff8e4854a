"""Machines against machines: duels, and how each game of one ended.

Belongs here: who plays whom, in what order, within which time, and what a failure costs. Does not belong here: how a
move is chosen (`players`), how a foreign player is held in a process (`workers`), what is printed (`commands`).
"""
