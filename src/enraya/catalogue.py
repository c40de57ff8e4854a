"""Finds a game by its name: built in, plugged in, or in a file; and the options of the built-in families.

`enraya.custom` is imported by the functions that need it: it is half of the time that `import enraya` would take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Literal, NamedTuple

from enraya.errors import NotationError
from enraya.game import Game
from enraya.notation import Spec, parse_game_spec, parse_integer

ENTRY_POINTS = "enraya.games"
TREE_FILES = (".txt", ".json")


class Option(NamedTuple):
    """A setting of a game or a player: a number between limits, one of some words, true or false; or any text.

    A required one has no value of its own: its default is only what a form begins with.
    """

    name: str
    default: int | str | bool | None
    least: float = 0
    most: float = 0
    words: tuple[str, ...] = ()
    required: bool = False
    decimal: bool = False

    @property
    def kind(self) -> Literal["number", "word", "flag", "text"]:
        """The type of its values."""
        if isinstance(self.default, bool):
            return "flag"
        if self.words:
            return "word"
        return "number" if self.most else "text"

    @property
    def accepted(self) -> str:
        """The accepted values, for help: limits or words; empty for any text."""
        if self.kind == "number":
            return f"{self.least:g}–{self.most}"
        return "|".join(("true", "false") if self.kind == "flag" else self.words)

    def read(self, text: str) -> int | float | str | bool:
        """The value that *text* gives this option, or a refusal that says what is accepted."""
        if self.kind == "text":
            return text
        if isinstance(self.default, bool):
            if text.lower() not in ("true", "false"):
                raise NotationError("error.option_word", option=self.name, text=text, words=["true", "false"])
            return text.lower() == "true"
        if self.words:
            if text.lower() not in self.words:
                raise NotationError("error.option_word", option=self.name, text=text, words=self.words)
            return int(text) if isinstance(self.default, int) else text.lower()
        limits = {"least": f"{self.least:g}", "most": str(self.most)}
        code = "error.option_decimal" if self.decimal else "error.option_number"
        digits = max(6, len(str(self.most)))
        value = _decimal(text) if self.decimal else parse_integer(text, code, digits, option=self.name, **limits)
        if value is None or not self.least <= value <= self.most:
            raise NotationError(code, option=self.name, text=text, **limits)
        return value


def _decimal(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


class Family(NamedTuple):
    """A family of games: what makes one of them, what may be chosen, and the choices people know by a name."""

    path: str
    options: tuple[Option, ...]
    presets: tuple[str, ...]
    check: Callable[[Mapping[str, Any]], None] = lambda values: None


def _check_k(values: Mapping[str, Any]) -> None:
    sizes = [values[name] for name in ("m", "n", "columns", "rows", "size") if name in values]
    if values["k"] is not None and values["k"] > max(sizes):
        raise NotationError("error.k_too_large", k=values["k"], most=max(sizes))


def _check_oso(values: Mapping[str, Any]) -> None:
    if max(values["columns"], values["rows"]) < 3:
        raise NotationError("error.oso_small")


def _side(name: str, default: int, most: int = 19) -> Option:
    return Option(name, default, 1, most)


FAMILIES: dict[str, Family] = {
    "mnk": Family(
        "enraya.games.mnk:MNK",
        (*(Option(name, None, 1, 19, required=True) for name in "mnk"), Option("misere", False)),
        ("mnk(3,3,3)", "mnk(4,4,4)", "mnk(5,5,5)"),
        _check_k,
    ),
    "gomoku": Family(
        "enraya.games.gomoku:make_gomoku",
        (
            Option("size", 15, words=("15", "19")),
            Option("rule", "freestyle", words=("freestyle", "standard")),
            Option("opening", "free", words=("free", "swap2")),
        ),
        ("gomoku(15,freestyle,free)", "gomoku(15,standard,swap2)"),
    ),
    "connect": Family(
        "enraya.games.connect:Connect",
        (_side("columns", 7), _side("rows", 6), _side("k", 4)),
        ("connect(7,6,4)",),
        _check_k,
    ),
    "cube": Family(
        "enraya.games.cube:Cube",
        (Option("size", 4, 2, 6), Option("k", None, 1, 6)),
        ("cube(3,3)", "cube(4,4)"),
        _check_k,
    ),
    "terni": Family(
        "enraya.games.terni:Terni",
        (Option("step", "slide", words=("slide", "adjacent", "drawn", "neighbour", "jump")), Option("diagonals", True)),
        ("terni",),
    ),
    "oso": Family(
        "enraya.games.oso:Oso",
        (_side("columns", 6, 10), _side("rows", 6, 10)),
        ("oso(6,6)", "oso(8,8)"),
        _check_oso,
    ),
}

ALIASES = {
    "tictactoe": "mnk(3,3,3)",
    "tic-tac-toe": "mnk(3,3,3)",
    "tres": "mnk(3,3,3)",
    "four": "mnk(4,4,4)",
    "cuatro": "mnk(4,4,4)",
    "five": "mnk(5,5,5)",
    "cinco": "mnk(5,5,5)",
    "connect4": "connect(7,6,4)",
    "sos": "oso(6,6)",
}


_offered: dict[str, Game[Any, Any]] = {}
"""Games that stand for a name in this process, whatever the name would else mean."""


def offer(name: str, game: Game[Any, Any]) -> None:
    """Register *game* under *name*: a server hosts the games of files in processes, and never loads the files."""
    _offered[name] = game


def withdraw(name: str, game: Game[Any, Any]) -> None:
    """*game* is no longer offered."""
    if _offered.get(name) is game:
        del _offered[name]


def find_game(game: object) -> Game[Any, Any]:
    """The game that a text names, or that an object with the four functions is."""
    if isinstance(game, Game):
        return game
    from enraya.custom import FOUR, CustomGame, is_file_name, load_custom_game

    if isinstance(game, str):
        name = game.strip()
        if name in _offered:
            return _offered[name]
        if is_file_name(name):
            return load_custom_game(name)
        return _tree_of_file(name) if is_tree_file(name) else _named(name)
    if all(callable(getattr(game, function, None)) for function in FOUR):
        return CustomGame(game, getattr(game, "__name__", type(game).__name__))
    raise NotationError("error.game_unknown", text=str(game), known=known_names())


def find_built_in(name: str) -> Game[Any, Any]:
    """The game that a *name* read from a file stands for. A Python file is refused: no file makes another one run."""
    from enraya.custom import is_file_name

    if is_file_name(name.strip()):
        raise NotationError("error.game_is_file", text=name)
    return find_game(name)


def is_tree_file(text: str) -> bool:
    """True if *text* names a file that holds a tree: `lesson.txt`, `lesson.json`."""
    return text.strip().lower().endswith(TREE_FILES) and "(" not in text and "\n" not in text


def _tree_of_file(path: str) -> Game[Any, Any]:
    from enraya.games.tree import Tree
    from enraya.games.tree_formats import read_tree_file

    return Tree(*read_tree_file(path))


def known_names() -> list[str]:
    """The names of all games: built-in families first, then plug-ins."""
    return [*FAMILIES, "tree", *sorted(_plug_ins())]


@lru_cache(maxsize=256)
def _named(text: str) -> Game[Any, Any]:
    # A tree has a grammar of its own, and may be long.
    if tree := re.fullmatch(r"tree\s*(?:\((.*)\))?", text, re.DOTALL | re.IGNORECASE):
        from enraya.games.tree import parse_tree

        return parse_tree(tree[1] or "")
    spec = parse_game_spec(ALIASES.get(text.lower(), text))
    name = spec.name.lower()
    if name in FAMILIES:
        return _of_family(FAMILIES[name], spec, text)
    if spec.name in _plug_ins():
        return _plugged_in(spec.name)
    raise NotationError("error.game_unknown", text=text, known=known_names())


def options_of(name: str) -> tuple[str, Mapping[str, Any]]:
    """The family of the built-in game *name* and what was chosen of it; a tree, or another's game, has no options."""
    family = name.partition("(")[0].strip().lower()
    if family not in FAMILIES:
        return family, {}
    return family, _values(FAMILIES[family], parse_game_spec(name), name)


def _of_family(family: Family, spec: Spec, text: str) -> Game[Any, Any]:
    module, _, kind = family.path.partition(":")
    game: Game[Any, Any] = getattr(import_module(module), kind)(**_values(family, spec, text))
    return game


def _values(family: Family, spec: Spec, text: str) -> dict[str, Any]:
    names = [option.name for option in family.options]
    if len(spec.arguments) > len(names):
        raise NotationError("error.too_many_options", text=text, options=names)
    said = {**dict(zip(names, spec.arguments, strict=False)), **spec.options}
    for name in spec.options:
        if name not in names or names.index(name) < len(spec.arguments):
            raise NotationError("error.option_unknown", option=name, options=names)
    values: dict[str, Any] = {}
    for option in family.options:
        if option.name in said:
            values[option.name] = option.read(said[option.name])
        elif option.required:
            raise NotationError("error.option_missing", option=option.name, example=family.presets[0])
        else:
            values[option.name] = option.default
    family.check(values)
    return values


@cache
def _plug_ins() -> Mapping[str, Any]:
    # `importlib.metadata` reads every installed package: only when a name is asked for that is not built in.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _plugged_in(name: str) -> Game[Any, Any]:
    from enraya.custom import CustomGame

    try:
        made = _plug_ins()[name].load()
        made = made() if isinstance(made, type) else made
    except Exception as error:
        raise NotationError("error.plug_in", name=name, reason=f"{type(error).__name__}: {error}") from None
    return made if isinstance(made, Game) else CustomGame(made, name)
