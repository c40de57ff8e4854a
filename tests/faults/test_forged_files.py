"""A file that somebody has changed, checksum and all, is refused by a sentence where it says what cannot be."""

from __future__ import annotations

import struct

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.commands.solve.answer_log import AnswerLog
from enraya.lab.puzzles.sets import read_set
from enraya.solve.checked_file import CHECKSUM
from enraya.solve.tables.directory import find_table, table_path
from tests.fuzz.file_formats import FORMATS, SMALLER, signed

BY_NAME = {format.name: format for format in FORMATS}
DEEP = "[" * 100_000


def forged(name: str, old: bytes, new: bytes) -> bytes:
    """The genuine file of a format in which *old* stands as *new*, signed as if it had always been so."""
    format = BY_NAME[name]
    whole = format.genuine()
    assert old in whole and format.sign is not None
    return format.sign(whole.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table", b'"salt": 0', b'"salt":-1'),
        ("table", b'"salt": 0}', b'"salt": 99999999999999999999}'),
        ("table", b'"positions": 6', b'"positions": true'),
        ("table", struct.pack("=h", 1) * 6, struct.pack("=h", 2) * 6),
        ("table", struct.pack("=6H", 3, 0, 1, 0, 2, 1), struct.pack("=6H", 3, 0, 1, 0, 2, 4000)),
        ("book", struct.pack("=Q", 0x842180), struct.pack("=Q", 0x8421FF)),
        ("book", b'"plies": 1', b'"plies": []'),
        ("split", b"-10000, 10000]", b'"x", 10000]'),
        ("split", b"-10000, 10000]", b"20000, 10000]"),
        ("split", b"-10000, 10000]", b"-1.5, 10000]"),
        ("split", b'"nodes": 0', b'"nodes": Infinity'),
        ("proof", b'"bound": 0', b'"bound": Infinity'),
    ],
)
def test_what_cannot_be_is_refused_though_the_checksum_fits(name: str, old: bytes, new: bytes) -> None:
    with pytest.raises(EnrayaError):
        BY_NAME[name].read_bytes(forged(name, old, new))


def test_a_table_without_the_positions_that_follow_is_refused() -> None:
    whole = BY_NAME["table"].genuine()
    names = whole.index(b"\n", whole.index(b"}")) + 1
    # Of the six positions the last has another name now, and is not found.
    other = whole[: names + 40] + b"\xff" * 8 + whole[names + 48 :]
    with pytest.raises(EnrayaError):
        BY_NAME["table"].read_bytes(signed(other))


def test_a_forged_table_is_done_without(tmp_path, monkeypatch, caplog) -> None:
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))
    game = find_game(SMALLER)
    table_path(game).write_bytes(forged("table", struct.pack("=h", 1) * 6, struct.pack("=h", 7) * 6))
    assert find_table(game) is None
    assert "damaged" in caplog.text
    assert Solver(game).solve(Position.start(game)).worth.outcome == 1


@pytest.mark.parametrize("read", [Position.load, read_set])
def test_brackets_without_end_are_refused(read) -> None:
    with pytest.raises(EnrayaError):
        read(DEEP)


def test_a_ledger_of_brackets_without_end_is_refused(tmp_path) -> None:
    path = tmp_path / "answers"
    for row in (DEEP, "[]", "7", '"text"'):
        path.write_text(row + "\n")
        with pytest.raises(EnrayaError):
            AnswerLog(path, "mnk(3,3,3)")


def test_the_checksum_is_what_is_forged() -> None:
    whole = BY_NAME["book"].genuine()
    assert signed(whole) == whole
    assert signed(whole[:-CHECKSUM] + bytes(CHECKSUM)) == whole
