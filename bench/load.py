"""The load row: many connected players, durable moves at a steady rate, and what each waits for its acknowledgement.

    python bench/load.py [--players 1000] [--rate 500] [--seconds 20] [--times 3]

Starts a server of its own on a free port, with a database in a folder that is removed afterwards, and plays from this
process. `--times 3` then asks for three times the rate: what is too much must be refused politely, and afterwards the
usual rate must go well again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import Request, urlopen

import uvloop
import websockets

SETTINGS = {"first": "human", "second": "human", "seconds": None, "games": 99, "starter": "first"}
LINE = ["a1", "a2", "b1", "b2", "c1"]


@dataclass
class Tally:
    """What happened to the moves of one run."""

    waits: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    broken: int = 0

    def line(self, name: str, seconds: float) -> str:
        waits = sorted(self.waits) or [float("nan")]

        def at(part: float) -> str:
            return f"{1000 * waits[min(len(waits) - 1, int(part * len(waits)))]:.1f} ms"

        refused = ", ".join(f"{code} {count}" for code, count in self.refused.items()) or "none"
        return (
            f"{name:>10}: {len(self.waits) / seconds:7.0f} moves/s acknowledged · p50 {at(0.5)} · p99 {at(0.99)} · "
            f"worst {at(1)} · refused: {refused} · broken: {self.broken}"
        )


class Pair:
    """A match of two connected players, who move in turn: small games of five moves, one after another."""

    def __init__(self, base: str, match: str, token: str) -> None:
        self.address = f"{base.replace('http', 'ws')}api/matches/{match}/live"
        self.headers = {"X-Enraya-Token": token}
        self.ply, self.game, self.busy = 0, 1, False
        self.waiting: dict[int, asyncio.Future[dict]] = {}
        self.next_id = 0

    async def connect(self) -> None:
        self.lines = [
            await websockets.connect(self.address, additional_headers=self.headers, compression=None, max_queue=None)
            for _ in range(2)
        ]
        self.readers = [asyncio.create_task(self._read(line)) for line in self.lines]

    async def _read(self, line) -> None:
        async for text in line:
            # Reading every event whole would measure this client rather than the server.
            if text.startswith(('{"type":"done"', '{"type":"refused"')):
                answer = json.loads(text)
                if (future := self.waiting.pop(answer["id"], None)) and not future.done():
                    future.set_result(answer)

    async def _ask(self, line, message: dict) -> dict:
        self.next_id += 1
        future = asyncio.get_running_loop().create_future()
        self.waiting[self.next_id] = future
        await line.send(json.dumps({**message, "id": self.next_id}))
        return await asyncio.wait_for(future, 30)

    async def move(self, tally: Tally) -> None:
        if self.ply == len(LINE):
            answer = await self._ask(self.lines[0], {"type": "continue"})
            if answer["type"] == "done":
                self.ply, self.game = 0, self.game + 1
            else:
                self._note(tally, answer)
                return
        began = time.perf_counter()
        line = self.lines[self.ply % 2]
        answer = await self._ask(line, {"type": "play", "move": LINE[self.ply], "ply": self.ply, "game": self.game})
        if answer["type"] == "done":
            tally.waits.append(time.perf_counter() - began)
            self.ply += 1
        else:
            self._note(tally, answer)

    def _note(self, tally: Tally, answer: dict) -> None:
        code = answer["problem"]["code"]
        tally.refused[code] = tally.refused.get(code, 0) + 1

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        await asyncio.gather(*(line.close() for line in self.lines))


async def run(pairs: list[Pair], rate: float, seconds: float) -> Tally:
    """Ask for *rate* moves per second, spread evenly, whether or not they are answered in time."""
    tally, tasks, turn = Tally(), set(), 0
    began = time.perf_counter()

    async def one(pair: Pair) -> None:
        try:
            await pair.move(tally)
        except (TimeoutError, OSError, websockets.WebSocketException):
            tally.broken += 1
        finally:
            pair.busy = False

    while (now := time.perf_counter() - began) < seconds:
        due = int(now * rate)
        while turn < due:
            turn += 1
            pair = pairs[turn % len(pairs)]
            if pair.busy:
                tally.refused["client: no answer yet"] = tally.refused.get("client: no answer yet", 0) + 1
                continue
            pair.busy = True
            task = asyncio.create_task(one(pair))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.sleep(0.002)
    await asyncio.gather(*tasks)
    return tally


def create(base: str) -> Pair:
    body = json.dumps(SETTINGS).encode()
    request = Request(f"{base}api/matches", body, {"Content-Type": "application/json"})
    with urlopen(request) as response:
        made = json.load(response)
    return Pair(base, made["match"], made["token"])


def memory(pid: int) -> float:
    """Megabytes that a process holds now."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


async def measure(base: str, pid: int, options: argparse.Namespace) -> None:
    pairs = [create(base) for _ in range(options.players // 2)]
    for at in range(0, len(pairs), 50):
        await asyncio.gather(*(pair.connect() for pair in pairs[at : at + 50]))
    print(f"{2 * len(pairs)} players connected, server {memory(pid):.0f} MB", flush=True)
    await run(pairs, options.rate / 4, 2)
    plan = [("usual", 1.0)] + (
        [(f"{options.times:g} times", options.times), ("after", 1.0)] if options.times > 1 else []
    )
    for name, times in plan:
        used = os.times()
        server = cpu(pid)
        tally = await run(pairs, options.rate * times, options.seconds)
        client = os.times().user + os.times().system - used.user - used.system
        print(tally.line(name, options.seconds), flush=True)
        print(
            f"{'':>10}  server {memory(pid):.0f} MB, {(cpu(pid) - server) / options.seconds:.2f} cores; "
            f"client {client / options.seconds:.2f} cores",
            flush=True,
        )
    await asyncio.gather(*(pair.close() for pair in pairs))


def cpu(pid: int) -> float:
    """Seconds that a process has run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--times", type=float, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        script = "from enraya.cli import main; main()"
        command = [sys.executable, "-c", script, "serve", "--port", "0", "--rate", "100000"]
        command += ["--database", f"{folder}/load.db"]
        environment = {**os.environ, "ENRAYA_LANG": "en"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            base = re.search(r"http://\S+", server.stdout.readline())[0]
            uvloop.run(measure(base, server.pid, options))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(10)


if __name__ == "__main__":
    main()
