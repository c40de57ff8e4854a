from __future__ import annotations

import socket

import pytest

from tests.faults.servers import Server


@pytest.fixture
def server(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(tmp_path / "matches.db", port)
    yield server
    server.close()
