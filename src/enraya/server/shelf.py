"""The games on offer, and the guard that no name in a request reaches the file system.

A file plays only if whoever started the server put it on the shelf; outside it goes by its bare name, `mine.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from enraya.board import Board
from enraya.catalogue import FAMILIES, find_game, is_tree_file, known_names
from enraya.custom import OwnGame, is_file_name
from enraya.errors import NotationError
from enraya.game import Game
from enraya.games.tree import Tree
from enraya.locale import LANGUAGES, Words
from enraya.match import HUMAN
from enraya.notation import LONGEST_TEXT, parse_player_spec
from enraya.position import Position

Json = dict[str, Any]
FILE_OPTION = "evaluate"
"""The one option of a player that names a file."""


def both(key: str, **values: object) -> dict[str, str]:
    """The message *key* in both languages."""
    return {language: Words(language)(key, **values) for language in LANGUAGES}


def has_words(key: str) -> bool:
    """Whether there is a message *key*."""
    return Words("en").has(key)


class Shelf:
    """The built-in games, plug-ins, and the files that were put here."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        self.files: Mapping[str, str] = {_bare(file): file for file in files}
        for file in self.files.values():
            # What does not load should be told when the server starts, not when somebody plays.
            find_game(file)

    @property
    def families(self) -> list[str]:
        """Every family by name."""
        return [*known_names(), *self.files]

    def inside(self, name: object) -> Any:
        """The name of a game as Enraya knows it, or a refusal if it names a file that is not on the shelf."""
        if not isinstance(name, str):
            return name
        text = name.strip()
        if text in self.files:
            return self.files[text]
        if is_file_name(text) or is_tree_file(text):
            raise NotationError("server.no_files", text=text)
        if len(text) > LONGEST_TEXT:
            raise NotationError("error.too_long", text=text, length=len(text), longest=LONGEST_TEXT)
        return text

    def outside(self, name: str) -> str:
        """The name of a game as a client knows it."""
        return next((bare for bare, file in self.files.items() if file == name), name)

    def find(self, name: str) -> Game[Any, Any]:
        """The game that a client calls *name*."""
        return find_game(self.inside(name))

    def check_player(self, text: object) -> None:
        """Refuse a player that would have a file read."""
        if not isinstance(text, str) or text == HUMAN:
            return
        if is_file_name(text) or FILE_OPTION in parse_player_spec(text).options:
            raise NotationError("server.no_files", text=text)

    def family(self, game: Game[Any, Any]) -> str:
        """The family that *game* belongs to."""
        return self.outside(game.name) if isinstance(game, OwnGame) else game.name.partition("(")[0]

    def title(self, game: Game[Any, Any]) -> dict[str, str]:
        """What people call *game*."""
        if has_words(f"preset.{game.name}"):
            return both(f"preset.{game.name}")
        family = self.family(game)
        if not has_words(f"family.{family}"):
            return dict.fromkeys(LANGUAGES, self.outside(game.name))
        said = "" if family == "tree" else game.name[len(family) :].strip("()").replace(",", ", ")
        return {language: f"{name} {said}".strip() for language, name in both(f"family.{family}").items()}

    def rules(self, family: str) -> dict[str, str]:
        """The rules of a family: ours, or what its author wrote at the top of the file."""
        if family in FAMILIES or family == "tree":
            return both(f"rules.{family}")
        game = find_game(self.inside(family))
        written = getattr(game.rules, "__doc__", None) if isinstance(game, OwnGame) else game.__doc__
        return dict.fromkeys(LANGUAGES, str(written).strip()) if written else both("play.no_rules", game=family)


def kind_of(position: Position, board: Board | None) -> str:
    """How a game is drawn: as a board, as a tree, or as text."""
    if isinstance(position.game, Tree):
        return "tree"
    return "text" if board is None else "board"


def _bare(file: str) -> str:
    path, colon, name = file.rpartition(":")
    if colon and path.endswith(".py"):
        return f"{Path(path).name}:{name}"
    return Path(file).name
