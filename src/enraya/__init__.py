"""Play, understand and solve the in-a-row family of games with adversarial search.

A position is what you hold. It knows its game, its past and what may be played; moves are texts:

>>> from enraya import Position
>>> position = Position.start("mnk(3,3,3)").play("b2").play("a1")
>>> print(position)
   a b c
1  O . .
2  . X .
3  . . .
>>> position.legal_moves[:3]
['b1', 'c1', 'a2']

Games are named `mnk(m,n,k)`, `connect`, `gomoku`, `cube(3)`, `terni`, `oso(6,6)` and `tree(A[B[3 12] C[2 4]])`, or are
yours: a file, a module or any object with the four functions `initial`, `legal_moves`, `play` and `outcome`.

What can be asked of a position, or of a game's name for its start:

    search(position, "alphabeta", depth=6)      what one player chooses, and why; an observer hears every step
    search_tree(position, depth=3)              the tree that a search goes through
    solve(position)                             the exact value and the best moves
    analyse(position)                           what every move is worth
    compare(position)                           several algorithms side by side
    play_match("level:5", "mcts", "connect")    games between two machine players

>>> from enraya import play_match, search, solve
>>> search(position, "alphabeta").move
'b1'
>>> solve("mnk(4,4,3)").value
'win'
>>> print(play_match("perfect", "random", games=2, seed=7))
perfect – random: 2 won, 0 drawn, 0 lost

Values are for the side to move. A search that reaches the end of the game says so by `complete`; what it estimates is
the evaluation's own number (see "How values are written" in the documentation). In a notebook positions, trees,
analyses, comparisons and matches show themselves as pictures; `enraya.notebook` has a board to click on, and
`enraya.adapters` takes games to AIMA, easyAI, OpenSpiel and PettingZoo and back.

Whatever is refused is an `EnrayaError` whose text is one sentence: what was wrong, and what is accepted.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from enraya.catalogue import find_game
from enraya.errors import EnrayaError, IllegalMove, IllegalPosition, NotationError, Refusal
from enraya.game import Game, Player, Rules, Symmetry
from enraya.position import Position

if TYPE_CHECKING:
    from enraya.lab.trace.tree import SearchNode
    from enraya.lab.values.valuation import MoveWorth
    from enraya.library.analysing import Analysis, analyse
    from enraya.library.comparing import ComparisonTable, compare
    from enraya.library.matches import MatchReport, play_match
    from enraya.library.searching import search
    from enraya.library.solving import solve
    from enraya.library.trees import SearchTree, search_tree
    from enraya.match import Match, MatchSettings
    from enraya.players.catalogue import find_strategy, strategy_names
    from enraya.players.strategy import Strategy
    from enraya.search.limit import Limit
    from enraya.search.report import Report, RootValue
    from enraya.search.trace import BackUp, Cut, Enter, Event, Leaf, Leave, Observer, Window
    from enraya.solve.solution import Solution, SolvedValue
    from enraya.solve.solver import Solver

__all__ = [
    "Analysis",
    "BackUp",
    "ComparisonTable",
    "Cut",
    "EnrayaError",
    "Enter",
    "Event",
    "Game",
    "IllegalMove",
    "IllegalPosition",
    "Leaf",
    "Leave",
    "Limit",
    "Match",
    "MatchReport",
    "MatchSettings",
    "MoveWorth",
    "NotationError",
    "Observer",
    "Player",
    "Position",
    "Refusal",
    "Report",
    "RootValue",
    "Rules",
    "SearchNode",
    "SearchTree",
    "Solution",
    "SolvedValue",
    "Solver",
    "Strategy",
    "Symmetry",
    "Window",
    "analyse",
    "compare",
    "find_game",
    "find_strategy",
    "play_match",
    "search",
    "search_tree",
    "solve",
    "strategy_names",
]

# What searches, solves and plays is loaded when it is first asked for: rules and positions come at once.
_LATER = {
    "enraya.lab.trace.tree": ("SearchNode",),
    "enraya.lab.values.valuation": ("MoveWorth",),
    "enraya.library.analysing": ("Analysis", "analyse"),
    "enraya.library.comparing": ("ComparisonTable", "compare"),
    "enraya.library.matches": ("MatchReport", "play_match"),
    "enraya.library.searching": ("search",),
    "enraya.library.solving": ("solve",),
    "enraya.library.trees": ("SearchTree", "search_tree"),
    "enraya.match": ("Match", "MatchSettings"),
    "enraya.players.catalogue": ("find_strategy", "strategy_names"),
    "enraya.players.strategy": ("Strategy",),
    "enraya.search.limit": ("Limit",),
    "enraya.search.report": ("Report", "RootValue"),
    "enraya.search.trace": ("BackUp", "Cut", "Enter", "Event", "Leaf", "Leave", "Observer", "Window"),
    "enraya.solve.solution": ("Solution", "SolvedValue"),
    "enraya.solve.solver": ("Solver",),
}
_HOMES = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enraya' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """Keeps the names of the library: the packages `enraya.search` and `enraya.solve` are imported from, and the
    functions of the same name are what `enraya.search` and `enraya.solve` mean."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
