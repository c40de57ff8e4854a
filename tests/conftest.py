"""The set-up of every test: no stored tables, no deadlines, a fair order; and a PostgreSQL for those that ask."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgresql import Cluster, find

WEB = Path(__file__).with_name("web")

# Before anything is started, so that processes of the tests know no stored tables either.
os.environ["ENRAYA_TABLES"] = str(Path(tempfile.gettempdir()) / "enraya-tests-store-nothing-here")

# No test may fail because the machine is busy.
settings.register_profile("enraya", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("enraya")


def pytest_collection_modifyitems(items):
    """Deal the tests in the browser, which take longest, to all workers alike, and let each begin with them.

    A file stays in one hand: some have a server for themselves, which every worker with one of its tests would start.
    Every worker is given the same number of tests that stand one after the other, and takes from others when it is
    done: what is left for the end should be short.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = defaultdict(list)
    for item in items:
        if item.path.is_relative_to(WEB):
            slow[item.path].append(item)
    quick = iter([item for item in items if item.path not in slow])
    hands = [[] for _ in range(workers)]
    for file in sorted(slow.values(), key=len, reverse=True):
        min(hands, key=len).extend(file)
    for worker in range(workers):
        first, beyond = (len(items) * number // workers for number in (worker, worker + 1))
        hands[worker] += islice(quick, max(0, beyond - first - len(hands[worker])))
    items[:] = [*chain.from_iterable(hands), *quick]


@pytest.fixture(scope="session")
def postgresql():
    """A PostgreSQL of our own, or the reason in words why there is none."""
    programs = find()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed here; on Debian: apt-get install postgresql")
    cluster = Cluster(programs)
    yield cluster
    cluster.close()
