"""Lessons as data: what a lesson is, how it is read from a file, and how what it claims is checked.

Belongs here: the schema, its reader, the measured facts, and the course that comes with the program (`course/`, one
YAML file a lesson). Does not belong here: how a lesson is drawn (`web/src/learn`), and who has done which (the
browser knows).
"""
