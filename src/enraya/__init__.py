"""Play, understand and solve the in-a-row family of games.

>>> from enraya import Position
>>> Position.start("mnk(3,3,3)").play("b2").legal_moves[:3]
['a1', 'b1', 'c1']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from enraya.catalogue import find_game
from enraya.errors import EnrayaError, IllegalMove, IllegalPosition, NotationError, Refusal
from enraya.game import Game, Player, Symmetry
from enraya.position import Position

if TYPE_CHECKING:
    from enraya.match import Match, MatchSettings
    from enraya.players.catalogue import find_strategy, strategy_names
    from enraya.search.limit import Limit
    from enraya.search.report import Report
    from enraya.solve.solver import Solver

__all__ = [
    "EnrayaError",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "Limit",
    "Match",
    "MatchSettings",
    "NotationError",
    "Player",
    "Position",
    "Refusal",
    "Report",
    "Solver",
    "Symmetry",
    "find_game",
    "find_strategy",
    "strategy_names",
]

# What searches and solves is loaded when it is first asked for: rules and positions come at once.
_LATER = {
    "Limit": "enraya.search.limit",
    "Match": "enraya.match",
    "MatchSettings": "enraya.match",
    "Report": "enraya.search.report",
    "Solver": "enraya.solve.solver",
    "find_strategy": "enraya.players.catalogue",
    "strategy_names": "enraya.players.catalogue",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'enraya' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
