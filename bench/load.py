"""The load row: many connected players, durable moves at a steady rate, and what each waits for its acknowledgement.

    python bench/load.py [--players 1000] [--rate 500] [--seconds 20] [--times 3] [--game "mnk(3,3,3)"] [--lab 0]
    python bench/load.py --school

Starts a server of its own on a free port, with a database in a folder that is removed afterwards, and plays from this
process. `--times 3` then asks for three times the rate: what is too much must be refused politely, and afterwards the
usual rate must go well again. `--lab 4` keeps so many jobs of the lab at work beside it, `--machines 100` so many
people each at a match of their own against a machine, who move ten seconds after its answer. `--school` is 300 players
who move once a second on 19×19, with four such jobs and a hundred such matches.
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
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from urllib.request import Request, urlopen

import uvloop
import websockets

SETTINGS = {"first": "human", "second": "human", "seconds": None, "games": 99, "starter": "first"}
SMALL = "mnk(3,3,3)"
SCHOOL = {"players": 300, "rate": 300.0, "times": 1.0, "game": "gomoku(19,freestyle,free)", "lab": 4, "machines": 100}
LAB = {"game": "mnk(5,5,4)", "algorithms": ["minimax"], "depth": 12, "seconds": None, "growth": False}

MACHINE = {"first": "human", "second": "alphabeta+", "seconds": None, "games": 99, "starter": "first"}
PAUSE = 10.0
"""Seconds that a person takes to move after a machine's answer."""

LONGEST_ANSWER = 2000
"""Characters of a frame that can be an answer; larger ones tell events and states."""


def moves_of(game: str) -> list[str]:
    """A game that both sides play: five moves to a win, or every cell of a large board without five in a row."""
    if game == SMALL:
        return ["a1", "a2", "b1", "b2", "c1"]
    size = int(re.search(r"\((\d+)", game)[1])
    cells = [(column, row) for row in range(size) for column in range(size)]
    # Stones of one kind stand in twos along the rows, the kinds change from row to row: nowhere are three in a row.
    sides = [[cell for cell in cells if (cell[0] // 2 + cell[1]) % 2 == side] for side in (0, 1)]
    order = [cell for pair in zip(*sides, strict=False) for cell in pair]
    return [f"{chr(ord('a') + column)}{row + 1}" for column, row in order]


@dataclass
class Tally:
    """The fates of the moves of one run."""

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
    """A match of two connected players, who move in turn and play one game after another."""

    def __init__(self, base: str, match: str, token: str, moves: list[str]) -> None:
        self.moves = moves
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
            if len(text) < LONGEST_ANSWER and ('"type":"done"' in text or '"type":"refused"' in text):
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
        if self.ply == len(self.moves):
            answer = await self._ask(self.lines[0], {"type": "continue"})
            if answer["type"] == "done":
                self.ply, self.game = 0, self.game + 1
            else:
                self._note(tally, answer)
                return
        began = time.perf_counter()
        line = self.lines[self.ply % 2]
        answer = await self._ask(
            line, {"type": "play", "move": self.moves[self.ply], "ply": self.ply, "game": self.game}
        )
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


class AgainstMachine:
    """A person who plays a machine on cells that are free, and notes how long each answer takes."""

    def __init__(self, base: str, match: str, token: str, moves: list[str], late: float) -> None:
        self.address = f"{base.replace('http', 'ws')}api/matches/{match}/live"
        self.headers, self.moves, self.late = {"X-Enraya-Token": token}, moves, late
        self.waits: list[float] = []
        self.refused: list[str] = []

    async def play(self) -> None:
        await asyncio.sleep(self.late)
        async with websockets.connect(
            self.address, additional_headers=self.headers, compression=None, max_queue=None
        ) as line:
            json.loads(await line.recv())
            game = 1
            while True:
                taken: list[str] = []
                while await self._turn(line, taken, game):
                    await asyncio.sleep(PAUSE)
                await line.send(json.dumps({"type": "continue"}))
                game += 1

    async def _turn(self, line, taken: list[str], game: int) -> bool:
        """Move, and wait for the answer; whether the game goes on."""
        move = next(each for each in self.moves if each not in taken)
        began = time.perf_counter()
        await line.send(json.dumps({"type": "play", "id": 1, "move": move, "ply": len(taken), "game": game}))
        while True:
            frame = json.loads(await line.recv())
            if frame["type"] == "refused":
                self.refused.append(frame["problem"]["code"])
                return True
            if frame["type"] != "event":
                continue
            taken += [made["move"] for made in (frame["history"] or {"add": []})["add"]]
            if frame["changes"].get("phase", "playing") != "playing":
                return False
            if frame["event"] == "played" and frame["seat"] == 1:
                self.waits.append(time.perf_counter() - began)
                return True


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


def create(base: str, game: str) -> Pair:
    return Pair(base, *make(base, {**SETTINGS, "game": game}), moves_of(game))


def make(base: str, settings: dict) -> tuple[str, str]:
    """A new match, and the token for its seats."""
    request = Request(f"{base}api/matches", json.dumps(settings).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as response:
        made = json.load(response)
    return made["match"], made["token"]


def keep_the_lab_busy(base: str, ending: Event) -> None:
    """Ask the lab for one long job after another, until *ending*."""
    while not ending.is_set():
        body = json.dumps(LAB).encode()
        try:
            with urlopen(Request(f"{base}api/lab/compare", body, {"Content-Type": "application/json"})) as lines:
                while not ending.is_set() and lines.readline():
                    continue
        except (OSError, HTTPException):
            ending.wait(0.2)


def memory(pid: int) -> float:
    """Megabytes that a process holds now."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


async def measure(base: str, pid: int, options: argparse.Namespace) -> None:
    pairs = [create(base, options.game) for _ in range(options.players // 2)]
    for at in range(0, len(pairs), 50):
        await asyncio.gather(*(pair.connect() for pair in pairs[at : at + 50]))
    print(f"{2 * len(pairs)} players of {options.game} connected, server {memory(pid):.0f} MB", flush=True)
    ending = Event()
    jobs = [Thread(target=keep_the_lab_busy, args=(base, ending), daemon=True) for _ in range(options.lab)]
    for job in jobs:
        job.start()
    machines = [
        AgainstMachine(
            base,
            *make(base, {**MACHINE, "game": options.game}),
            moves_of(options.game)[number:],
            PAUSE * number / options.machines,
        )
        for number in range(options.machines)
    ]
    playing = [asyncio.create_task(machine.play()) for machine in machines]
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
            f"{'':>10}  server {memory(pid):.0f} MB, {(used_by := cpu(pid) - server) / options.seconds:.2f} cores, "
            f"{1000 * used_by / max(1, len(tally.waits)):.2f} ms of processor a move; "
            f"client {client / options.seconds:.2f} cores",
            flush=True,
        )
        if machines:
            print(f"{'':>10}  {answers_of(machines)}; load {os.getloadavg()[0]:.1f}", flush=True)
    ending.set()
    for task in playing:
        task.cancel()
    broken = await asyncio.gather(*playing, return_exceptions=True)
    print(*{repr(each) for each in broken if not isinstance(each, asyncio.CancelledError)}, sep="\n", end="")
    await asyncio.gather(*(pair.close() for pair in pairs))


def answers_of(machines: list[AgainstMachine]) -> str:
    """What the machines' answers took."""
    waits = sorted(wait for machine in machines for wait in machine.waits) or [float("nan")]
    refused = sum(len(machine.refused) for machine in machines)
    return (
        f"machines: {len(waits)} answers · p50 {waits[len(waits) // 2]:.2f} s · "
        f"p99 {waits[int(0.99 * len(waits))]:.2f} s · worst {waits[-1]:.2f} s · moves refused: {refused}"
    )


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
    parser.add_argument("--game", default=SMALL)
    parser.add_argument("--lab", type=int, default=0)
    parser.add_argument("--machines", type=int, default=0)
    parser.add_argument("--school", action="store_true")
    options = parser.parse_args()
    if options.school:
        vars(options).update(SCHOOL)
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
