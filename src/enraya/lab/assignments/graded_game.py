"""The game that a student's search is given: plain numbers, and a record of every position it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enraya.game import Game, Player

MOST_NODES = 50_000
"""Positions of a student's search that are recorded; one that makes more is not compared node by node."""


class PlainGame(Game[Any, Any]):
    """*rules* in which a won game is worth *win*, a lost one −*win*: a search adds nothing of its own.

    Where points count, they are what they are.
    """

    def __init__(self, rules: Game[Any, Any], win: int) -> None:
        self.rules, self.name, self._win = rules, rules.name, win
        self._counts_points, self.longest = rules.scored, rules.longest
        # A search takes the outcomes of such a game as they are.
        self.scored = True  # type: ignore[misc]

    def initial(self) -> Any:
        return self.rules.initial()

    def legal_moves(self, state: Any) -> Sequence[Any]:
        return self.rules.legal_moves(state)

    def play(self, state: Any, move: Any) -> Any:
        return self.rules.play(state, move)

    def outcome(self, state: Any) -> int | None:
        outcome = self.rules.outcome(state)
        return outcome if outcome is None or self._counts_points else self._win * ((outcome > 0) - (outcome < 0))

    def to_move(self, state: Any) -> Player:
        return self.rules.to_move(state)

    def evaluate(self, state: Any, player: Player) -> float:
        return self.rules.evaluate(state, player)

    def format_move(self, move: Any) -> str:
        return self.rules.format_move(move)

    def parse_move(self, state: Any, text: str) -> Any:
        return self.rules.parse_move(state, text)

    def render(self, state: Any) -> str:
        return self.rules.render(state)


class ExchangedGame(PlainGame):
    """The same with MAX and MIN taken for each other: what a search comes to that confuses them."""

    def to_move(self, state: Any) -> Player:
        return super().to_move(state).opponent


class RecordingGame(PlainGame):
    """A `PlainGame` that records the tree which its caller walks.

    A position counts as looked at when something is asked of it (its outcome, moves, turn or evaluation), not when
    `play` makes it: who lists all children before cutting has not looked at those that are cut.
    """

    def __init__(self, rules: Game[Any, Any], win: int, root: Any) -> None:
        super().__init__(rules, win)
        self._parents: list[tuple[int, str]] = [(-1, "")]
        self._states: list[Any] = [root]
        self._by_identity: dict[int, int] = {id(root): 0}
        self._latest: dict[Any, int] = {root: 0}
        self._looked_at: dict[int, None] = {}

    def record(self) -> list[tuple[int, str]] | None:
        """The positions looked at, in order: for each the place of its parent in this list, and the move.

        None if they were too many.
        """
        if len(self._states) >= MOST_NODES:
            return None
        places = {node: place for place, node in enumerate(self._looked_at)}
        found = []
        for node in self._looked_at:
            parent, move = self._parents[node]
            found.append((places.get(parent, -1), move))
        return found

    def legal_moves(self, state: Any) -> Sequence[Any]:
        self._look_at(state)
        return super().legal_moves(state)

    def outcome(self, state: Any) -> int | None:
        self._look_at(state)
        return super().outcome(state)

    def to_move(self, state: Any) -> Player:
        self._look_at(state)
        return super().to_move(state)

    def evaluate(self, state: Any, player: Player) -> float:
        self._look_at(state)
        return super().evaluate(state, player)

    def play(self, state: Any, move: Any) -> Any:
        then = super().play(state, move)
        parent = self._node(state) if len(self._states) < MOST_NODES else None
        if parent is not None:
            node = len(self._states)
            self._parents.append((parent, self.format_move(move)))
            # Kept, so that no other object takes its identity.
            self._states.append(then)
            self._by_identity[id(then)] = self._latest[then] = node
        return then

    def _node(self, state: Any) -> int | None:
        """The node of *state*: of that very object, else the last one made that equals it."""
        node = self._by_identity.get(id(state))
        return node if node is not None else self._latest.get(state)

    def _look_at(self, state: Any) -> None:
        node = self._node(state)
        if node is not None:
            self._looked_at.setdefault(node)
