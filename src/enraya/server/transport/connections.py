"""The connections: how many there may be, how much a request may hold before it is read, and how long it may take.

uvicorn's protocols bound none of this: a head without end would be kept whole, and half a request for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address
from types import MethodType
from typing import Any, cast

import httptools
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from enraya.server.limits import Limits, counted_address
from enraya.server.problems import KIND, ServerRefusal, language_of, problem_of

LONGEST_UPGRADE = 4096
"""Bytes that the address of a WebSocket may have: what reads it takes no long ones."""

LINGER = 2.0
"""Seconds that somebody who was refused has to stop sending: hung up on at once, they would never read why."""

MOST_UNREAD = 8 * 1024 * 1024
"""Bytes that may still come from them meanwhile, and are thrown away."""

PIECE = 2048
"""Bytes that are taken in at once: what comes together may be thousands of requests or frames."""

MOST_WRAPPING = 64 * 1024
"""Bytes that a body may have besides what it holds: the sizes of its pieces, and remarks on them."""


class OpenConnections:
    """The open connections, by address. Behind a proxy are many callers, so it may have any number of connections.

    *note_refusal* is called with the code of each request that is refused while it is read.
    """

    def __init__(
        self,
        limits: Limits,
        proxies: Collection[IPv4Network | IPv6Network] = (),
        note_refusal: Callable[[str], None] = lambda code: None,
    ) -> None:
        self.limits, self.note_refusal = limits, note_refusal
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self._in_all = 0

    def enter(self, address: str) -> ServerRefusal | None:
        """Count one more of *address*; the refusal, if that is too many."""
        counted = counted_address(address)
        self._open[counted] += 1
        self._in_all += 1
        if self._in_all > self.limits.open:
            return ServerRefusal("server.busy", 503, retry_after=5.0)
        if self._open[counted] > self.limits.open_of_one and not self._is_proxy(address):
            return ServerRefusal("server.too_many_connections", 429, retry_after=5.0, most=self.limits.open_of_one)
        return None

    def leave(self, address: str) -> None:
        """One of *address* has gone."""
        self._in_all -= 1
        counted = counted_address(address)
        self._open[counted] -= 1
        if not self._open[counted]:
            del self._open[counted]

    def _is_proxy(self, address: str) -> bool:
        return bool(self._proxies) and any(ip_address(address) in network for network in self._proxies)


class Stalling:
    """Hangs up on who does not take what they are sent."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    open_connections: OpenConnections
    _stall: asyncio.TimerHandle | None = None

    def _begin_stall(self) -> None:
        if self._stall is None:
            self._stall = self.loop.call_later(self.open_connections.limits.stall_seconds, self.transport.abort)

    def _end_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


async def _answer(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Let *app* answer; what it says when the connection is lost goes nowhere."""
    cycle: Any = cast(MethodType, send).__self__

    async def sending(message: Message) -> None:
        # Writing to it is an error from now on, but the cycle is told a moment later.
        if cycle.transport.is_closing():
            cycle.disconnected = True
        await send(message)

    await app(scope, receive, sending)


class HttpProtocol(HttpToolsProtocol, Stalling):
    """HTTP within bounds: 431 for a head that is too large, 408 for a request that does not come to its end."""

    def __init__(self, *arguments: Any, open_connections: OpenConnections, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.open_connections = open_connections
        self.app = partial(_answer, self.app)
        self._timer: asyncio.TimerHandle | None = None
        self._timed = ""
        # What is being read: nothing, the "head" of a request or its "body".
        self._reading = ""
        # The bytes of a head that has not come to its end, and those of its headers so far.
        self._head = self._headers = 0
        # The bytes of a body that has not come to its end, as it is sent.
        self._body = 0
        self._is_refused = False
        self._unread = 0
        # What has come behind a request that has not been answered.
        self._untaken = b""
        self._is_counted = False

    # A connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_counted = True
        if refusal := self.open_connections.enter(self._address):
            self._refuse(refusal)
        else:
            self._reading = "head"
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _leave(self) -> None:
        self._set_timer("")
        self._end_stall()
        if self._is_counted:
            self._is_counted = False
            self.open_connections.leave(self._address)

    # What comes

    def data_received(self, data: bytes) -> None:
        self._untaken += data
        self._take()

    def _take(self) -> None:
        """Read on, until a request waits for the answer to another one."""
        while self._untaken and not (self.pipeline or self._is_refused or self.transport.is_closing()):
            piece, self._untaken = self._untaken[:PIECE], self._untaken[PIECE:]
            if not self._read(piece):
                self._untaken = b""
        if self._is_refused:
            self._throw_away()
        elif self._untaken:
            self.flow.pause_reading()

    def _throw_away(self) -> None:
        """Take no more of what comes, but let it come: who cannot say the rest may never read the refusal."""
        self._unread += len(self._untaken)
        self._untaken = b""
        if self._unread > MOST_UNREAD:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.flow.resume_reading()

    def _read(self, data: bytes) -> bool:
        """Read *data*; whether more may follow."""
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            self._upgrade()
            if self.parser is None:
                return False
            # It was answered as if it had not asked, and so is what stands behind it.
            self._untaken = data[upgrade.args[0] :] + self._untaken
        except httptools.HttpParserError:
            self._refuse(ServerRefusal("server.bad_http", 400))
            return False
        if self._reading == "head":
            self._head += len(data)
            if self._head > self.open_connections.limits.request_line + self.open_connections.limits.headers:
                self._refuse_head()
        elif self._reading == "body" and self._timed != "linger":
            self._body += len(data)
            if self._body > self.open_connections.limits.import_body + MOST_WRAPPING:
                self._refuse(ServerRefusal("server.too_large", 413, most=self.open_connections.limits.import_body))
        self._watch()
        return True

    def _take_more(self) -> None:
        self._take()
        if not self._untaken and not self.transport.is_closing():
            self.flow.resume_reading()

    def _upgrade(self) -> None:
        if self._is_refused or not self._should_upgrade():
            # It asks for something else that is not spoken here: it has been answered as if it did not.
            return
        if len(self.url) > LONGEST_UPGRADE or not self.url.isascii():
            self._refuse(ServerRefusal("server.too_large_head", 431, most=LONGEST_UPGRADE))
            return
        if any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers):
            # A WebSocket has no body, and what opens one would wait for it.
            self._refuse(ServerRefusal("server.bad_http", 400))
            return
        self._leave()
        self.handle_websocket_upgrade()
        # It refers to this protocol and would keep it: the collector of cycles runs seldom.
        self.parser = None  # type: ignore[assignment]

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading, self._head, self._headers = "head", 0, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._reading == "body":
            # A header behind the body would join those that were checked: no proxy says who it comes from.
            return
        self._headers += len(name) + len(value)
        limits = self.open_connections.limits
        if len(self.headers) >= limits.header_count or len(name) + len(value) > limits.header:
            self._refuse_head()
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        limits = self.open_connections.limits
        if self._headers > limits.headers or len(self.url) > limits.request_line:
            self._refuse_head()
        elif not self._is_plain():
            self._refuse(ServerRefusal("server.bad_http", 400))
        self._reading, self._body = "body", 0
        if not self._is_refused:
            super().on_headers_complete()

    def _is_plain(self) -> bool:
        """True if no proxy can read the head otherwise: it names one host, and its body is coded in one way at most."""
        hosts = [value.lower() for name, value in self.headers if name == b"host"]
        coded = [value.lower() for name, value in self.headers if name == b"transfer-encoding"]
        place = b"" if self.url.startswith((b"/", b"*")) else self.url.lower().partition(b"//")[2].partition(b"/")[0]
        return len(hosts) <= 1 and coded in ([], [b"chunked"]) and (not place or hosts == [place])

    def on_body(self, body: bytes) -> None:
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._reading, self._head = "", 0
        if not self._is_refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._untaken:
            self.flow.pause_reading()
            self.loop.call_soon(self._take_more)
        if self._reading == "body" and self.cycle.response_complete and not self.transport.is_closing():
            # What is too large was refused before it had come to its end.
            self._set_timer("linger")

    # Time

    def _watch(self) -> None:
        """Time what is being read; a request that came at once, as nearly all do, needs no timer."""
        is_lingering = self._timed == "linger" and self._reading == "body"
        if not self._is_refused and not is_lingering and self._timed != self._reading:
            self._set_timer(self._reading)

    def _set_timer(self, timed: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timed = timed
        limits = self.open_connections.limits
        seconds = {"head": limits.head_seconds, "body": limits.body_seconds, "linger": LINGER}.get(timed)
        if seconds is not None:
            self._timer = self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._timer = None
        if self._timed == "linger" or self.transport.is_closing():
            self.transport.abort()
        elif self.flow.read_paused:
            # It is this side that does not read.
            self._set_timer(self._timed)
        elif self._head or self._timed == "body":
            self._refuse(ServerRefusal("server.too_slow", 408))
        else:
            self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._begin_stall()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._end_stall()

    # Refusals

    def _refuse_head(self) -> None:
        limits = self.open_connections.limits
        self._refuse(ServerRefusal("server.too_large_head", 431, most=limits.headers))

    def _refuse(self, refusal: ServerRefusal) -> None:
        """Answer with *refusal*, unless another answer is on its way; read no more, and hang up."""
        if self._is_refused:
            return
        self._is_refused = True
        self.open_connections.note_refusal(refusal.code)
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete and (cycle.response_started or self._reading != "body"):
            # An earlier request has not been answered yet: that answer is the last.
            cycle.keep_alive = False
            return
        if cycle is not None and not cycle.response_complete:
            # Whoever was to answer it has nobody to answer to any more.
            cycle.disconnected = True
            cycle.message_event.set()
        headers = [(name, value) for name, value in self.headers or [] if name == b"accept-language"]
        language = language_of(HTTPConnection({"type": "http", "headers": headers, "query_string": b""}))
        body = problem_of(refusal, language).to_text().encode()
        answer = [STATUS_LINE[refusal.status], b"content-type: ", KIND.encode(), b"\r\nconnection: close\r\n"]
        answer += [b"content-language: ", language.encode(), b"\r\n"]
        if refusal.retry_after is not None:
            answer += [b"retry-after: ", str(round(refusal.retry_after)).encode(), b"\r\n"]
        answer += [b"content-length: ", str(len(body)).encode(), b"\r\n\r\n", body]
        self.transport.write(b"".join(answer))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._set_timer("linger")
