"""What a server leaves on the disk and in its log: files for their owner alone, and nothing of what clients sent."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.unit.server.server_process import GIVE_UP, SCRIPT

ODD = [
    b"\xff\xfe\xfd no request\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET //[ HTTP/1.1\r\nHost: [\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n" + b"[" * 9000,
    b"POST /api/imports HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n\x00\xff\xd8\x80",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \xff\r\nCookie: \xfe=\xff\r\nOrigin: \x80\r\n\r\n",
    b"GET /api/matches/x/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


@pytest.fixture
def started(tmp_path):
    before = os.umask(0)
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, "serve", "--port", "0", "--database", str(tmp_path / "matches.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "ENRAYA_LANG": "en"},
        )
    finally:
        os.umask(before)
    port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
    yield process, port
    process.kill()
    process.communicate()


def send(port, data):
    """Send *data*, take what comes, and hang up."""
    with socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP) as line:
        try:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            while line.recv(65536):
                continue
        except ConnectionError:
            pass


PRINTING = rb"""
import sys
print("a line of my own in your log")
print('\x1b[2J{"level": "error", "message": "forged"}', file=sys.stderr)
async def choose(state, limit): return 1
"""
"""A player that prints, raises on its way out, and makes Python warn."""


def post(port, path, body):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP) as line:
        line.sendall(head.encode() + b"Content-Length: %d\r\n\r\n" % len(data) + data)
        said = b""
        while part := line.recv(65536):
            said += part
    return json.loads(said.partition(b"\r\n\r\n")[2])


def test_whatever_bytes_clients_send_nothing_is_logged_and_every_file_is_the_owners_alone(started, tmp_path):
    process, port = started
    made = post(port, "/api/matches", {"first": "human", "second": "human"})
    dice = random.Random(5)
    for data in ODD:
        send(port, data)
        broken = bytearray(data)
        for _ in range(4):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
            send(port, bytes(broken))
    address = f"ws://127.0.0.1:{port}/api/matches/{made['match']}/live"
    for message in (
        b"\xff\xfe",
        "",
        "{",
        "[" * 3000,
        '{"type": "play", "id": "\\ud800"}',
        '{"type": []}',
        "x" * 20_000,
    ):
        with connect(address, additional_headers={"X-Enraya-Token": made["token"]}) as line, suppress(ConnectionClosed):
            line.send(message)
            while json.loads(line.recv(timeout=GIVE_UP))["type"] != "refused":
                continue
    handed = post(port, "/api/hand-ins?name=p&file=p.py&game=mnk(3,3,3)", PRINTING + b"raise Exception('x' * 9)\n")
    assert "x" * 9 in json.dumps(handed), handed
    assert post(port, "/api/hand-ins?name=q&file=q.py&game=mnk(3,3,3)", PRINTING)["player"]["name"] == "q"
    files = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir() if file.is_file()}
    assert {"matches.db", "matches.db-wal"} <= set(files)
    assert set(files.values()) == {"0o600"}, files
    process.send_signal(signal.SIGTERM)
    assert process.wait(GIVE_UP) == 0
    said = process.stderr.read()
    assert said == "", said
