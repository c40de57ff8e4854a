"""What a search found and what it took."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Bound = Literal["exact", "upper", "lower"]


class RootValue(NamedTuple):
    """What one move of the position searched is worth, for the side to move there.

    A search that cuts knows of most moves only that they are no better than this: bound "upper".
    """

    move: Any
    value: float
    bound: Bound = "exact"


@dataclass(frozen=True)
class Report:
    """The move chosen and why. Values are for the side to move; `complete` says that `value` is proven."""

    move: Any
    value: float | None = None
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    line: tuple[Any, ...] = ()
    roots: tuple[RootValue, ...] = field(default=())
    complete: bool = False
    reason: str | None = None
    """The key of a message that says why, for strategies that go by rules."""
