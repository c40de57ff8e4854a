"""The files that the program keeps: how a small genuine one is made, how one is read, and how a forged one is signed.

Reading gives everything that a reader could tell from the file, so that two readings can be compared.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from enraya import Position, find_game
from enraya.arena.tournament.log import GameLog
from enraya.arena.tournament.plan import plan_from
from enraya.arena.tournament.record import GameRecord
from enraya.catalogue import find_built_in
from enraya.commands.solve.answer_log import AnswerLog
from enraya.exchange.formats import read_game, write_game
from enraya.exchange.record import Record
from enraya.games.connect import Connect
from enraya.search.limit import UNLIMITED, Budget, Limit
from enraya.search.native import is_available
from enraya.solve.books.book import Book, key_of, write_book
from enraya.solve.books.build import Journal
from enraya.solve.checked_file import CHECKSUM
from enraya.solve.methods.lookup import LookupRun
from enraya.solve.parallel.split import FirstMoveSplit
from enraya.solve.proofs.strategy_prover import prove_by_strategy
from enraya.solve.proofs.verifier import read_proof, verify_proof
from enraya.solve.solver import Solver
from enraya.solve.tables.file import Table, write_table
from enraya.solve.tables.whole import solve_whole
from tests.unit.solve.parallel.test_checkpoint import random_number

SMALL, SMALLER = "mnk(3,3,3)", "mnk(2,2,2)"
BOARD, SPLIT = "connect(4,4,4)", "oso(3,3)"
KEPT = "connect(5,4,4)"
NODES = 3000
CHECKS = 20_000
"""Positions of a proof that are looked at."""


@dataclass(frozen=True)
class FileFormat:
    """A kind of file by its *name*.

    *sign* gives the file a checksum that fits what somebody has changed; None where there is none apart from the rows.
    """

    name: str
    modules: tuple[str, ...]
    make: Callable[[Path], object]
    read: Callable[[Path], object]
    sign: Callable[[bytes], bytes] | None = None

    @cache  # noqa: B019 (formats live as long as the process)
    def genuine(self) -> bytes:
        """A small file of this kind."""
        with tempfile.TemporaryDirectory() as folder:
            self.make(Path(folder) / "made")
            return (Path(folder) / "made").read_bytes()

    def read_bytes(self, data: bytes) -> object:
        """What a file with *data* in it says, or its refusal."""
        path = scratch() / "read"
        path.write_bytes(data)
        return self.read(path)


@cache
def scratch() -> Path:
    """A folder of this process alone, in memory where the system has such a place."""
    shared = Path("/dev/shm")
    path = Path(tempfile.mkdtemp(dir=shared if os.access(shared, os.W_OK) else None, prefix="enraya-fuzz-"))
    import atexit

    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def signed(data: bytes) -> bytes:
    """*data* without its last bytes, and the checksum of a `checked_file` in their place."""
    body = data[:-CHECKSUM]
    return body + hashlib.sha256(body).digest()


# Tables and books


def make_table(path: Path) -> None:
    game = find_game(SMALLER)
    write_table(path, game, solve_whole(game, game.initial(), Budget(UNLIMITED)))


@cache
def _states(name: str, plies: int) -> list[Any]:
    """The states of a game up to so many plies."""
    game = find_game(name)
    found, level = [], [game.initial()]
    for _ in range(plies + 1):
        found += level
        level = [game.play(state, move) for state in level for move in game.legal_moves(state)]
    return found


def read_table(path: Path) -> object:
    game = find_game(SMALLER)
    table = Table(path, game)
    said: list[object] = []
    for state in _states(SMALLER, 4):
        worth = table.worth(state)
        said.append(worth)
        assert worth is None or (worth.outcome in (-1, 0, 1) and (worth.plies is None or 0 <= worth.plies <= 4))
        if worth is not None and game.outcome(state) is None:
            moves = LookupRun(game, table.worth_inside, Budget(UNLIMITED)).every_move(state)
            assert all(value.outcome in (-1, 0, 1) for _, value in moves)
            said.append(moves)
    return said


def make_book(path: Path) -> None:
    game = find_game(BOARD)
    assert isinstance(game, Connect)
    write_book(path, game, 1, {key_of(game, state): 0 for state in _states(BOARD, 1)})


def read_book(path: Path) -> object:
    game = find_game(BOARD)
    assert isinstance(game, Connect)
    book = Book(path, game)
    said: list[object] = [book.plies]
    for state in _states(BOARD, 2):
        lower, upper = book.bounds(state)
        assert -game.cells <= lower <= upper <= game.cells
        scores = [book.score(state), *(score for _, score in book.moves(state) or ())]
        assert all(score is None or abs(score) <= (game.cells + 1) // 2 for score in scores)
        said.append((lower, upper, scores))
    return said


# Proofs


def make_proof(path: Path) -> None:
    game = find_game(SMALL)
    proof = prove_by_strategy(Position.start(game).play_all("b2 a1 c1 a3"), Solver(game), UNLIMITED)
    assert proof is not None
    proof.write(path)


def make_line_proof(path: Path) -> None:
    from enraya.solve.proofs.prover import prove

    proof = prove(Position.start(find_game(SMALL)).play_all("b2 a1"))
    assert proof is not None
    proof.write(path)


def make_transcript(path: Path) -> None:
    from enraya.solve.methods.maker import MakerCore
    from enraya.solve.proofs.lines.prover import stream_lines

    game = find_game(SMALL)
    assert stream_lines(Position.start(game).play_all("b2 a1"), MakerCore(game, 16), path) is not None


def read_proof_file(path: Path) -> object:
    proof = read_proof(path)
    verified = verify_proof(proof, Budget(Limit(nodes=CHECKS)))
    game = verified.position.game
    if game.name == SMALL:
        assert verified.least <= _worth(verified.position) <= verified.most, "a false proof was accepted"
    return game.name, proof.start, proof.moves, verified.least, verified.most


@cache
def _worth(position: Position) -> float:
    """What *position* is worth to the first player."""
    solution = Solver(position.game).solve(position)
    assert solution is not None
    return solution.worth.outcome if int(position.to_move) == 0 else -solution.worth.outcome


# What a long solve keeps


def make_checkpoint(path: Path) -> None:
    game = find_game(KEPT)
    Solver(game, megabytes=1, checkpoint=path).solve(Position.start(game), Limit(nodes=100))


def read_checkpoint(path: Path) -> object:
    game = find_game(KEPT)
    solver = Solver(game, megabytes=1, checkpoint=path)
    solution = solver.solve(Position.start(game), Limit(nodes=NODES))
    if solution is None:
        return solver.nodes_before
    assert solution.worth.outcome in (-1, 0, 1) and all(0 <= move < 5 for move in solution.best)
    return solver.nodes_before, solution.worth, solution.best


def sign_checkpoint(data: bytes) -> bytes:
    """The file with the checksum over words that the C++ core computes (native/core/checkpoint.hpp)."""
    words = struct.unpack(f"={len(data) // 8}Q", data[: len(data) // 8 * 8])[:-1]
    total = 0
    for word in words:
        total = random_number(total ^ word)
    return struct.pack(f"={len(words) + 1}Q", *words, total)


def make_split(path: Path) -> None:
    FirstMoveSplit(Position.start(find_game(SPLIT))).keep_in(path)


def read_split(path: Path) -> object:
    split = FirstMoveSplit(Position.start(find_game(SPLIT)), checkpoint=path)
    lower, upper = split.bounds
    assert isinstance(split.nodes, int) and lower <= upper
    split._next()
    return split.nodes, [(first.moves, first.lower, first.upper) for first in split.firsts]


def make_ledger(path: Path) -> None:
    log = AnswerLog(path, SMALL)
    for moves in ("", "b2", "b2 a1", "é"):
        log.add({"game": SMALL, "moves": moves, "value": "draw", "plies": 9, "best": ["a1", "b2"]})


def read_ledger(path: Path) -> object:
    log = AnswerLog(path, SMALL)
    start = Position.start(SMALL)
    return [log.answer(position) for position in (start, start.play("b2"), start.play("b2").play("a1"))], log._known


JOBS = {number: [number, 0, -1] for number in range(3)}


def make_journal(path: Path) -> None:
    game = find_game(BOARD)
    assert isinstance(game, Connect)
    journal = Journal(path, game, 1)
    for number, scores in JOBS.items():
        journal.add(number, scores)
    journal.close(delete=False)


def read_journal(path: Path) -> object:
    game = find_game(BOARD)
    assert isinstance(game, Connect)
    journal = Journal(path, game, 1)
    journal.close(delete=False)
    # What is missing is scored again.
    return {**JOBS, **journal.done}


def make_json_game(path: Path) -> None:
    record = Record.of(Position.start(SMALL).play_all("b2 a1 c1 a3 a2"), ("Ana", "level:3"))
    path.write_bytes(write_game(record, "json"))


def read_json_game(path: Path) -> object:
    return read_game(path.read_bytes(), find_built_in, "json")


def make_tournament(path: Path) -> None:
    plan = plan_from({"players": ["random", "level:1", "rules"], "games": 2, "seed": 3})
    with GameLog.begin(path, plan) as log:
        log.add(
            GameRecord(number, 1, 0, 1, 0, 0, 0, 1, None, "line", None, None, ("b2", "a1"), (0.1, 0.25))
            for number in range(4)
        )


def read_tournament(path: Path) -> object:
    with GameLog(path) as log:
        return log.plan, log.records


FORMATS = (
    FileFormat("table", ("solve/tables/file", "solve/checked_file"), make_table, read_table, signed),
    FileFormat("book", ("solve/books/book", "solve/checked_file"), make_book, read_book, signed),
    FileFormat("proof", ("solve/proofs/strategy", "solve/proofs/checker"), make_proof, read_proof_file, signed),
    FileFormat("split", ("solve/parallel/split",), make_split, read_split, signed),
    FileFormat("ledger", ("commands/solve/answer_log",), make_ledger, read_ledger),
    FileFormat("tournament", ("arena/tournament/log", "arena/tournament/plan"), make_tournament, read_tournament),
    FileFormat("json-game", ("exchange/json_format",), make_json_game, read_json_game),
    FileFormat("journal", ("solve/books/build",), make_journal, read_journal),
    *(
        (
            FileFormat(
                "line-proof",
                ("solve/proofs/lines/format", "solve/proofs/lines/checker"),
                make_line_proof,
                read_proof_file,
                signed,
            ),
            FileFormat(
                "transcript",
                ("solve/proofs/lines/transcript", "solve/proofs/lines/checker"),
                make_transcript,
                read_proof_file,
                signed,
            ),
            FileFormat("checkpoint", ("solve/parallel/checkpoint",), make_checkpoint, read_checkpoint, sign_checkpoint),
        )
        if is_available()
        else ()
    ),
)
