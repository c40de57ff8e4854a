"""The matches that the server holds in memory: who sits where, their clocks, their machines, and who watches.

Belongs here: what happens to a match while it runs. Does not belong here: the rules of a match (`match`), and how it
is kept on disk (`store`).
"""
