"""The exact methods, each behind the protocol of `enraya.solve.method`; `choice` picks one for a game.

A method knows the games that it answers for and the C++ core that does the work. It may read
a book or ask for the symmetries of lines; it writes no file, starts no process and proves nothing. Nothing outside
`solve` knows a method by name.
"""
