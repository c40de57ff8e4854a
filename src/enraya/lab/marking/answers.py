"""An answer to an exercise: read from data or from text, and written as data.

A line is `A=3 B=-2` for values, `B` for a move, `E2 G` (or `none`) for cut branches, and `A=-inf,inf B=-inf,3` for
alpha and beta. Whatever can be understood is; a word that cannot is kept, to be marked as such.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from enraya.errors import NotationError
from enraya.lab.exercises.exercise import Exercise

MOST_ANSWERS = 2000
LONGEST_WORD = 60
LARGEST = 10**9
NONE = ("none", "nothing", "ninguna", "ninguno", "nada", "-", "—")
INFINITIES = ("inf", "infinity", "infinito", "oo", "∞")
NUMBER = re.compile(r"[-+]?[0-9]{1,9}(?:\.0+)?")


class Unreadable(NamedTuple):
    """An answer that is not a number where one is asked for."""

    text: str


Number = float | Unreadable | None
Window = tuple[Number, Number]
Given = dict[str, Any]
"""The answers by node: a Number for values, a Window for alpha and beta, True for the move chosen or a branch cut."""


def read_answer(exercise: Exercise, data: Any) -> Given:
    """The answer that *data* is, or a refusal that says how one is written."""
    if data is None or data == "":
        return {}
    try:
        match exercise.kind:
            case "values":
                return {node: _number(value) for node, value in _by_node(data).items()}
            case "move":
                return {_chosen(exercise, _word(data)): True}
            case "cuts":
                return dict.fromkeys(_names(data), True)
            case "windows":
                return {node: _window(value) for node, value in _by_node(data).items()}
    except _WrongShape:
        raise NotationError(f"error.answer_{exercise.kind}", text=str(data)) from None


def write_answer(exercise: Exercise, given: Given) -> Any:
    """*given* as data for a file, which `read_answer` reads."""
    match exercise.kind:
        case "values":
            return {node: _written(value) for node, value in given.items()}
        case "move":
            return next(iter(given), None)
        case "cuts":
            return list(given)
        case "windows":
            return {node: [_written(bound) for bound in window] for node, window in given.items()}


class _WrongShape(Exception):
    """The answer has the wrong shape for its kind."""


def _word(data: Any) -> str:
    if isinstance(data, bool) or not isinstance(data, (str, int)) or len(str(data)) > LONGEST_WORD:
        raise _WrongShape
    return str(data).strip()


def _by_node(data: Any) -> dict[str, Any]:
    if isinstance(data, str):
        parts = [part.partition("=") for part in re.split(r"[\s;]+|,(?=\s*[^\W\d][\w']*\s*=)", _tight(data)) if part]
        if not all(equals and name for name, equals, _ in parts):
            raise _WrongShape
        data = {name: value for name, _, value in parts}
    if not isinstance(data, dict) or len(data) > MOST_ANSWERS:
        raise _WrongShape
    return {_word(node): value for node, value in data.items()}


def _tight(text: str) -> str:
    """*text* without the spaces around `=` and after a comma that parts two bounds."""
    return re.sub(r",\s+(?=[-+−]?\s*(?:[0-9∞]|inf|oo))", ",", re.sub(r"\s*=\s*", "=", text.strip()))


def _names(data: Any) -> list[str]:
    if isinstance(data, str):
        data = [] if data.strip().lower() in NONE else [part for part in re.split(r"[\s,;]+", data) if part]
    if not isinstance(data, list) or len(data) > MOST_ANSWERS:
        raise _WrongShape
    return [_word(name) for name in data]


def _number(value: Any) -> Number:
    if value is None or value == "":
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return (
            float(value)
            if abs(value) <= LARGEST or abs(value) == float("inf")
            else Unreadable(str(value)[:LONGEST_WORD])
        )
    text = str(value)[:LONGEST_WORD].strip().lower().replace("−", "-").replace("–", "-").replace(" ", "")
    if text.lstrip("+-") in INFINITIES and len(text) - len(text.lstrip("+-")) <= 1:
        return float("-inf") if text.startswith("-") else float("inf")
    return float(text) if NUMBER.fullmatch(text) else Unreadable(str(value)[:LONGEST_WORD])


def _window(value: Any) -> Window:
    if isinstance(value, str):
        value = re.split(r"\s*(?:,|;|\.\.)\s*", value.strip("()[] "))
    if isinstance(value, dict) and set(value) <= {"alpha", "beta", "α", "β"}:
        value = [value.get("alpha", value.get("α")), value.get("beta", value.get("β"))]
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise _WrongShape
    return _number(value[0]), _number(value[1])


def _chosen(exercise: Exercise, word: str) -> str:
    """The child of the root that *word* means: its move or its name, small or capital letters where only one can be."""
    children = exercise.solved_tree.root.children
    for alike in (str, str.casefold):
        for attribute in ("move", "name"):
            found = [child.name for child in children if alike(str(getattr(child, attribute))) == alike(word)]
            if len(found) == 1:
                return found[0]
    return word


def _written(value: Number) -> Any:
    if value is None or isinstance(value, Unreadable):
        return value.text if value else None
    if abs(value) == float("inf"):
        return "inf" if value > 0 else "-inf"
    return int(value) if value == int(value) else value
