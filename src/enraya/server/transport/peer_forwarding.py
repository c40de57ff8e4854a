"""Several servers over one database: what another server holds is asked of it, whoever was asked first.

A match is held by one server at a time, which the database knows; tournaments are all held by one. A request for what
is held elsewhere goes there as it came, with the address of who asked; a WebSocket is passed on in both directions.
Once the other server has died, whoever is asked next takes the match over and answers itself.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from hmac import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import websockets
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enraya.errors import EnrayaError
from enraya.server.api.frames import FULL, RESTARTED
from enraya.server.problems import ServerRefusal, respond
from enraya.server.transport.guard import caller_of
from enraya.store import HeldElsewhere

if TYPE_CHECKING:
    from enraya.server.context import Context

KEY, CALLER, SCHEME = "x-enraya-peer", "x-enraya-caller", "x-enraya-scheme"
MATCHES = "/api/matches/"
LED_PATHS = ("/api/tournaments", "/api/hand-ins")
KEPT = ("host", "content-type", "cookie", "x-enraya-token", "x-enraya-teacher", "accept-language")
"""Headers that are passed on. The origin was checked already, by the name that the browser knows."""

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 60.0
RETRY_SECONDS = 0.1
PATIENCE = 5.0
"""Seconds for which a match is looked for whose server does not answer: until its death is known."""


class PeerAuthentication:
    """Believes another server of the same database about who asked; its key, which the database keeps, shows it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers, known = Headers(scope=scope), scope["app"].state.context.peer_key
            if known and compare_digest(headers.get(KEY, "").encode(), known.encode()):
                client = (headers.get(CALLER, ""), 0)
                scope = {**scope, "client": client, "scheme": headers.get(SCHEME, "http"), "enraya.peer": True}
        await self._app(scope, receive, send)


class PeerForwarding:
    """Passes on what another server holds; everything else is answered here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith((MATCHES, *LED_PATHS)):
            await self._app(scope, receive, send)
            return
        context: Context = scope["app"].state.context
        until = time.monotonic() + PATIENCE
        while (address := await _place(context, scope["path"])) is not None:
            if address and "enraya.peer" not in scope:
                try:
                    await _pass_on(context, address, scope, receive, send)
                    return
                except _Died:
                    until = 0.0
                except _NotReached:
                    # Nothing was sent: its server is about to be known as dead.
                    pass
            if time.monotonic() > until:
                await _refuse(scope, receive, send)
                return
            await asyncio.sleep(RETRY_SECONDS)
        await self._app(scope, receive, send)


class _Died(Exception):
    """It died while it was asked: nobody knows whether it did what it was to do."""


class _NotReached(Exception):
    """There is nobody at that address."""


async def _place(context: Context, path: str) -> str | None:
    """The address of the server that holds what *path* names, None if that is this one, empty if nobody knows."""
    try:
        if path.startswith(LED_PATHS):
            return await context.leader_election.leader_address()
        await context.registry.find(unquote(path.removeprefix(MATCHES).partition("/")[0]))
    except HeldElsewhere as elsewhere:
        return elsewhere.address
    except EnrayaError:
        # There is none, or it is damaged: the route says so.
        return None
    return None


async def _pass_on(context: Context, address: str, scope: Scope, receive: Receive, send: Send) -> None:
    said = Headers(scope=scope)
    headers = {name: said[name] for name in KEPT if name in said}
    headers |= {KEY: context.peer_key, CALLER: caller_of(scope), SCHEME: scope["scheme"]}
    query = scope["query_string"].decode("latin-1")
    target = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
    if scope["type"] == "websocket":
        await _pass_line(address, target, {**headers, "host": ""}, receive, send)
    else:
        await _pass_request(address, target, headers, scope["method"], receive, send)


async def _pass_request(
    address: str, target: str, headers: dict[str, str], method: str, receive: Receive, send: Send
) -> None:
    place = urlsplit(address)
    try:
        opening = asyncio.open_connection(place.hostname, place.port)
        reader, writer = await asyncio.wait_for(opening, CONNECT_SECONDS)
    except (OSError, TimeoutError):
        raise _NotReached from None
    # The guard has read the body whole.
    body = (await receive()).get("body", b"")
    headers["content-length"] = str(len(body))
    # In HTTP/1.0 the answer ends with the connection.
    head = [f"{method} {target} HTTP/1.0", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            writer.write("\r\n".join(head).encode("latin-1") + body)
            answer = await reader.read()
    except (OSError, TimeoutError):
        answer = b""
    finally:
        writer.close()
    top, _, content = answer.partition(b"\r\n\r\n")
    first, *lines = top.split(b"\r\n")
    found = [(name.lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    if not first.startswith(b"HTTP/") or len(content) < int(dict(found).get(b"content-length", b"0")):
        raise _Died
    kept = [(name, value) for name, value in found if name not in (b"connection", b"date", b"transfer-encoding")]
    await send({"type": "http.response.start", "status": int(first.split()[1]), "headers": kept})
    await send({"type": "http.response.body", "body": content})


async def _pass_line(address: str, target: str, headers: dict[str, str], receive: Receive, send: Send) -> None:
    said = {name: value for name, value in headers.items() if value}
    opening = websockets.connect(
        address.replace("http", "ws", 1).rstrip("/") + target,
        additional_headers=said,
        compression=None,
        max_size=None,
        open_timeout=CONNECT_SECONDS,
        proxy=None,
    )
    try:
        other = await opening
    except (OSError, TimeoutError, websockets.WebSocketException):
        raise _NotReached from None
    await receive()
    await send({"type": "websocket.accept"})
    there = asyncio.create_task(_speak(other, receive))
    try:
        with suppress(websockets.ConnectionClosed):
            async for message in other:
                await send({"type": "websocket.send", "text": message})
        if not there.done():
            code = other.close_code
            # A server that died says nothing: the page comes back by itself and finds the match at another.
            await _quietly(send, {"type": "websocket.close", "code": RESTARTED if code in (None, 1006, 1012) else code})
    finally:
        there.cancel()
        await other.close()


async def _speak(other: websockets.ClientConnection, receive: Receive) -> None:
    """Pass on what the client says, until it goes."""
    with suppress(websockets.ConnectionClosed):
        while (message := await receive())["type"] == "websocket.receive":
            await other.send(message.get("text") or message.get("bytes") or "")
    await other.close()


async def _quietly(send: Send, message: Message) -> None:
    with suppress(RuntimeError, OSError):
        await send(message)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": FULL})
        return
    refusal = ServerRefusal("server.busy", 503, retry_after=1.0)
    await respond(refusal, HTTPConnection(scope))(scope, receive, send)
