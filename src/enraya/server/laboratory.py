"""The lab's long work: each job in a process of its own, told line by line, and stopped when nobody listens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from fastapi import Request
from starlette.responses import StreamingResponse

from enraya.errors import EnrayaError
from enraya.server.problems import ServerRefusal, language_of, problem_of
from enraya.server.process import Staff
from enraya.server.shelf import Json

LONGEST = 120.0
"""Seconds that one job may take."""

LOOK = 0.25
"""Seconds between looks whether anybody still listens."""

KIND = "application/x-ndjson"


class Laboratory:
    """A bounded number of jobs at a time, apart from the machines of matches; others wait, too many are refused."""

    def __init__(self, processors: int, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._waiting = 0
        self._slots = asyncio.Semaphore(processors)
        self._threads = ThreadPoolExecutor(processors, thread_name_prefix="enraya-laboratory")
        self._staff = Staff()

    def stream(self, request: Request, job: Json) -> StreamingResponse:
        """The lines of *job* as they come: `{"progress": …}`, then `{"answer": …}` or `{"refused": Problem}`."""
        if self._waiting >= self._most_waiting:
            raise ServerRefusal("server.busy", 503, retry_after=1.0)
        return StreamingResponse(self._lines(request, job), media_type=KIND)

    async def _lines(self, request: Request, job: Json) -> AsyncIterator[str]:
        self._waiting += 1
        try:
            async with self._slots:
                async for line in self._run(request, job):
                    yield line
        finally:
            self._waiting -= 1

    async def _run(self, request: Request, job: Json) -> AsyncIterator[str]:
        loop, stop = asyncio.get_running_loop(), Event()
        told: asyncio.Queue[str | None] = asyncio.Queue()

        def hear(line: str | None) -> None:
            loop.call_soon_threadsafe(told.put_nowait, line)

        def work() -> str | None:
            try:
                return self._staff.ask(job, stop, LONGEST, hear)
            finally:
                hear(None)

        running = loop.run_in_executor(self._threads, work)
        try:
            while True:
                try:
                    line = await asyncio.wait_for(told.get(), LOOK)
                except TimeoutError:
                    if await request.is_disconnected():
                        return
                    continue
                if line is None:
                    break
                yield line
            yield self._last_line(await running, language_of(request))
        finally:
            stop.set()
            # Shielded: the slot is free only when the work has really ended.
            await asyncio.shield(asyncio.wait([running]))

    @staticmethod
    def _last_line(line: str | None, language: str) -> str:
        if line is None:
            problem = problem_of(ServerRefusal("server.too_long", 503, seconds=round(LONGEST)), language)
        elif line.startswith('{"refused":'):
            refused = json.loads(line)
            problem = problem_of(EnrayaError(refused["refused"], **refused["values"]), language)
        else:
            return line
        return json.dumps({"refused": problem}, ensure_ascii=False) + "\n"

    def close(self) -> None:
        """End every process and take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._staff.close()
