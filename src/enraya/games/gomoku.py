"""Five in a row with black and white stones on a Go board."""

from __future__ import annotations

from typing import Any

from enraya.game import Game
from enraya.games.lines import LineGame
from enraya.games.swap2 import Swap2


class Gomoku(LineGame):
    """Five in a row wins; with the rule `standard`, exactly five. Black, written X, begins."""

    style = "stones"

    def __init__(self, size: int = 15, rule: str = "freestyle") -> None:
        self.name = f"gomoku({size},{rule},free)"
        super().__init__((size, size), 5, exact=rule == "standard")


def make_gomoku(size: int = 15, rule: str = "freestyle", opening: str = "free") -> Game[Any, Any]:
    """The game with these options, under its opening."""
    stones = Gomoku(size, rule)
    return stones if opening == "free" else Swap2(stones, f"gomoku({size},{rule},swap2)")
