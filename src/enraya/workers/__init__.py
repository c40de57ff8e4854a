"""Processes that do jobs: a job is a text of JSON in, and texts of JSON come out.

What runs in one can be ended at any moment, and whatever it does, the process that asks goes on. Belongs here:
starting, asking, ending, and the one task that every layer needs, the choice of a move. Does not belong here: the
tasks of those above (`enraya.server.workers`), and the files of students' games (`custom`).
"""
