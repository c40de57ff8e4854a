from __future__ import annotations

import socket

import pytest

from tests.faults.servers import Server


def new_server(database, is_shared=False):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Server(database, port, is_shared)


@pytest.fixture
def server(tmp_path):
    server = new_server(tmp_path / "matches.db")
    yield server
    server.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    server = new_server(tmp_path_factory.mktemp("running") / "matches.db")
    server.start()
    yield server
    server.close()
