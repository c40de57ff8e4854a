"""Thousands of frames or requests in one piece: a few are taken at a time; who sends only frames is hung up on."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import pytest
import uvicorn
from uvicorn.server import ServerState

from enraya.server.api.frames import TOO_MANY
from enraya.server.limits import Limits
from enraya.server.transport.connections import PIECE, HttpProtocol, OpenConnections
from enraya.server.transport.socket_protocol import SocketProtocol
from tests.unit.server.listening import GIVE_UP, HEAD, LIMITS, connected, everything, make_match

MASK = b"\0\0\0\0"
SHORTEST_FRAME = 6
SHORTEST_REQUEST = len(b"GET / HTTP/1.1\r\n\r\n")
REQUEST = HEAD + b"\r\n"


def frame(first: int, body: bytes = b"") -> bytes:
    return bytes([first, 0x80 | len(body)]) + MASK + body


def upgrade(made: dict) -> bytes:
    return (
        f"GET /api/matches/{made['match']}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        f"X-Enraya-Token: {made['token']}\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


SLOW = replace(LIMITS, frames=0.6, burst=1000.0)
"""600 frames at once, and hardly one more however long a busy machine takes over them."""

FLOODS = pytest.mark.parametrize(
    ("first", "each"),
    [
        (frame(0x01), frame(0x00)),
        (b"", frame(0x89)),
        (b"", frame(0x8A)),
        (b"", frame(0x81)),
    ],
    ids=["empty pieces of a message", "pings", "answers to pings", "empty messages"],
)


@FLOODS
def test_who_floods_a_socket_with_frames_is_hung_up_on_after_a_few(serve, monkeypatch, first, each):
    at_once = []
    take = SocketProtocol.handle_events
    monkeypatch.setattr(
        SocketProtocol, "handle_events", lambda self: (at_once.append(len(self.conn.events)), take(self))[1]
    )
    port = serve(SLOW)
    with connected(port) as line:
        line.sendall(upgrade(make_match(port)))
        line.recv(65536)
        with suppress(ConnectionError):
            line.sendall(first + each * 40_000)
        # What it is told at last may be lost with what was not read.
        everything(line)
    assert max(at_once) <= PIECE // SHORTEST_FRAME + 1
    assert sum(at_once) < 1000


@FLOODS
def test_who_sends_a_few_frames_too_many_is_told_so(serve, first, each):
    port = serve(SLOW)
    with connected(port) as line:
        line.sendall(upgrade(make_match(port)))
        line.recv(65536)
        line.sendall(first + each * 650)
        assert everything(line).endswith(b"\x88\x02" + struct.pack("!H", TOO_MANY))


def test_thousands_of_requests_in_one_piece_are_answered_one_after_another(serve, monkeypatch):
    waiting = []
    complete = HttpProtocol.on_response_complete
    monkeypatch.setattr(
        HttpProtocol, "on_response_complete", lambda self: (waiting.append(len(self.pipeline)), complete(self))[1]
    )
    many = 2000
    with connected(serve()) as line:
        line.sendall(REQUEST * (many - 1) + HEAD + b"Connection: close\r\n\r\n")
        assert everything(line).count(b"HTTP/1.1 200 OK") == many
    assert max(waiting) <= PIECE // SHORTEST_REQUEST + 1


def test_a_large_body_behind_other_requests_is_read_to_its_end(serve):
    game = b'{"text": "' + b" " * 200_000 + b'"}'
    post = b"POST /api/imports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
    last = post + str(len(game)).encode() + b"\r\nConnection: close\r\n\r\n" + game
    with connected(serve()) as line:
        line.sendall(REQUEST * 300 + last)
        said = everything(line)
    assert said.count(b"HTTP/1.1 200 OK") == 300
    assert said.count(b"HTTP/1.1 4") == 1, said[-500:]


MOST_READ = 256 * 1024
"""Bytes that an event loop reads at once."""


def said_to(line, data):
    """All that is answered to *data*, read while it is sent."""
    with ThreadPoolExecutor(1) as thread:
        sent = thread.submit(line.sendall, data)
        said = everything(line)
        sent.result()
    return said


def test_messages_behind_those_that_are_not_taken_yet_are_not_read(serve, monkeypatch):
    kept, receive = [], SocketProtocol.data_received
    monkeypatch.setattr(
        SocketProtocol, "data_received", lambda self, data: (receive(self, data), kept.append(len(self._untaken)))
    )
    port = serve(replace(LIMITS, messages=1e6, frames=1e6))
    text = b"\x81\xfe" + struct.pack("!H", 4000) + MASK + b"a" * 4000
    with connected(port) as line:
        line.sendall(upgrade(make_match(port)))
        line.recv(65536)
        said_to(line, text * 1000 + frame(0x88))
    assert max(kept) <= 2 * MOST_READ


def test_who_asks_for_another_protocol_is_answered_and_so_is_the_next_request(serve):
    other = HEAD + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    with connected(serve()) as line:
        line.sendall(other + HEAD + b"Connection: close\r\n\r\n")
        assert everything(line).count(b"HTTP/1.1 200 OK") == 2


class LostTransport(asyncio.Transport):
    """A connection that is lost after the head of the first answer, as uvloop's are: writing to it is an error then."""

    is_lost = False

    def get_extra_info(self, name, default=None):
        return default

    def is_closing(self):
        return self.is_lost

    def write(self, data):
        if self.is_lost:
            raise RuntimeError("unable to perform operation")
        self.is_lost = True

    def resume_reading(self):
        pass

    def close(self):
        self.is_lost = True


def test_what_is_said_to_a_connection_that_was_just_lost_goes_nowhere(caplog):
    said = []

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
        await send({"type": "http.response.body", "body": b"x"})
        said.append("all")

    async def talk():
        config = uvicorn.Config(app, lifespan="off", log_config=None)
        config.load()
        protocol = HttpProtocol(
            config=config, server_state=ServerState(), app_state={}, open_connections=OpenConnections(Limits())
        )
        protocol.connection_made(LostTransport())
        protocol.data_received(REQUEST)
        for _ in range(100):
            await asyncio.sleep(0)
        protocol.connection_lost(None)

    # In a thread of its own: tests of the page leave an event loop running in theirs.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(talk())).result()
    assert said == ["all"]
    assert caplog.text == ""


class FullTransport(LostTransport):
    """A connection on which nothing is taken any more, so that it ends only when it is cut off."""

    def __init__(self):
        super().__init__()
        self.aborted = asyncio.Event()

    def write(self, data):
        pass

    def abort(self):
        self.aborted.set()


def test_who_was_hung_up_on_and_takes_nothing_is_cut_off():
    async def talk():
        transport, limits = FullTransport(), replace(Limits(), stall_seconds=0.01, head_seconds=GIVE_UP)
        config = uvicorn.Config(lambda *_: None, interface="asgi3", lifespan="off", log_config=None)
        config.load()
        protocol = SocketProtocol(
            config=config, server_state=ServerState(), app_state={}, open_connections=OpenConnections(limits)
        )
        protocol.connection_made(transport)
        protocol._hang_up()
        protocol.resume_writing()
        await asyncio.wait_for(transport.aborted.wait(), GIVE_UP)
        protocol.connection_lost(None)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(talk())).result()


def test_who_hangs_up_in_the_middle_of_anything_leaves_nothing_in_the_log(serve, capfd):
    port = serve()
    made, dice = make_match(port), random.Random(3)
    play = frame(0x81, b'{"type":"play","id":1,"move":"b2","ply":0,"game":1}')
    for number in range(150):
        data = dice.choice([REQUEST * 60, REQUEST * 300, upgrade(made) + play * 3, REQUEST + upgrade(made)])
        with connected(port) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            with suppress(ConnectionError):
                line.sendall(data)
                if number % 3:
                    line.recv(dice.randrange(1, 3000))
    with connected(port) as line:
        line.settimeout(GIVE_UP)
        line.sendall(HEAD + b"Connection: close\r\n\r\n")
        assert b"200 OK" in everything(line)
    said = capfd.readouterr()
    assert "Traceback" not in said.err + said.out
