"""Play, understand and solve the in-a-row family of games."""

from enraya.catalogue import find_game
from enraya.errors import EnrayaError, IllegalMove, IllegalPosition, NotationError, Refusal
from enraya.game import Game, Player, Symmetry
from enraya.position import Position

__all__ = [
    "EnrayaError",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "NotationError",
    "Player",
    "Position",
    "Refusal",
    "Symmetry",
    "find_game",
]
