"""Work in the pool: in turn, stopped when nobody wants it, and out of the server's way."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from dataclasses import replace
from threading import Event, Lock

import pytest

from enraya.server.problems import ServerRefusal
from enraya.server.workers.pool import LONGEST_WAITED_FOR, PRIORITIES, WorkerPool
from enraya.server.workers.queue import Rank
from enraya.server.workers.thinking import (
    PATIENCE_WITHOUT_CLOCK,
    PROMPT,
    SHORTEST,
    SHORTEST_FOREIGN,
    Job,
    Thinkers,
    thinking_share,
)
from enraya.server.workers.worker import WORKER
from enraya.workers.process import Process, WorkRefused, answer_on
from tests.coroutines import run_coroutine

GIVE_UP = 900.0
CHOOSE = Job("mnk(3,3,3)", None, ["b2"], "random", 1)
MOVE = json.dumps({"answer": {"move": "a1", "value": None, "nodes": None, "reason": None}})


class FakeProcessPool:
    """Stands for the processes of a rank: jobs begin and end when the test says so."""

    def __init__(self):
        self.asked, self.stopped, self.hurried, self.go_on = [], [], [], Event()
        self.lock = Lock()

    def ask(self, job, stop, seconds, on_progress=None, hurry=None):
        with self.lock:
            self.asked.append((job, seconds))
        while not self.go_on.wait(0.005):
            if hurry is not None and hurry.is_set():
                self.hurried.append(job)
                return MOVE
            if stop.is_set():
                self.stopped.append(job)
                return None
        return MOVE

    def close(self):
        self.go_on.set()


def in_pool(work, **limits):
    async def run():
        pool = WorkerPool(1, **{"of_one": 100, "in_all": 100, **limits})
        pool.staff = {rank: FakeProcessPool() for rank in Rank}
        try:
            return await asyncio.wait_for(work(pool), GIVE_UP)
        finally:
            pool.close()

    return run_coroutine(run())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.001)


def test_a_machine_waits_for_its_turn_and_then_answers():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.ANSWER]
        thinking = [asyncio.create_task(thinkers.think(CHOOSE, Rank.ANSWER, "ana", None, 5.0)) for _ in range(30)]
        await until(lambda: len(fake.asked) == 2)
        assert pool.queue.waiting(Rank.ANSWER) == 28
        fake.go_on.set()
        return await asyncio.gather(*thinking)

    assert [thought.move for thought in in_pool(work)] == ["a1"] * 30


def test_machines_that_wait_for_each_other_share_half_a_second():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.MACHINE_MATCH]
        waiting = [asyncio.create_task(thinkers.think(CHOOSE, Rank.MACHINE_MATCH, "ana", None, 8.0)) for _ in range(4)]
        await until(lambda: pool.queue.waiting(Rank.MACHINE_MATCH) == 3)
        fake.go_on.set()
        await asyncio.gather(*waiting)
        return [job["seconds"] for job, _ in fake.asked]

    assert PROMPT == 0.5
    assert in_pool(work) == [8.0, PROMPT / 3, PROMPT / 2, 8.0]


def test_a_machine_that_began_alone_answers_with_what_it_has_once_its_share_has_passed_and_others_wait():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.MACHINE_MATCH]
        first = asyncio.create_task(thinkers.think(CHOOSE, Rank.MACHINE_MATCH, "ana", None, GIVE_UP))
        await until(lambda: fake.asked)
        others = [
            asyncio.create_task(thinkers.think(CHOOSE, Rank.MACHINE_MATCH, "ana", None, GIVE_UP)) for _ in range(3)
        ]
        assert (await first).move == "a1"
        assert len(fake.hurried) == 1
        fake.go_on.set()
        await asyncio.gather(*others)
        return [job["seconds"] for job, _ in fake.asked]

    assert in_pool(work) == [GIVE_UP, PROMPT / 3, PROMPT / 2, GIVE_UP]


def test_a_process_that_is_to_hurry_answers_with_its_best_move_so_far():
    process, hurry = Process(WORKER, "0"), Event()
    hurry.set()
    job = {"task": "choose", "game": "gomoku(15,freestyle,free)", "start": None, "moves": ["h8", "h9"]}
    try:
        line = process.ask(
            {**job, "player": "alphabeta+", "seed": 1, "seconds": GIVE_UP}, Event(), GIVE_UP, hurry=hurry
        )
        assert line is not None and answer_on(line)["move"]
        assert process.is_alive
    finally:
        process.end()


def test_somebodys_program_is_never_given_up_within_a_second():
    assert thinking_share(8.0, 50, SHORTEST_FOREIGN) == SHORTEST_FOREIGN
    assert thinking_share(8.0, 50, SHORTEST) == SHORTEST
    assert thinking_share(0.01, 50, SHORTEST) == 0.01


def test_without_a_clock_a_process_that_starts_slowly_is_waited_for():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.ANSWER]
        fake.go_on.set()
        for clock in (None, 4.0):
            await thinkers.think(CHOOSE, Rank.ANSWER, "ana", clock, 4.0)
        return [(job["seconds"], waited) for job, waited in fake.asked]

    without, (thinking, waited) = in_pool(work)
    assert without == (4.0, PATIENCE_WITHOUT_CLOCK)
    assert waited == thinking


def test_somebodys_file_that_may_hang_is_not_waited_for_longer_than_it_may_think():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.ANSWER]
        fake.go_on.set()
        for job in (replace(CHOOSE, player="mine.py"), replace(CHOOSE, game="mine.py")):
            await thinkers.think(job, Rank.ANSWER, "ana", None, 4.0)
        return [waited for _, waited in fake.asked]

    assert in_pool(work) == [4.0, 4.0]


def test_a_machine_whose_time_has_passed_in_the_queue_is_not_asked():
    async def work(pool):
        thinkers, fake = Thinkers(pool), pool.staff[Rank.MACHINE_MATCH]
        holding = asyncio.create_task(pool.answer({}, Rank.MACHINE_MATCH, "greedy"))
        await until(lambda: fake.asked)
        late = asyncio.create_task(thinkers.think(CHOOSE, Rank.MACHINE_MATCH, "greedy", 0.001, 0.001))
        await asyncio.sleep(0.01)
        fake.go_on.set()
        await holding
        assert await late is None
        return len(fake.asked)

    assert in_pool(work) == 1


def test_work_that_nobody_wants_any_more_is_stopped_and_its_slot_is_free():
    async def work(pool):
        fake = pool.staff[Rank.FILE]
        gone = asyncio.create_task(pool.answer({"n": 1}, Rank.FILE, "ana"))
        waits = asyncio.create_task(pool.answer({"n": 2}, Rank.FILE, "ana"))
        await until(lambda: fake.asked)
        gone.cancel()
        await until(lambda: len(fake.asked) == 2)
        fake.go_on.set()
        await waits
        return fake.stopped, [seconds for _, seconds in fake.asked]

    assert in_pool(work) == ([{"n": 1}], [LONGEST_WAITED_FOR, LONGEST_WAITED_FOR])


def test_work_that_nobody_wants_any_more_before_its_turn_is_never_begun():
    async def work(pool):
        fake = pool.staff[Rank.FILE]
        first, gone, last = (asyncio.create_task(pool.answer({"n": n}, Rank.FILE, "ana")) for n in range(3))
        await until(lambda: fake.asked)
        gone.cancel()
        await asyncio.sleep(0)
        fake.go_on.set()
        await asyncio.gather(first, last)
        return [job["n"] for job, _ in fake.asked]

    assert in_pool(work) == [0, 2]


@pytest.mark.parametrize(
    ("limits", "refused"), [({"of_one": 1}, ("server.too_much_waiting", 429)), ({"in_all": 1}, ("server.busy", 503))]
)
def test_too_much_waiting_is_refused_in_words(limits, refused):
    async def work(pool):
        tasks = [asyncio.create_task(pool.answer({}, Rank.LAB, "ana")) for _ in range(2)]
        await until(lambda: pool.queue.waiting(Rank.LAB) == 1)
        with pytest.raises(ServerRefusal) as error:
            await pool.answer({}, Rank.LAB, "ana")
        pool.staff[Rank.LAB].go_on.set()
        await asyncio.gather(*tasks)
        assert error.value.retry_after
        return error.value.code, error.value.status

    assert in_pool(work, **limits) == refused


def test_a_refusal_of_a_worker_keeps_its_code_and_its_words_in_both_languages():
    async def work():
        pool = WorkerPool(1, of_one=1, in_all=1)
        try:
            job = {
                "task": "choose",
                "game": "mnk(3,3,3)",
                "start": None,
                "moves": ["z9"],
                "player": "random",
                "seed": 1,
            }
            await pool.answer(job, Rank.ANSWER, "ana")
        finally:
            pool.close()

    with pytest.raises(WorkRefused) as refused:
        run_coroutine(asyncio.wait_for(work(), GIVE_UP))
    assert refused.value.code == "error.cell_outside"
    assert refused.value.in_language("es") != refused.value.in_language("en")


@pytest.mark.skipif(sys.platform != "linux", reason="priorities are looked up in Linux's way")
@pytest.mark.parametrize("rank", Rank)
def test_every_worker_gives_way_to_the_server(rank):
    process = Process(WORKER, PRIORITIES[rank])
    try:
        assert process.ask({"task": "choose"}, Event(), GIVE_UP) is not None
        pid = process._process.pid
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + int(PRIORITIES[rank]))
        # Not idle: beside another busy program it would never end.
        assert os.sched_getscheduler(pid) == os.SCHED_OTHER
    finally:
        process.end()


def test_closing_ends_processes_that_are_at_work():
    async def work():
        pool = WorkerPool(1, of_one=9, in_all=9)
        job = Job("gomoku(15,freestyle,free)", None, ["h8"], "minimax:depth=9", 1)
        thinking = asyncio.create_task(Thinkers(pool).think(job, Rank.ANSWER, "ana", None, 600.0))
        await until(lambda: pool.staff[Rank.ANSWER]._all)
        pool.close()
        with pytest.raises(ServerRefusal, match="being stopped"):
            await thinking
        return pool.staff[Rank.ANSWER]._all

    assert not run_coroutine(asyncio.wait_for(work(), GIVE_UP))
