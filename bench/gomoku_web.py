"""Measure the time of the engine's answers in the web app while others play:
`python bench/gomoku_web.py [--seconds 60]`.

Starts a server of its own, with 50 people who each play Gomoku against level 5 and move every two seconds, and two who
play alpha-beta+ on 15×15 and 19×19, which thinks 0.8 s. It shows what a person waits from sending a move until the
machine's is there.
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
from urllib.request import Request, urlopen

import websockets

OTHERS = 50
BETWEEN_MOVES = 2.0


class Person:
    """Somebody who plays one game after another against a machine, near the stones that are there."""

    def __init__(self, base: str, size: int, machine: str, pause: float, seed: int) -> None:
        self._base, self._size, self._machine, self._pause = base, size, machine, pause
        self._dice = random.Random(seed)
        self.waits: list[float] = []
        self.failures = 0

    async def play(self, until: float) -> None:
        await asyncio.sleep(self._dice.random() * self._pause)
        while time.perf_counter() < until:
            made = await asyncio.to_thread(self._create)
            address = f"{self._base.replace('http', 'ws')}api/matches/{made['match']}/live"
            headers = {"X-Enraya-Token": made["token"]}
            async with websockets.connect(address, additional_headers=headers, compression=None) as line:
                await self._game(line, until)

    def _create(self) -> dict[str, str]:
        game = f"gomoku({self._size},freestyle,free)"
        said = {
            "game": game,
            "first": "human",
            "second": self._machine,
            "starter": "first",
            "seconds": None,
            "games": 1,
        }
        request = Request(f"{self._base}api/matches", json.dumps(said).encode(), {"Content-Type": "application/json"})
        with urlopen(request) as response:
            made: dict[str, str] = json.load(response)
        return made

    async def _game(self, line: websockets.ClientConnection, until: float) -> None:
        moves: list[str] = []
        while time.perf_counter() < until:
            began = time.perf_counter()
            said = {"type": "play", "move": self._move(moves), "ply": len(moves), "game": 1, "id": 1}
            await line.send(json.dumps(said))
            plies, is_over = len(moves), False
            while len(moves) < plies + 2 and not is_over:
                message = json.loads(await line.recv())
                if message["type"] == "refused":
                    self.failures += 1
                    return
                if message["type"] == "event":
                    moves += [each["move"] for each in (message["history"] or {"add": []})["add"]]
                    is_over = message["changes"].get("phase", "playing") != "playing"
            if is_over:
                return
            self.waits.append(time.perf_counter() - began)
            await asyncio.sleep(self._pause)

    def _move(self, moves: list[str]) -> str:
        taken = {(ord(move[0]) - ord("a"), int(move[1:]) - 1) for move in moves}
        around = taken or {(self._size // 2, self._size // 2)}
        near = {(x + dx, y + dy) for x, y in around for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - taken
        column, row = self._dice.choice(sorted((x, y) for x, y in near if 0 <= x < self._size > y >= 0))
        return f"{chr(ord('a') + column)}{row + 1}"


async def measure(base: str, seconds: float) -> None:
    until = time.perf_counter() + seconds
    others = [Person(base, 15, "level:5", BETWEEN_MOVES, seed) for seed in range(OTHERS)]
    measured = {size: Person(base, size, "alphabeta+", 0.2, size) for size in (15, 19)}
    await asyncio.gather(*(person.play(until) for person in (*others, *measured.values())))
    shown("level 5, 50 people", [wait for person in others for wait in person.waits])
    for size, person in measured.items():
        shown(f"alpha-beta+ on {size}×{size}", person.waits)
    print(f"refused: {sum(person.failures for person in (*others, *measured.values()))}")


def shown(name: str, waits: list[float]) -> None:
    waits = sorted(waits) or [float("nan")]
    p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
    times = f"p50 {1000 * p50:.0f} ms, p99 {1000 * p99:.0f} ms, worst {1000 * waits[-1]:.0f} ms"
    print(f"{name}: {len(waits)} answers, {times}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder:
        script = "from enraya.cli import main; main()"
        command = [sys.executable, "-c", script, "serve", "--port", "0", "--rate", "100000"]
        environment = {**os.environ, "ENRAYA_LANG": "en"}
        command += ["--database", f"{folder}/web.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            began = os.getloadavg()[0]
            asyncio.run(measure(found[0], seconds))
            print(f"load of the machine {began:.1f} before, {os.getloadavg()[0]:.1f} after")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(10)


if __name__ == "__main__":
    main()
