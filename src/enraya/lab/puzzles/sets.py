"""A set of puzzles in a file, the set that comes with the program, and the puzzle of a day."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources
from math import gcd
from typing import Any

from enraya.errors import NotationError
from enraya.lab.puzzles.puzzle import GRADES, KINDS, Kind, Puzzle

FORMAT = "enraya.puzzles"
VERSION = 1
SHIPPED_FILE = "puzzles.json"
GOLDEN = 0.618
"""The share of a set that the puzzle of a day is ahead of yesterday's, so that neighbours in the file, which are of one
game, are far apart in time."""


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles, and the command that made them."""

    command: str
    puzzles: tuple[Puzzle, ...]

    def named(self, name: str) -> Puzzle:
        """The puzzle of this name, or a refusal."""
        for puzzle in self.puzzles:
            if puzzle.name == name:
                return puzzle
        raise NotationError("error.puzzle_unknown", name=name)

    def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day: the same for everybody, and another one every day until all have been."""
        count = len(self.puzzles)
        step = max(1, round(count * GOLDEN))
        while gcd(step, count) > 1:
            step += 1
        return self.puzzles[day.toordinal() * step % count]


@cache
def shipped_set() -> PuzzleSet:
    """The set that comes with the program."""
    return read_set((resources.files(__package__) / SHIPPED_FILE).read_text(encoding="utf-8"))


def write_set(puzzles: Sequence[Puzzle], command: str) -> str:
    """The text of a file, a line for each puzzle."""
    lines = ",\n".join(json.dumps(_as_data(puzzle), ensure_ascii=False) for puzzle in puzzles)
    head = f'"format": "{FORMAT}",\n"version": {VERSION},\n"command": {json.dumps(command)}'
    return f'{{{head},\n"puzzles": [\n{lines}\n]}}\n'


def read_set(text: str) -> PuzzleSet:
    """The set that *text* holds, or what is wrong with it and in which puzzle; positions are not looked at."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("error.puzzles_format", format=FORMAT) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("puzzles"), list):
        raise NotationError("error.puzzles_format", format=FORMAT)
    if data.get("version") != VERSION:
        raise NotationError("error.puzzles_version", version=str(data.get("version")), known=VERSION)
    puzzles = tuple(_as_puzzle(number, each) for number, each in enumerate(data["puzzles"], start=1))
    return PuzzleSet(str(data.get("command", "")), puzzles)


def _as_data(puzzle: Puzzle) -> dict[str, Any]:
    length = {"score": puzzle.score} if puzzle.kind == "points" else {}
    if puzzle.plies is not None:
        length = {"plies": puzzle.plies}
    return {
        "game": puzzle.game,
        "moves": " ".join(puzzle.moves),
        "kind": puzzle.kind,
        "solution": puzzle.solution,
        **length,
        "difficulty": puzzle.difficulty,
    }


def _as_puzzle(number: int, data: Any) -> Puzzle:
    texts = ("game", "moves", "kind", "solution")
    if not isinstance(data, dict) or not all(isinstance(data.get(key), str) for key in texts):
        raise NotationError("error.puzzle_fields", number=number, fields=texts)
    if data["kind"] not in KINDS:
        raise NotationError("error.puzzle_kind", number=number, text=data["kind"], known=KINDS)
    kind: Kind = data["kind"]
    needed = {"hold": None, "points": "score"}.get(kind, "plies")
    for key in (needed, "difficulty"):
        if key is not None and not isinstance(data.get(key), int):
            raise NotationError("error.puzzle_number", number=number, key=key)
    if not 1 <= data["difficulty"] <= GRADES:
        raise NotationError("error.puzzle_number", number=number, key="difficulty")
    moves = tuple(data["moves"].split())
    plies, score = (data.get(key) if key == needed else None for key in ("plies", "score"))
    return Puzzle(data["game"], moves, kind, data["solution"], plies, score, data["difficulty"])
