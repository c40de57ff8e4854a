"""Checks a player in a file: asked for moves in games against random play, it must answer legally and in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from enraya.conformance.findings import GAMES, SECONDS, Breach, Findings, OnBreach, Remark, breach_of
from enraya.conformance.snapshot import is_unchanged, take_snapshot
from enraya.custom import failure_in_file
from enraya.errors import LocalizedError
from enraya.game import Game, Player
from enraya.players.file import FilePlayer
from enraya.position import Position
from enraya.search.limit import Limit

THINKING = 0.5
"""Seconds that the player is given for a move."""

LATE = 1.0
"""Seconds after which an answer is late: a busy machine is not the player's fault."""

ASKED_TWICE = 20
MOST_OPENING = 4
"""Random plies before the player's first move, at most, so that it sees positions that it would not choose."""


def check_player(
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
    """Check the player *text* at *game* in games against random play, in turn as first and as second.

    *note* is called with the name of the function of the file before each call.
    """
    checked = Findings("player") if checked is None else checked
    note("load")
    run = PlayerRun(FilePlayer(text, game), game, Random(seed), time.monotonic() + seconds, note)
    while checked.games < games and time.monotonic() < run.until:
        breach = run.play_game(Player(checked.games % 2))
        checked.games += 1
        if breach is not None and checked.add(breach):
            on_breach(breach)
    checked.figures = run.figures()
    if run.repeats is False:
        checked.remarks.append(Remark("check.note.not_repeated", {}))
    return checked


class PlayerRun:
    """The games of one check, and what they add up to."""

    def __init__(
        self, player: FilePlayer, game: Game[Any, Any], dice: Random, until: float, note: Callable[[str], None]
    ) -> None:
        self.until = until
        self.repeats: bool | None = None
        """True if it repeats its move when it is asked again; None if it was never asked."""
        self._player, self._game, self._dice, self._note = player, game, dice, note
        self._seconds: list[float] = []
        self._results = {"won": 0, "drawn": 0, "lost": 0}

    def play_game(self, seat: Player) -> Breach | None:
        """One game with the player in *seat*; the breach that ends it, or None."""
        position = Position.start(self._game)
        opening = self._dice.randrange(MOST_OPENING + 1)
        try:
            while not position.is_over and time.monotonic() < self.until:
                is_asked = position.to_move == seat and len(position.moves) >= opening
                move = self._asked(position) if is_asked else self._dice.choice(position.playable())
                position = position.play(move)
        except LocalizedError as failure:
            return breach_of(failure, position.move_texts)
        except BaseException as error:
            # The __eq__ of a move, say, which no function of ours calls by name.
            if (failed := failure_in_file(error)) is None:
                raise
            return breach_of(failed, position.move_texts)
        if position.is_over:
            won = position.winner
            self._results["drawn" if won is None else "won" if won == seat else "lost"] += 1
        return None

    def _asked(self, position: Position) -> Any:
        before = take_snapshot(position.state)
        move, took = self._answer(position)
        self._seconds.append(took)
        if not is_unchanged(before, take_snapshot(position.state)):
            raise LocalizedError("check.function_changes", function="choose(state, limit)")
        if took > LATE:
            raise LocalizedError("check.player_late", seconds=f"{took:.1f}", limit=f"{THINKING:g}")
        if len(self._seconds) <= ASKED_TWICE:
            again, _ = self._answer(position)
            self.repeats = self.repeats is not False and again == move
        return move

    def _answer(self, position: Position) -> tuple[Any, float]:
        self._note("choose")
        started = time.monotonic()
        move = self._player.choose(position, Limit(seconds=THINKING)).move
        return move, time.monotonic() - started

    def figures(self) -> dict[str, Any]:
        """Results against random play, and how long a move takes."""
        asked = len(self._seconds)
        return {
            **self._results,
            "moves": asked,
            "mean_ms": round(sum(self._seconds) / asked * 1000, 2) if asked else None,
            "longest_ms": round(max(self._seconds) * 1000, 2) if asked else None,
            "repeats_itself": self.repeats,
        }
