"""A tournament as one self-contained page: table, ratings, who beat whom, and every game to replay, in all languages.

Belongs here: the page's data, script and style. Does not belong here: what the figures are (the package `tournament`),
and the pieces and boards (`drawing`).
"""

from enraya.arena.page.page import tournament_page

__all__ = ["tournament_page"]
