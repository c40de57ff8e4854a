"""The worker pool: jobs wait in the fair queue for their turn and are done in processes that give way to the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from threading import Event

from enraya.server.problems import ServerRefusal
from enraya.server.workers.queue import FairQueue, QueueFull, Rank, Ticket
from enraya.server.workers.worker import WORKER
from enraya.workers.process import OnProgress, ProcessPool, answer_on
from enraya.workers.service import ANSWER, REFUSED
from enraya.workers.task import Json

LONGEST = 120.0
"""Seconds that one job of the lab may take."""

LONGEST_WAITED_FOR = 120.0
"""Seconds that a job may take whose answer comes all at once: work of a second, which a busy machine stretches."""

PRIORITIES = {
    Rank.ANSWER: "5",
    Rank.HINT: "8",
    Rank.MACHINE_MATCH: "10",
    Rank.VIEW: "8",
    Rank.FILE: "10",
    Rank.LAB: "10",
    Rank.TRIAL: "12",
    Rank.TOURNAMENT: "15",
}
"""The niceness of a worker process by rank: all give way to the server and to whom somebody plays against.

None runs only when nothing else does: beside any other busy program it would never end.
"""


NEWCOMERS = {**dict.fromkeys(Rank, 1), Rank.LAB: 3, Rank.TRIAL: 0, Rank.TOURNAMENT: 0}
"""Slots of a rank beyond what one address may have: whoever else asks begins at once beside it.

A job of the lab may take two minutes; the others are short. Trials and games of
tournaments are asked for by the server itself.
"""


def shares_for(processors: int) -> dict[Rank, int]:
    """How many jobs of each rank one address has at once: a processor is left to the server, two answers never wait."""
    usual = max(1, processors - 1)
    return {**dict.fromkeys(Rank, usual), Rank.ANSWER: max(2, usual)}


def slots_for(processors: int) -> dict[Rank, int]:
    """How many jobs of each rank run at once, whoever asked for them."""
    return {rank: share + NEWCOMERS[rank] for rank, share in shares_for(processors).items()}


class PoolSlot:
    """A slot of the pool, while one has it."""

    def __init__(self, pool: WorkerPool, ticket: Ticket) -> None:
        self._pool, self._ticket = pool, ticket
        self._hurry = Event()
        self.on_waiting: Callable[[], None] | None = None
        """Called when one more job waits for a slot of this rank."""

    @property
    def rounds(self) -> int:
        """The number of shares into which the slots of this rank are divided now."""
        return self._pool.queue.rounds(self._ticket)

    @property
    def rank(self) -> Rank:
        """The rank of its job."""
        return self._ticket.rank

    def hurry(self) -> None:
        """Have the process answer with what it has found by now."""
        self._hurry.set()

    async def ask(self, job: Json, seconds: float, on_progress: OnProgress | None = None) -> str | None:
        """The line that a process answers *job* with, or None if it took longer. Cancelling it makes it stop."""
        if self._pool.is_closed:
            raise ServerRefusal("server.ending", 503, retry_after=5.0)
        stop = Event()
        staff, threads = self._pool.staff[self._ticket.rank], self._pool.threads
        running = asyncio.get_running_loop().run_in_executor(
            threads, staff.ask, job, stop, seconds, on_progress, self._hurry
        )
        try:
            # Shielded: the slot is free only when the work has really ended.
            line = await asyncio.shield(running)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait([running])
            if not running.cancelled():
                running.exception()
            raise
        if line is None and self._pool.is_closed:
            raise ServerRefusal("server.ending", 503, retry_after=5.0)
        return line


class WorkerPool:
    """A bounded number of processes for each rank; what waits for them waits in one queue."""

    def __init__(self, processors: int, *, of_one: int, in_all: int, engines: Mapping[str, str] | None = None) -> None:
        """*engines* are the commands of other programs that may play, by name."""
        slots, self._shares = slots_for(processors), shares_for(processors)
        self.queue = FairQueue(slots, of_one=of_one, in_all=in_all, shares=self._shares)
        said = [f"{name}={command}" for name, command in (engines or {}).items()]
        self.staff = {rank: ProcessPool(WORKER, PRIORITIES[rank], *said) for rank in Rank}
        # A thread only hands jobs over and waits for the answer.
        self.threads = ThreadPoolExecutor(sum(slots.values()), thread_name_prefix="enraya-worker")
        self._called: dict[Ticket, asyncio.Future[None]] = {}
        self._turns: set[PoolSlot] = set()
        self.is_closed = False

    def prepare(self, rank: Rank) -> None:
        """Start a process for a job of *rank* that will come soon: its start would take longer than the job."""
        if not self.is_closed:
            self.threads.submit(self.staff[rank].prepare, self._shares[rank])

    def check(self, rank: Rank, address: str) -> None:
        """Refuse what there is no place for in the queue."""
        try:
            self.queue.check(rank, address)
        except QueueFull as full:
            raise _refusal(full) from None

    @asynccontextmanager
    async def turn(self, rank: Rank, address: str) -> AsyncIterator[PoolSlot]:
        """A slot for a job of *rank* that *address* asks for, as soon as it is its turn; or a refusal."""
        try:
            ticket = self.queue.enter(rank, address)
        except QueueFull as full:
            raise _refusal(full) from None
        called = self._called[ticket] = asyncio.get_running_loop().create_future()
        self._call()
        if not called.done():
            self._tell_waiting(rank)
        turn = PoolSlot(self, ticket)
        try:
            await called
            self._turns.add(turn)
            yield turn
        finally:
            self._turns.discard(turn)
            # What is called refers to the slot, as a rule: the collector of cycles, which would free both, runs seldom.
            turn.on_waiting = None
            del self._called[ticket]
            self.queue.leave(ticket)
            self._call()

    def _call(self) -> None:
        while ticket := self.queue.call():
            called = self._called[ticket]
            if not called.done():
                called.set_result(None)

    def _tell_waiting(self, rank: Rank) -> None:
        for turn in self._turns:
            if turn.rank is rank and turn.on_waiting is not None:
                turn.on_waiting()

    async def answer(self, job: Json, rank: Rank, address: str) -> str:
        """Run *job* and return its answer as JSON text; raises its refusal."""
        async with self.turn(rank, address) as turn:
            line = await turn.ask(job, LONGEST_WAITED_FOR)
        return text_of(line, LONGEST_WAITED_FOR)

    def forget(self, match: str) -> None:
        """Tell the processes to drop what they cache for *match*; this does not wait for them."""
        # Once all is closed there is nothing left to drop.
        with suppress(RuntimeError):
            for rank in (Rank.ANSWER, Rank.MACHINE_MATCH):
                self.threads.submit(self.staff[rank].forget, match)

    def close(self) -> None:
        """End every process at once and take no more work; whoever waits is told so."""
        self.is_closed = True
        self.threads.shutdown(wait=False, cancel_futures=True)
        for staff in self.staff.values():
            staff.close()


def text_of(line: str | None, seconds: float) -> str:
    """The answer on the last line of a job that had so many seconds, as the text of JSON; or the refusal."""
    if line is None:
        raise ServerRefusal("server.too_long", 503, seconds=round(seconds))
    if line.startswith(REFUSED):
        answer_on(line)
    return line.rstrip()[len(ANSWER) : -1]


def _refusal(full: QueueFull) -> ServerRefusal:
    if full.is_own:
        return ServerRefusal("server.too_much_waiting", 429, retry_after=5.0)
    return ServerRefusal("server.busy", 503, retry_after=5.0)
