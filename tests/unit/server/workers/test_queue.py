"""The order of service, without any process."""

from __future__ import annotations

import pytest

from enraya.server.workers.queue import FairQueue, QueueFull, Rank


def queue_of(slots=1, *, of_one=100, in_all=1000):
    return FairQueue(dict.fromkeys(Rank, slots), of_one=of_one, in_all=in_all)


def addresses(queue, rank=Rank.LAB):
    """The addresses in the order in which they are served, until nobody waits."""
    served = []
    while ticket := queue.call():
        assert ticket.rank is rank
        served.append(ticket.address)
        queue.leave(ticket)
    return served


def test_addresses_are_served_in_turn_however_much_one_of_them_asks_for():
    queue = queue_of()
    for _ in range(5):
        queue.enter(Rank.LAB, "greedy")
    queue.enter(Rank.LAB, "ana")
    queue.enter(Rank.LAB, "luis")
    assert addresses(queue) == ["greedy", "ana", "luis", "greedy", "greedy", "greedy", "greedy"]


def test_an_address_that_comes_back_waits_for_the_others():
    queue = queue_of()
    for address in ("ana", "luis", "eva"):
        queue.enter(Rank.FILE, address)
    first = queue.call()
    queue.enter(Rank.FILE, "ana")
    queue.leave(first)
    assert addresses(queue, Rank.FILE) == ["luis", "eva", "ana"]


def test_of_one_address_who_came_first_is_served_first():
    queue = queue_of()
    tickets = [queue.enter(Rank.MACHINE_MATCH, "ana") for _ in range(3)]
    served = []
    while ticket := queue.call():
        served.append(ticket)
        queue.leave(ticket)
    assert served == tickets


def test_ranks_are_served_in_their_order():
    queue = queue_of()
    for rank in reversed(Rank):
        queue.enter(rank, "ana")
    assert [queue.call().rank for _ in Rank] == [
        Rank.ANSWER,
        Rank.HINT,
        Rank.MACHINE_MATCH,
        Rank.VIEW,
        Rank.FILE,
        *list(Rank)[5:],
    ]


def test_no_more_run_at_once_than_a_rank_has_slots():
    queue = queue_of(2)
    for _ in range(3):
        queue.enter(Rank.LAB, "ana")
    running = [queue.call(), queue.call()]
    assert queue.call() is None
    queue.leave(running[0])
    assert queue.call() is not None
    assert (queue.running(Rank.LAB), queue.waiting(Rank.LAB)) == (2, 0)


@pytest.mark.parametrize("rank", [rank for rank in Rank if rank is not Rank.ANSWER])
def test_an_answer_to_a_person_starts_whatever_runs_in_other_ranks(rank):
    queue = queue_of()
    for _ in range(50):
        queue.enter(rank, "greedy")
    assert queue.call().rank is rank
    answer = queue.enter(Rank.ANSWER, "ana")
    assert queue.call() is answer


def test_too_much_from_one_address_is_refused_and_others_are_still_taken():
    queue = queue_of(of_one=2)
    queue.enter(Rank.FILE, "greedy")
    queue.enter(Rank.FILE, "greedy")
    with pytest.raises(QueueFull) as refused:
        queue.enter(Rank.FILE, "greedy")
    assert refused.value.is_own
    queue.enter(Rank.FILE, "ana")
    queue.enter(Rank.LAB, "greedy")


def test_too_much_from_everybody_is_refused():
    queue = queue_of(in_all=2)
    queue.enter(Rank.LAB, "ana")
    queue.enter(Rank.LAB, "luis")
    with pytest.raises(QueueFull) as refused:
        queue.enter(Rank.LAB, "eva")
    assert not refused.value.is_own


def test_an_answer_to_a_person_is_never_refused():
    queue = queue_of(of_one=0, in_all=0)
    for _ in range(500):
        queue.enter(Rank.ANSWER, "ana")
    assert queue.waiting(Rank.ANSWER) == 500


def test_who_leaves_before_their_turn_is_not_called():
    queue = queue_of()
    gone, stays = queue.enter(Rank.LAB, "gone"), queue.enter(Rank.LAB, "ana")
    queue.leave(gone)
    queue.leave(gone)
    assert queue.waiting(Rank.LAB) == 1
    assert queue.call() is stays


def test_leaving_twice_frees_one_slot():
    queue = queue_of()
    for _ in range(3):
        queue.enter(Rank.LAB, "ana")
    first = queue.call()
    queue.leave(first)
    queue.leave(first)
    assert queue.call() is not None
    assert queue.call() is None


def test_the_share_of_one_depends_on_its_own_backlog_and_on_how_many_others_wait_not_on_theirs():
    queue = queue_of()
    queue.enter(Rank.ANSWER, "ana")
    running = queue.call()
    assert queue.rounds(running) == 1
    for _ in range(50):
        queue.enter(Rank.ANSWER, "greedy")
    assert queue.rounds(running) == 2
    queue.enter(Rank.ANSWER, "ana")
    assert queue.rounds(running) == 3
