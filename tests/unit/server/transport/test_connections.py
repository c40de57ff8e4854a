"""Connections on a real socket: what is too large, too slow or too much is refused or hung up on."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from types import SimpleNamespace

import pytest
from websockets.sync.client import connect

from enraya.server.api.socket import _Connection
from enraya.server.transport import guard
from tests.unit.server.listening import GIVE_UP, HEAD, LIMITS, answer, asked, connected, everything, make_match


def test_a_head_that_is_too_large_is_refused_however_it_comes(serve):
    port = serve()
    for parts in (
        [HEAD + b"X: " + b"a" * 9000 + b"\r\n\r\n"],
        [HEAD, *[b"X%d: y\r\n" % number for number in range(200)], b"\r\n"],
        [HEAD + b"".join(b"X%d: " % number + b"a" * 8000 + b"\r\n" for number in range(5)) + b"\r\n"],
        [HEAD, b"X: ", *[b"a" * 65536 for _ in range(100)]],
        [b"GET /", *[b"a" * 65536 for _ in range(100)]],
        [b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ):
        status, problem = asked(port, *parts)
        assert (status, problem["code"]) == (431, "server.too_large_head")


def test_who_is_refused_can_say_all_that_they_had_to_say(serve, monkeypatch):
    monkeypatch.setattr("enraya.server.transport.connections.LINGER", 60.0)
    port = serve()
    with socket.socket() as line:
        line.settimeout(GIVE_UP)
        # Of seven megabytes the most is then neither here nor there before it is read.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        line.connect(("127.0.0.1", port))
        line.sendall(HEAD + b"X: " + b"a" * 7_000_000)
        line.shutdown(socket.SHUT_WR)
        status, problem = answer(everything(line))
    assert (status, problem["code"]) == (431, "server.too_large_head")


def test_what_is_refused_while_it_is_read_is_counted(serve):
    port = serve()
    with connected(port) as line:
        line.sendall(b"no http at all\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")
    assert serve.apps[-1].state.context.metrics.totals()["refusals"] == {"server.bad_http": 1}


def test_a_large_head_within_the_bounds_is_served(serve):
    status, _ = asked(serve(), HEAD + b"X: " + b"a" * 8000 + b"\r\nConnection: close\r\n\r\n")
    assert status == 200


def test_a_long_request_line_is_served_even_if_it_comes_in_pieces(serve):
    line = b"GET /healthz?" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with connected(serve()) as sending:
        for at in range(0, len(line), 8000):
            sending.sendall(line[at : at + 8000])
            time.sleep(0.01)
        assert answer(everything(sending))[0] == 200


def test_what_is_no_http_behind_a_request_does_not_take_its_answer_away(serve, capfd):
    said = b""
    with connected(serve()) as line:
        line.sendall(HEAD + b"\r\n" + b"\xff\xfe no request\r\n\r\n")
        said = everything(line)
    assert said.startswith(b"HTTP/1.1 200 OK")
    assert "Traceback" not in capfd.readouterr().err


def test_a_socket_asked_for_with_a_body_is_refused(serve, capfd):
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na"
    with connected(serve()) as line:
        line.sendall(b"GET /api/matches/x/live HTTP/1.1\r\n" + upgrade)
        assert everything(line).startswith(b"HTTP/1.1 400 ")
    assert "Traceback" not in capfd.readouterr().err


def test_what_is_not_taken_is_kept_only_up_to_a_bound():
    line = object.__new__(_Connection)
    line._unsent, line._unsent_size, line._is_lost = asyncio.Queue(), 0, False
    line._context = SimpleNamespace(limits=replace(LIMITS, unsent=10_000))
    line.receive("a" * 50_000)
    assert not line._is_lost, "one large message alone is sent"
    for _ in range(1000):
        line.receive("a" * 1000)
    assert line._is_lost
    assert line._unsent.qsize() == 1
    assert line._unsent.get_nowait() is None


def test_the_words_of_a_refusal_are_in_the_language_that_was_asked_for(serve):
    head = HEAD + b"Accept-Language: es\r\nX: " + b"a" * 9000 + b"\r\n\r\n"
    assert "demasiado grande" in asked(serve(), head)[1]["detail"]


def test_a_request_that_does_not_come_to_its_end_is_told_so(serve):
    port = serve()
    body = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
    for half in (b"GET / HT", HEAD, HEAD + b"X-Half", body):
        status, problem = asked(port, half)
        assert (status, problem["code"]) == (408, "server.too_slow")


def test_a_request_that_drips_is_told_so_too(serve):
    with connected(serve()) as line:
        line.settimeout(0.05)
        said, until = b"", time.monotonic() + GIVE_UP
        line.sendall(HEAD)
        while not said:
            assert time.monotonic() < until, "it may drip for ever"
            try:
                line.sendall(b"X: y\r\n")
                said = line.recv(65536)
            except TimeoutError:
                continue
        assert answer(said)[0] == 408


def test_who_connects_and_says_nothing_is_hung_up_on(serve):
    with connected(serve()) as line:
        assert everything(line) == b""


def test_a_connection_serves_many_requests_and_idle_ones_are_closed(serve):
    with connected(serve()) as line:
        for _ in range(5):
            line.sendall(HEAD + b"\r\n")
            said = b""
            while b'"ok"' not in said:
                said += line.recv(65536)
            assert said.startswith(b"HTTP/1.1 200 OK")
        assert everything(line) == b""


def test_a_body_without_end_is_refused_and_hung_up_on(serve):
    head = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(serve()) as line:
        line.settimeout(GIVE_UP)
        line.sendall(head + b"4000\r\n" + b"a" * 0x4000 + b"\r\n4000\r\n" + b"a" * 0x4000 + b"\r\n")
        assert b" 413 " in line.recv(65536)
        until = time.monotonic() + GIVE_UP
        with pytest.raises(ConnectionError):
            while time.monotonic() < until:
                line.sendall(b"1\r\na\r\n")
                time.sleep(0.01)


def test_so_many_files_are_held_at_once_and_what_is_small_is_always_let_in(serve):
    port = serve(replace(LIMITS, body_seconds=GIVE_UP, bodies_of_one=450_000, bodies=700_000))
    head = b"POST /api/imports HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n"

    def begun(address):
        line = socket.create_connection(("127.0.0.1", port), GIVE_UP, (address, 0))
        line.sendall(head)
        return line

    with ExitStack() as lines:
        for address in ("127.0.0.1", "127.0.0.1", "127.0.0.2"):
            lines.enter_context(begun(address))
        # What was sent is taken in later than what is asked now, at worst.
        until = time.monotonic() + GIVE_UP
        for address, code in (("127.0.0.1", "server.too_much_waiting"), ("127.0.0.3", "server.busy")):
            while True:
                assert time.monotonic() < until
                with begun(address) as line:
                    line.settimeout(0.5)
                    with suppress(TimeoutError):
                        assert answer(everything(line))[1]["code"] == code
                        break
        assert make_match(port)["match"]
    while True:
        assert time.monotonic() < until, "what was held is given back"
        # Who is refused once more may be hung up on before they have said all, or have heard it.
        with begun("127.0.0.1") as line, suppress(ConnectionError):
            line.sendall(b"a" * 200_000)
            if everything(line).startswith(b"HTTP/1.1 422"):
                break


def test_remarks_without_end_on_a_piece_of_a_body_are_refused_and_hung_up_on(serve):
    port = serve(replace(LIMITS, body_seconds=GIVE_UP * 2))
    with connected(port) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;")
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                line.sendall(b"a" * 100_000)


def test_what_is_no_http_is_refused_in_words(serve):
    status, problem = asked(serve(), b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
    assert (status, problem["code"]) == (400, "server.bad_http")


@pytest.mark.parametrize(
    "head",
    [
        HEAD + b"Host: elsewhere\r\n",
        HEAD + b"Host: localhost\r\n",
        b"GET http://elsewhere/healthz HTTP/1.1\r\nHost: localhost\r\n",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n",
        HEAD + b"Transfer-Encoding: identity, chunked\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_a_head_that_can_be_read_in_two_ways_is_refused(serve, head):
    status, problem = asked(serve(), head + b"\r\n0\r\n\r\n")
    assert (status, problem["code"]) == (400, "server.bad_http")


def test_an_address_with_the_host_in_it_is_served_under_that_host_alone(serve):
    port = serve()
    head = b"GET http://%s/healthz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
    assert asked(port, head % (b"localhost", b"localhost"))[0] == 200
    assert asked(port, head % (b"elsewhere", b"elsewhere"))[0] == 403


def test_headers_behind_a_body_count_for_nothing(serve):
    head = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    status, problem = asked(serve(), head + b"1\r\n{\r\n0\r\nAccept-Language: es\r\nOrigin: http://x\r\n\r\n")
    assert status == 400
    assert problem == asked(serve(), head + b"1\r\n{\r\n0\r\n\r\n")[1]


def test_one_address_has_so_many_connections_and_gets_them_back(serve):
    port = serve(replace(LIMITS, head_seconds=GIVE_UP))
    lines = [connected(port) for _ in range(20)]
    for line in lines:
        line.sendall(HEAD[:20])
    time.sleep(0.1)
    status, problem = asked(port)
    assert (status, problem["code"]) == (429, "server.too_many_connections")
    for line in lines:
        line.close()
    until = time.monotonic() + GIVE_UP
    while asked(port, HEAD + b"Connection: close\r\n\r\n")[0] != 200:
        assert time.monotonic() < until, "the connections were not given back"


def test_sockets_are_connections_too_and_are_given_back(serve):
    port = serve()
    made = make_match(port)
    address = f"ws://127.0.0.1:{port}/api/matches/{made['match']}/live"
    with ExitStack() as lines:
        for _ in range(20):
            lines.enter_context(connect(address, max_queue=None))
        assert asked(port)[0] == 429
    until = time.monotonic() + GIVE_UP
    while asked(port, HEAD + b"Connection: close\r\n\r\n")[0] != 200:
        assert time.monotonic() < until, "the connections were not given back"


def test_a_proxy_may_have_any_number_of_connections(serve):
    port = serve(proxies=["127.0.0.0/8"])
    lines = [connected(port) for _ in range(25)]
    assert asked(port, HEAD + b"Connection: close\r\n\r\n")[0] == 200
    for line in lines:
        line.close()


def test_only_a_proxy_that_was_named_is_believed_about_addresses(serve, monkeypatch):
    heard = []
    monkeypatch.setattr(guard, "caller_of", lambda scope: heard.append(scope["client"][0]) or "x")
    for proxies in ((), ("10.0.0.0/8",), ("127.0.0.1",)):
        port = serve(proxies=proxies)
        assert asked(port, HEAD + b"X-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n")[0] == 200
    assert heard == ["127.0.0.1", "127.0.0.1", "198.51.100.7"]


def test_a_socket_that_never_reads_is_hung_up_on(serve):
    port = serve()
    made = make_match(port)
    with connected(port) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(
            f"GET /api/matches/{made['match']}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n".encode()
            + b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        ping = b"\x89\xfd\0\0\0\0" + b"a" * 125
        pings, sent = ping * 1000, 0
        until = time.monotonic() + GIVE_UP
        line.settimeout(0.1)
        with pytest.raises(ConnectionError):
            while True:
                assert time.monotonic() < until, "it may fill the memory for ever"
                try:
                    sent += line.send(pings[sent % len(ping) :])
                except TimeoutError:
                    continue
        assert sent < 2**26


def test_a_long_address_of_a_socket_is_refused(serve):
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nHost: localhost\r\n\r\n"
    for path in (b"/" + b"a" * 9000, b"/\xff\xfe"):
        status, problem = asked(serve(), b"GET " + path + b" HTTP/1.1\r\n" + upgrade)
        assert status in (400, 431), problem
