"""Jobs on this machine's cores and on a real Dask scheduler, with workers that die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.search.limit import Budget, OutOfBudget
from enraya.search.native import is_available
from enraya.solve.parallel import executor
from enraya.solve.parallel.executor import SizedExecutor, dask_executor, local_executor, run_jobs
from enraya.solve.parallel.job import PositionJob, solve_job
from enraya.solve.parallel.split import FirstMoveSplit
from enraya.solve.tables.whole import solve_whole

MOVES = ["", "a1", "b2", "b1", "a1 b2", "a1 b2 c3", "b2 a1", "b2 b1"]


def jobs():
    return [PositionJob.of(Position.start("mnk(3,3,3)").play_all(moves), None) for moves in MOVES]


def expected():
    return {number: solve_job(job).worth for number, job in enumerate(jobs())}


def square_or_die(job):
    """A job that ends its process the first time it is tried."""
    number, mark = job
    if mark and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def test_jobs_run_on_this_machines_cores():
    found = {number: solution.worth for number, solution in run_jobs(solve_job, jobs(), local_executor(2))}
    assert found == expected()


def test_a_process_that_dies_costs_no_result(tmp_path):
    asked = [(number, str(tmp_path / "died") if number == 3 else "") for number in range(8)]
    found = dict(run_jobs(square_or_die, asked, local_executor(2)))
    assert found == {number: number * number for number in range(8)}


def test_who_dies_every_time_is_given_up_in_words(tmp_path):
    with pytest.raises(EnrayaError, match="died"):
        dict(run_jobs(square_or_die, [(1, str(tmp_path / "no" / "such" / "folder" / "mark"))], _always_broken))


class _always_broken:  # noqa: N801  a open_executor is called like a function
    def __enter__(self):
        return SizedExecutor(self, 1)

    def __exit__(self, *_):
        return False

    def submit(self, work, job):
        from concurrent.futures import BrokenExecutor

        raise BrokenExecutor


def test_told_to_stop_it_leaves():
    stop = Event()
    Timer(0.5, stop.set).start()
    with pytest.raises(OutOfBudget):
        dict(run_jobs(sleep, [60] * 4, local_executor(1), stop))


class Cluster:
    """A Dask scheduler and two workers, each a process of its own."""

    def __init__(self, folder):
        self._file = folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--no-dashboard"]
        self._run("scheduler", *options, "--port", "0", "--scheduler-file", str(self._file))
        self.address = self._address()
        self.workers = [self._run("worker", self.address, *options, "--nthreads", "2", "--no-nanny") for _ in "ab"]

    processes: list[subprocess.Popen[bytes]]

    def _address(self):
        """The scheduler's address, as soon as its file is there and whole."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return json.loads(self._file.read_text())["address"]
            except (OSError, ValueError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def _run(self, *command):
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes = [*getattr(self, "processes", []), process]
        return process

    def close(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    started = Cluster(tmp_path)
    yield started
    started.close()


def test_jobs_run_on_a_dask_cluster_and_a_killed_worker_costs_no_result(cluster):
    open_executor = dask_executor(cluster.address)
    whole = find_game("connect(4,3,3)")
    assert solve_whole(whole, whole.initial(), Budget(), open_executor=open_executor) == solve_whole(
        whole, whole.initial(), Budget()
    )
    asked = jobs() * 6
    results = {}
    for number, solution in run_jobs(solve_job, asked, open_executor):
        results[number] = solution.worth
        if len(results) == 5:
            cluster.workers[0].kill()
    known = expected()
    assert results == {number: known[number % len(MOVES)] for number in range(len(asked))}


@pytest.mark.skipif(not is_available(), reason="needs the C++ build")
def test_oso_by_its_first_moves_on_a_dask_cluster_outlives_a_worker(cluster):
    start = Position.start("oso(4,4)")
    told = []

    def hear(*news):
        told.append(news)
        if len(told) == 2:
            cluster.workers[1].kill()

    split = FirstMoveSplit(start, megabytes=4).solve(dask_executor(cluster.address), on_progress=hear)
    alone = Solver(start.game).solve(start)
    assert (split.worth, split.best) == (alone.worth, alone.best)
    assert len(told) > 2


def test_a_scheduler_that_does_not_answer_is_told_in_words(monkeypatch):
    monkeypatch.setattr(executor, "PATIENCE", 1)
    with pytest.raises(EnrayaError, match="No Dask scheduler"):
        dict(run_jobs(solve_job, jobs(), dask_executor("tcp://127.0.0.1:9")))
