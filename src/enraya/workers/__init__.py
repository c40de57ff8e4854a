"""Processes that do jobs: a job is a line of JSON in, and lines of JSON come out.

What runs in one can be ended at any moment, and whatever it does, the process that asks goes on. Which tasks there are
is for those above to say; here is only the choice of a move.
"""
