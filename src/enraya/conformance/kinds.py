"""The kinds of thing in a file that can be checked: a game, a player, an evaluation, or several of them."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any, Literal

from enraya.custom import FOUR, lacking_game, load_file, split_file_name
from enraya.errors import NotationError

Kind = Literal["game", "player", "evaluation"]
KINDS: tuple[Kind, ...] = ("game", "player", "evaluation")


def kinds_in(file: str) -> tuple[Kind, ...]:
    """The kinds of what is in *file*, found from its functions; with `mine.py:name`, the kind of that alone.

    `evaluate` beside the four functions of a game belongs to the game.
    """
    path, name = split_file_name(file)
    module = load_file(path)
    if name is not None:
        if not hasattr(module, name):
            raise NotationError("error.own_no_name", path=path, name=name)
        return (_kind_of(getattr(module, name), file),)
    kinds: list[Kind] = ["game"] if _has_game(module) else []
    if callable(getattr(module, "choose", None)):
        kinds.append("player")
    if "game" not in kinds and callable(getattr(module, "evaluate", None)):
        kinds.append("evaluation")
    if not kinds:
        lacking = lacking_game(module, path)
        if lacking.values["missing"] != list(FOUR):
            raise lacking
        raise NotationError("error.check_nothing", path=path)
    return tuple(kinds)


def _has_game(module: ModuleType) -> bool:
    return _is_game(module) or any(
        inspect.isclass(value) and value.__module__ == module.__name__ and _is_game(value)
        for value in vars(module).values()
    )


def _is_game(value: Any) -> bool:
    return all(hasattr(value, function) for function in FOUR)


def _kind_of(value: Any, file: str) -> Kind:
    """The kind of *value*: a function is told by the name of its second argument."""
    if inspect.isclass(value) or _is_game(value):
        return "game"
    try:
        second = list(inspect.signature(value).parameters)[1:2]
    except (TypeError, ValueError):
        second = []
    if second == ["limit"]:
        return "player"
    if second == ["player"]:
        return "evaluation"
    raise NotationError("error.check_kind", text=file, known=list(KINDS))
