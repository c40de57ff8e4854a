"""Checks an evaluation in a file: finite numbers, the same each time, and on the side of whoever is winning."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from enraya.conformance.findings import GAMES, SECONDS, Breach, Findings, OnBreach, Remark, breach_of
from enraya.conformance.random_play import random_games
from enraya.conformance.snapshot import is_unchanged, take_snapshot
from enraya.custom import failure_in_file
from enraya.errors import LocalizedError
from enraya.game import Game, Player
from enraya.players.file import load_evaluate
from enraya.position import Position
from enraya.search.alphabeta import alphabeta
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.root_result import RootResult
from enraya.search.value import Evaluate, Scale

JUDGED_DEPTH = 2
"""Plies within which a position is won for one side, for the evaluation to be compared with that."""

JUDGED_NODES = 2000
LEAST_DECIDED = 10
"""Decided positions from which it is said that the sign looks wrong."""

ROUNDING = 1e-9


def check_evaluation(
    text: str,
    game: Game[Any, Any],
    *,
    games: int = GAMES,
    seed: int = 0,
    seconds: float = SECONDS,
    on_breach: OnBreach = lambda breach: None,
    checked: Findings | None = None,
    note: Callable[[str], None] = lambda function: None,
) -> Findings:
    """Check the evaluation *text* at *game* on the unfinished positions of random games."""
    checked = Findings("evaluation") if checked is None else checked
    note("load")
    run = EvaluationRun(load_evaluate(text, game), game, note)
    for positions in random_games(game, Random(seed), time.monotonic() + seconds):
        if checked.games >= games:
            break
        moves: list[str] = []
        found: Breach | None = None
        try:
            for position in positions:
                moves = position.move_texts
                if not position.is_over:
                    run.look_at(position)
        except LocalizedError as failure:
            found = breach_of(failure, moves)
        except BaseException as error:
            if (failed := failure_in_file(error)) is None:
                raise
            found = breach_of(failed, moves)
        checked.games += 1
        if found is not None and checked.add(found):
            on_breach(found)
    checked.figures, checked.remarks = run.figures(), run.remarks()
    return checked


class EvaluationRun:
    """The positions of one check, and what they add up to."""

    def __init__(self, evaluate: Evaluate, game: Game[Any, Any], note: Callable[[str], None]) -> None:
        self._evaluate, self._game, self._note = evaluate, game, note
        self._values: list[float] = []
        self._lopsided = self._for_winner = self._for_loser = self._undecided = 0

    def look_at(self, position: Position) -> None:
        """Ask what *position* is worth to both players, and compare."""
        state = position.state
        before = take_snapshot(state)
        first, second = (self._asked(state, player) for player in Player)
        if not is_unchanged(before, take_snapshot(state)):
            raise LocalizedError("check.function_changes", function="evaluate(state, player)")
        again = self._asked(state, Player.FIRST)
        if again != first:
            raise LocalizedError("check.evaluate_differs", one=f"{first:g}", other=f"{again:g}")
        self._values.append(first)
        self._lopsided += abs(first + second) > ROUNDING * max(1.0, abs(first))
        winner = winner_soon(position)
        if winner is None:
            return
        favour = first if winner == Player.FIRST else second
        self._for_winner += favour > 0
        self._for_loser += favour < 0
        self._undecided += favour == 0

    def _asked(self, state: Any, player: Player) -> float:
        self._note("evaluate")
        return self._evaluate(state, player)

    @property
    def _decided(self) -> int:
        return self._for_winner + self._for_loser + self._undecided

    def figures(self) -> dict[str, Any]:
        """The number of positions, the range of values, and how often the winner of a decided position is favoured."""
        return {
            "positions": len(self._values),
            "least": min(self._values, default=None),
            "most": max(self._values, default=None),
            "not_opposite": self._lopsided,
            "decided": self._decided,
            "favours_winner": self._for_winner,
            "favours_loser": self._for_loser,
        }

    def remarks(self) -> list[Remark]:
        """The remarks on what looks odd and may be meant."""
        found = []
        if len(self._values) > 1 and min(self._values) == max(self._values):
            found.append(Remark("check.note.constant", {"value": f"{self._values[0]:g}"}))
        elif self._decided >= LEAST_DECIDED and self._for_loser > self._for_winner:
            found.append(Remark("check.note.sign", {"count": self._for_loser, "all": self._decided}))
        if self._lopsided:
            found.append(Remark("check.note.not_opposite", {"count": self._lopsided, "all": len(self._values)}))
        return found


def winner_soon(position: Position) -> Player | None:
    """The winner of *position* by force within a few plies (where points count: by best play to the end), if it is
    known.
    """
    game, state = position.onward, position.state
    scale, found = Scale(game, evaluate=_even), RootResult(position.to_move)
    budget = Budget(Limit(nodes=JUDGED_NODES))
    search = partial(alphabeta, game, state, found, scale=scale, budget=budget)
    try:
        search() if game.scored else search(depth=JUDGED_DEPTH)
        is_complete = True
    except OutOfBudget:
        is_complete = False
    except RecursionError:
        return None
    if not found.value:
        return None
    # A win that was found stays one; a loss is known only when every move has been looked at.
    is_known = is_complete and not found.guessed if game.scored else scale.is_decided(found.value)
    if not is_known or (found.value < 0 and not is_complete):
        return None
    return position.to_move if found.value > 0 else position.to_move.opponent


def _even(state: Any, player: Player) -> float:
    return 0
