"""Search over any game that has the four functions: minimax, alpha-beta, iterative deepening, MCTS, counting.

Here belong the algorithms, what makes them fast (`transposition_table`, `ordering`, `symmetry`, the C++ cores by
`native`) and the events they tell (`trace`). No game is known by name here, and nobody plays (`players`).
"""
