"""States of other libraries as ours must be: equal where they look the same, and hashable."""

from __future__ import annotations

from typing import Any


class Frozen:
    """A possibly mutable object that is never changed, compared by *key*, which holds everything in it."""

    __slots__ = ("held", "key")

    def __init__(self, held: Any, seen: Any) -> None:
        self.held, self.key = held, freeze(seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return repr(self.held)


def freeze(value: Any) -> Any:
    """*value* as nested tuples and sets, by what it holds; arrays count as their lists."""
    if isinstance(value, dict):
        return frozenset((key, freeze(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(freeze, value))
    if isinstance(value, set | frozenset):
        return frozenset(map(freeze, value))
    if hasattr(value, "tolist"):
        return freeze(value.tolist())
    try:
        hash(value)
    except TypeError:
        return freeze(vars(value))
    # Objects that compare by identity would make every copy another state.
    by_identity = getattr(type(value), "__hash__", None) is object.__hash__ and hasattr(value, "__dict__")
    return (type(value), freeze(vars(value))) if by_identity else value
