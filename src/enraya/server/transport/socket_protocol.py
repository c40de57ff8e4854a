"""WebSockets within bounds: counted, taken in piece by piece, hung up on when they flood or nothing is read."""

from __future__ import annotations

import asyncio
from itertools import repeat
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from enraya.server.api.frames import TOO_MANY
from enraya.server.limits import Buckets
from enraya.server.transport.connections import PIECE, OpenConnections, Stalling


class SocketProtocol(WebSocketsSansIOProtocol, Stalling):
    """A WebSocket that is counted, and hung up on when its other end reads nothing."""

    def __init__(self, *arguments: Any, open_connections: OpenConnections, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.open_connections = open_connections
        self._untaken = b""
        self._taking: asyncio.Handle | None = None
        limits = open_connections.limits
        self._frames = Buckets(limits.frames, limits.burst)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.open_connections.enter(self.client[0] if self.client else "")
        self._opening = self.loop.call_later(self.open_connections.limits.head_seconds, self._late)

    def _late(self) -> None:
        if not self.handshake_initiated:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._opening.cancel()
        if self._taking is not None:
            self._taking.cancel()
        self._untaken = b""
        # It refers to the connection and would keep all of it: the collector of cycles runs seldom.
        self.conn.parser.close()
        self._end_stall()
        self.open_connections.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._begin_stall()
        # Nor is anything read from who does not read: every ping would have to be answered.
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._end_stall()
        self._read_on()

    def data_received(self, data: bytes) -> None:
        self._untaken += data
        if self._taking is None:
            self._take()
        if self._untaken:
            self.transport.pause_reading()

    def _take(self) -> None:
        """Take a piece of what has come, and the next one after others had their turn."""
        self._taking = None
        piece, self._untaken = self._untaken[:PIECE], self._untaken[PIECE:]
        self.conn.receive_data(piece)
        if self.conn.parser_exc is not None:
            self._untaken = b""
            self.handle_parser_exception()
        elif any(map(self._frames.take, repeat("", len(self.conn.events)))):
            # Frames that hold nothing, pings and their answers: no message comes of them that could be counted.
            self._untaken = b""
            self._hang_up()
        else:
            self.handle_events()
        if self._untaken:
            self._taking = self.loop.call_soon(self._take)
        else:
            self._read_on()

    async def receive(self) -> Any:
        message = await super().receive()
        # For the next message it reads on; but what has come already is taken first, or it would grow with each one.
        if self._untaken and not self.transport.is_closing():
            self.transport.pause_reading()
        return message

    async def send(self, message: Any) -> None:
        if self.transport.is_closing() and not self.close_sent:
            # Writing to it is an error from now on, but this protocol is told a moment later.
            self.disconnected = True
        await super().send(message)

    def _hang_up(self) -> None:
        if self.conn.state is State.OPEN:
            self.conn.send_close(TOO_MANY)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        # It ends once all was taken that was sent.
        self._begin_stall()

    def _read_on(self) -> None:
        """Read again, unless this side is not to, or has enough already."""
        if not (self.read_paused or self._stall or self._untaken or self.transport.is_closing()):
            self.transport.resume_reading()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        # What was wrong is the request itself, which may hold no body.
        self.handshake_complete = self.close_sent = True
        self.transport.write(STATUS_LINE[400] + b"connection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                # No text after all: it is refused as other bytes are.
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()
