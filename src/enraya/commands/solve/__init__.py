"""`enraya solve`: the exact value of a position, of many, or of a whole game; and proofs of it.

Belongs here: the command's options, what it prints, and its list of answers on disk. Does not belong here: solving,
storing and proving (the package `solve`).
"""

from enraya.commands.solve.command import solve

__all__ = ["solve"]
