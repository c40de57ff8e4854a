"""Somebody's own game: any object or module with the four functions, made a full `Game`."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from enraya.errors import NotationError, OwnFailure, Told
from enraya.game import Game, Player, Symmetry

FOUR = ("initial", "legal_moves", "play", "outcome")
LARGEST_FILE = 1 << 20


class Turn(NamedTuple):
    """A state of a game that does not say whose turn it is, with the turn that alternation gives."""

    state: Any
    player: Player


class OwnGame(Game[Any, Any]):
    """Rules somebody wrote, with a default for each function they left out.

    Where the rules have no `to_move`, turns alternate and every state is a `Turn`.
    """

    def __init__(self, rules: Any, name: str, edition: str = "") -> None:
        missing = [function for function in FOUR if not callable(getattr(rules, function, None))]
        if missing:
            raise NotationError("error.own_missing", name=name, missing=missing)
        self.rules = rules
        self.name, self.edition = name, edition
        self._alternates = not hasattr(rules, "to_move")
        # What a class says of its whole game may be said by a module too.
        self.scored = bool(getattr(rules, "scored", False))  # type: ignore[misc]
        self.repeats = bool(getattr(rules, "repeats", False))  # type: ignore[misc]
        self.longest = getattr(rules, "longest", None)

    def own_state(self, state: Any) -> Any:
        """The state as the rules' author knows it."""
        return state.state if self._alternates else state

    def own_rules(self) -> Any:
        return self.rules

    def initial(self) -> Any:
        state = self._called("initial")
        return Turn(state, Player.FIRST) if self._alternates else state

    def legal_moves(self, state: Any) -> Sequence[Any]:
        moves = self._called("legal_moves", self.own_state(state))
        if isinstance(moves, Sequence):
            return moves
        try:
            return list(moves)
        except TypeError:
            raise OwnFailure("error.own_moves", name=self.name, answer=repr(moves)) from None

    def play(self, state: Any, move: Any) -> Any:
        then = self._called("play", self.own_state(state), move)
        return Turn(then, state.player.opponent) if self._alternates else then

    def outcome(self, state: Any) -> int | None:
        result: int | None = self._called("outcome", self.own_state(state))
        return result

    def to_move(self, state: Any) -> Player:
        if self._alternates:
            player: Player = state.player
            return player
        answer = self._called("to_move", state)
        if answer not in (0, 1):
            raise OwnFailure("error.own_turn", name=self.name, answer=repr(answer))
        return Player(answer)

    def symmetries(self) -> Sequence[Symmetry]:
        if not hasattr(self.rules, "symmetries"):
            return ()
        return [Symmetry(self._lifted(symmetry[0]), symmetry[1]) for symmetry in self.rules.symmetries()]

    def _lifted(self, carry: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return (lambda turn: Turn(carry(turn.state), turn.player)) if self._alternates else carry

    def evaluate(self, state: Any, player: Player) -> float:
        return float(self._asked("evaluate", super().evaluate, state, player))

    def winning_cells(self, state: Any) -> Sequence[int]:
        cells: Sequence[int] = self._asked("winning_cells", super().winning_cells, state)
        return cells

    def parse_move(self, state: Any, text: str) -> Any:
        return self._asked("parse_move", super().parse_move, state, text)

    def format_move(self, move: Any) -> str:
        return str(
            self._called("format_move", move) if hasattr(self.rules, "format_move") else super().format_move(move)
        )

    def render(self, state: Any) -> str:
        if hasattr(self.rules, "render"):
            return str(self._called("render", self.own_state(state)))
        return str(self.own_state(state))

    def svg(self, state: Any) -> str:
        return str(self._asked("svg", super().svg, state))

    def _asked(self, function: str, default: Callable[..., Any], state: Any, *more: Any) -> Any:
        """The author's *function* where there is one, else the default."""
        if hasattr(self.rules, function):
            return self._called(function, self.own_state(state), *more)
        return default(state, *more)

    def _called(self, function: str, *arguments: Any) -> Any:
        """What the author's *function* answers; whatever it raises becomes one sentence."""
        try:
            return getattr(self.rules, function)(*arguments)
        except Told:
            raise
        except (Exception, SystemExit) as error:
            values = {"function": function, "line": line_of(error), "reason": reason_of(error)}
            raise OwnFailure("error.own_function", name=self.name, **values) from None


def is_file_name(text: str) -> bool:
    """Whether *text* names a Python file, perhaps with `:name` behind it."""
    return text.partition(":")[0].strip().endswith(".py") or text.rpartition(":")[0].strip().endswith(".py")


def load_file(path: str) -> ModuleType:
    """The Python file at *path* as a module, or a sentence that says why it cannot be read or run."""
    file = Path(path)
    try:
        with file.open("rb") as opened:
            source = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise NotationError("error.own_unreadable", path=path, reason=error.strerror or str(error)) from None
    if len(source) > LARGEST_FILE:
        raise NotationError("error.own_large", path=path, largest=LARGEST_FILE)
    try:
        code = compile(source, str(file), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise NotationError(
            "error.own_syntax", path=path, line=line, reason=getattr(error, "msg", None) or str(error)
        ) from None
    if not source.strip():
        raise NotationError("error.own_empty", path=path)
    module = ModuleType(file.stem)
    module.__file__ = str(file)
    # A dataclass looks its own module up by name while it is being made.
    sys.modules.setdefault(module.__name__, module)
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        line = line_of(error)
        raise NotationError("error.own_fails", path=path, line=line, reason=reason_of(error)) from None
    return module


def line_of(error: BaseException) -> int:
    """The line where *error* was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return (frames[-1].lineno if frames else None) or 1


def reason_of(error: BaseException) -> str:
    """What went wrong, as Python would say it, in one line."""
    if isinstance(error, OwnFailure):
        return str(error.values.get("reason", error))
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def split_file_name(text: str) -> tuple[str, str | None]:
    """`mine.py:name` as the path and the name."""
    if text.strip().endswith(".py"):
        return text.strip(), None
    path, _, name = text.strip().rpartition(":")
    return path, name


def load_own_game(text: str) -> OwnGame:
    """The game in `mine.py`, or the class or object `mine.py:Name` in it."""
    path, name = split_file_name(text)
    module = load_file(path)
    edition = sha256(Path(path).read_bytes()).hexdigest()
    if name is not None:
        if not hasattr(module, name):
            raise NotationError("error.own_no_name", path=path, name=name)
        return OwnGame(_instance(getattr(module, name), text), text, edition)
    if callable(getattr(module, "initial", None)):
        return OwnGame(module, text, edition)
    classes = [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and value.__module__ == module.__name__
        and all(hasattr(value, function) for function in FOUR)
    ]
    if len(classes) == 1:
        return OwnGame(_instance(classes[0], text), text, edition)
    raise NotationError(
        "error.own_missing", name=path, missing=[function for function in FOUR if not hasattr(module, function)]
    )


def _instance(value: Any, name: str) -> Any:
    if not inspect.isclass(value):
        return value
    try:
        return value()
    except (Exception, SystemExit) as error:
        raise NotationError("error.own_class", name=name, reason=reason_of(error)) from None
