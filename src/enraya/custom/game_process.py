"""The tasks of the child process that runs one custom game for `enraya.custom.hosted`.

A state is named by the moves that lead to it, so that a process started anew can answer all the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from enraya.custom.file import load_custom_game
from enraya.custom.game import CustomGame
from enraya.custom.service import OnProgress, Task, serve
from enraya.game import Player

MOST_STATES = 20_000
START = "\N{START OF TEXT}"
"""Stands before the text of the position that a path begins from, where that is not the start of the game."""

Path = tuple[str, ...]


class GameTasks:
    """One game and the states of it that were asked for."""

    def __init__(self) -> None:
        self._game: CustomGame | None = None
        self._states: OrderedDict[Path, Any] = OrderedDict()

    @property
    def game(self) -> CustomGame:
        """The game that was loaded."""
        assert self._game is not None, "a game is loaded before it is asked"
        return self._game

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The requests that may be sent, by name."""
        return {
            "start": lambda request, on_progress: None,
            "load": self._load,
            "state": self._state,
            "parse_move": self._parse_move,
            "split_moves": self._split_moves,
            "parse_state": self._parse_state,
            "svg": self._svg,
            "evaluate": self._evaluate,
        }

    def _load(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        self._game = game = load_custom_game(request["file"])
        written = getattr(game.rules, "__doc__", None)
        return {
            "edition": game.edition,
            "scored": game.scored,
            "repeats": game.repeats,
            "longest": game.longest,
            "rules": written if isinstance(written, str) else "",
            "has_svg": game.has("svg"),
            "has_states": game.has("parse_state"),
        }

    def _state(self, request: dict[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        """All that there is to know of a state; `first` is the ply at which it came up first on its path."""
        game, path = self.game, tuple(request["path"])
        state = self._at(path)
        first = len(path)
        if game.repeats:
            begin = int(bool(path) and path[0].startswith(START))
            first = next(ply for ply in range(begin, len(path) + 1) if self._at(path[:ply]) == state)
        outcome, moves, board = game.outcome(state), game.legal_moves(state), game.board(state)
        return {
            "first": first,
            "player": int(game.to_move(state)),
            "outcome": outcome,
            "moves": [game.format_move(move) for move in moves],
            "gestures": [game.gesture(state, move) for move in moves] if board else [],
            "board": asdict(board) if board else None,
            "shown": game.render(state),
            "text": game.format_state(state),
            "cells": list(game.winning_cells(state)) if outcome else [],
        }

    def _parse_move(self, request: dict[str, Any], on_progress: OnProgress) -> str:
        move = self.game.parse_move(self._at(tuple(request["path"])), request["text"])
        return self.game.format_move(move)

    def _parse_state(self, request: dict[str, Any], on_progress: OnProgress) -> list[str]:
        """The path of the position that a text describes."""
        path = (START + request["text"],)
        return [] if self._at(path) == self.game.initial() else list(path)

    def _split_moves(self, request: dict[str, Any], on_progress: OnProgress) -> list[str]:
        return self.game.split_moves(self._at(tuple(request["path"])), request["text"])

    def _svg(self, request: dict[str, Any], on_progress: OnProgress) -> str:
        return self.game.svg(self._at(tuple(request["path"])))

    def _evaluate(self, request: dict[str, Any], on_progress: OnProgress) -> float:
        return self.game.evaluate(self._at(tuple(request["path"])), Player(request["player"]))

    def _at(self, path: Path) -> Any:
        """The state that *path* leads to, from the longest part of it that is known."""
        known = next((ply for ply in range(len(path), 0, -1) if path[:ply] in self._states), 0)
        state = self._states[path[:known]] if known else self.game.initial()
        for ply in range(known, len(path)):
            state = self._after(state, path[ply])
            self._states[path[: ply + 1]] = state
            if len(self._states) > MOST_STATES:
                self._states.popitem(last=False)
        return state

    def _after(self, state: Any, step: str) -> Any:
        """The state after a move, or the one that a text describes."""
        if step.startswith(START):
            return self.game.parse_state(step.removeprefix(START))
        return self.game.play(state, self.game.parse_move(state, step))


def main() -> None:
    """Serve."""
    serve(GameTasks().tasks)


if __name__ == "__main__":
    main()
