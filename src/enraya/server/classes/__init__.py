"""Classes on the server: who is in them, what they are to do and what was handed in.

Belongs here: the classes in memory, each change on disk before it counts, and what workers are asked for them. Does not
belong here: what counts (`enraya.lab.classes`), what is kept (`enraya.store.classes`), routes (`enraya.server.api`).
"""
