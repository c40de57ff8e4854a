"""A search that was written down, as it stood after any number of its steps.

What a node looked like is found among its own few steps, so that standing anywhere in a long search costs nothing.
Nodes are numbered as the search entered them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from enraya.game import Player
from enraya.lab.trace.bounds import BOUNDS, EXACT, LOWER, UPPER
from enraya.lab.trace.log import BACK_UP, CUT, KINDS, LEAF, LEAVE, STEPS, WINDOW

Phase = Literal["waiting", "open", "done"]
INFINITY = float("inf")
ESTIMATE = KINDS.index("estimate")


@dataclass
class NodeState:
    """A node after some steps: not looked at yet, being looked at, or done.

    `value` is the best so far, or the final one; `bound` says what it is, None where it may still go either way.
    `best` is the child it comes from.
    """

    phase: Phase = "waiting"
    value: float | None = None
    bound: str | None = None
    alpha: float = -INFINITY
    beta: float = INFINITY
    best: int | None = None
    is_cut: bool = False
    is_estimate: bool = False


class SearchReplay:
    """The nodes and steps that `SearchLog.as_data` gives."""

    def __init__(self, log: Mapping[str, Any]) -> None:
        nodes, steps = log["nodes"], log["steps"]
        self._parents: Sequence[int] = nodes["parent"]
        self._moves: Sequence[int] = nodes["move"]
        self._players: Sequence[int] = nodes["player"]
        self._kinds: Sequence[int] = nodes["kind"]
        self._bounds: Sequence[int] = nodes["bound"]
        self._alphas: Sequence[float | None] = nodes["alpha"]
        self._betas: Sequence[float | None] = nodes["beta"]
        self._texts: Sequence[str] = log["moves"]
        self._what: Sequence[int] = steps["what"]
        self._nodes: Sequence[int] = steps["node"]
        self._values: Sequence[float] = steps["value"]
        self.is_whole: bool = log["whole"]
        self._own: list[list[int]] = [[] for _ in self._parents]
        self._children: list[list[int]] = [[] for _ in self._parents]
        for node, parent in enumerate(self._parents):
            if parent >= 0:
                self._children[parent].append(node)
        self._from: dict[int, int] = {}
        self._estimated = bytearray(len(self._parents))
        self._leaf_steps: list[int] = []
        self._cut_steps: list[int] = []
        self._follow()
        self._skipped: dict[int, list[str]] = {}
        self._note_skipped(log["cuts"]["count"], log["cuts"]["move"])

    def _follow(self) -> None:
        """Go through the steps once: collect the steps of each node, and the child that each value came from."""
        last = -1
        for step, (what, node) in enumerate(zip(self._what, self._nodes, strict=True)):
            self._own[node].append(step)
            if what == BACK_UP:
                self._from[step] = last
                self._estimated[node] = self._estimated[last]
            elif what == LEAF:
                self._estimated[node] = self._kinds[node] == ESTIMATE
                self._leaf_steps.append(step)
            elif what == CUT:
                self._cut_steps.append(step)
            if what in (LEAF, LEAVE):
                last = node

    def _note_skipped(self, counts: Sequence[int], moves: Sequence[int]) -> None:
        place = 0
        for step, count in zip(self._cut_steps, counts, strict=True):
            self._skipped[self._nodes[step]] = [self._texts[move] for move in moves[place : place + count]]
            place += count

    # Nodes

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self._what)

    @property
    def nodes(self) -> int:
        """The number of nodes entered."""
        return len(self._parents)

    def parent(self, node: int) -> int | None:
        """The node above; None for the root of a pass."""
        return self._parents[node] if self._parents[node] >= 0 else None

    def children(self, node: int) -> Sequence[int]:
        """The nodes below that the search entered, in its order."""
        return self._children[node]

    def player(self, node: int) -> Player:
        """The player to move at *node*."""
        return Player(self._players[node])

    def kind(self, node: int) -> str:
        """`inner`, or what kind of leaf it is."""
        return KINDS[self._kinds[node]]

    def move_to(self, node: int) -> str | None:
        """The move that leads to *node*; None at a root."""
        return None if self._moves[node] < 0 else self._texts[self._moves[node]]

    def path_to(self, node: int) -> list[int]:
        """The nodes from the root of its pass to *node*."""
        path = [node]
        while (above := self.parent(path[-1])) is not None:
            path.append(above)
        return path[::-1]

    def skipped(self, node: int, count: int) -> list[str]:
        """The moves that a cut at *node* has left out after *count* steps."""
        return self._skipped.get(node, []) if self.state(node, count).is_cut else []

    # Steps

    def node_at(self, count: int) -> int:
        """The node at which the search is after *count* steps."""
        return self._nodes[count - 1] if count else 0

    def step(self, count: int) -> tuple[str, float]:
        """The event of the last of *count* steps, and the value that goes with it."""
        return STEPS[self._what[count - 1]], self._values[count - 1]

    def steps_of(self, node: int) -> tuple[int, int]:
        """The numbers of steps after which the first, and the last, thing has happened at *node*."""
        return self._own[node][0] + 1, self._own[node][-1] + 1

    def is_entered(self, node: int, count: int) -> bool:
        """True if the search entered *node* within *count* steps."""
        return self._own[node][0] < count

    def cut_after(self, count: int) -> int | None:
        """The number of steps after which the next cut has been made; None if there is none."""
        place = bisect_left(self._cut_steps, count)
        return self._cut_steps[place] + 1 if place < len(self._cut_steps) else None

    def cut_before(self, count: int) -> int | None:
        """The number of steps after which the cut before had been made; None if there is none."""
        place = bisect_left(self._cut_steps, count - 1)
        return self._cut_steps[place - 1] + 1 if place else None

    def counts(self, count: int) -> tuple[int, int, int]:
        """The numbers of nodes entered, leaves met and cuts made in *count* steps."""
        entered = bisect_left(range(self.nodes), count, key=lambda node: self._own[node][0])
        return entered, bisect_left(self._leaf_steps, count), bisect_left(self._cut_steps, count)

    def state(self, node: int, count: int) -> NodeState:
        """*node* after *count* steps."""
        state, own = NodeState(), self._own[node]
        happened = bisect_left(own, count)
        if not happened:
            return state
        alpha, beta = self._alphas[node], self._betas[node]
        state.phase = "open"
        state.alpha, state.beta = -INFINITY if alpha is None else alpha, INFINITY if beta is None else beta
        is_max = self.player(node) == Player.FIRST
        for step in own[:happened]:
            what, value = self._what[step], self._values[step]
            if what in (LEAF, LEAVE):
                state.phase, state.value = "done", value
            elif what == BACK_UP:
                state.value, state.best = value, self._from[step]
            elif what == CUT:
                state.is_cut, state.value = True, value
            elif what == WINDOW and is_max:
                state.alpha = value
            elif what == WINDOW:
                state.beta = value
        if state.phase == "done":
            state.bound = BOUNDS[self._bounds[node]]
        elif state.best is not None:
            state.bound = self._bound_so_far(is_max, state.best)
        if state.value is not None:
            state.is_estimate = bool(self._estimated[node if state.best is None else state.best])
        return state

    def _bound_so_far(self, is_max: bool, best: int) -> str | None:
        """An open node is worth at least (MAX) or at most (MIN) what its best child is, if that much is sure."""
        own = LOWER if is_max else UPPER
        return BOUNDS[own] if self._bounds[best] in (EXACT, own) else None

    def best_line(self, node: int, count: int) -> list[int]:
        """The line of best play as it looks after *count* steps, from the root of the pass that *node* is in."""
        line: list[int] = []
        at: int | None = self.path_to(node)[0]
        while at is not None:
            line.append(at)
            at = self.state(at, count).best
        return line
