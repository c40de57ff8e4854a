"""What every test stands on: no stored tables, no deadlines; and a PostgreSQL for those that ask for one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.postgresql import Cluster, find

# Before anything is started, so that processes of the tests know no stored tables either.
os.environ["ENRAYA_TABLES"] = str(Path(tempfile.gettempdir()) / "enraya-tests-store-nothing-here")

# No test may fail because the machine is busy.
settings.register_profile("enraya", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("enraya")


@pytest.fixture(scope="session")
def postgresql():
    """A PostgreSQL of our own, or the reason in words why there is none."""
    programs = find()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed here; on Debian: apt-get install postgresql")
    cluster = Cluster(programs)
    yield cluster
    cluster.close()
