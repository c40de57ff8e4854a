"""Exercises about minimax and alpha-beta: made from a seed, read from a file, put into sets, printed on paper.

Belongs here: the question and the tree solved behind it. Does not belong here: answers (`enraya.lab.marking`).
"""
