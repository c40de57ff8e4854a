import time
from threading import Event

import pytest

from enraya import EnrayaError
from enraya.search.limit import NODES_BETWEEN_LOOKS, Budget, Limit, OutOfBudget


def test_the_stricter_of_two_limits_holds_each_way():
    assert Limit(seconds=5, depth=3).within(Limit(seconds=2, nodes=10)) == Limit(seconds=2, depth=3, nodes=10)


def test_a_limit_of_no_plies_is_refused():
    with pytest.raises(EnrayaError, match="at least 1 ply"):
        Limit(depth=0)


def test_a_budget_allows_exactly_its_nodes():
    budget = Budget(Limit(nodes=1000))
    for _ in range(1000):
        budget.spend()
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_a_stop_is_heard():
    stop = Event()
    budget = Budget(Limit(), stop)
    budget.spend()
    stop.set()
    with pytest.raises(OutOfBudget):
        for _ in range(10_000):
            budget.spend()


def test_no_time_left_is_noticed_at_the_first_node():
    with pytest.raises(OutOfBudget):
        Budget(Limit(seconds=0)).spend()


@pytest.mark.parametrize(("seconds", "at_most"), [(0.2, 1), (0.004, 25), (0.0, NODES_BETWEEN_LOOKS)])
def test_a_budget_hears_of_a_stop_soon_however_slow_the_rules_are(monkeypatch, seconds, at_most):
    now, stop = [0.0], Event()
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    budget = Budget(stop=stop)

    def spend(nodes):
        for _ in range(nodes):
            budget.spend()
            now[0] += seconds

    spend(1000)
    stop.set()
    with pytest.raises(OutOfBudget):
        spend(at_most + 1)
