"""Snapshots of objects, independent of how their class defines equality: they show whether a function changed one."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from enraya.custom.calling import is_by_identity

MOST_PARTS = 20_000
"""An object with more parts than this is looked at so far and no further."""

ATOMS = (int, float, complex, str, bytes, type(None), type, Enum)


class Parts(NamedTuple):
    """The kind of an object and its parts: in their order, or by name."""

    kind: type
    listed: tuple[Any, ...]
    named: dict[str, Any]


def take_snapshot(value: Any) -> Any:
    """A copy of *value* as plain parts, which later changes of it do not reach; None if it is nested too deep."""
    try:
        return _Walker().frozen(value)
    except RecursionError:
        return None


def is_unchanged(before: Any, after: Any) -> bool:
    """True if *after* has all parts of *before*; new attributes do not count, since an object may cache."""
    if not isinstance(before, Parts) or not isinstance(after, Parts):
        # What is not a number does not even equal itself.
        return bool(before == after) or repr(before) == repr(after) == "nan"
    if before.kind is not after.kind or len(before.listed) != len(after.listed):
        return False
    if not all(is_unchanged(old, new) for old, new in zip(before.listed, after.listed, strict=True)):
        return False
    return all(name in after.named and is_unchanged(old, after.named[name]) for name, old in before.named.items())


def identity_kind(value: Any) -> str | None:
    """The class of the first part of *value* that equals nothing but itself."""
    return _Walker().identity_kind(value)


class _Walker:
    def __init__(self) -> None:
        self._seen: set[int] = set()

    def frozen(self, value: Any) -> Any:
        if isinstance(value, ATOMS):
            return value
        listed, named = self._parts(value)
        if isinstance(value, set | frozenset):
            # The order of a set says nothing.
            return Parts(type(value), tuple(sorted((self.frozen(each) for each in listed), key=repr)), {})
        return Parts(
            type(value),
            tuple(self.frozen(each) for each in listed),
            {name: self.frozen(each) for name, each in named.items()},
        )

    def identity_kind(self, value: Any) -> str | None:
        if isinstance(value, ATOMS):
            return None
        if is_by_identity(type(value)):
            return type(value).__name__
        listed, named = self._parts(value)
        kinds = (self.identity_kind(each) for each in (*listed, *named.values()))
        return next((kind for kind in kinds if kind is not None), None)

    def _parts(self, value: Any) -> tuple[list[Any], dict[str, Any]]:
        """The parts of *value*; none the second time, since objects may hold each other."""
        if id(value) in self._seen or len(self._seen) >= MOST_PARTS:
            return [], {}
        self._seen.add(id(value))
        named = dict(getattr(value, "__dict__", {}))
        for kind in type(value).__mro__:
            slots = vars(kind).get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if hasattr(value, name):
                    named[name] = getattr(value, name)
        if isinstance(value, dict):
            return [*value.keys(), *value.values()], named
        if isinstance(value, list | tuple | set | frozenset):
            return list(value), named
        if hasattr(value, "tobytes"):
            # Arrays of numpy and of Python.
            return [value.tobytes()], named
        return ([bytes(value)] if isinstance(value, bytearray) else []), named
