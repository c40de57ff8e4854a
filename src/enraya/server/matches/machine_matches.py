"""The scheduler of matches between machines: those that somebody watches go on, a limited number at once."""

from __future__ import annotations

from typing import Protocol

from enraya.server.workers.queue import FairQueue, Rank, Ticket

MOST_WAITING = 100_000
"""The longest queue: there are no more watchers than connections."""


class Show(Protocol):
    """A match between machines."""

    def take_stage(self) -> None:
        """Resume: a slot is free for it."""


class Stage:
    """Lets *in_all* matches go on at once, *of_one* of those watched from one address; others wait for their turn."""

    def __init__(self, *, of_one: int, in_all: int) -> None:
        slots, shares = {**dict.fromkeys(Rank, 0), Rank.SHOW: in_all}, {Rank.SHOW: of_one}
        self._queue = FairQueue(slots, of_one=MOST_WAITING, in_all=MOST_WAITING, shares=shares)
        self._tickets: dict[Show, Ticket] = {}
        self._shows: dict[Ticket, Show] = {}

    def enter(self, show: Show, address: str) -> None:
        """Queue *show*, watched from *address*: it goes on as soon as there is a slot for it."""
        if show not in self._tickets:
            ticket = self._queue.enter(Rank.SHOW, address)
            self._tickets[show], self._shows[ticket] = ticket, show
            self._call()

    def leave(self, show: Show) -> None:
        """Release the slot of *show*: nobody watches it, or it has ended."""
        ticket = self._tickets.pop(show, None)
        if ticket is not None:
            del self._shows[ticket]
            self._queue.leave(ticket)
            self._call()

    def _call(self) -> None:
        while ticket := self._queue.call():
            self._shows[ticket].take_stage()
