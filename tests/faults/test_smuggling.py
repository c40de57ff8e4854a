"""Requests that a proxy and the server might read in two ways: through a real nginx each is one request or none.

Between the two every byte is written down. nginx opens a connection for each request, so a second answer on one of them
would be the answer to a request that the proxy never saw.
"""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress

import pytest

from tests import nginx
from tests.nginx import GIVE_UP, NAME
from tests.unit.server.server_process import address_of, server_processes

HOST = f"Host: {NAME}\r\n".encode()
# It asks for the end of the connection, so that nobody has to wait for silence after it.
HIDDEN = b"GET /hidden HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
POST = b"POST /api/matches HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n"
UPGRADE = b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nUpgrade: websocket\r\n"
LINE = b"GET /api/matches/none/live HTTP/1.1\r\n" + HOST + UPGRADE
SILENCE = 1.0
"""Seconds after which nothing more is expected of the proxy."""

ATTACKS = {
    "CL.TE": POST + b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (5 + len(HIDDEN)) + HIDDEN,
    "TE.CL": CHUNKED + b"Content-Length: 4\r\n\r\n%x\r\n" % len(HIDDEN) + HIDDEN + b"\r\n0\r\n\r\n",
    "TE behind a blank": POST + b"Content-Length: 5\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "TE behind a tab": POST + b"Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "TE twice": CHUNKED + b"Transfer-Encoding: identity\r\n\r\n0\r\n\r\n" + HIDDEN,
    "TE of two": POST + b"Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "TE unknown": POST + b"Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "TE with an underscore": POST + b"Content-Length: 5\r\nTransfer_Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: %d\r\n\r\n{}" % (2 + len(HIDDEN)) + HIDDEN,
    "the same length twice": POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" + HIDDEN,
    "lengths in a list": POST + b"Content-Length: 2, %d\r\n\r\n{}" % (2 + len(HIDDEN)) + HIDDEN,
    "a signed length": POST + b"Content-Length: +2\r\n\r\n{}" + HIDDEN,
    "a length of GET": GET + b"Content-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "a folded length": POST + b"Content-Length:\r\n 2\r\n\r\n{}" + HIDDEN,
    "a folded header": GET + b"X-Folded: a\r\n Content-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "bare line feeds": (GET + b"\r\n" + HIDDEN).replace(b"\r\n", b"\n"),
    "a bare line feed in a header": GET + b"X-A: b\nContent-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "a bare return in a header": GET + b"X-A: b\rContent-Length: %d\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "remarks on a piece": CHUNKED + b"\r\n2;a=%s\r\n{}\r\n0;b\r\n\r\n" % (b"c" * 200) + HIDDEN,
    "a remark and a line feed": CHUNKED + b"\r\n2;a\n{}\r\n0\r\n\r\n" + HIDDEN,
    "a piece longer than said": CHUNKED + b"\r\n2\r\n{}XX\r\n0\r\n\r\n" + HIDDEN,
    "a piece of no size": CHUNKED + b"\r\n10000000000000002\r\n{}\r\n0\r\n\r\n" + HIDDEN,
    "headers behind the body": CHUNKED + b"\r\n2\r\n{}\r\n0\r\nX-Forwarded-For: 9.9.9.9\r\nHost: evil\r\n\r\n" + HIDDEN,
    "another host in the address": b"GET http://evil/healthz HTTP/1.1\r\n" + HOST + b"\r\n" + HIDDEN,
    "this host in the address": b"GET https://%s/healthz HTTP/1.1\r\nHost: evil\r\n\r\n" % NAME.encode() + HIDDEN,
    "two hosts": GET + b"Host: evil\r\n\r\n" + HIDDEN,
    "a tunnel": b"CONNECT evil:80 HTTP/1.1\r\n" + HOST + b"\r\n" + HIDDEN,
    "h2c": GET + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n" + HIDDEN,
    "HTTP/2 unannounced": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + HIDDEN,
    "a socket of an unknown version": LINE + b"Sec-WebSocket-Version: 777\r\n\r\n" + HIDDEN,
    "a socket asked for with a body": LINE + b"Sec-WebSocket-Version: 13\r\nContent-Length: 4\r\n\r\nabcd" + HIDDEN,
    "a socket where there is none": GET + UPGRADE + b"Sec-WebSocket-Version: 13\r\n\r\n" + HIDDEN,
    "a socket by POST": LINE.replace(b"GET", b"POST") + b"Sec-WebSocket-Version: 13\r\n\r\n" + HIDDEN,
    "a promise of a body": POST + b"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n" % len(HIDDEN) + HIDDEN,
    "headers for the connection alone": GET + b"Connection: close, X-Forwarded-For, Host\r\n\r\n" + HIDDEN,
}


class Tap:
    """Hands on every connection to *port* and keeps what is said on each: by the proxy, and by the server."""

    def __init__(self, port):
        self._port, self.said, self._threads, self._is_closed = port, [], [], False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._start(self._accept)

    def _start(self, work, *arguments):
        self._threads.append(threading.Thread(target=work, args=arguments))
        self._threads[-1].start()

    def _accept(self):
        while True:
            proxy, _ = self._listening.accept()
            if self._is_closed:
                proxy.close()
                return
            self._start(self._serve, proxy)

    def _serve(self, proxy):
        said = (bytearray(), bytearray())
        with proxy, socket.create_connection(("127.0.0.1", self._port), GIVE_UP) as server:
            self.said.append(said)
            answering = threading.Thread(target=hand_on, args=(server, proxy, said[1]))
            answering.start()
            hand_on(proxy, server, said[0])
            answering.join(GIVE_UP)

    def settle(self):
        """Wait until every connection so far has ended: the proxy's ends with that of who asked."""
        for thread in self._threads[1:]:
            thread.join(GIVE_UP)

    def close(self):
        self._is_closed = True
        with socket.create_connection(("127.0.0.1", self.port)):
            pass
        for thread in self._threads:
            thread.join(GIVE_UP)
        self._listening.close()


def hand_on(source, target, kept):
    """Hand on what *source* says to *target* until it ends."""
    with suppress(OSError):
        while data := source.recv(65536):
            kept += data
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


@pytest.fixture
def tapped(tmp_path):
    with server_processes(tmp_path) as start:
        address = address_of(start("--port", "0", "--proxy", "127.0.0.1", "--name", NAME))
        tap = Tap(int(re.search(r":(\d+)/", address)[1]))
        with nginx.site(tmp_path, tap.port) as (port, trusted):
            yield port, trusted, tap
        tap.close()


def said_to(port, trusted, data, silence=SILENCE):
    """All that nginx answers to *data* until it hangs up, or says nothing for so many seconds."""
    answered = b""
    with trusted.wrap_socket(socket.create_connection(("127.0.0.1", port), GIVE_UP), server_hostname=NAME) as line:
        line.settimeout(silence)
        # In the end it waits for more, or has hung up in the middle.
        with suppress(OSError):
            line.sendall(data)
            while part := line.recv(65536):
                answered += part
    return answered


def answers_in(said):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (?!100)(\d\d\d) ", said)]


def test_no_request_passes_the_proxy_unseen(tapped):
    port, trusted, tap = tapped
    for name, attack in ATTACKS.items():
        before = len(tap.said)
        answered = answers_in(said_to(port, trusted, attack))
        tap.settle()
        for from_proxy, from_server in tap.said[before:]:
            # A hidden request is one to the proxy, on a connection of its own, or part of a body.
            assert len(answers_in(bytes(from_server))) <= 1, name
            assert 101 not in answers_in(bytes(from_server)), name
            heads = bytes(from_proxy).partition(b"\r\n\r\n")[0]
            assert b"evil" not in heads or 200 not in answers_in(bytes(from_server)), name
            assert b"9.9.9.9" not in heads, name
            assert b"Connection: upgrade" not in heads or b"Upgrade: websocket" in heads, name
            assert re.findall(rb"(?i)^X-Forwarded-For: (\S+)\r", heads, re.MULTILINE) == [b"127.0.0.1"], name
        assert len(answered) <= 2, name
    # Afterwards it answers as before.
    assert answers_in(said_to(port, trusted, GET + b"Connection: close\r\n\r\n", GIVE_UP)) == [200]
