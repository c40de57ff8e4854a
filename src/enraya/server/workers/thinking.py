"""Machine moves, off the event loop: each chosen in a worker process, when it is its turn in the queue."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import asdict, dataclass

from enraya.custom import is_file_name
from enraya.players.catalogue import is_foreign
from enraya.players.turn import Choice
from enraya.server.workers.pool import WorkerPool, text_of
from enraya.server.workers.queue import Rank

PROMPT = 0.5
"""Seconds that those who wait together share: each has its answer after about so long, however many they are."""

SHORTEST = 0.02
"""Seconds that a machine may think however many others wait, if it has them."""

SHORTEST_FOREIGN = 1.0
"""The same for somebody's program, which is given up when they have passed."""

PATIENCE_WITHOUT_CLOCK = 60.0
"""Seconds after which what ends by itself is given up where no clock runs: on a busy machine its process takes a while
to start, and a late move is better than one at random.
"""


@dataclass(frozen=True)
class Job:
    """A position, as what leads to it, and who is to choose a move in it.

    With a match and a seat, the strategy is kept for the next turn there.
    """

    game: str
    start: str | None
    moves: list[str]
    player: str
    seed: int
    match: str | None = None
    seat: int = 0
    task: str = "choose"


class Thinkers:
    """Machines that choose moves in the worker pool."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    def prepare(self) -> None:
        """Have a process ready for whoever has begun a match with a machine, and will soon wait for its answer."""
        self._pool.prepare(Rank.ANSWER)

    def forget(self, match: str) -> None:
        """Drop the strategies that are kept for *match*, which has ended."""
        self._pool.forget(match)

    async def think(self, job: Job, rank: Rank, address: str, seconds: float | None, longest: float) -> Choice | None:
        """Run *job* and return its answer within *seconds*, or None if its turn or its answer did not come in time.

        Without *seconds* it waits for its turn however long that takes. It thinks for *longest* at most, and for its
        share of `PROMPT` while others wait for their turn, or as soon as they do. Cancelling it makes it stop.
        """
        until = None if seconds is None else time.monotonic() + seconds
        async with self._pool.turn(rank, address) as turn:
            left = longest if until is None else min(longest, until - time.monotonic())
            if left <= 0:
                return None
            shortest, began = SHORTEST if _ends(job) else SHORTEST_FOREIGN, time.monotonic()
            given = thinking_share(left, turn.rounds, shortest)
            loop = asyncio.get_running_loop()

            def share_again() -> None:
                share = thinking_share(left, turn.rounds, shortest)
                if share < given:
                    loop.call_later(max(0.0, began + share - time.monotonic()), turn.hurry)

            turn.on_waiting = share_again
            until_given_up = given if not _ends(job) else PATIENCE_WITHOUT_CLOCK if until is None else left
            line = await turn.ask({**asdict(job), "seconds": given}, until_given_up)
            return None if line is None else Choice(**json.loads(text_of(line, given)))


def thinking_share(left: float, rounds: int, shortest: float) -> float:
    """The seconds for one of those who share a slot in so many *rounds*, of which it has *left*."""
    return left if rounds == 1 else max(min(left, shortest), min(left, PROMPT) / rounds)


def _ends(job: Job) -> bool:
    """True if *job* ends by itself: without a clock it is waited for on a busy machine, instead of playing at random.
    Somebody's file may hang, and a person waits.
    """
    return not is_foreign(job.player) and not is_file_name(job.game)
