"""The report of a search: its result and its cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

Bound = Literal["exact", "upper", "lower"]
Certainty = Literal["exact", "upper", "lower", "guess"]
"""The kind of a value: exact, an upper bound, a lower bound, or an estimate."""


class RootValue(NamedTuple):
    """The value of one move at the root, for the side to move there, as `Scale.shown` writes it.

    A search that cuts knows of most moves only that they are no better than this: bound "upper". `proven` says that
    the value, or the bound, is a fact of the game and rests on no evaluation. `plies` is how far away the forced end
    is that the value stands for, where it stands for one and tells.
    """

    move: Any
    value: float
    bound: Bound = "exact"
    proven: bool = False
    plies: int | None = None

    @property
    def certainty(self) -> Certainty:
        """The kind of the value."""
        return self.bound if self.proven else "guess"


@dataclass(frozen=True)
class Report:
    """The move chosen and why. Values are for the side to move, as `Scale.shown` writes them.

    `complete` says that `value` and `plies` are the game's own. Of each move in `roots` that is said separately: a
    search may have proven a win and only estimated the other moves. `nodes` are those of the search that found the
    value; what it takes to choose among moves of the same value is not counted.
    """

    move: Any
    value: float | None = None
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    principal_variation: tuple[Any, ...] = ()
    roots: tuple[RootValue, ...] = field(default=())
    complete: bool = False
    reason: str | None = None
    """The key of a message that says why, for strategies that go by rules and for hints."""

    reason_values: Mapping[str, int] = field(default_factory=dict)
    """The values that belong in that message."""

    plies: int | None = None
    """The distance in plies to the forced end that `value` stands for, if it encodes one."""

    def as_text(self, format_move: Callable[[Any], str]) -> Report:
        """The same with every move as the text that *format_move*, a game's, makes of it."""
        return replace(
            self,
            move=format_move(self.move),
            principal_variation=tuple(format_move(move) for move in self.principal_variation),
            roots=tuple(root._replace(move=format_move(root.move)) for root in self.roots),
        )
