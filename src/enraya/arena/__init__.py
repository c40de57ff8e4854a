"""Machines against machines: games, series and tournaments, and what their results are worth.

Belongs here: who plays whom, in what order, within which time, what a failure costs, and what the results say of
strength. Does not belong here: how a move is chosen (`players`), how a foreign player is held in a process (`workers`),
what is printed (`commands`).
"""
