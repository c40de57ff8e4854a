"""A student's own player: a function `choose(state, limit)`, or `evaluate(state, player)` for the searches.

Either may ask for `game` as a further argument, to have the rules at hand.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Any

from enraya.custom import is_number, line_of, load_file, raise_unless_own, reason_of, shown, split_file_name
from enraya.errors import EnrayaError, NotationError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.limit import Budget, Limit
from enraya.search.report import Report
from enraya.search.trace import Observer, emit_choice
from enraya.search.value import Evaluate


class PlayerFailure(EnrayaError):
    """A player crashed, or answered with something that is not a legal move."""


def load_function(text: str, usual: str, game: Game[Any, Any]) -> Callable[..., Any]:
    """The function `mine.py:name`, or the one called *usual* in `mine.py`; it is given *game* if it asks for it."""
    path, name = split_file_name(text)
    module = load_file(path)
    function: Callable[..., Any] | None = getattr(module, name or usual, None)
    if function is None or not callable(function):
        raise NotationError("error.no_function", path=path, name=name or usual)
    if "game" in inspect.signature(function).parameters:
        return lambda *arguments: function(*arguments, game=game.unwrapped_rules())
    return function


def load_evaluate(text: str, game: Game[Any, Any]) -> Evaluate:
    """A student's evaluation; what is not a number is refused by name."""
    function = load_function(text, "evaluate", game)

    def evaluate(state: Any, player: Player) -> float:
        value = _called(text, function, game.unwrapped_state(state), player)
        if not is_number(value):
            raise PlayerFailure("error.player_no_number", name=text, answer=shown(value))
        return value if isinstance(value, int) else float(value)

    return evaluate


class FunctionPlayer:
    """Plays what a function says. A text that names a legal move will do as well as the move itself."""

    def __init__(self, name: str, choose: Callable[..., Any]) -> None:
        self.name, self._choose = name, choose

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        budget = Budget()
        answer = self._answer(position.game.unwrapped_state(position.state), limit)
        move = self._legal(position, answer)
        emit_choice(observer, position.game, position.state, move)
        return Report(move=move, seconds=budget.seconds)

    def _answer(self, state: Any, limit: Limit) -> Any:
        return self._choose(state, limit)

    def _legal(self, position: Position, answer: Any) -> Any:
        if _called(self.name, lambda: answer in position.playable()):
            return answer
        if isinstance(answer, str):
            with suppress(EnrayaError):
                return position.move(answer)
        raise PlayerFailure("error.player_illegal", name=self.name, answer=shown(answer))


class FilePlayer(FunctionPlayer):
    """Plays what the function of a student's file says; an exception in it is a sentence with its line."""

    def __init__(self, text: str, game: Game[Any, Any]) -> None:
        super().__init__(text, load_function(text, "choose", game))

    def _answer(self, state: Any, limit: Limit) -> Any:
        return _called(self.name, self._choose, state, limit)


def _called(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call the file's *function* and return its answer; an exception becomes one sentence with its line."""
    try:
        return function(*arguments)
    except BaseException as error:
        raise_unless_own(error)
        line = line_of(error, function)
        raise PlayerFailure("error.player_fails", name=name, line=line, reason=reason_of(error)) from None
