"""The memory of a server: the heaps of its threads, and what is left of those who have gone."""

from __future__ import annotations

import ctypes
import gc
import json
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol
from websockets.sync.client import connect

from enraya.server.transport.connections import HttpProtocol
from enraya.server.transport.socket_protocol import SocketProtocol
from tests.unit.server.listening import GIVE_UP, connected, make_match

THREADS = 12
PROGRAM = f"""
import ctypes, sys, threading
from enraya.server.operation.memory import limit_heaps

if sys.argv[1] == "limited":
    limit_heaps()
ready = threading.Barrier({THREADS})

def work():
    ready.wait()
    kept = [bytearray(10_000) for _ in range(200)]
    ready.wait()
    assert kept

threads = [threading.Thread(target=work) for _ in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


def heaps(how: str) -> int:
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return len(re.findall(r"<heap nr=", done.stdout))


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="the C library is not glibc")
def test_many_threads_share_two_heaps():
    assert heaps("limited") <= 2 < heaps("as usual")


CONNECTIONS = (HttpProtocol, SocketProtocol, ServerProtocol)


@pytest.fixture
def without_collector():
    """The collector of cycles does nothing: a server's goes through the oldest objects hardly ever."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def left():
    return Counter(type(each) for each in gc.get_objects() if type(each) in CONNECTIONS)


def test_who_has_gone_leaves_nothing_for_the_collector_of_cycles(serve, without_collector):
    port = serve()
    for path in ("/healthz", "/api/matches/none", "/api/games/describe?game=mnk(3,3,3)"):
        connection = HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
        connection.request("GET", path)
        connection.getresponse().read()
        connection.close()
    made = make_match(port)
    for match in (made["match"], "none"):
        address = f"ws://127.0.0.1:{port}/api/matches/{match}/live"
        with suppress(ConnectionClosed), connect(address, additional_headers={"X-Enraya-Token": made["token"]}) as live:
            live.send(json.dumps({"type": "play", "id": 1, "move": "b2", "ply": 0, "game": 1}))
            while json.loads(live.recv(timeout=GIVE_UP))["type"] != "done":
                continue
    with connected(port) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
    until = time.monotonic() + GIVE_UP
    while any(found := left()):
        assert time.monotonic() < until, f"still there: {found}"
        time.sleep(0.05)
