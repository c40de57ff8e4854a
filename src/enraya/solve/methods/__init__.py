"""The exact methods, each behind the protocol of `enraya.solve.method`; `choice` picks one for a game.

A method knows the games that it answers for and the C++ core that does the work. It does not know files, processes or
proofs, and nothing outside `solve` knows a method by name.
"""
