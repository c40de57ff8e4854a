"""What moves and positions are worth, why, how a game's value went, and what each algorithm takes to find out.

Belongs here: valuations, explanations, histories, comparisons, counts. Does not belong here: exact methods (`solve`).
"""
