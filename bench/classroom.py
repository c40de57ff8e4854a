"""The classroom row: a lecture of students in one class who all answer within ten seconds, and a guesser of codes.

    python bench/classroom.py [--students 300] [--seconds 10] [--questions 1] [--variants]
    python bench/classroom.py --guesses 10000

Starts a server of its own with its usual limits on a free port, with a database in a folder that is removed
afterwards. Every student has a connection that waits for news, as a page has; the teacher follows the class. All come
from one address, as from behind one school's router. An answer counts when it is marked and on disk.
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
from pathlib import Path
from typing import Any

from enraya.server.classes.registry import GUESSES

KEY = "key-of-the-benchmark"
TREE = "A[B[E[3 12] F[8 2]] C[G[2 4] H[6 9]] D[I[14 5] J[2 1]]]"
SET = 'questions:\n  - {kind: values, tree: "%s"}\n  - {kind: cuts, tree: "%s"}\n  - {kind: windows, tree: "%s"}\n'
SEEDED = "questions:\n" + "".join(f"  - {{kind: {kind}, seed: 1, difficulty: 3}}\n" for kind in ("values", "cuts"))
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def processor_seconds(pid: int) -> float:
    """The processor time that a process and those below it have used, where the system tells."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        own = (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
        tasks = Path(f"/proc/{pid}/task").iterdir()
        below = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (OSError, ValueError):
        return 0.0
    return own + sum(map(processor_seconds, below))


class Line:
    """One kept connection: a request at a time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The status and the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        data = b"" if body is None else json.dumps(body).encode()
        said = {"Host": f"127.0.0.1:{self.port}", "Content-Type": "application/json", "Content-Length": str(len(data))}
        lines = [
            f"{method} /api/classes{path} HTTP/1.1",
            *(f"{key}: {value}" for key, value in (said | headers).items()),
        ]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        text = await self.reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), json.loads(text) if text else None

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


class Bench:
    """A class, its teacher and its students."""

    def __init__(self, port: int, arguments: argparse.Namespace, pid: int) -> None:
        self.port, self.arguments, self.pid = port, arguments, pid
        self.waits: list[float] = []
        self.refused: dict[str, int] = {}
        self.id = self.code = ""
        self.teacher: dict[str, str] = {}

    async def open(self) -> None:
        line = Line(self.port)
        key = {"X-Enraya-Teacher": KEY}
        _, made = await line.ask("POST", "", {"title": "Lecture"}, **key)
        self.id, self.code = made["id"], made["code"]
        self.teacher = {**key, "X-Enraya-Class": made["secret"]}
        text = SEEDED if self.arguments.variants else SET % (TREE, TREE, TREE)
        body = {"kind": "set", "text": text, "stage": "open", "has_variants": self.arguments.variants}
        status, made = await line.ask("POST", f"/{self.id}/assignments", body, **self.teacher)
        assert status == 201, made
        line.close()

    async def join(self, number: int) -> str:
        line, token = Line(self.port), f"student-{number}"
        headers = {"X-Enraya-Token": token}
        status, said = await line.ask("POST", "/join", {"code": self.code, "name": f"Student {number}"}, **headers)
        assert status == 201, said
        status, said = await line.ask("GET", f"/{self.id}/me/1/questions", **headers)
        assert status == 200, said
        line.close()
        return token

    async def wait_for_news(self, path: str, headers: dict[str, str]) -> None:
        line, after = Line(self.port), None
        while True:
            query = "" if after is None else f"?after={after}"
            status, said = await line.ask("GET", f"/{self.id}{path}{query}", **headers)
            if status == 200:
                after = said["number"]
            await asyncio.sleep(1)

    async def answer(self, token: str, begin: float) -> None:
        """All questions of one student, each at a moment of its own within the seconds."""
        line, kinds = Line(self.port), 2 if self.arguments.variants else 3
        moments = sorted(random.uniform(0, self.arguments.seconds) for _ in range(self.arguments.questions))
        for place, moment in enumerate(moments):
            await asyncio.sleep(max(0.0, begin + moment - time.monotonic()))
            question = place % kinds + 1
            answers = {"A": 3, "B": 8, "C": 6} if question == 1 else ["J"] if question == 2 else {"A": ["-inf", "inf"]}
            asked = time.monotonic()
            body = {"question": question, "answers": answers}
            status, said = await line.ask("POST", f"/{self.id}/me/1/answers", body, **{"X-Enraya-Token": token})
            if status == 200:
                self.waits.append(time.monotonic() - asked)
            else:
                code = said.get("code", str(status))
                self.refused[code] = self.refused.get(code, 0) + 1
        line.close()

    async def run(self) -> None:
        await self.open()
        count = self.arguments.students
        began = time.monotonic()
        tokens = [await self.join(number) for number in range(count)]
        print(f"{count} joined and got their questions in {time.monotonic() - began:.1f} s")
        waiting = [asyncio.create_task(self.wait_for_news("/me", {"X-Enraya-Token": token})) for token in tokens]
        waiting.append(asyncio.create_task(self.wait_for_news("", self.teacher)))
        await asyncio.sleep(3)
        begin, used = time.monotonic(), processor_seconds(self.pid)
        await asyncio.gather(*(self.answer(token, begin) for token in tokens))
        used = processor_seconds(self.pid) - used
        for task in waiting:
            task.cancel()
        waits = sorted(self.waits) or [float("nan")]

        def at(part: float) -> str:
            return f"{1000 * waits[min(len(waits) - 1, int(part * len(waits)))]:.0f} ms"

        refused = ", ".join(f"{code} {times}" for code, times in self.refused.items()) or "none"
        print(f"{len(self.waits)} answers marked and on disk in {time.monotonic() - begin:.1f} s")
        print(f"p50 {at(0.5)} · p99 {at(0.99)} · worst {at(1)} · refused: {refused}")
        print(f"processor time of the server and its workers: {1000 * used / max(1, len(self.waits)):.1f} ms an answer")
        line = Line(self.port)
        _, found = await line.ask("GET", f"/{self.id}", **self.teacher)
        kept = sum(student["progress"][0]["begun"] for student in found["students"])
        print(f"kept: {kept} of {count * min(self.arguments.questions, 2 if self.arguments.variants else 3)}")

    async def guess(self) -> None:
        await self.open()
        found: dict[int, int] = {}
        line, began = Line(self.port), time.monotonic()
        for _ in range(self.arguments.guesses):
            code = "".join(random.choice(LETTERS) for _ in range(6))
            status, _ = await line.ask("POST", "/join", {"code": code, "name": "Eve"}, **{"X-Enraya-Token": "eve"})
            found[status] = found.get(status, 0) + 1
        seconds = time.monotonic() - began
        answered = found.get(404, 0)
        print(f"{self.arguments.guesses} guesses in {seconds:.1f} s: {found.get(201, 0)} found, {answered} looked up,")
        hours = 10_000 / GUESSES / 3600
        print(f"{found.get(429, 0)} refused unlooked; at the lasting rate 10,000 take {hours:.1f} h")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--questions", type=int, default=1)
    parser.add_argument("--variants", action="store_true")
    parser.add_argument("--guesses", type=int, default=0)
    arguments = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        serve = "from enraya.cli import main; main()"
        command = [sys.executable, "-c", serve, "serve", "--port", "0", "--database", f"{folder}/matches.db"]
        with log.open("wb") as output:
            server = subprocess.Popen([*command, "--teacher-key", KEY], stdout=output, stderr=output)
        try:
            while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", log.read_text())):
                assert server.poll() is None, log.read_text()
                time.sleep(0.1)
            bench = Bench(int(found[1]), arguments, server.pid)
            asyncio.run(bench.guess() if arguments.guesses else bench.run())
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    main()
