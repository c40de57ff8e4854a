"""The child process that runs a student's functions and records what they do. It knows no right answers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from enraya.catalogue import find_built_in
from enraya.custom import failure_in_file, is_number, load_custom_game, load_file, raise_unless_own, shown
from enraya.custom.calling import failure_of
from enraya.custom.service import OnProgress, serve
from enraya.errors import CustomGameError, NotationError
from enraya.game import Player
from enraya.lab.assignments.graded_game import RecordingGame
from enraya.players.file import load_evaluate
from enraya.position import Position
from enraya.search.count import count
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.solve.solver import Solver

INFINITY = float("inf")


class GradeTasks:
    """The tasks of this process."""

    def __init__(self) -> None:
        self._module: Any = None

    def start(self, request: dict[str, Any], on_progress: OnProgress) -> None:
        """Answer nothing: the answer itself shows that Python runs."""

    def load(self, request: dict[str, Any], on_progress: OnProgress) -> None:
        """Load the file."""
        self._module = load_file(request["file"])

    def search(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        """Call the student's search on one position: its answer, and the positions that it looked at."""
        position = _position(request)
        game = RecordingGame(position.game, request["win"], position.state)
        names = request["functions"]
        name = names[min(int(position.to_move), len(names) - 1)]
        function = self._function(request["file"], name)
        answer = _called(request["file"], name, function, game, position, request["depth"])
        value, move = _value_and_move(answer, position, request["compare"])
        if value is None and move is None:
            raise CustomGameError("grade.answer_kind", name=request["file"], function=name, answer=shown(answer))
        text = None if move is None else position.game.format_move(move)
        return {"value": value, "move": text, "nodes": game.record()}

    def evaluate(self, request: dict[str, Any], on_progress: OnProgress) -> list[list[float]]:
        """The values of the student's evaluation for each position, for both players."""
        game = find_built_in(request["game"])
        evaluate = load_evaluate(f"{request['file']}:{request['functions'][0]}", game)
        states = [_position({**request, "moves": moves}).state for moves in request["positions"]]
        return [[evaluate(state, player) for player in Player] for state in states]

    def rules(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        """The value of the student's game, if it can be had in time, and its sequences of moves by ply."""
        name = request["functions"][0]
        game = load_custom_game(f"{request['file']}:{name}" if name else request["file"])
        budget = Budget(Limit(seconds=request["patience"]))
        try:
            counts = count(game, game.initial(), budget, request["depth"]).perft
        except OutOfBudget:
            counts = None
        value = None
        if request["wants_value"]:
            solution = Solver(game).solve(Position.start(game), Limit(seconds=request["patience"]), one_is_enough=True)
            if solution is not None:
                is_first = game.to_move(game.initial()) == Player.FIRST
                value = solution.worth.outcome if is_first else -solution.worth.outcome
        return {"value": value, "counts": counts}

    def _function(self, file: str, name: str) -> Callable[..., Any]:
        function = getattr(self._module, name, None)
        if not callable(function):
            raise NotationError("error.no_function", path=file, name=name)
        return function  # type: ignore[no-any-return]


def _position(request: dict[str, Any]) -> Position:
    return Position.start(find_built_in(request["game"]), request["start"]).play_all(request["moves"])


def _called(
    file: str, name: str, function: Callable[..., Any], game: RecordingGame, position: Position, depth: int | None
) -> Any:
    """Call *function* and return its answer: arguments are matched by name, else game, state and depth in order."""
    is_first = position.to_move == Player.FIRST
    offered = {
        "game": game, "state": position.state, "depth": INFINITY if depth is None else depth,
        "player": position.to_move, "alpha": -INFINITY, "beta": INFINITY, "ply": 0,
        "maximizing": is_first, "maximising": is_first,
    }  # fmt: skip
    try:
        parameters = inspect.signature(function).parameters.values()
        needed = [each.name for each in parameters if each.default is each.empty or each.name in ("game", "depth")]
        if all(each in offered for each in needed):
            return function(**{each: offered[each] for each in needed})
        return function(*[offered[each] for each in ("game", "state", "depth")[: max(2, min(3, len(needed)))]])
    except BaseException as error:
        raise_unless_own(error)
        raise failure_in_file(error) or failure_of(error, file, name, function) from None


def _value_and_move(answer: Any, position: Position, wanted: list[str]) -> tuple[float | None, Any]:
    """The value and the move in *answer*: a pair (value, move), or one of the two alone where that is enough."""
    legal = position.playable()

    def is_move(each: Any) -> bool:
        try:
            return each in legal
        except BaseException:
            return False

    if isinstance(answer, tuple | list) and len(answer) == 2 and not is_move(answer):
        one, two = answer
        for value, move in ((one, two), (two, one)):
            if is_number(value) and (move is None or is_move(move)):
                return _plain(value), move
    if is_number(answer) and ("value" in wanted or not is_move(answer)):
        return _plain(answer), None
    return (None, answer) if is_move(answer) else (None, None)


def _plain(value: Any) -> float:
    return value if type(value) is int else float(value)


def main() -> None:
    """Serve."""
    tasks = GradeTasks()
    names = ("start", "load", "search", "evaluate", "rules")
    serve({name: getattr(tasks, name) for name in names})


if __name__ == "__main__":
    main()
