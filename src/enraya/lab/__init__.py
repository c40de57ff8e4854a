"""What the laboratory shows of searches: their trees, their values, and exercises about them.

Belongs here: whatever is built from the events of a search or from exact values, as data. Does not belong here: the
searches themselves (`search`), and how a page or a terminal shows the data. `reason` says why something is right or
wrong, in any language.
"""
