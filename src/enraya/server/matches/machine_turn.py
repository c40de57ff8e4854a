"""A machine's turn in a live match: ask a worker process for a move, wait for its pace, apply it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from enraya.custom import split_edition
from enraya.errors import EnrayaError, Refusal
from enraya.match import Event, Match, Resigned, TimeUp
from enraya.match.turn import answer, seed_of
from enraya.players.turn import THINKING_WITHOUT_CLOCK, Choice, is_of_the_rules, thinking_time
from enraya.server.matches.offered_games import in_both
from enraya.server.workers.queue import Rank
from enraya.server.workers.thinking import Job, Thinkers
from enraya.store import NotStored
from enraya.workers.process import WorkRefused

if TYPE_CHECKING:
    from enraya.server.matches.live import LiveMatch, Make

PACE = 0.6
"""Seconds at least between the moves of two machines, so that a person can follow."""

RETRY = 1.0
"""Seconds until an event that the disk did not take is tried again."""


async def play_turn(live: LiveMatch, thinkers: Thinkers, match: Match, seat: int) -> None:
    """Ask the machine of *seat* for its move in *match*; drop the answer if the match has moved on meanwhile."""
    began, expected = time.monotonic(), len(match.events)
    failure: EnrayaError | None = None
    try:
        make = _answer(live, seat, await _think(live, thinkers, match, seat))
    except EnrayaError as error:
        if is_of_the_rules(error):
            live.announce_failure(_without_path(error, match.settings.game))
            return
        # A player that crashes or answers with no legal move loses this game, and everybody is told why.
        make, failure = _resignation(seat), error
    if not match.settings.has_human:
        await asyncio.sleep(max(0.0, PACE - (time.monotonic() - began)))
    while True:
        try:
            await asyncio.shield(live.start(_apply(live, make, expected, failure)))
            return
        except NotStored:
            await asyncio.sleep(RETRY)
        except Refusal as refusal:
            # It is too late, which the clock's timer handles; or the rules have failed, which everybody has been told;
            # or the match is full.
            if refusal.code not in ("server.moved_on", "match.time_over", "match.game_fails", "server.too_many_events"):
                raise
            return


async def _think(live: LiveMatch, thinkers: Thinkers, match: Match, seat: int) -> Choice | None:
    settings, position = match.settings, match.position
    seed = seed_of(settings, match.game_number, seat)
    job = Job(settings.game, settings.position, position.move_texts, settings.players[seat], seed, live.id, seat)
    remaining = match.remaining(live.now)
    seconds = None if remaining is None else thinking_time(remaining)
    rank = Rank.ANSWER if settings.has_human else Rank.MACHINE_MATCH
    longest = THINKING_WITHOUT_CLOCK if seconds is None else seconds
    return await thinkers.think(job, rank, live.address, seconds, longest)


async def _apply(live: LiveMatch, make: Make, expected: int, failure: EnrayaError | None) -> None:
    """Apply the event of a turn; what the player failed by is told after it, though the turn is over by then."""
    await live.apply(make, expected)
    if failure is not None:
        live.tell_fault(failure)


def _answer(live: LiveMatch, seat: int, choice: Choice | None) -> Make:
    """Makes the event of a machine's turn; nothing is played for it while the only person is away."""

    def make(match: Match, now: float) -> Event:
        event = answer(match, seat, choice, now)
        return live.schedule.time_out(match, now) if isinstance(event, TimeUp) else event

    return make


def _resignation(seat: int) -> Make:
    return lambda match, now: Resigned(seat, now)


def _without_path(error: EnrayaError, path: str) -> EnrayaError:
    """The *error* of a worker process in the rules of the file at *path*, without that path in its words."""
    path = split_edition(path)[0]
    words = {language: text.removeprefix(f"{path}: ") for language, text in in_both(error).items()}
    return WorkRefused(error.code, words)
