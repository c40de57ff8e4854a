"""Servers that listen on a real port, in a thread each, and what is said to them byte by byte."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from http.client import HTTPConnection
from ipaddress import ip_network

import uvicorn

from enraya.server.app import make_app
from enraya.server.limits import Limits
from enraya.server.operation.running import configure
from tests.unit.server.conftest import TWO

GIVE_UP = 900.0
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
LIMITS = replace(
    Limits.for_rate(100_000), head_seconds=0.5, body_seconds=0.5, stall_seconds=0.5, open_of_one=20, idle_seconds=2
)


class Serving(uvicorn.Server):
    def capture_signals(self):
        return nullcontext()


@contextmanager
def listening_servers(folder):
    """A function that starts a server and gives its port; its `apps` are theirs. All end with the block."""
    started = []

    def start(limits=LIMITS, proxies=()):
        app = make_app(folder / f"{len(started)}.db", limits=limits)
        listening = socket.create_server(("127.0.0.1", 0))
        server = Serving(configure(app, limits, [ip_network(proxy) for proxy in proxies]))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        started.append((server, thread, listening))
        start.apps.append(app)
        return listening.getsockname()[1]

    start.apps = []
    yield start
    for server, thread, listening in started:
        server.should_exit = True
        thread.join(GIVE_UP)
        listening.close()


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=GIVE_UP)


def everything(line):
    """Read until the other side hangs up."""
    said = b""
    try:
        while part := line.recv(65536):
            said += part
    except ConnectionError:
        pass
    return said


def answer(said):
    """The status and the problem of an answer."""
    head, _, body = said.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def asked(port, *parts):
    with connected(port) as line:
        for part in parts:
            try:
                line.sendall(part)
            except ConnectionError:
                break
        return answer(everything(line))


def make_match(port):
    """A match of two people: its name and token."""
    connection = HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
    connection.request("POST", "/api/matches", json.dumps(TWO), {"Content-Type": "application/json"})
    made = json.loads(connection.getresponse().read())
    connection.close()
    return made
