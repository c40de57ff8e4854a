"""The one queue for all work off the event loop: a rank for each kind of work, and within a rank address after address.

It starts nothing and waits for nothing, so its order can be tested without processes. Each rank has slots of its own:
however much waits or runs in one rank, a job of another starts when a slot of its own rank is free. Which of two
running jobs gets the processor is decided by the priority of their processes (`pool.PRIORITIES`).
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import ceil


class Rank(IntEnum):
    """The priority class of a job; the lower the number, the sooner it is served."""

    ANSWER = 0
    """A machine answers a person."""
    HINT = 1
    """A person has asked for a good move."""
    MACHINE_MATCH = 2
    """Two machines play, and somebody watches."""
    VIEW = 3
    """A short look that a person waits for: a position, a replay, a set-up, marks."""
    FILE = 4
    """A picture, a document or the description of a game."""
    LAB = 5
    """The laboratory's long work."""
    TRIAL = 6
    """A player that was handed in is tried, and its author waits."""
    TOURNAMENT = 7
    """Games of tournaments; their time is the players', so they cannot give way to everything."""


class QueueFull(Exception):
    """No more work is taken: from this address, or from anybody."""

    def __init__(self, is_own: bool) -> None:
        super().__init__(is_own)
        self.is_own = is_own


@dataclass(eq=False)
class Ticket:
    """The place of one job."""

    rank: Rank
    address: str
    is_running: bool = False


class FairQueue:
    """Tickets in the order of their ranks; within a rank in turn by address, and those of one address as they came.

    At most *of_one* tickets of an address and *in_all* of everybody wait in a rank. Answers to people are always taken.
    An address has at most its share of the slots of a rank at once: as many as *shares* says, else any number.
    """

    def __init__(
        self, slots: Mapping[Rank, int], *, of_one: int, in_all: int, shares: Mapping[Rank, int] | None = None
    ) -> None:
        self._slots, self._of_one, self._in_all, self._shares = dict(slots), of_one, in_all, dict(shares or {})
        # By rank and address; the address whose turn is next stands first.
        self._waiting: dict[Rank, OrderedDict[str, deque[Ticket]]] = {rank: OrderedDict() for rank in Rank}
        self._running: Counter[Rank] = Counter()
        self._running_of: Counter[tuple[Rank, str]] = Counter()
        self._size: Counter[Rank] = Counter()

    def waiting(self, rank: Rank) -> int:
        """The number of jobs of *rank* that wait."""
        return self._size[rank]

    def running(self, rank: Rank) -> int:
        """The number of jobs of *rank* that hold a slot."""
        return self._running[rank]

    def check(self, rank: Rank, address: str) -> None:
        """`QueueFull` where `enter` would refuse."""
        if rank is Rank.ANSWER:
            return
        if len(self._waiting[rank].get(address, ())) >= self._of_one:
            raise QueueFull(is_own=True)
        if self._size[rank] >= self._in_all:
            raise QueueFull(is_own=False)

    def enter(self, rank: Rank, address: str) -> Ticket:
        """A place at the end of what *address* has waiting in *rank*."""
        self.check(rank, address)
        ticket = Ticket(rank, address)
        self._waiting[rank].setdefault(address, deque()).append(ticket)
        self._size[rank] += 1
        return ticket

    def call(self) -> Ticket | None:
        """The ticket whose turn it is, which has a slot from now on; None if there is none or no slot for it."""
        for rank in Rank:
            waiting = self._waiting[rank]
            if not waiting or self._running[rank] >= self._slots[rank]:
                continue
            share = self._shares.get(rank, self._slots[rank])
            address = next((each for each in waiting if self._running_of[rank, each] < share), None)
            if address is None:
                continue
            tickets = waiting[address]
            ticket = tickets.popleft()
            # The address goes to the end of the round.
            del waiting[address]
            if tickets:
                waiting[address] = tickets
            self._size[rank] -= 1
            self._running[rank] += 1
            self._running_of[rank, address] += 1
            ticket.is_running = True
            return ticket
        return None

    def leave(self, ticket: Ticket) -> None:
        """*ticket* is done with, or its job is wanted no more: its place or its slot is free."""
        rank, address = ticket.rank, ticket.address
        if ticket.is_running:
            ticket.is_running = False
            self._running[rank] -= 1
            self._running_of[rank, address] -= 1
            if not self._running_of[rank, address]:
                del self._running_of[rank, address]
            return
        tickets = self._waiting[rank].get(address)
        if tickets is not None and ticket in tickets:
            tickets.remove(ticket)
            self._size[rank] -= 1
            if not tickets:
                del self._waiting[rank][address]

    def rounds(self, ticket: Ticket) -> int:
        """By how many the slots of its rank are shared: itself, what its address has waiting, the other addresses."""
        waiting, slots = self._waiting[ticket.rank], self._slots[ticket.rank]
        own = len(waiting.get(ticket.address, ()))
        others = len(waiting) - (ticket.address in waiting)
        share = min(slots, self._shares.get(ticket.rank, slots))
        return 1 + max(ceil(own / share), ceil((own + others) / slots))
