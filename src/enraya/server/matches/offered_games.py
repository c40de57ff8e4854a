"""The games on offer, and the guard that no name in a request reaches the file system.

A file plays only if whoever started the server put it on offer; clients know it by its bare name, `mine.py`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from enraya.board import Board
from enraya.catalogue import find_game, is_tree_file, known_names, offer, withdraw
from enraya.custom import CustomGame, cause_of, is_file_name, name_edition, split_edition
from enraya.custom.hosted import HostedGame
from enraya.errors import LocalizedError, NotationError
from enraya.game import Game
from enraya.games.tree import Tree
from enraya.locale import DEFAULT, LANGUAGES, Words
from enraya.match import HUMAN
from enraya.naming import rules_of, title_of
from enraya.notation import LONGEST_TEXT, parse_player_spec
from enraya.piskvork.player import offer_engines
from enraya.players.catalogue import withdraw as withdraw_player
from enraya.players.options import FILE
from enraya.position import Position
from enraya.server.problems import ServerRefusal
from enraya.server.views.board import Kind
from enraya.workers.process import WorkRefused

Json = dict[str, Any]

Result = TypeVar("Result")
MOST_FORMER = 4
"""Earlier editions of a file whose matches go on while the server runs."""

MOST_WAITING = 200
"""Questions that may wait for one file's game."""


def both(key: str, **values: object) -> dict[str, str]:
    """The message *key* in every language."""
    return {language: Words(language)(key, **values) for language in LANGUAGES}


def in_both(error: LocalizedError) -> dict[str, str]:
    """*error* in every language."""
    return {language: error.in_language(language) for language in LANGUAGES}


def has_words(key: str) -> bool:
    """True if there is a message *key*."""
    return Words(DEFAULT).has(key)


class OfferedGames:
    """The built-in games, plug-ins, and the files that were put here."""

    def __init__(self, files: Iterable[str] = (), engines: Mapping[str, str] | None = None) -> None:
        """Names only: a file is loaded when its game is asked for. *engines* are other programs that may play: the
        command of each by the name that people know it by.
        """
        self.engines = dict(engines or {})
        self.files: Mapping[str, str] = _by_public_name(files)
        self._waiting: Counter[str] = Counter()
        self._hosted: dict[str, HostedGame] = {}
        self._editions: dict[str, HostedGame] = {}
        self._refreshing = asyncio.Lock()

    def host(self) -> None:
        """Host the game of each file in a process of its own, so that no file is loaded here; and register every engine
        as a player.

        What does not load is refused: that should be told when the server starts, not when somebody plays.
        """
        self._hosted = {file: HostedGame(file, bare) for bare, file in self.files.items()}
        try:
            for preparing in [game.thread.submit(game.prepare) for game in self._hosted.values()]:
                preparing.result()
        except BaseException:
            self.close()
            raise
        for game in list(self._hosted.values()):
            self._offer(game)
        offer_engines(self.engines)

    def _offer(self, game: HostedGame) -> None:
        """Register *game* as the current edition of its file; matches of its earlier editions
        keep theirs for a while.
        """
        edition = name_edition(game.name, game.edition)
        if game.edition and (known := self._editions.get(edition, game)) is not game:
            # The file is again what it was.
            game.close()
            game = known
        self._hosted[game.name] = game
        offer(game.name, game)
        self._editions[edition] = game
        offer(edition, game)
        former = [name for name, each in self._editions.items() if each.name == game.name and each is not game]
        for name in former[: -MOST_FORMER or None]:
            self._close(name)

    def _close(self, edition: str) -> None:
        game = self._editions.pop(edition)
        withdraw(edition, game)
        withdraw(game.name, game)
        game.close()

    async def refresh(self) -> None:
        """Load each file that has changed: its new edition is another game, and its failure to load a fault of it."""
        async with self._refreshing:
            for bare, file in self.files.items():
                if file in self._hosted and await asyncio.to_thread(self._hosted[file].has_changed):
                    game = HostedGame(file, bare)
                    try:
                        await asyncio.get_running_loop().run_in_executor(game.thread, game.prepare)
                    except LocalizedError as error:
                        game.fault = error
                    self._offer(game)

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions of all files: a value that changes when a file does."""
        return tuple(game.edition or repr(game.fault) for game in self._hosted.values())

    @property
    def custom_families(self) -> list[Json]:
        """The families of the files that are hosted, as the catalogue lists them."""
        return [
            {
                "family": self.public_name(game.name),
                "rules": self.rules(game),
                "fault": None if game.fault is None else in_both(game.fault),
                "sample": [asdict(board) for board in game.sample],
            }
            for game in self._hosted.values()
        ]

    def close(self) -> None:
        """End the processes of all files; whoever waits for one is told so at once."""
        for edition in list(self._editions):
            self._close(edition)
        for game in self._hosted.values():
            game.close()
        for name in self.engines:
            withdraw_player(name)

    def without_paths(self, refused: WorkRefused) -> WorkRefused:
        """The refusal of a worker process with files named without their folders, which are not public."""
        words = in_both(refused)
        for bare, file in self.files.items():
            words = {language: text.replace(file, bare) for language, text in words.items()}
        return WorkRefused(refused.code, words)

    def check_fault(self, name: object) -> None:
        """Refuse to begin a match of a game that is known to fail."""
        game = self._hosted.get(self.files.get(name.strip(), "")) if isinstance(name, str) else None
        if game is not None and game.fault is not None:
            raise NotationError("match.game_fails", game=name, reason=cause_of(game.fault))

    async def run_apart(
        self, game: str | HostedGame, work: Callable[..., Result], *arguments: Any, in_thread: bool = False
    ) -> Result:
        """Run *work*, which calls the rules of *game*, and return its result. The rules of a file are waited for in a
        thread of that file; others never wait, and are asked at once, or in any thread with *in_thread*.
        """
        hosted = self._at(game) if isinstance(game, str) else game
        if hosted is None:
            return await asyncio.to_thread(work, *arguments) if in_thread else work(*arguments)
        if self._waiting[hosted.name] >= MOST_WAITING:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
        self._waiting[hosted.name] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(hosted.thread, work, *arguments)
        except RuntimeError as error:
            raise ServerRefusal("server.ending", 503, retry_after=5.0) from error
        finally:
            self._waiting[hosted.name] -= 1

    def _at(self, name: str) -> HostedGame | None:
        """The game that holds the rules of *name*, where that is a file; a refusal if that edition is not here now."""
        found = self._hosted.get(name) or self._editions.get(name)
        if found is None and split_edition(name)[1] is not None and self._hosted:
            raise NotationError("error.own_changed", path=self.public_name(name))
        return found

    @property
    def families(self) -> list[str]:
        """Every family by name."""
        return [*known_names(), *self.files]

    def internal_name(self, name: object) -> Any:
        """The name of a game as Enraya knows it, or a refusal if it names a file that is not offered."""
        if not isinstance(name, str):
            return name
        text = name.strip()
        if text in self.files:
            file = self.files[text]
            return name_edition(file, self._hosted[file].edition) if file in self._hosted else file
        if is_file_name(text) or is_tree_file(text):
            raise NotationError("server.no_files", text=text)
        if len(text) > LONGEST_TEXT:
            raise NotationError("error.too_long", text=text, length=len(text), longest=LONGEST_TEXT)
        return text

    def public_name(self, name: str) -> str:
        """The name of a game as a client knows it."""
        plain = split_edition(name)[0]
        return next((bare for bare, file in self.files.items() if file == plain), name)

    def find(self, name: str) -> Game[Any, Any]:
        """The game that a client calls *name*."""
        return find_game(self.internal_name(name))

    def check_player(self, text: object) -> None:
        """Refuse a player that would have a file read."""
        if not isinstance(text, str) or text == HUMAN:
            return
        if is_file_name(text) or FILE in parse_player_spec(text).options:
            raise NotationError("server.no_files", text=text)

    def family(self, game: Game[Any, Any]) -> str:
        """The family that *game* belongs to."""
        return self.public_name(game.name) if isinstance(game, CustomGame | HostedGame) else game.name.partition("(")[0]

    def title(self, game: Game[Any, Any]) -> dict[str, str]:
        """The title of *game* in words."""
        own = self.public_name(game.name)
        if isinstance(game, CustomGame | HostedGame):
            return dict.fromkeys(LANGUAGES, own)
        return {language: title_of(game.name, Words(language)) or own for language in LANGUAGES}

    def rules(self, game: Game[Any, Any]) -> dict[str, str]:
        """The rules of *game*: ours, or what its author wrote at the top of the file."""
        if not isinstance(game, CustomGame | HostedGame) and rules_of(game.name, Words("en")):
            return {language: rules_of(game.name, Words(language)) or "" for language in LANGUAGES}
        if isinstance(game, HostedGame):
            written: str | None = game.rules_text
        else:
            written = getattr(game.rules, "__doc__", None) if isinstance(game, CustomGame) else game.__doc__
        return (
            dict.fromkeys(LANGUAGES, str(written).strip())
            if written
            else both("play.no_rules", game=self.public_name(game.name))
        )


def kind_of(position: Position, board: Board | None) -> Kind:
    """The kind of picture of a game: a board, a tree, or text."""
    if isinstance(position.game, Tree):
        return "tree"
    return "text" if board is None else "board"


def _by_public_name(files: Iterable[str]) -> dict[str, str]:
    """*files* by the names that people see, which leave out their folders; two of one name are refused."""
    named: dict[str, str] = {}
    for file in files:
        if not is_file_name(file):
            raise NotationError("error.not_a_file", text=file)
        first = named.setdefault(_bare(file), file)
        if Path(first).resolve() != Path(file).resolve():
            raise NotationError("error.own_same_name", name=_bare(file), first=first, second=file)
    return named


def _bare(file: str) -> str:
    path, colon, name = file.rpartition(":")
    if colon and path.endswith(".py"):
        return f"{Path(path).name}:{name}"
    return Path(file).name
