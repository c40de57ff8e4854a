"""`enraya tournament`: many machine players against each other, with ratings.

Belongs here: the command's options, its live table, and the files that it writes. Does not belong here: anything that
a server needs too (the package `tournament` of `arena`).
"""

from enraya.commands.tournament.command import tournament

__all__ = ["tournament"]
