"""What every test stands on: nothing that this user has stored; and a PostgreSQL for those that ask for one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.postgresql import Cluster, find

# Before anything is started, so that processes of the tests know no stored tables either.
os.environ["ENRAYA_TABLES"] = str(Path(tempfile.gettempdir()) / "enraya-tests-store-nothing-here")


@pytest.fixture(scope="session")
def postgresql():
    """A PostgreSQL of our own, or the reason in words why there is none."""
    programs = find()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed here; on Debian: apt-get install postgresql")
    cluster = Cluster(programs)
    yield cluster
    cluster.close()
