"""Hints: a move chosen as the default opponent chooses, with the reason that a person would give for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import Any, NamedTuple

from enraya.game import Game, Player
from enraya.players.deepening import DeepeningPlayer
from enraya.position import Position
from enraya.search.limit import Budget, Limit
from enraya.search.report import Report
from enraya.search.trace import Observer
from enraya.solve.solver import Solver

CHOOSING = 0.6
"""The part of the time for the move; the rest is for its reason."""

LOOKING = Limit(seconds=0.4, nodes=300_000)
"""The budget for valuing the replies."""

TABLE_MEGABYTES = 32


class Reason(NamedTuple):
    """The key of a message and the values that belong in it."""

    key: str
    values: Mapping[str, int] = {}


class Adviser:
    """A strategy that says why: the reason of its report is a sentence about the move."""

    name = "hint"

    def __init__(self, game: Game[Any, Any], seed: int | None = None) -> None:
        self._player = DeepeningPlayer(seed=seed, name=self.name)
        self._solver = Solver(game, megabytes=TABLE_MEGABYTES)

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        budget = Budget()
        part = limit if limit.seconds is None else replace(limit, seconds=limit.seconds * CHOOSING)
        report = self._player.choose(position, part, stop=stop, observer=observer)
        reason = self._reason(position, report, limit.left_after(budget).within(LOOKING), stop)
        return replace(report, reason=reason.key, reason_values=reason.values)

    def _reason(self, position: Position, report: Report, left: Limit, stop: Event | None) -> Reason:
        """The first of the reasons that holds, the most telling first."""
        game, after = position.game, position.play(report.move)
        if len(position.playable()) == 1:
            return Reason("hint.only")
        if game.scored:
            return _about_points(position, after, report)
        if after.winner == position.to_move:
            return Reason("hint.win")
        if report.complete and report.value is not None and report.value > 0:
            # Of the plies to the win every other one, the first and the last among them, is the winner's.
            return Reason("hint.win_sure") if report.plies is None else _counted("hint.win_in", (report.plies + 1) // 2)
        if _stops_a_win(position, report.move):
            return Reason("hint.block")
        if report.complete and report.value is not None:
            return self._about_replies(position, after, report, left, stop)
        return _about_lines(position, report) or _counted("hint.looks", report.depth)

    def _about_replies(
        self, position: Position, after: Position, report: Report, left: Limit, stop: Event | None
    ) -> Reason:
        """The reason for a move that keeps a draw, or delays a loss, by the values of the replies for their maker."""
        is_draw = report.value == 0
        solution = None if after.is_over else self._solver.solve(after, left, every_move=True, stop=stop)
        worths = [worth.outcome for _, worth in solution.moves] if solution else []
        wrong = sum(outcome < 0 if is_draw else outcome <= 0 for outcome in worths)
        if wrong:
            key = "hint.draw_replies" if is_draw else "hint.loss_replies"
            return Reason(key, {"count": wrong, "replies": len(worths)})
        if is_draw:
            alike = [root for root in report.roots if root.value == 0 and root.certainty == "exact"]
            if len(alike) == 1 and len(report.roots) == len(position.playable()):
                return Reason("hint.only_draw")
            return _about_lines(position, report) or Reason("hint.draw")
        return Reason("hint.loss") if report.plies is None else _counted("hint.loss_in", report.plies // 2)


def _counted(key: str, count: int) -> Reason:
    return Reason(key, {"count": count})


def _about_points(position: Position, after: Position, report: Report) -> Reason:
    """The reason where points count: those made at once, then the result of best play."""
    game, player = position.game, position.to_move
    if game.par(position.state) is None and not after.is_over:
        made = int(game.evaluate(after.state, player) - game.evaluate(position.state, player))
        if made > 0:
            return _counted("hint.points_again" if after.to_move == player else "hint.points", made)
    if not report.complete or report.value is None:
        return _counted("hint.looks", report.depth)
    if game.par(position.state) is not None:
        return Reason("hint.payoff", {"score": int(report.value if player == Player.FIRST else -report.value)})
    if not report.value:
        return Reason("hint.points_even")
    return _counted("hint.points_ahead" if report.value > 0 else "hint.points_behind", abs(int(report.value)))


def _stops_a_win(position: Position, move: Any) -> bool:
    """True if most other moves let the opponent win at once, and this one does not."""
    if _lets_win(position, move):
        return False
    others = [other for other in position.playable() if other != move]
    return 2 * sum(_lets_win(position, other) for other in others) > len(others)


def _lets_win(position: Position, move: Any) -> bool:
    game, player = position.game, position.to_move
    child = game.play(position.state, move)
    if game.outcome(child) is not None or game.to_move(child) == player:
        return False
    won = -1 if player == Player.FIRST else 1
    return any((game.outcome(game.play(child, reply)) or 0) * won > 0 for reply in game.legal_moves(child))


def _about_lines(position: Position, report: Report) -> Reason | None:
    """The reason by the cell of a move and the lines open from there, in games of lines."""
    count = position.game.open_lines(position.state, report.move)
    if not count:
        return None
    place = _place(position, report.move)
    return _counted(f"hint.{place}" if place else "hint.lines", count)


def _place(position: Position, move: Any) -> str | None:
    """The centre or a corner of a flat board, where pieces can be put anywhere."""
    board, gesture = position.board, position.game.gesture(position.state, move)
    if board is None or board.levels > 1 or board.numbered_columns or len(gesture.clicks) != 1:
        return None
    row, column = divmod(gesture.clicks[0][0], board.columns)
    if 2 * row == board.rows - 1 and 2 * column == board.columns - 1:
        return "centre"
    return "corner" if row in (0, board.rows - 1) and column in (0, board.columns - 1) else None
