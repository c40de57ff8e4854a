"""Answers to exercises: read, marked node by node with reasons, hinted at, graded for a class.

Belongs here: what an answer is worth and why. Does not belong here: how questions are made (`enraya.lab.exercises`).
"""
