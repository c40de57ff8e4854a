"""Work that splits into jobs, on this machine's cores or on a Dask cluster, behind one interface: an Executor.

A worker that dies in the middle of a job costs time and no result: what it had not answered is done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from threading import Event
from typing import Any, TypeVar

from enraya.errors import EnrayaError
from enraya.search.limit import OutOfBudget

ATTEMPTS = 5
"""How often everybody may die before the work is given up."""

LOCAL = "local"
"""Instead of a scheduler's address: this machine's cores."""

LOOK = 0.2
PATIENCE = 10

Job = TypeVar("Job")
Result = TypeVar("Result")
Crew = Callable[[], Any]
"""Makes a context that gives an Executor."""


def local_crew(workers: int | None = None) -> Crew:
    """This machine's cores, or so many of them."""

    @contextmanager
    def crew() -> Iterator[Executor]:
        # A forked process would inherit the threads of a search as locks that nobody holds.
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(workers or os.cpu_count() or 1, context, _leave_ctrl_c_to_the_parent)
        try:
            yield executor
        except BaseException:
            # Whoever stops does not wait for the end of the jobs that have begun.
            for process in list((executor._processes or {}).values()):
                process.terminate()
            raise
        finally:
            executor.shutdown()

    return crew


def _leave_ctrl_c_to_the_parent() -> None:
    """A terminal sends Ctrl-C to everybody; the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def dask_crew(address: str) -> Crew:
    """The workers of the Dask scheduler at *address*."""
    try:
        from distributed import Client
    except ImportError:
        raise EnrayaError("cluster.missing") from None

    @contextmanager
    def crew() -> Iterator[Executor]:
        try:
            client: Any = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise EnrayaError("cluster.unreachable", text=address, reason=str(error)) from None
        with client:
            # Jobs are not remembered by their arguments: a limit of time makes each run its own.
            yield client.get_executor(pure=False, retries=ATTEMPTS)

    return crew


def crew_at(address: str | None) -> Crew:
    """The crew that an address stands for: this machine's cores if it is `local` or none."""
    return local_crew() if address in (None, LOCAL) else dask_crew(address)


def run_jobs(
    work: Callable[[Job], Result], jobs: Sequence[Job], crew: Crew, stop: Event | None = None
) -> Iterator[tuple[int, Result]]:
    """The number and the result of each job, as they come; OutOfBudget once *stop* is set."""
    left = dict(enumerate(jobs))
    for _ in range(ATTEMPTS):
        if not left:
            return
        try:
            with crew() as executor:
                futures = {executor.submit(work, job): number for number, job in left.items()}
                for future in _as_they_come(futures, stop):
                    number = futures[future]
                    result = future.result()
                    del left[number]
                    yield number, result
        except BrokenExecutor:
            continue
    if left:
        raise EnrayaError("cluster.gave_up", left=len(left), attempts=ATTEMPTS)


def _as_they_come(futures: dict[Future[Result], int], stop: Event | None) -> Iterator[Future[Result]]:
    waiting = set(futures)
    while waiting:
        try:
            for future in as_completed(waiting, timeout=LOOK):
                waiting.discard(future)
                yield future
        except TimeoutError:
            if stop is not None and stop.is_set():
                raise OutOfBudget from None
