"""`search_tree`: the tree that a search went through, as a thing to look at."""

from __future__ import annotations

from typing import Any

from enraya.errors import NotationError
from enraya.lab.trace.files import MOST_DRAWN, Format, GrownTree, format_tree, grow_tree
from enraya.lab.trace.search_settings import Algorithm, MoveOrder, SearchSettings
from enraya.lab.trace.tree import SearchNode
from enraya.library.arguments import PositionLike, position_of
from enraya.search.alphabeta import CutConvention
from enraya.search.report import Report
from enraya.search.value import Evaluate

MOST_SHOWN = 400
"""Nodes of a tree that a notebook shows by itself; a larger one is drawn when asked for."""


class SearchTree:
    """The nodes that a search entered, each with its value, its window and what was cut off below it.

    `root` is the first `SearchNode`; `nodes`, `leaves` and `cuts` count; `report` is what the search answered. `str`
    gives the tree as text, and a notebook shows its picture.
    """

    def __init__(self, grown: GrownTree) -> None:
        self._grown = grown
        self.position, builder = grown.position, grown.builder
        self.nodes, self.leaves, self.cuts = builder.nodes, builder.leaves, builder.cuts
        self.report: Report = grown.report.as_text(grown.position.game.format_move)

    @property
    def root(self) -> SearchNode:
        """The node at which the search began."""
        return self._grown.root

    def written(self, format: Format) -> str:
        """The tree as `text`, `svg`, `json`, or `dot` for Graphviz."""
        if format == "svg" and self.nodes > MOST_DRAWN:
            raise NotationError("error.tree_picture_large", most=MOST_DRAWN)
        return "".join(format_tree(format, self._grown))

    def __str__(self) -> str:
        return self.written("text").rstrip("\n")

    def __repr__(self) -> str:
        return f"<tree of {self.nodes} nodes, {self.cuts} cuts: {self.report.move} is worth {self.report.value:g}>"

    def _repr_svg_(self) -> str | None:
        return self.written("svg") if self.nodes <= MOST_SHOWN else None


def search_tree(
    position: PositionLike,
    algorithm: Algorithm = "alphabeta",
    *,
    depth: int | None = None,
    cut: CutConvention = ">=",
    order: MoveOrder = "given",
    distance: bool = False,
    evaluate: Evaluate | None = None,
) -> SearchTree:
    """The tree that *algorithm* goes through from *position*.

    Without a *depth* it goes to the end of the game where that is near. *cut* says whether a value equal to the window
    cuts; *order* in which moves are searched: as the game gives them, best first or worst first. With *distance* a win
    is worth more the nearer it is; without, values are +1, 0 and −1.

    >>> from enraya import search_tree
    >>> tree = search_tree("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])")
    >>> tree
    <tree of 11 nodes, 2 cuts: B is worth 3>
    >>> print(tree)
    MAX 3  (α 3, β ∞)
    ├─ B*: MIN 3  (α −∞, β 3)
    │  ├─ B1*: 3
    │  ├─ B2: 12
    │  └─ B3: 8
    ├─ C: MIN ≤2  (α 3, β ∞)
    │  ├─ C1: 2
    │  └─ ✂ C2, C3: 2 ≤ α = 3
    └─ D: MIN ≤2  (α 3, β 5)
       ├─ D1: 14
       ├─ D2: 5
       └─ D3: 2
    """
    asked = position_of(position)
    if asked.is_over:
        raise NotationError("error.over_already")
    judge: Any = None
    if evaluate is not None:
        own = evaluate

        def judge(state: Any, player: Any) -> float:
            return own(asked.game.unwrapped_state(state), player)

    return SearchTree(grow_tree(asked, SearchSettings(algorithm, cut, depth, distance, order, judge)))
