"""`HostedGame`: a custom game in a child process, as a `Game` whose states are data received from it.

Nothing of the file runs here. One request fetches everything about a state, so that only `play` and a few rare
questions wait for the process; every wait has a time limit, after which the process is killed, and started again for
the next question. Waiting is allowed in the game's own thread only (`HostedGame.thread`), unless the game is *shared*:
then any thread may wait, one after another.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path as FilePath
from random import Random
from typing import Any, NamedTuple, TypeVar

from enraya.board import Board, Gesture, read_plain_board
from enraya.custom.child import LOAD, Child, ChildFailed
from enraya.custom.file import read_source, split_file_name
from enraya.errors import CustomGameError, LocalizedError, NotationError
from enraya.game import Game, Player

CALL_SECONDS = 5.0
"""The time limit of one request."""

START_SECONDS = 20.0
"""The time limit for Python itself to start."""

REMEMBERED = 60.0
"""Seconds for which a question that failed is answered with the same sentence."""

GAME_PROCESS = "enraya.custom.game_process"
"""The program of the process."""

MOST_STATES = 10_000
MOST_FAILURES = 256
PROBED_PLIES = 6
Path = tuple[str, ...]
Result = TypeVar("Result")


class WrongThread(BaseException):
    """*game* was asked something that may wait outside of its own thread.

    Not an `Exception`: who catches whatever a game raises must not take this for a failure of the game.
    """

    def __init__(self, game: HostedGame) -> None:
        super().__init__(game.name)
        self.game = game


@dataclass(frozen=True, eq=False)
class HostedState:
    """A state as received from the child process: the moves that lead to it, and everything to show of it.

    `first` is the ply at which the same state came up first on this path: states of one game are equal by that.
    """

    path: Path
    first: int
    player: Player
    outcome: int | None
    moves: Path
    shown: str
    text: str | None
    cells: tuple[int, ...]
    board: Board | None
    gestures: tuple[Gesture, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HostedState) and self.path[: self.first] == other.path[: other.first]

    def __hash__(self) -> int:
        return hash(self.path[: self.first])


class HostedGame(Game[HostedState, str]):
    """The game in the file *name*, which sentences call *title*.

    *is_shared* says that any thread may ask. Moves are texts. `fault` is why the game cannot be played, if that is
    known; `sample` are the boards of a few moves.
    """

    def __init__(self, name: str, title: str, *, is_shared: bool = False) -> None:
        self.name, self.title = name, title
        self._is_shared, self._asking = is_shared, threading.RLock()
        self._stamp = _stamp(split_file_name(name)[0])
        self.rules_text = ""
        self.fault: LocalizedError | None = None
        self.sample: list[Board] = []
        self._has_svg = self._has_states = False
        self._child: Child | None = None
        self._states: OrderedDict[Path, HostedState] = OrderedDict()
        self._failures: OrderedDict[str, tuple[float, LocalizedError]] = OrderedDict()
        self._is_closed = False
        self._own_thread = threading.local()
        self.thread = ThreadPoolExecutor(1, "enraya-own-game", initializer=self._begin_thread)

    def _begin_thread(self) -> None:
        self._own_thread.is_here = True

    def prepare(self) -> None:
        """Load the file, which may be refused, and play a little: what fails then is kept as `fault`."""
        self._started()
        try:
            state, dice = self.initial(), Random(1)
            boards = [state.board]
            for _ in range(PROBED_PLIES):
                if state.moves:
                    state = self.play(state, dice.choice(state.moves))
                    boards.append(state.board)
            self.sample = [board for board in boards if board is not None]
        except CustomGameError as failure:
            self.fault = failure

    def has_changed(self) -> bool:
        """True if the file has changed since this game was made; one that cannot be read has not."""
        path = split_file_name(self.name)[0]
        if _stamp(path) in (self._stamp, None):
            return False
        try:
            is_same = sha256(read_source(path)).hexdigest() == self.edition
        except NotationError:
            return False
        if is_same:
            self._stamp = _stamp(path)
        return not is_same

    def close(self) -> None:
        """End the process for good; pending questions fail at once."""
        if self._is_closed:
            return
        self._is_closed = True
        if (child := self._child) is not None:
            child.kill()
        self.thread.submit(self._let_go)
        self.thread.shutdown(wait=False)

    def _let_go(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    # Answered from what was received already

    def initial(self) -> HostedState:
        return self._at(())

    def legal_moves(self, state: HostedState) -> Sequence[str]:
        return state.moves

    def play(self, state: HostedState, move: str) -> HostedState:
        return self._at((*state.path, move))

    def outcome(self, state: HostedState) -> int | None:
        return state.outcome

    def to_move(self, state: HostedState) -> Player:
        return state.player

    def render(self, state: HostedState) -> str:
        return state.shown

    def winning_cells(self, state: HostedState) -> Sequence[int]:
        return state.cells

    def board(self, state: HostedState) -> Board | None:
        return state.board

    def gesture(self, state: HostedState, move: str) -> Gesture:
        return state.gestures[state.moves.index(move)] if state.gestures else Gesture()

    def format_move(self, move: str) -> str:
        return move

    # Asked of the process

    def parse_move(self, state: HostedState, text: str) -> str:
        if text in state.moves:
            return text
        return str(self.ask("parse_move", path=state.path, text=text))

    def split_moves(self, state: HostedState, text: str) -> list[str]:
        if not text.strip():
            return []
        said = self.ask("split_moves", path=state.path, text=text)
        return self._checked(lambda: list(_texts(said)))

    def parse_state(self, text: str) -> HostedState:
        if not self._has_states:
            return super().parse_state(text)
        said = self.ask("parse_state", text=text)
        return self._at(self._checked(lambda: _texts(said)))

    def format_state(self, state: HostedState) -> str | None:
        return state.text

    def svg(self, state: HostedState) -> str:
        return str(self.ask("svg", path=state.path)) if self._has_svg else super().svg(state)

    def evaluate(self, state: HostedState, player: Player) -> float:
        said = self.ask("evaluate", path=state.path, player=int(player))
        return self._checked(lambda: float(said))

    def ask(self, task: str, **values: Any) -> Any:
        """The answer of the process to *task*, or what went wrong there as a sentence."""
        if not self._is_shared and not getattr(self._own_thread, "is_here", False):
            raise WrongThread(self)
        with self._asking:
            return self._answer(task, values)

    def _answer(self, task: str, values: dict[str, Any]) -> Any:
        key = repr((task, values))
        until, failure = self._failures.get(key, (0.0, None))
        if failure is not None and time.monotonic() < until:
            raise failure
        try:
            return self._asked(task, values)
        except CustomGameError as error:
            self._failures[key] = (time.monotonic() + REMEMBERED, error)
            if len(self._failures) > MOST_FAILURES:
                self._failures.popitem(last=False)
            raise

    def _at(self, path: Path) -> HostedState:
        if (known := self._states.get(path)) is not None:
            return known
        said = self.ask("state", path=path)
        state = self._checked(lambda: _read_state(path, said))
        if len(self._states) >= MOST_STATES:
            # The start comes first and stays: it is asked for again and again, by who must not wait.
            del self._states[next(islice(self._states, 1, None))]
        self._states[path] = state
        return state

    def _asked(self, task: str, values: dict[str, Any]) -> Any:
        before = self._child
        child = self._started()
        try:
            return child.ask({"task": task, "file": self.name, **values}, CALL_SECONDS)
        except ChildFailed as failed:
            self._child = None
            if failed.kind == "ended" and child is before:
                # It may have been killed while nobody asked it anything: a new one will tell.
                return self._asked(task, values)
            function = ("play" if values["path"] else "initial") if task == "state" else task
            raise self._renamed(failed.to_error(split_file_name(self.name)[0], function)) from None
        except LocalizedError as error:
            raise self._renamed(error) from None

    def _started(self) -> Child:
        """The process with the file loaded in it: the one that runs, or a new one."""
        if self._is_closed:
            raise CustomGameError("check.closed", name=self.title)
        if self._child is not None and self._child.is_alive:
            return self._child
        self._let_go()
        child = self._child = Child(GAME_PROCESS, self.name)
        try:
            child.ask({"task": "start"}, START_SECONDS)
            said = child.ask({"task": LOAD, "file": self.name}, CALL_SECONDS)
        except ChildFailed as failed:
            self._child = None
            raise self._renamed(failed.to_error(split_file_name(self.name)[0], LOAD)) from None
        except LocalizedError as error:
            child.end()
            self._child = None
            raise self._renamed(error) from None
        loaded = self._checked(lambda: _read_loaded(said))
        if self.edition and loaded.edition != self.edition:
            # The file has changed since: its new edition is another game.
            child.end()
            self._child = None
            raise CustomGameError("check.changed", name=self.title)
        self.edition, self.rules_text, self._has_svg = loaded.edition, loaded.rules, loaded.has_svg
        self._has_states = loaded.has_states
        self.scored, self.repeats = loaded.scored, loaded.repeats  # type: ignore[misc]
        self.longest = loaded.longest
        return child

    def _checked(self, read: Callable[[], Result]) -> Result:
        """Check an answer with *read*, since the code of the file may have forged it."""
        try:
            return read()
        except (KeyError, TypeError, ValueError, OverflowError):
            raise CustomGameError("check.unasked", name=self.title, function=split_file_name(self.title)[0]) from None

    def _renamed(self, error: LocalizedError) -> LocalizedError:
        """*error* with the file called by its title: where it lies is not for everybody."""
        path = split_file_name(self.name)[0]
        named = {name: self.title for name in ("name", "path") if error.values.get(name) in (self.name, path)}
        return type(error)(error.code, **{**error.values, **named})


def _stamp(path: str) -> tuple[int, int] | None:
    """The stamp of a file, which changes with it: its time and its size."""
    try:
        found = FilePath(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _gesture(clicks: list[list[int]], *rest: Any) -> Gesture:
    """The gesture whose fields these are, as JSON holds them."""
    return Gesture(tuple(tuple(cells) for cells in clicks), *rest)


class _Loaded(NamedTuple):
    """The answer of a process that has loaded a file."""

    edition: str
    rules: str
    has_svg: bool
    has_states: bool
    scored: bool
    repeats: bool
    longest: int | None


def _read_loaded(said: Any) -> _Loaded:
    flags = {name: _of_kind(said[name], bool) for name in ("has_svg", "has_states", "scored", "repeats")}
    longest = None if said["longest"] is None else _of_kind(said["longest"], int)
    return _Loaded(_of_kind(said["edition"], str), _of_kind(said["rules"], str), longest=longest, **flags)


def _read_state(path: Path, said: Any) -> HostedState:
    """The state after *path*; KeyError, TypeError or ValueError if *said* does not describe one."""
    return HostedState(
        path,
        _of_kind(said["first"], int),
        Player(said["player"]),
        None if said["outcome"] is None else _of_kind(said["outcome"], int),
        _texts(said["moves"]),
        _of_kind(said["shown"], str),
        None if said["text"] is None else _of_kind(said["text"], str),
        tuple(_of_kind(cell, int) for cell in said["cells"]),
        None if said["board"] is None else read_plain_board(said["board"]),
        tuple(_gesture(*each) for each in said["gestures"]),
    )


def _texts(said: Any) -> tuple[str, ...]:
    return tuple(_of_kind(each, str) for each in said)


def _of_kind(value: Any, kind: type[Result]) -> Result:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(value)
    return value
