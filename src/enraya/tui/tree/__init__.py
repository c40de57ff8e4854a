"""The tree viewer of the full-screen terminal: a real search step by step.

Belongs here: the rows, words and settings of a search tree. Does not belong here: searching (`lab/trace`).
"""
