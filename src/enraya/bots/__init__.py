"""Programs in any language as players: the line protocol of docs/bots.md.

Belongs here: what is said to a program and what its answers mean. Does not belong here: starting and holding it
(`jail`), and matches (`workers`, `arena`).
"""
