"""The middleware before every request: host, origin, size and rate checks; and the security headers of every answer.

Written on the bare protocol, because it must see a body before anything has read it.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enraya.server.api.frames import FORBIDDEN, TOO_MANY
from enraya.server.limits import Buckets, Limits, counted_address
from enraya.server.problems import ServerRefusal, respond

LOOPBACK = ("localhost", "127.0.0.1", "::1")
FILES = ("/api/imports", "/api/lab/exercises", "/api/lab/sheets", "/api/hand-ins")
"""The routes that whole files are uploaded to."""

PERSONAL = ("/api/matches", "/api/hand-ins", "/api/tournaments", "/api/invitations", "/api/classes")
"""Where answers are for one person's eyes: neither a browser nor a proxy keeps them."""

CLASSES = "/api/classes"
CLASS_FILES = ("/assignments", "/file")
"""How addresses of a class end that take files."""

SAFE = ("GET", "HEAD", "OPTIONS")
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def caller_of(scope: Scope) -> str:
    """The address that a request comes from, as limits count it."""
    client = scope.get("client")
    return counted_address(client[0]) if client else "local"


class HeldBodies:
    """The bytes of the files that are being taken in or worked on, by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._held: Counter[str] = Counter()

    @contextmanager
    def holding(self, scope: Scope, size: int) -> Iterator[ServerRefusal | None]:
        """Hold so many bytes of a request meanwhile; or the refusal, where that would be too much."""
        address = caller_of(scope) if size else ""
        if size and self._held[address] + size > self._limits.bodies_of_one:
            yield ServerRefusal("server.too_much_waiting", 429, retry_after=5.0)
        elif size and self._held.total() + size > self._limits.bodies:
            yield ServerRefusal("server.busy", 503, retry_after=5.0)
        else:
            self._held[address] += size
            try:
                yield None
            finally:
                self._held[address] -= size
                if not self._held[address]:
                    del self._held[address]


class Guard:
    """Lets through what may pass."""

    def __init__(self, app: ASGIApp, *, limits: Limits, hosts: Iterable[str] = (), any_address: bool = False) -> None:
        self._app, self._limits, self._any_address = app, limits, any_address
        self._hosts = {*LOOPBACK, *(host.lower() for host in hosts)}
        self._requests = Buckets(limits.requests, limits.burst)
        self._bodies = HeldBodies(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except ServerRefusal as refusal:
            await self._refuse(refusal, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        most = self._limits.import_body if _takes_files(scope["path"]) else self._limits.body
        if scope["method"] == "HEAD":
            # What GET would answer, without its body.
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        await self._pass(scope, receive, send, most)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(host):
            raise ServerRefusal("server.host", 403, text=host)
        origin = headers.get("origin")
        is_safe = scope["type"] == "http" and scope["method"] in SAFE
        if origin is not None and not is_safe and _place_of(origin) != host.lower():
            raise ServerRefusal("server.origin", 403, text=origin)
        if wait := self._requests.take(caller_of(scope)):
            raise ServerRefusal("server.too_many", 429, retry_after=wait)

    def _is_known(self, host: str) -> bool:
        """True if this server goes by that host name: against DNS rebinding, a foreign page's own name is unknown."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._hosts:
            return True
        return self._any_address and _is_address(name)

    async def _refuse(self, refusal: ServerRefusal, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": FORBIDDEN if refusal.status == 403 else TOO_MANY})
            return
        await respond(refusal, HTTPConnection(scope))(scope, receive, self._with_headers(scope, send))

    async def _pass(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Hand the request on with a body of at most *most* bytes, whatever its length was said to be."""
        headers = Headers(scope=scope)
        said = headers.get("content-length", "0")
        if not (said.isascii() and said.isdigit() and len(said) < 12) or int(said) > most:
            await self._refuse(ServerRefusal("server.too_large", 413, most=most), scope, receive, send)
            return
        size = most if "transfer-encoding" in headers else int(said)
        # What is small is let in however much is held: a person's move is.
        with self._bodies.holding(scope, size if size > self._limits.body else 0) as refusal:
            if refusal is not None:
                await self._refuse(refusal, scope, receive, send)
                return
            await self._take(scope, receive, send, most)

    async def _take(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        """Read the body and hand the request on with it."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if len(body) > most:
                await self._refuse(ServerRefusal("server.too_large", 413, most=most), scope, receive, send)
                return
            if not message.get("more_body"):
                break
        has_been_read = False

        async def again() -> Message:
            nonlocal has_been_read
            if has_been_read:
                return await receive()
            has_been_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, self._with_headers(scope, send))

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith(PERSONAL):
                    headers["cache-control"] = "no-store"
                elif scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        return sending


def _without_body(send: Send) -> Send:
    async def sending(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return sending


def _takes_files(path: str) -> bool:
    return path in FILES or (path.startswith(CLASSES) and path.endswith(CLASS_FILES))


def _place_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
