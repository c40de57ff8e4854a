"""The scheduler of matches between machines: those that somebody watches go on, a limited number at once."""

from __future__ import annotations

from typing import Protocol

from enraya.server.workers.queue import FairQueue, Rank, Ticket

MOST_WAITING = 100_000
"""The longest queue: there are no more watchers than connections."""


class MachineMatch(Protocol):
    """A match between machines."""

    def start_running(self) -> None:
        """Resume: a slot is free for it."""


class MachineMatchScheduler:
    """Lets *in_all* matches go on at once, *of_one* of those watched from one address; others wait for their turn."""

    def __init__(self, *, of_one: int, in_all: int) -> None:
        slots, shares = {**dict.fromkeys(Rank, 0), Rank.MACHINE_MATCH: in_all}, {Rank.MACHINE_MATCH: of_one}
        self._queue = FairQueue(slots, of_one=MOST_WAITING, in_all=MOST_WAITING, shares=shares)
        self._tickets: dict[MachineMatch, Ticket] = {}
        self._matches: dict[Ticket, MachineMatch] = {}

    def enter(self, match: MachineMatch, address: str) -> None:
        """Queue *match*, watched from *address*: it goes on as soon as there is a slot for it."""
        if match not in self._tickets:
            ticket = self._queue.enter(Rank.MACHINE_MATCH, address)
            self._tickets[match], self._matches[ticket] = ticket, match
            self._call()

    def leave(self, match: MachineMatch) -> None:
        """Release the slot of *match*: nobody watches it, or it has ended."""
        ticket = self._tickets.pop(match, None)
        if ticket is not None:
            del self._matches[ticket]
            self._queue.leave(ticket)
            self._call()

    def _call(self) -> None:
        while ticket := self._queue.call():
            self._matches[ticket].start_running()
