"""Programs of the Gomocup protocol, written for the tests: each plays the first free cell, or misbehaves.

What it is told at once after its answer it passes over, as some real ones do.
"""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = """
import sys, time
size, stones, sides, swap2, answered = None, [], set(), False, 0
for line in sys.stdin:
    if time.monotonic() < answered + 0.005:
        continue
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RECTSTART"):
        columns, _, rows = rest.partition(",")
        size = int(columns), int(rows or columns)
        print("MESSAGE hello"); print("OK")
    elif word in ("BOARD", "SWAP2BOARD"):
        stones, sides, swap2 = [], set(), word == "SWAP2BOARD"
    elif word == "PLAY":
        print(rest)
    elif word in ("BEGIN", "DONE"):
        taken = set(stones)
        free = ((x, y) for y in range(size[1]) for x in range(size[0]) if (x, y) not in taken)
        if swap2 and {complaint}:
            print("ERROR whose stones?")
        elif swap2:
            print({0: "3,0 4,1 5,2", 3: "0,5 0,6", 5: "SWAP"}[len(stones)])
        else:
            {answer}
    elif "," in word:
        cell = tuple(map(int, word.split(",")))
        stones.append(cell[:2]); sides.update(cell[2:])
    elif word == "END":
        break
    sys.stdout.flush()
    if word in ("BEGIN", "DONE", "PLAY"):
        answered = time.monotonic()
"""
ANSWERS = {
    "plays": 'print(*next(free), sep=",")',
    "suggests": 'print("SUGGEST", ",".join(map(str, next(free))))',
    "is silent": "time.sleep(600)",
    "crashes": "sys.exit(3)",
    "talks": 'print("somewhere over there")',
    "plays on a stone": 'print("99,99")',
    "complains": 'print("ERROR I am tired")',
    "floods": 'print("x" * 100_000_000)',
    "takes memory": 'bytearray(3 << 30); print(*next(free), sep=",")',
}


def command(folder: Path, answer: str, *, wants_sides: bool = False) -> str:
    """The command of a program that answers so, written to *folder*.

    With *wants_sides*, it reads the stones of an opening only if each has its side.
    """
    file = folder / f"{answer.replace(' ', '_')}.py"
    complaint = "stones and sides != {1, 2}" if wants_sides else "False"
    file.write_text(PROGRAM.replace("{answer}", ANSWERS[answer]).replace("{complaint}", complaint))
    return f"{sys.executable} {file}"
