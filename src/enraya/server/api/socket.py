"""The WebSocket of a match: every event as it happens, and the same actions as over HTTP."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from enraya.errors import EnrayaError
from enraya.server.api.frames import (
    DAMAGED,
    FULL,
    LONGEST_ID,
    NO_MATCH,
    RESTARTED,
    TOO_LARGE,
    TOO_MANY,
    ActionFrame,
    DoneFrame,
    HintedFrame,
    HintFrame,
    NotAFrame,
    PlayedFrame,
    PlayFrame,
    PongFrame,
    RefusedFrame,
    WelcomeFrame,
    parse_message,
    read_frame,
)
from enraya.server.api.matches import MatchName
from enraya.server.context import Context, context_of, refusals
from enraya.server.limits import Buckets
from enraya.server.matches.actions import You, hint, play, take
from enraya.server.matches.live import LiveMatch
from enraya.server.problems import ServerRefusal, language_of, problem_of
from enraya.server.tokens import token_of
from enraya.server.transport.guard import caller_of
from enraya.server.views.board import WireModel
from enraya.store import Damaged, NotStored

router = APIRouter()
LINE = "/api/matches/{match}/live"
MOST_UNSENT = 200
After = Annotated[str, Query(description="the number of the last event that is known, if any")]


@router.get(LINE, status_code=101, tags=["matches"], responses=refusals(426))
async def upgrade(match: MatchName, after: After = "") -> None:
    """The WebSocket of a match: ask for it with `Upgrade: websocket`. `x-websocket` tells what is said on it."""
    raise ServerRefusal("server.upgrade", 426)


@router.websocket(LINE)
async def live(socket: WebSocket, match: str, after: After = "") -> None:
    """The WebSocket of a match: sends the state, or the events since *after*; then every event."""
    context = context_of(socket)
    caller = caller_of(socket.scope)
    if _is_full(context, caller):
        await _close(socket, FULL)
        return
    context.connections[caller] = context.connections.get(caller, 0) + 1
    try:
        found = await context.registry.find(match)
    except NotStored:
        await _close(socket, FULL)
    except Damaged as damaged:
        await _close(socket, DAMAGED, _refusal(None, damaged, language_of(socket)))
    except EnrayaError:
        await _close(socket, NO_MATCH)
    else:
        if refusal := _one_too_many(context, found, socket, caller):
            await _close(socket, FULL, _refusal(None, refusal, language_of(socket)))
            return
        await socket.accept()
        number = int(after) if after.isascii() and after.isdigit() and len(after) < 8 else None
        await _Connection(socket, context, found).run(number)
    finally:
        context.connections[caller] -= 1
        if not context.connections[caller]:
            del context.connections[caller]


def _is_full(context: Context, caller: str) -> bool:
    limits = context.limits
    is_one_too_many = context.connections.get(caller, 0) >= limits.connections_of_one
    return is_one_too_many or sum(context.connections.values()) >= limits.connections


def _one_too_many(context: Context, match: LiveMatch, socket: WebSocket, caller: str) -> ServerRefusal | None:
    """The refusal of one more watcher, where *match* has as many as it may; who plays is always let in."""
    most = context.limits.watchers
    if match.watchers < most or You.of(token_of(socket), match, caller).seats:
        return None
    return ServerRefusal("server.too_many_watchers", 503, retry_after=5.0, most=most)


async def _close(socket: WebSocket, code: int, last: RefusedFrame | None = None) -> None:
    # A code, and a *last* message, can only be told on a WebSocket that was opened.
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        if last is not None:
            await socket.send_text(last.to_text())
        await socket.close(code)


def _refusal(id: int | str | None, error: EnrayaError, language: str) -> RefusedFrame:
    return RefusedFrame(type="refused", id=id, problem=problem_of(error, language))


class _Connection:
    """One connection: who is at the other end, and what is still to be sent to them."""

    def __init__(self, socket: WebSocket, context: Context, match: LiveMatch) -> None:
        self._socket, self._context, self._match = socket, context, match
        self._token = token_of(socket)
        self._language = language_of(socket)
        self._unsent: asyncio.Queue[str | None] = asyncio.Queue()
        self._unsent_size, self._is_lost = 0, False
        self._bucket = Buckets(context.limits.messages, context.limits.burst)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = 1000
        self.address = caller_of(socket.scope)
        self.seats = self._you().seats

    def _you(self) -> You:
        return You.of(self._token, self._match, self.address)

    def receive(self, message: str) -> None:
        if self._is_lost:
            return
        self._unsent_size += len(message)
        waiting = self._unsent.qsize()
        if waiting >= MOST_UNSENT or (waiting and self._unsent_size > self._context.limits.unsent):
            # Who does not listen is let go of, and what they did not take too: coming back, they get what they missed.
            self._is_lost = True
            self._unsent = asyncio.Queue()
            self._unsent.put_nowait(None)
        else:
            self._unsent.put_nowait(message)

    def end(self) -> None:
        self._closing = RESTARTED
        self._unsent.put_nowait(None)

    def _say(self, message: WireModel) -> None:
        self.receive(message.to_text())

    async def run(self, after: int | None) -> None:
        """Talk until one side hangs up."""
        self._welcome(after)
        self._match.add(self)
        sending = asyncio.get_running_loop().create_task(self._send())
        try:
            await self._receive()
        finally:
            self._match.remove(self)
            self._unsent.put_nowait(None)
            await asyncio.gather(sending, *self._tasks, return_exceptions=True)

    def _welcome(self, after: int | None) -> None:
        """Send the first frames without awaiting anything, so that no event can come between them and those that
        follow.
        """
        missed = self._match.events_after(after)
        match = self._match
        self._say(
            WelcomeFrame(
                type="welcome",
                match=match.id,
                number=match.number,
                time=match.wall_time,
                you=self._you().shown(),
                state=match.state() if missed is None else None,
            )
        )
        for event in missed or []:
            self._say(event)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self._unsent.get()) is not None:
                self._unsent_size -= len(message)
                await self._socket.send_text(message)
        with suppress(WebSocketDisconnect, RuntimeError):
            if self._socket.application_state is not WebSocketState.DISCONNECTED:
                await self._socket.close(self._closing)

    async def _receive(self) -> None:
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            data = message.get("text") or message.get("bytes") or ""
            if len(data) > self._context.limits.frame:
                self._closing = TOO_LARGE
                return
            if self._bucket.take(""):
                self._closing = TOO_MANY
                return
            await self._take(data)

    async def _take(self, data: str | bytes) -> None:
        id = None
        try:
            message = parse_message(data)
            id = _id_of(message)
            frame = read_frame(message)
        except NotAFrame as error:
            self._refuse(id, ServerRefusal("server.bad_request", 400, place=error.place, reason=error.reason))
            return
        if isinstance(frame, HintFrame):
            # It takes a while, and moves must not wait behind it.
            self._start(self._answer(id, frame))
        elif not isinstance(frame, PongFrame):
            await self._answer(id, frame)

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, id: int | str | None, frame: PlayFrame | HintFrame | ActionFrame) -> None:
        # Who joined after the WebSocket was opened has a seat now.
        you = self._you()
        self.seats = you.seats
        try:
            self._say(await self._done(id, you, frame))
        except EnrayaError as error:
            self._refuse(id, error)

    async def _done(
        self, id: int | str | None, you: You, frame: PlayFrame | HintFrame | ActionFrame
    ) -> PlayedFrame | HintedFrame | DoneFrame:
        if isinstance(frame, PlayFrame):
            return PlayedFrame(type="done", id=id, **dict(await play(self._match, you, frame)))
        if isinstance(frame, HintFrame):
            self._context.charge_hint(you.address, self._match.id)
            return HintedFrame(
                type="done", id=id, **dict(await hint(self._match, you, self._context.registry.thinkers))
            )
        return DoneFrame(type="done", id=id, **dict(await take(self._match, you, frame.type, frame.seat)))

    def _refuse(self, id: int | str | None, error: EnrayaError) -> None:
        self._context.metrics.note_refusal(error.code)
        self._say(_refusal(id, error, self._language))


def _id_of(message: object) -> int | str | None:
    """The client's own id of its message, if that is a whole number or a short text."""
    given = message.get("id") if isinstance(message, dict) else None
    if isinstance(given, str):
        return given[:LONGEST_ID]
    return given if type(given) is int else None
