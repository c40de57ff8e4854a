"""The settings of a search that the lab shows: algorithm, cut convention, depth, scale and move order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event
from typing import Any, Literal

from enraya.errors import NotationError
from enraya.game import Game, Player
from enraya.lab.values.ranking import Ranking
from enraya.players.deepening import USUAL, DeepeningPlayer
from enraya.players.strategy import Strategy
from enraya.players.textbook import MakeOrder, Textbook, affordable_depth
from enraya.position import Position
from enraya.search.alphabeta import CutConvention
from enraya.search.limit import UNLIMITED, Budget, Limit
from enraya.search.root_result import Order
from enraya.search.value import Evaluate, Scale

Algorithm = Literal["minimax", "alphabeta", "alphabeta+"]
MoveOrder = Literal["given", "best", "worst"]
Evaluation = Literal["own", "zero"]
"""The evaluation of unfinished positions: the game's own, or 0 for all."""

ALGORITHMS: tuple[Algorithm, ...] = ("minimax", "alphabeta", "alphabeta+")
ORDERS: tuple[MoveOrder, ...] = ("given", "best", "worst")
EVALUATIONS: tuple[Evaluation, ...] = ("own", "zero")
NODES_TO_SHOW = 20_000
"""About as many nodes as a search has that is shown without a depth being given."""


def worth_nothing(state: Any, player: Player) -> float:
    """The evaluation that knows nothing: for seeing what a search does without one."""
    return 0.0


@dataclass(frozen=True)
class SearchSettings:
    """A search. Without *distance*, values are the textbook's plain +1, 0 and −1.

    Moves are searched in the *order* the game gives, or sorted by what they turn out to be worth; alpha-beta+ sorts
    them itself. *evaluate* judges unfinished positions in place of the game's own evaluation.
    """

    algorithm: Algorithm = "alphabeta"
    cut: CutConvention = ">="
    depth: int | None = None
    distance: bool = False
    order: MoveOrder = "given"
    evaluate: Evaluate | None = None

    def __post_init__(self) -> None:
        if self.algorithm == "alphabeta+" and self.order != "given":
            raise NotationError("error.order", order=self.order)

    def judging(self, evaluation: Evaluation) -> SearchSettings:
        """The same search with this evaluation."""
        return replace(self, evaluate=worth_nothing if evaluation == "zero" else None)

    def strategy(self, position: Position, stop: Event | None = None) -> Strategy:
        """The player that searches like this; *stop* ends the sorting of moves too."""
        limit = Limit(depth=self.depth)
        if self.algorithm == "alphabeta+":
            own_limit = USUAL if self.depth is None else limit
            return DeepeningPlayer(own_limit=own_limit, evaluate=self.evaluate, native=False, name=self.algorithm)
        return Textbook(
            self.algorithm,
            own_limit=limit,
            cut=self.cut,
            evaluate=self.evaluate,
            distance=self.distance,
            order=None if self.order == "given" else self._sorted(stop),
        )

    def scale(self, game: Game[Any, Any]) -> Scale:
        """The values that this search works with."""
        return Scale(game, distance=self.distance or self.algorithm == "alphabeta+", evaluate=self.evaluate)

    def _sorted(self, stop: Event | None) -> MakeOrder:
        def order(game: Game[Any, Any], scale: Scale, depth: int, searching: Budget) -> Order:
            own = Budget(UNLIMITED, stop)
            return Ranking(game, scale, depth, best_first=self.order == "best", own=own, searching=searching)

        return order

    def shown_depth(self, position: Position) -> int:
        """The depth given, else one whose tree can still be looked at: all of it where that is small."""
        if self.depth is not None:
            return self.depth
        return affordable_depth(position.game, position.state, NODES_TO_SHOW)
