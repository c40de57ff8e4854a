"""A long run of everything at once: does memory, the number of open files or the database's log grow?

    python bench/soak.py [--minutes 60] [--pairs 30]

Starts a server of its own, with a database in a folder that is removed afterwards. Pairs play one match after another,
watchers come and go, people ask for hints, descriptions, pictures and the lab's values, and play machines. A line a
minute says how large the server is; the last ones say how much it has grown since a sixth of the time had passed, what
it has open, and what stays open when everybody has left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import uvloop
import websockets
from attacks import Client
from load import SMALL, memory, moves_of

TWO = {"first": "human", "second": "human", "seconds": 600, "games": 3, "starter": "first", "game": SMALL}
ALONE = {**TWO, "second": "level:3", "game": "connect(7,6,4)", "games": 1}


def children_of(task: Path) -> list[str]:
    """The processes that a thread has started; none if it has ended."""
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


def open_files(pid: int) -> Counter[str]:
    """What a process has open, by kind: a path, or socket, pipe and the like without their numbers."""
    found: Counter[str] = Counter()
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            found[re.sub(r":\[\d+\]$", "", str(entry.readlink()))] += 1
    return found


class Sample:
    """How large the server is."""

    def __init__(self, pid: int, database: Path) -> None:
        self.memory = memory(pid)
        self.kinds = open_files(pid)
        self.files = self.kinds.total()
        self.threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
        # Workers are started by threads, each of which has children of its own.
        children = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in children_of(task)]
        self.workers = len(children)
        self.workers_memory = sum(memory(int(child)) for child in children if Path(f"/proc/{child}/status").exists())
        log = Path(f"{database}-wal")
        self.log = log.stat().st_size / 1e6 if log.exists() else 0.0

    def __str__(self) -> str:
        return (
            f"server {self.memory:.0f} MB, {self.files} files, {self.threads} threads; {self.workers} workers "
            f"{self.workers_memory:.0f} MB; log {self.log:.1f} MB"
        )


async def play(port: int, done: Counter[str], number: int) -> None:
    """One match after another; a connection that broke, as they do when the machine sleeps, is counted."""
    client, dice = Client(port, f"127.0.1.{number + 1}"), random.Random(number)
    while True:
        try:
            await play_match(client, done, dice)
            done["matches"] += 1
        except (OSError, websockets.WebSocketException):
            done["broken"] += 1
            await asyncio.sleep(1)
        except KeyError:
            # The machine is too busy for another match, and the server has said so.
            done["refused"] += 1
            await asyncio.sleep(1)


async def play_match(client: Client, done: Counter[str], dice: random.Random) -> None:
    """One match of three games, with a watcher or two who come and go."""
    client.token = ""
    match = await client.sit_down(SMALL)
    line = await client.connect(match, **{"X-Enraya-Token": client.token})
    for game in range(1, 4):
        for ply, move in enumerate(moves_of(SMALL)):
            watcher = await client.connect(match) if dice.random() < 0.2 else None
            await say(line, {"type": "play", "move": move, "ply": ply, "game": game})
            done["moves"] += 1
            if dice.random() < 0.1:
                await say(line, {"type": "undo"})
                await say(line, {"type": "play", "move": move, "ply": ply, "game": game})
            await asyncio.sleep(dice.uniform(0.1, 0.5))
            if watcher is not None:
                await watcher.close()
                done["watchers"] += 1
        await say(line, {"type": "continue" if game < 3 else "stop"})
    await line.close()
    if dice.random() < 0.5:
        await client.ask("DELETE", f"/api/matches/{match}")


async def say(line: websockets.ClientConnection, message: dict) -> None:
    await line.send(json.dumps({**message, "id": "s"}))
    while '"id":"s"' not in (await line.recv()).replace(" ", ""):
        continue


async def look(port: int, done: Counter[str]) -> None:
    """Descriptions, pictures, hints and values, one after the other."""
    client, dice = Client(port, "127.0.2.1"), random.Random(1)
    while True:
        side = dice.randrange(3, 12)
        game = f"mnk({side},{dice.randrange(3, 12)},3)"
        await client.ask("GET", f"/api/games/describe?game={game}")
        await client.ask("POST", "/api/replays/export/gif", {"game": SMALL, "moves": ["b2", "a1"]})
        await client.ask("POST", "/api/lab/values", {"game": SMALL, "seconds": 0.2})
        client.token = ""
        status, made = await client.ask("POST", "/api/matches", ALONE)
        if status == 201:
            said = json.loads(made)
            client.token = said["token"]
            await client.ask("POST", f"/api/matches/{said['match']}/hint", {})
        done["looks"] += 1
        await asyncio.sleep(1)


async def soak(port: int, pid: int, database: Path, options: argparse.Namespace) -> None:
    done: Counter[str] = Counter()
    tasks = [asyncio.create_task(play(port, done, number)) for number in range(options.pairs)]
    tasks.append(asyncio.create_task(look(port, done)))
    began, settled = time.monotonic(), None
    pause = min(60.0, options.minutes * 10)
    while (now := time.monotonic() - began) < options.minutes * 60:
        await asyncio.sleep(pause)
        sample = Sample(pid, database)
        print(f"{now / 60:5.1f} min: {sample}; {dict(done)}; load {os.getloadavg()[0]:.0f}", flush=True)
        if settled is None and now >= options.minutes * 10:
            settled = sample
        for task in tasks:
            if task.done():
                task.result()
    last = Sample(pid, database)
    if settled is not None:
        print(
            f"since then: {last.memory - settled.memory:+.1f} MB, {last.files - settled.files:+d} files, "
            f"{last.threads - settled.threads:+d} threads, log {last.log - settled.log:+.1f} MB"
        )
        more = {kind: last.kinds[kind] - settled.kinds[kind] for kind in {**last.kinds, **settled.kinds}}
        print(f"open then: {dict(settled.kinds)}; changed: { {kind: by for kind, by in more.items() if by} }")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if settled is not None:
        await asyncio.sleep(options.quiet)
        idle = Sample(pid, database)
        print(f"when all have left: {idle}; {dict(idle.kinds)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--quiet", type=float, default=60, help="seconds after which nobody is connected any more")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "soak.db")
        script = "from enraya.cli import main; main()"
        command = [sys.executable, "-c", script, "serve", "--port", "0", "--database", str(database)]
        environment = {**os.environ, "ENRAYA_LANG": "en"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            uvloop.run(soak(port, server.pid, database, options))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


if __name__ == "__main__":
    main()
