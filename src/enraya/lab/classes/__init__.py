"""A class: what is assigned, what counts of what was handed in, and the table of marks.

Belongs here: the rules of a class as functions over plain data. Does not belong here: who may see what over the wire
(`enraya.server.classes`), what is kept on disk (`enraya.store.classes`), how answers are marked (`enraya.lab.marking`).
"""
