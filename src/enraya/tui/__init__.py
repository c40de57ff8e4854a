"""The full-screen terminal, a Textual app: gallery, set-up, match, review and the tree viewer.

Belongs here: screens, keys, mouse, colours, and the thread that a match is driven from. Does not belong here: rules,
searches and reviews, which it asks `match`, `workers` and `lab` for as the plain terminal and the server do; nor any
word, all of which are in `locale`. Nothing here is imported before `enraya tui` runs.
"""
