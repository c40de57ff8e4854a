"""A match in the full-screen terminal: its screen, panel, pointing, and the thread that drives it.

Belongs here: what a match shows and takes. Does not belong here: rules of a match (`enraya.match`).
"""
