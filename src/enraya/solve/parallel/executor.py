"""Work that splits into jobs, on this machine's cores or on a Dask cluster, behind one interface: an Executor.

A worker that dies in the middle of a job costs time and no result: what it had not answered is done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from threading import Event
from typing import Any, NamedTuple, TypeVar

from enraya.errors import EnrayaError
from enraya.search.limit import OutOfBudget

ATTEMPTS = 5
"""The number of times that all workers may die before the work is given up."""

LOCAL = "local"
"""Instead of a scheduler's address: this machine's cores."""

POLL_SECONDS = 0.2
PATIENCE = 10

Key = TypeVar("Key")
Job = TypeVar("Job")
Result = TypeVar("Result")


class SizedExecutor(NamedTuple):
    """An executor, and how many jobs it runs at once."""

    executor: Executor
    workers: int


ExecutorFactory = Callable[[], AbstractContextManager[SizedExecutor]]
"""Opens an executor for the length of a `with`."""


class _Pool(ProcessPoolExecutor):
    """Processes that Ctrl-C at a terminal does not reach: it is for the one who gave the work."""

    def submit(self, work: Callable[..., Result], /, *job: Any, **more: Any) -> Future[Result]:
        if not hasattr(signal, "pthread_sigmask"):  # Not on Windows.
            return super().submit(work, *job, **more)
        # A process is started here if one is needed, and deaf from its first moment, as we are until it is.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(work, *job, **more)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def local_executor(workers: int | None = None) -> ExecutorFactory:
    """An executor over this machine's cores, or so many of them."""
    count = workers or os.cpu_count() or 1

    @contextmanager
    def open_executor() -> Iterator[SizedExecutor]:
        # A forked process would inherit locks of search threads that do not run in it.
        executor = _Pool(count, mp_context=multiprocessing.get_context("spawn"))
        try:
            yield SizedExecutor(executor, count)
        except BaseException:
            # A worker in the middle of a job whose result is not wanted any more would keep this process from ending.
            for process in list((executor._processes or {}).values()):
                process.terminate()
            raise
        finally:
            executor.shutdown()

    return open_executor


def dask_executor(address: str) -> ExecutorFactory:
    """The workers of the Dask scheduler at *address*."""
    try:
        from distributed import Client
    except ImportError:
        raise EnrayaError("cluster.missing") from None

    @contextmanager
    def open_executor() -> Iterator[SizedExecutor]:
        try:
            client: Any = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise EnrayaError("cluster.unreachable", text=address, reason=str(error)) from None
        with client:
            # Jobs are not remembered by their arguments: a limit of time makes each run its own.
            executor = client.get_executor(pure=False, retries=ATTEMPTS)
            yield SizedExecutor(executor, max(1, sum(client.nthreads().values())))

    return open_executor


def executor_at(address: str | None, workers: int | None = None) -> ExecutorFactory:
    """The open_executor that an address stands for: this machine's cores, or so many, if it is `local` or none."""
    return local_executor(workers) if address in (None, LOCAL) else dask_executor(address)


def run_jobs(
    work: Callable[[Job], Result],
    jobs: Iterable[Job],
    open_executor: ExecutorFactory,
    stop: Event | None = None,
    seconds: float | None = None,
) -> Iterator[tuple[int, Result]]:
    """The number and the result of each job, as they come; OutOfBudget as of `run_growing`."""
    numbered = enumerate(jobs)
    # All are submitted at once: workers that join later find something to do.
    return run_growing(work, lambda: next(numbered, None), open_executor, stop, seconds, at_once=sys.maxsize)


def run_growing(
    work: Callable[[Job], Result],
    next_job: Callable[[], tuple[Key, Job] | None],
    open_executor: ExecutorFactory,
    stop: Event | None = None,
    seconds: float | None = None,
    at_once: int | None = None,
) -> Iterator[tuple[Key, Result]]:
    """The result of each job under its key, as they come, where a result may lead to more jobs.

    *next_job* gives another job or, if there is none for now, None; it is asked again after each result, and a job is
    only taken when a worker is free for it, or fewer than *at_once* are running. OutOfBudget once *stop* is set or
    so many *seconds* have passed.
    """
    until = None if seconds is None else time.monotonic() + seconds
    again: list[tuple[Key, Job]] = []
    for _ in range(ATTEMPTS):
        waiting: dict[Future[Result], tuple[Key, Job]] = {}
        try:
            with open_executor() as opened:
                most = at_once or opened.workers
                while True:
                    while len(waiting) < most and (asked := again.pop() if again else next_job()) is not None:
                        # Kept until it is handed over: who should take it may be dead.
                        again.append(asked)
                        waiting[opened.executor.submit(work, asked[1])] = asked
                        again.pop()
                    if not waiting:
                        return
                    done, _ = wait(waiting, POLL_SECONDS, FIRST_COMPLETED)
                    if (stop is not None and stop.is_set()) or (until is not None and time.monotonic() > until):
                        raise OutOfBudget
                    for future in done:
                        result = future.result()
                        key, _ = waiting.pop(future)
                        yield key, result
        except BrokenExecutor:
            again += waiting.values()
    raise EnrayaError("cluster.gave_up", left=len(again), attempts=ATTEMPTS)
