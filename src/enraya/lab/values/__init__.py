"""The values of moves and positions, their explanations, the history of a game's value, and the cost of each algorithm.

Belongs here: valuations, explanations, histories, comparisons, counts. Does not belong here: exact methods (`solve`).
"""
