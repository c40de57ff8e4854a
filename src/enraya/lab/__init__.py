"""The laboratory: search trees, values of moves, and the exercises, puzzles, lessons and classes about them, as data.

Belongs here: whatever is built from the events of a search or from exact values, as data. Does not belong here: the
searches themselves (`search`), and how a page or a terminal shows the data. `reason` says why something is right or
wrong, in any language.
"""
