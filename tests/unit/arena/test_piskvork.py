"""Programs of others in a match: `piskvork:COMMAND`, and what becomes of those that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest

from enraya.arena.duel import Duel, play_duel
from enraya.arena.playing import PlayedGame
from enraya.errors import NotationError

PROGRAM = """
import sys, time
size = stones = None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RECTSTART"):
        columns, _, rows = rest.partition(",")
        size = int(columns), int(rows or columns)
        print("MESSAGE hello"); print("OK")
    elif word == "BOARD":
        stones = set()
    elif word == "BEGIN" or word == "DONE":
        taken = stones or set()
        {answer}
    elif "," in word:
        column, row, _ = word.split(",")
        stones.add((int(column), int(row)))
    sys.stdout.flush()
"""
ANSWERS = {
    "plays": 'print(*next((x, y) for y in range(size[1]) for x in range(size[0]) if (x, y) not in taken), sep=",")',
    "is silent": "time.sleep(600)",
    "crashes": "sys.exit(3)",
    "talks": 'print("somewhere over there")',
    "plays on a stone": 'print("99,99")',
    "complains": 'print("ERROR I am tired")',
    "floods": 'print("x" * 100_000_000)',
}


def play(path: Path, answer: str, game: str = "gomoku(15,freestyle,free)", seconds: float | None = 20.0) -> PlayedGame:
    file = path / "program.py"
    file.write_text(PROGRAM.replace("{answer}", ANSWERS[answer]))
    duel = Duel(game, f"piskvork:{sys.executable} {file}", "level:3", 1, 1, seconds)
    return next(play_duel(duel, Event()))


@pytest.mark.parametrize("game", ["gomoku(15,standard,free)", "mnk(6,5,5)"])
def test_a_program_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    played = play(tmp_path, "plays", game, None)
    assert played.failure is None
    assert len(played.result.history) >= 9


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("is silent", "timeout"),
        ("crashes", "crash"),
        ("talks", "illegal"),
        ("plays on a stone", "illegal"),
        ("complains", "crash"),
        ("floods", "flood"),
    ],
)
def test_a_program_that_misbehaves_loses_that_game_by_name(tmp_path: Path, answer: str, reason: str) -> None:
    played = play(tmp_path, answer, seconds=1.0 if answer == "is silent" else 20.0)
    assert (played.reason, played.failed, played.result.winner) == (reason, 0, 1)


def test_other_games_and_missing_programs_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="flat board"):
        play(tmp_path, "plays", "connect(7,6,4)")
    with pytest.raises(NotationError, match="cannot be started"):
        next(play_duel(Duel("gomoku(15,freestyle,free)", "piskvork:/nowhere/brain", "random", 1, 1), Event()))
