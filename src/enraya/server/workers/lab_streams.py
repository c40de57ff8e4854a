"""The lab's long work: each job in a process of its own, told line by line, and stopped when nobody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import Request
from starlette.responses import StreamingResponse

from enraya.errors import EnrayaError
from enraya.server.api.answers.refusals import REFERENCE
from enraya.server.matches.offered_games import Json, OfferedGames
from enraya.server.problems import language_of, problem_of
from enraya.server.transport.guard import caller_of
from enraya.server.views.lab import RefusedLine
from enraya.server.workers.pool import LONGEST, PoolSlot, WorkerPool, text_of
from enraya.server.workers.queue import Rank
from enraya.workers.process import WorkRefused
from enraya.workers.service import ANSWER

POLL_SECONDS = 0.25
"""Seconds between looks whether anybody still listens."""

KIND = "application/x-ndjson"


class LabStreams:
    """Streams what jobs say in the worker pool about games that are *offered*."""

    def __init__(self, pool: WorkerPool, offered: OfferedGames) -> None:
        self._pool, self._offered = pool, offered

    def stream(self, request: Request, job: Json) -> StreamingResponse:
        """The lines of *job* as they come: `{"progress": …}`, then `{"answer": …}` or `{"refused": Problem}`."""
        self._pool.check(Rank.LAB, caller_of(request.scope))
        return StreamingResponse(self._lines(request, job), media_type=KIND)

    async def _lines(self, request: Request, job: Json) -> AsyncIterator[str]:
        try:
            async with self._pool.turn(Rank.LAB, caller_of(request.scope)) as turn:
                async for line in self._run(request, job, turn):
                    yield line
        except EnrayaError as error:
            told = self._offered.without_paths(error) if isinstance(error, WorkRefused) else error
            yield RefusedLine(refused=problem_of(told, language_of(request))).to_text() + "\n"

    async def _run(self, request: Request, job: Json, turn: PoolSlot) -> AsyncIterator[str]:
        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[str | None] = asyncio.Queue()

        def put_line(line: str | None) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, line)

        running = loop.create_task(turn.ask(job, LONGEST, put_line))
        running.add_done_callback(lambda _: lines.put_nowait(None))
        try:
            while True:
                try:
                    line = await asyncio.wait_for(lines.get(), POLL_SECONDS)
                except TimeoutError:
                    if await request.is_disconnected():
                        return
                    continue
                if line is None:
                    break
                yield line
            last = running.result()
            yield f"{ANSWER}{text_of(last, LONGEST)}}}\n"
        finally:
            running.cancel()
            # Shielded: the slot is free only when the work has really ended.
            await asyncio.shield(asyncio.wait([running]))


def lines_of(name: str) -> dict[int | str, dict[str, Any]]:
    """How OpenAPI tells of the stream *name* of `views.lab.streams`: the schema is that of one line."""
    content = {KIND: {"schema": {"$ref": REFERENCE.format(model=name)}}}
    return {200: {"description": "lines of JSON: progress, then the answer or a refusal", "content": content}}
