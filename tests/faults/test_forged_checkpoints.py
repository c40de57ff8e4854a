"""A checkpoint that somebody has changed, checksum and all, never crashes the process that reads it, nor makes it wait.

What it says of positions cannot be checked without solving them again; but every word that is read back is one that a
search could have written. Each forged file is read by a process of its own, forked from this one.
"""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from enraya import EnrayaError, Position, find_game
from enraya.search.limit import Limit
from enraya.search.native import is_available
from enraya.solve.solution import Solution
from enraya.solve.solver import Solver
from tests.unit.solve.parallel.test_checkpoint import random_number

pytestmark = [
    pytest.mark.skipif(not is_available(), reason="needs the C++ build"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked"),
]

GAMES = ("connect(6,5,4)", "mnk(7,4,4)", "mnk(6,5,5)", "mnk(4,4,4,misere=true)", "mnk(5,5,4)", "oso(4,4)")
FILES = 8
ANSWERED, REFUSED, UNFINISHED = 0, 10, 11
HEADER = 3
"""Words before the text: the name, the layout, the text's length."""


def solve(name: str, path: Path | None, nodes: int) -> Solution | None:
    game = find_game(name)
    return Solver(game, checkpoint=path, megabytes=4).solve(Position.start(game), Limit(nodes=nodes))


def flip_some(words: list[int], dice: random.Random) -> None:
    for place in dice.sample(range(len(words)), min(20, len(words))):
        words[place] ^= 1 << dice.randrange(64)


def flip_many(words: list[int], dice: random.Random) -> None:
    for place in range(len(words)):
        if dice.random() < 0.3:
            words[place] ^= 1 << dice.randrange(64)


def change_the_last_bytes(words: list[int], dice: random.Random) -> None:
    """Change the bytes where moves and bounds stand in most tables."""
    for place in range(len(words)):
        if dice.random() < 0.5:
            words[place] = words[place] & ~0xFFFF | dice.getrandbits(16)


def exchange_words(words: list[int], dice: random.Random) -> None:
    """Each word is one that a search wrote, but of another position."""
    for place in range(len(words)):
        other = dice.randrange(len(words)) & ~1 | place & 1
        words[place], words[other % len(words)] = words[other % len(words)], words[place]


FORGERIES: tuple[Callable[[list[int], random.Random], None], ...] = (
    flip_some,
    flip_many,
    change_the_last_bytes,
    exchange_words,
)


def forged(whole: bytes, seed: str) -> Iterator[bytes]:
    """Files like *whole*, each with entries that were changed and a checksum that fits."""
    words = list(struct.unpack(f"={len(whole) // 8}Q", whole))
    start = HEADER + -(-words[2] // 8)
    runs, place = [], start
    while words[place + 1]:
        runs.append((place + 2, place + 2 + words[place + 1]))
        place += 2 + words[place + 1]
    for number in range(FILES):
        dice, changed = random.Random(f"{seed} {number}"), words[:-1]
        for begin, end in runs:
            entries = changed[begin:end]
            FORGERIES[number % len(FORGERIES)](entries, dice)
            changed[begin:end] = entries
        total = 0
        for word in changed:
            total = random_number(total ^ word)
        yield struct.pack(f"={len(words)}Q", *changed, total)


def answer_of_a_process(name: str, path: Path, nodes: int) -> int:
    """The exit code of a process that solves with this file; below zero the signal that killed it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = UNFINISHED if solve(name, path, nodes) is None else ANSWERED
        except EnrayaError:
            code = REFUSED
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("name", GAMES)
def test_a_forged_checkpoint_is_refused_or_answered_from_but_never_crashes(name: str, tmp_path: Path) -> None:
    honest, path = tmp_path / "honest", tmp_path / "forged"
    whole = solve(name, None, 10**9)
    assert whole is not None
    solve(name, honest, max(whole.nodes // 2, 1))
    ends = []
    for data in forged(honest.read_bytes(), name):
        path.write_bytes(data)
        ends.append(answer_of_a_process(name, path, 4 * whole.nodes + 100_000))
    assert set(ends) <= {ANSWERED, REFUSED, UNFINISHED}, ends
    path.write_bytes(honest.read_bytes())
    assert answer_of_a_process(name, path, 10**9) == ANSWERED
