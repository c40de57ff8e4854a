"""The three players of OSO."""

from __future__ import annotations

from random import Random
from threading import Event
from typing import Any

from enraya.players.deepening import DeepeningPlayer
from enraya.players.dice import dice_for
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer, emit_choice

KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
AROUND = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]


def _scoring_moves(position: Position) -> list[Any]:
    """The moves that complete the most OSOs, if any completes one."""
    game, state, player = position.game, position.state, position.to_move
    before = game.evaluate(state, player)
    gains = {move: game.evaluate(game.play(state, move), player) - before for move in position.playable()}
    most = max(gains.values())
    return [move for move, gain in gains.items() if gain == most] if most > 0 else []


def _letters_at(position: Position, cell: int, steps: list[tuple[int, int]]) -> list[str]:
    """The letters found by those steps from *cell*."""
    board = position.game.board(position.state)
    assert board is not None
    row, column = divmod(cell, board.columns)
    found = []
    for across, down in steps:
        if 0 <= column + across < board.columns and 0 <= row + down < board.rows:
            found.append(board.cells[(row + down) * board.columns + column + across])
    return found


class OsoEasy:
    """Takes an OSO if there is one, else writes an O a knight's move from another O."""

    name = "oso-easy"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        dice = dice_for(self._seed, position)
        if scoring := _scoring_moves(position):
            report = Report(move=dice.choice(scoring), reason="rule.oso_take", nodes=1, depth=1)
        else:
            report = self._otherwise(position, dice)
        emit_choice(observer, position.game, position.state, report.move)
        return report

    def _otherwise(self, position: Position, dice: Random) -> Report:
        writing_o = [move for move in position.playable() if move.letter == "O"]
        leaps = [move for move in writing_o if "O" in _letters_at(position, move.cell, KNIGHT)]
        if leaps:
            return Report(move=dice.choice(leaps), reason="rule.oso_knight", nodes=1, depth=1)
        return Report(move=dice.choice(writing_o), reason="rule.oso_any", nodes=1, depth=1)


class OsoMedium(OsoEasy):
    """Takes an OSO, else writes in a cell the letter there is more of around it."""

    name = "oso-medium"

    def _otherwise(self, position: Position, dice: Random) -> Report:
        cell = dice.choice(position.playable()).cell
        around = _letters_at(position, cell, AROUND)
        more_o = around.count("O") - around.count("S")
        letter = "O" if more_o > 0 else "S" if more_o < 0 else dice.choice("SO")
        move = next(move for move in position.playable() if (move.letter, move.cell) == (letter, cell))
        return Report(move=move, reason="rule.oso_around", nodes=1, depth=1)


class OsoHard(DeepeningPlayer):
    """Searches a number of plies on the difference of points."""

    def __init__(self, *, plies: int, native: bool = True, seed: int | None = None) -> None:
        super().__init__(own_limit=Limit(depth=plies), native=native, seed=seed, name=f"oso-hard:plies={plies}")
