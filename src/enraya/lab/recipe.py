"""Which search the lab looks at: the algorithm and all that can be chosen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from enraya.players.catalogue import find_strategy
from enraya.players.strategy import Strategy
from enraya.players.textbook import affordable_depth
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

Algorithm = Literal["minimax", "alphabeta", "alphabeta+"]
NODES_TO_SHOW = 20_000
"""About as many nodes as a search has that is shown without a depth being given."""


@dataclass(frozen=True)
class Recipe:
    """A search. Without *distance*, values are the textbook's plain +1, 0 and −1."""

    algorithm: Algorithm = "alphabeta"
    cut: CutConvention = ">="
    depth: int | None = None
    distance: bool = False

    def strategy(self, position: Position) -> Strategy:
        """The player that searches like this."""
        if self.algorithm == "alphabeta+":
            options = ["native=false"]
        else:
            options = [f"distance={str(self.distance).lower()}"]
            options += [f"cut={self.cut}"] if self.algorithm == "alphabeta" else []
        options += [f"depth={self.depth}"] if self.depth else []
        return find_strategy(f"{self.algorithm}:{','.join(options)}", position.game)

    def shown_depth(self, position: Position) -> int:
        """The depth given, else one whose tree can still be looked at: all of it where that is small."""
        return self.depth or affordable_depth(position.game, position.state, NODES_TO_SHOW)
