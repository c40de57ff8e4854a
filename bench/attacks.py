"""What one address can do to another: each attack from its own loopback addresses, and what a bystander waits.

    python bench/attacks.py [lab] [watchers] [descriptions] [pictures] [undos] [hints]

Starts a server of its own, with the usual limits and a database in a folder that is removed afterwards. Beside every
attack somebody at an address of their own plays ten moves a second; the time until each move is on disk is printed.
Everything is bounded and goes to this machine alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvloop
import websockets
from load import cpu, moves_of

BYSTANDER = "127.0.0.9"
ATTACKERS = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
LARGE = "gomoku(19,freestyle,free)"
TWO = {"first": "human", "second": "human", "seconds": None, "games": 99, "starter": "first"}
SLOW = {"game": "mnk(5,5,4)", "algorithms": ["minimax"], "depth": 12, "seconds": None, "growth": False}
SHORT = {"game": "mnk(4,4,4)", "seconds": 1.0}


class Client:
    """HTTP and WebSockets from one address."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address, self.token = port, address, ""

    async def ask(
        self, method: str, path: str, body: object = None, on_body: Callable[[], None] = lambda: None
    ) -> tuple[int, bytes]:
        """The status and the body of one request; *on_body* is called when the first of it comes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        data = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(data)}"]
        head += ["Content-Type: application/json", f"X-Enraya-Token: {self.token}"] if self.token else []
        head += ["Content-Type: application/json"] if not self.token else []
        try:
            writer.write("\r\n".join([*head, "", ""]).encode() + data)
            status = int((await reader.readline()).split()[1])
            await reader.readuntil(b"\r\n\r\n")
            first = await reader.read(1)
            on_body()
            return status, first + await reader.read()
        finally:
            writer.close()

    async def sit_down(self, game: str) -> str:
        """A new match of both seats."""
        _, answer = await self.ask("POST", "/api/matches", {**TWO, "game": game})
        made = json.loads(answer)
        self.token = self.token or made["token"]
        return str(made["match"])

    async def connect(self, match: str, **headers: str) -> websockets.ClientConnection:
        return await websockets.connect(
            f"ws://127.0.0.1:{self.port}/api/matches/{match}/live",
            additional_headers=headers,
            local_addr=(self.address, 0),
            compression=None,
            max_queue=None,
            open_timeout=120,
        )


class Bystander:
    """Plays ten moves a second and notes what each waits."""

    def __init__(self, port: int) -> None:
        self.client, self.waits = Client(port, BYSTANDER), []

    async def play(self) -> None:
        moves, match = moves_of(LARGE), await self.client.sit_down(LARGE)
        line = await self.client.connect(match, **{"X-Enraya-Token": self.client.token})
        for ply, move in enumerate(moves):
            began = time.perf_counter()
            await line.send(json.dumps({"type": "play", "id": ply, "move": move, "ply": ply, "game": 1}))
            while (answer := json.loads(await line.recv())).get("id") != ply:
                continue
            assert answer["type"] == "done", answer
            self.waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.1)

    def line(self) -> str:
        waits = sorted(self.waits)
        return (
            f"a bystander's {len(waits)} moves: p50 {1000 * waits[len(waits) // 2]:.0f} ms, "
            f"p99 {1000 * waits[int(0.99 * len(waits))]:.0f} ms, worst {1000 * waits[-1]:.0f} ms"
        )


async def lab(port: int) -> str:
    """28 long jobs of one address, then one of a second of another."""
    greedy = Client(port, ATTACKERS[0])
    jobs = [asyncio.create_task(greedy.ask("POST", "/api/lab/compare", SLOW)) for _ in range(28)]
    await asyncio.sleep(2)
    began = time.perf_counter()
    told: list[float] = []
    other = Client(port, ATTACKERS[1])
    asking = other.ask("POST", "/api/lab/values", SHORT, lambda: told.append(time.perf_counter() - began))
    with suppress(TimeoutError):
        await asyncio.wait_for(asking, 60)
    took = time.perf_counter() - began
    for job in jobs:
        job.cancel()
    refused = Counter(job.result()[0] for job in await _settled(jobs))
    first = f"{told[0]:.2f} s" if told else "never"
    return f"a job of one second began after {first} and ended after {took:.2f} s; the greedy one: {dict(refused)}"


async def watchers(port: int) -> str:
    """1,000 watchers of one match, from three addresses."""
    owner = Client(port, ATTACKERS[0])
    match = await owner.sit_down(LARGE)
    began, lines, full = time.perf_counter(), [], 0
    for at in range(0, 1000, 50):
        clients = [Client(port, ATTACKERS[number % 3]) for number in range(at, at + 50)]
        lines += await asyncio.gather(*(client.connect(match) for client in clients))
    heard = await asyncio.gather(*(line.recv() for line in lines))
    full = sum('"welcome"' not in first for first in heard)
    connected = time.perf_counter() - began
    await owner.ask("POST", f"/api/matches/{match}/moves", {"move": "a1", "ply": 0, "game": 1})

    async def event(line: websockets.ClientConnection) -> None:
        with suppress(websockets.ConnectionClosed):
            while '"event"' not in await line.recv():
                continue

    await asyncio.gather(*(event(line) for line in lines))
    told = time.perf_counter() - began - connected
    began = time.perf_counter()
    await asyncio.gather(*(line.close() for line in lines))
    left = time.perf_counter() - began
    came = f"1,000 watchers came in {connected:.2f} s ({full} refused)"
    return f"{came}, heard of a move in {told:.2f} s, left in {left:.2f} s"


async def descriptions(port: int) -> str:
    """24 descriptions of large boards, none of them asked for before, and one of another address."""
    greedy = Client(port, ATTACKERS[0])
    games = [f"mnk({columns},{rows},{k})" for columns in (19, 18) for rows in (19, 17, 16) for k in (5, 6, 7, 8)]
    return await _beside(
        [greedy.ask("GET", f"/api/games/describe?game={game}") for game in games],
        Client(port, ATTACKERS[1]).ask("GET", "/api/games/describe?game=mnk(4,4,3)"),
        "a description",
    )


async def pictures(port: int) -> str:
    """20 animated pictures of a long game, and one picture of another address."""
    greedy, other = Client(port, ATTACKERS[0]), Client(port, ATTACKERS[1])
    long = {"game": LARGE, "moves": moves_of(LARGE)[:360]}
    short = {"game": "mnk(3,3,3)", "moves": ["b2", "a1"]}
    return await _beside(
        [greedy.ask("POST", "/api/replays/export/gif", long) for _ in range(20)],
        other.ask("POST", "/api/replays/export/gif", short),
        "a small picture",
    )


async def undos(port: int) -> str:
    """As many undos as a match takes, then what has happened since event 1, a hundred times."""
    client = Client(port, ATTACKERS[0])
    match = await client.sit_down(LARGE)
    line = await client.connect(match, **{"X-Enraya-Token": client.token})
    answers: Counter[str] = Counter()

    async def say(number: int, **message: object) -> None:
        await line.send(json.dumps({"id": number, **message}))
        while (answer := json.loads(await line.recv())).get("id") != number:
            continue
        answers[answer["problem"]["code"] if answer["type"] == "refused" else "done"] += 1
        # As quickly as one line may speak.
        await asyncio.sleep(0.035)

    for number in range(0, 2200, 2):
        await say(number, type="play", move="a1", ply=0, game=1)
        await say(number + 1, type="undo")
    await line.close()
    began = time.perf_counter()
    sizes = [len((await client.ask("GET", f"/api/matches/{match}/events?after=1"))[1]) for _ in range(100)]
    each = (time.perf_counter() - began) / 100
    return f"{dict(answers)}; what happened since the first event: {1000 * each:.1f} ms, {max(sizes)} bytes"


async def hints(port: int) -> str:
    """Hints over ten lines of ten matches at once, again and again for ten seconds; and one of another address."""
    greedy, other = Client(port, ATTACKERS[0]), Client(port, ATTACKERS[1])
    codes: Counter[str] = Counter()

    async def ask(until: float) -> None:
        match = await greedy.sit_down(LARGE)
        line = await greedy.connect(match, **{"X-Enraya-Token": greedy.token})
        while time.perf_counter() < until:
            await line.send(json.dumps({"type": "hint", "id": 1}))
            while (answer := json.loads(await line.recv())).get("id") != 1:
                continue
            codes[answer["problem"]["code"] if answer["type"] == "refused" else "done"] += 1
            await asyncio.sleep(0.1)
        await line.close()

    await greedy.sit_down("mnk(3,3,3)")
    asking = [asyncio.create_task(ask(time.perf_counter() + 10)) for _ in range(10)]
    await asyncio.sleep(1)
    match = await other.sit_down(LARGE)
    began = time.perf_counter()
    status, _ = await other.ask("POST", f"/api/matches/{match}/hint", {})
    took = time.perf_counter() - began
    await asyncio.gather(*asking)
    return f"{dict(codes)}; another's hint after {took:.2f} s ({status})"


async def _beside(greedy: list[Awaitable[tuple[int, bytes]]], other: Awaitable[tuple[int, bytes]], what: str) -> str:
    """How long *other* takes beside all of *greedy*."""
    began = time.perf_counter()
    jobs = [asyncio.ensure_future(each) for each in greedy]
    await asyncio.sleep(0.5)
    asked = time.perf_counter()
    status, _ = await other
    took = time.perf_counter() - asked
    statuses = Counter(status for status, _ in await asyncio.gather(*jobs))
    whole = time.perf_counter() - began
    return f"{what} of another address took {took:.2f} s ({status}); the greedy one {dict(statuses)} in {whole:.1f} s"


async def _settled(jobs: list[asyncio.Task[tuple[int, bytes]]]) -> list[asyncio.Task[tuple[int, bytes]]]:
    await asyncio.gather(*jobs, return_exceptions=True)
    return [job for job in jobs if not job.cancelled() and job.exception() is None]


ATTACKS = {each.__name__: each for each in (lab, watchers, descriptions, pictures, undos, hints)}


async def attack(port: int, pid: int, names: list[str]) -> None:
    for name in names:
        used = cpu(pid)
        bystander = Bystander(port)
        playing = asyncio.create_task(bystander.play())
        await asyncio.sleep(1)
        print(f"{name}: {await ATTACKS[name](port)}", flush=True)
        playing.cancel()
        print(f"{'':>{len(name)}}  {bystander.line()}", flush=True)
        used = cpu(pid) - used
        print(f"{'':>{len(name)}}  {used:.1f} s of processor in the server; load {os.getloadavg()[0]:.1f}", flush=True)


def main() -> None:
    names = sys.argv[1:] or list(ATTACKS)
    with tempfile.TemporaryDirectory() as folder:
        script = "from enraya.cli import main; main()"
        command = [sys.executable, "-c", script, "serve", "--port", "0", "--database", f"{folder}/attacks.db"]
        environment = {**os.environ, "ENRAYA_LANG": "en"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            uvloop.run(attack(port, server.pid, names))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


if __name__ == "__main__":
    main()
