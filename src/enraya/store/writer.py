"""The one thread that writes. Whatever waits while the disk is busy goes into the next commit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable

MOST_IN_A_COMMIT = 500


class Write(NamedTuple):
    """One statement and the values for it."""

    statement: Executable
    values: Mapping[str, Any]


class _Waiting(NamedTuple):
    writes: Sequence[Write]
    done: Future[None]


class Writer:
    """Commits what it is given, in order, and says so only afterwards."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="enraya-writer", daemon=True)
        self._thread.start()

    def write(self, writes: Sequence[Write]) -> Future[None]:
        """Done once all of *writes*, or none of them and an error, are on disk."""
        done: Future[None] = Future()
        # Who waits may go away; what is to be written is written all the same.
        done.set_running_or_notify_cancel()
        self._queue.put(_Waiting(writes, done))
        return done

    @property
    def waiting(self) -> int:
        """How many are not on disk yet, about."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            first = self._queue.get()
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

    def _commit(self, batch: list[_Waiting]) -> None:
        try:
            with self._engine.begin() as connection:
                _execute(connection, [write for waiting in batch for write in waiting.writes])
        except Exception as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            # Something in the batch is wrong, or everything is: each alone will tell.
            for waiting in batch:
                self._commit([waiting])
            return
        for waiting in batch:
            waiting.done.set_result(None)


def _execute(connection: Connection, writes: Sequence[Write]) -> None:
    """Equal statements that follow each other go to the database together."""
    for _, group in groupby(writes, key=lambda write: id(write.statement)):
        same = list(group)
        connection.execute(same[0].statement, [dict(write.values) for write in same])
