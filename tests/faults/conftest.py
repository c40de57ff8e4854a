from __future__ import annotations

import socket

import pytest

from tests.faults.servers import Server


def new_server(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Server(folder / "matches.db", port)


@pytest.fixture
def server(tmp_path):
    server = new_server(tmp_path)
    yield server
    server.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    server = new_server(tmp_path_factory.mktemp("running"))
    server.start()
    yield server
    server.close()
