"""An exercise: a tree to be worked out by hand, what is asked about it, and under which convention."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from enraya.errors import EnrayaError
from enraya.games.tree import Tree
from enraya.lab.exercises.kinds import Kind
from enraya.lab.exercises.solved_tree import CONVENTIONS, SolvedNode, SolvedTree
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

POINTS = 10
DEEPEST = 60
HINT_COST = 0.1
"""The part of an exercise's points that one hint costs."""


@dataclass(frozen=True)
class Exercise:
    """The values of all nodes, the move at the root, the cut branches, or alpha and beta on entering each node."""

    kind: Kind
    position: Position
    depth: int | None = None
    convention: CutConvention = ">="
    either: bool = False
    """True if answers that are right under the other convention are right too."""
    points: float = POINTS
    seed: int | None = None
    difficulty: int | None = None

    @cached_property
    def solved_tree(self) -> SolvedTree:
        """The tree with all that the searches found out about it."""
        if self.position.is_over:
            raise EnrayaError("error.exercise_over")
        return SolvedTree(self.position.game, self.position.state, self.depth)

    @property
    def is_textbook(self) -> bool:
        """True if its tree is abstract, and not that of a position of a game."""
        return isinstance(self.position.game, Tree)

    @property
    def uses_convention(self) -> bool:
        """True if its answers depend on when alpha-beta cuts."""
        return self.kind in ("cuts", "windows")

    @property
    def conventions(self) -> tuple[CutConvention, ...]:
        """Under which its answers may be right, the one stated first."""
        if not (self.either and self.uses_convention):
            return (self.convention,)
        return (self.convention, *(other for other in CONVENTIONS if other != self.convention))

    @property
    def asked(self) -> list[SolvedNode]:
        """The nodes to be answered, in the order of the tree."""
        match self.kind:
            case "values" | "windows":
                return self.solved_tree.inner
            case "move":
                return list(self.solved_tree.root.children)
            case "cuts":
                return [node for node in self.solved_tree.nodes.values() if node.parent]

    def fitted(self) -> Exercise:
        """The exercise with its depth; where it has none, the greatest depth whose tree is still small enough."""
        if self.depth is not None or self.is_textbook or self._fits():
            return self._solved()
        fitting = 1
        while fitting < DEEPEST and replace(self, depth=fitting + 1)._fits():
            fitting += 1
        return replace(self, depth=fitting)._solved()

    def _fits(self) -> bool:
        try:
            return bool(self._solved())
        except EnrayaError as error:
            if error.code != "error.exercise_large":
                raise
            return False

    def _solved(self) -> Exercise:
        """The exercise with its tree worked out, or refused."""
        assert self.solved_tree
        return self

    def spec(self) -> dict[str, Any]:
        """The specification that recreates this very exercise: `question.read_question` reads it."""
        said: dict[str, Any] = {"kind": self.kind}
        if self.seed is not None:
            said |= {"seed": self.seed, "difficulty": self.difficulty}
        elif isinstance(self.position.game, Tree) and self.position == Position.start(self.position.game):
            said["tree"] = self.position.game.name[len("tree(") : -1]
        else:
            said["game"] = self.position.game.name
            first = self.position.states[0]
            if first != self.position.game.initial():
                said["position"] = self.position.game.format_state(first)
            if self.position.moves:
                said["moves"] = " ".join(self.position.move_texts)
            if self.depth is not None:
                said["depth"] = self.depth
        if self.uses_convention:
            said["convention"] = self.convention
        if self.either:
            said["accept"] = "either"
        if self.points != POINTS:
            said["points"] = self.points
        return said
