from __future__ import annotations

import pytest

from enraya.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        return tmp_path / "folder" / "matches.db"
    return request.getfixturevalue("postgresql").make_database()


@pytest.fixture
def store(database):
    store = Store(database)
    yield store
    store.close()
