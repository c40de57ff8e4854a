"""The opening book of Connect 4: its format, building it in jobs, checking it against minimax and the solver.

The score of a position that is not in a book belongs to `methods.connect4`.
"""
