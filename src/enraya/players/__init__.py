"""The machine players, by name: `find_strategy("alphabeta:depth=6")`.

Belongs here: strategies, their options and levels, and a machine's turn. Does not belong here: search algorithms that
work over any game (`search`), exact values (`solve`), and matches.
"""
