"""The functions by which a custom file describes a game."""

from __future__ import annotations

import inspect
from typing import Any

from enraya.custom.calling import call_custom
from enraya.errors import NotationError

FOUR = ("initial", "legal_moves", "play", "outcome")
OPTIONAL = (
    "to_move",
    "symmetries",
    "evaluate",
    "board",
    "cells",
    "winning_cells",
    "parse_move",
    "format_move",
    "parse_state",
    "format_state",
    "render",
    "svg",
)
GIVING_ONE_BY_ONE = ("legal_moves", "symmetries", "board")
"""Functions that may be generators."""


def functions_of(rules: Any, name: str) -> dict[str, Any]:
    """The functions that *rules*, of the file *name*, have; refused where one of the four is missing.

    Refused too is a function that comes back before its code has run.
    """
    found = {}
    for function in (*FOUR, *OPTIONAL):
        # A property or a __getattr__ of the author's may fail.
        written = call_custom(name, function, getattr, rules, function, None)
        if written is None:
            continue
        if not callable(written):
            kind = type(written).__name__
            raise NotationError("error.own_not_function", name=name, function=function, kind=kind)
        _refuse_what_gives_nothing(written, function, name)
        found[function] = written
    missing = [function for function in FOUR if function not in found]
    if missing:
        raise NotationError("error.own_missing", name=name, missing=missing)
    return found


def _refuse_what_gives_nothing(written: Any, function: str, name: str) -> None:
    if inspect.iscoroutinefunction(written) or inspect.isasyncgenfunction(written):
        raise NotationError("error.own_async", name=name, function=function, word="async")
    if inspect.isgeneratorfunction(written) and function not in GIVING_ONE_BY_ONE:
        raise NotationError("error.own_async", name=name, function=function, word="yield")
