"""Building an opening book: the positions of its last ply in jobs, each kept on disk as soon as it is done.

Positions that follow from one another stand next to each other, so that what the solver learns of one helps with the
next. The plies before the last follow from it by minimax. A book that is one ply shorter helps to build the next: a
position is worth at least what the ones before it promise.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, TypeGuard
from zlib import crc32

from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.search.limit import UNLIMITED, Budget
from enraya.solve.books.book import Book, has_keys, key_of, score_of_move
from enraya.solve.methods.connect4 import Connect4Solving, is_solved
from enraya.solve.parallel.executor import ExecutorFactory, run_jobs

JOB_SIZE = 100
SUM = "sum"


def can_have_book(game: Game[Any, Any]) -> TypeGuard[Connect]:
    """True if the positions of *game* can be scored, and have keys that fit."""
    return is_solved(game) and has_keys(game)


class BookJob(NamedTuple):
    """Positions of one ply, to be scored one after the other."""

    game: str
    turn: int
    positions: tuple[tuple[int, int, int], ...]
    """The stones of both, and the least score it can have."""


class Journal:
    """The scores of the jobs done so far, a line each; a line that was not finished counts for nothing."""

    def __init__(self, path: Path, game: Connect, plies: int) -> None:
        self.path = path
        self.done: dict[int, list[int]] = {}
        head = {"game": game.name, "plies": plies, "job": JOB_SIZE}
        whole = 0
        if path.exists():
            for number, line in enumerate(path.read_bytes().splitlines(keepends=True)):
                said = _line(line)
                if said is None or (number == 0 and said != head):
                    if number == 0:
                        raise EnrayaError("book.other_journal", path=str(path), game=game.name, plies=plies)
                    break
                if number:
                    is_whole = said.pop(SUM, _sum(said)) == _sum(said)
                    if not is_whole or type(said.get("number")) is not int or not isinstance(said.get("scores"), list):
                        # Whatever a disk has changed is scored again, with all that follows.
                        break
                    self.done[said["number"]] = said["scores"]
                whole += len(line)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        self._file.truncate(whole)
        if not whole:
            self._write(head)

    def add(self, number: int, scores: list[int]) -> None:
        """Keep what a job has found; on disk when this returns."""
        self.done[number] = scores
        said = {"number": number, "scores": scores}
        self._write({**said, SUM: _sum(said)})

    def close(self, *, delete: bool) -> None:
        """Close the file, which is not needed any more once the book is written."""
        self._file.close()
        if delete:
            self.path.unlink()

    def _write(self, said: dict[str, Any]) -> None:
        self._file.write(json.dumps(said).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _sum(said: dict[str, Any]) -> int:
    return crc32(json.dumps(said, sort_keys=True).encode())


def _line(line: bytes) -> dict[str, Any] | None:
    if not line.endswith(b"\n"):
        return None
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def jobs_of(game: Connect, plies: int, shorter: Book | None = None) -> list[BookJob]:
    """All positions after so many plies that go on, each once, in jobs; always the same ones."""
    last = list(_reachable(game, game.initial(), plies, set()))
    least = [-game.cells if shorter is None else shorter.bounds(state)[0] for state in last]
    positions = [(state.first, state.second, lower) for state, lower in zip(last, least, strict=True)]
    return [
        BookJob(game.name, plies % 2, tuple(positions[start : start + JOB_SIZE]))
        for start in range(0, len(positions), JOB_SIZE)
    ]


def _reachable(game: Connect, state: Stones, plies: int, seen: set[int]) -> Iterator[Stones]:
    key = key_of(game, state)
    if state.result is not None or key in seen:
        return
    seen.add(key)
    if plies == 0:
        yield state
        return
    for column in game.legal_moves(state):
        yield from _reachable(game, game.play(state, column), plies - 1, seen)


def score_job(job: BookJob) -> list[int]:
    """The scores of the job's positions."""
    core = _core(job.game)
    run = core.run(UNLIMITED, Budget(UNLIMITED))
    return [
        run.score(Stones(first, second, Player(job.turn), None), (least, core.game.cells))
        for first, second, least in job.positions
    ]


@lru_cache(maxsize=1)
def _core(game: str) -> Connect4Solving:
    return Connect4Solving(find_game(game))


def score_jobs(
    jobs: list[BookJob], journal: Journal, open_executor: ExecutorFactory, stop: Event, seconds: float | None = None
) -> Iterator[int]:
    """Do what the journal does not have yet; the number of jobs done, after each."""
    left = [number for number in range(len(jobs)) if number not in journal.done]
    yield len(jobs) - len(left)
    for place, scores in run_jobs(score_job, [jobs[number] for number in left], open_executor, stop, seconds):
        journal.add(left[place], scores)
        yield len(journal.done)


def all_scores(game: Connect, jobs: list[BookJob], journal: Journal) -> dict[int, int]:
    """The score of every position up to the last ply, by key."""
    scores: dict[int, int] = {}
    for number, job in enumerate(jobs):
        for (first, second, _), score in zip(job.positions, journal.done[number], strict=True):
            scores[key_of(game, Stones(first, second, Player(job.turn), None))] = score

    def best(state: Stones) -> int:
        key = key_of(game, state)
        if key not in scores:
            found = [score_of_move(game, state, game.play(state, move), best) for move in game.legal_moves(state)]
            scores[key] = max(score for score in found if score is not None)
        return scores[key]

    best(game.initial())
    return scores
