"""The one thread that writes. Whatever waits while the disk is busy goes into the next commit together."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from enraya.errors import EnrayaError
from enraya.store.changes import Changes, Holder, KnownRows
from enraya.store.database import Database

MOST_IN_A_COMMIT = 500

BUSY, GATHERING = 0.02, 0.015
"""Seconds: what comes so soon after a commit waits a moment for others, since one commit for all is cheaper."""

Plan = Callable[[Changes], None]
"""Adds what is to be written to the changes of a commit, or refuses before it has added anything."""


class _Waiting(NamedTuple):
    plan: Plan
    done: Future[None]


class Writer:
    """Commits what it is given, in order, and says so only afterwards."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._holder = Holder(database.server, database.is_shared)
        self._known = KnownRows()
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="enraya-writer", daemon=True)
        self._thread.start()

    def write(self, plan: Plan) -> Future[None]:
        """Done once all that *plan* adds, or none of it and an error, is on disk."""
        done: Future[None] = Future()
        # Who waits may go away; what is to be written is written all the same.
        done.set_running_or_notify_cancel()
        self._queue.put(_Waiting(plan, done))
        return done

    @property
    def waiting(self) -> int:
        """The number of writes not on disk yet, approximate."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open, committed = True, 0.0
        while is_open:
            first = self._queue.get()
            if time.monotonic() - committed < BUSY:
                time.sleep(GATHERING)
            batch = [] if first is None else [first]
            is_open = first is not None
            while is_open and len(batch) < MOST_IN_A_COMMIT:
                try:
                    more = self._queue.get_nowait()
                except Empty:
                    break
                if more is None:
                    is_open = False
                else:
                    batch.append(more)
            if batch:
                self._commit(batch)
                committed = time.monotonic()

    def _commit(self, batch: list[_Waiting]) -> None:
        changes: Changes | None = None
        refused: dict[int, EnrayaError] = {}
        try:
            self._database.check_file()
            with self._database.writing.begin() as connection:
                changes = Changes(connection, self._known, self._holder)
                for number, waiting in enumerate(batch):
                    try:
                        waiting.plan(changes)
                    except EnrayaError as error:
                        refused[number] = error
                changes.execute()
        except Exception as error:
            if changes is not None:
                changes.forget()
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            # Something in the batch is wrong, or everything is: each alone will tell.
            for waiting in batch:
                self._commit([waiting])
            return
        changes.accept()
        for number, waiting in enumerate(batch):
            if number in refused:
                waiting.done.set_exception(refused[number])
            else:
                waiting.done.set_result(None)
