"""Every file that solving keeps goes one way in and out: whole or not at all, refused in words if it is not right."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.search.native import is_available
from enraya.solve.books.book import Book, find_book, write_book
from enraya.solve.checked_file import FileKind, replacing
from enraya.solve.parallel.split import FirstMoveSplit
from enraya.solve.proofs.lines.format import LineProof
from enraya.solve.proofs.strategy import Proof
from enraya.solve.proofs.verifier import read_proof
from enraya.solve.solution import Worth
from enraya.solve.tables.file import Table, write_table

TIC_TAC_TOE, CONNECT = find_game("mnk(3,3,3)"), find_game("connect(4,4,4)")
KIND = FileKind("enraya-something", 2, "proof.not_one", "proof.damaged")

FILES = {
    "table": (
        lambda path: write_table(path, TIC_TAC_TOE, {"one": Worth(0, 1), "two": Worth(1, None)}),
        lambda path: Table(path, TIC_TAC_TOE),
    ),
    "book": (lambda path: write_book(path, CONNECT, 1, {5: 0, 7: 3}), lambda path: Book(path, CONNECT)),
    "proof": (lambda path: Proof(TIC_TAC_TOE.name, None, [], []).write(path), read_proof),
    "line proof": (lambda path: LineProof(TIC_TAC_TOE.name, None, [], []).write(path), read_proof),
}
if is_available():
    FILES["bounds"] = (
        lambda path: FirstMoveSplit(Position.start("oso(3,3)"), checkpoint=path),
        lambda path: FirstMoveSplit(Position.start("oso(3,3)"), checkpoint=path),
    )
    FILES["checkpoint"] = (
        lambda path: Solver(CONNECT, checkpoint=path).solve(Position.start(CONNECT)),
        lambda path: Solver(CONNECT, checkpoint=path).solve(Position.start(CONNECT)),
    )


@pytest.fixture(params=FILES)
def kept(request, tmp_path):
    """A file of each kind, and what reads it."""
    write, read = FILES[request.param]
    path = tmp_path / "kept"
    write(path)
    return path, read


def with_checksum(content: bytes) -> bytes:
    return content + sha256(content).digest()


def test_what_was_written_is_read_and_nothing_else_is_left_beside_it(kept):
    path, read = kept
    assert read(path) is not None
    assert [each.name for each in path.parent.iterdir()] == ["kept"]


def test_a_file_that_was_cut_short_or_changed_is_refused_as_damaged(kept):
    path, read = kept
    whole = path.read_bytes()
    middle = len(whole) // 2
    for spoilt in (whole[:-1], whole[:middle], whole + b"\0", whole[:middle] + b"?" + whole[middle + 1 :]):
        path.write_bytes(spoilt)
        with pytest.raises(EnrayaError, match="is damaged"):
            read(path)


def test_a_file_of_a_newer_version_is_refused_as_such(kept):
    path, read = kept
    whole = path.read_bytes()
    if whole.startswith(b"EnrKept"):
        path.write_bytes(whole.replace(b"EnrKept1", b"EnrKept9", 1))
    else:
        title, _, rest = whole[:-32].partition(b"\n")
        path.write_bytes(with_checksum(title[:-1] + b"9\n" + rest))
    with pytest.raises(EnrayaError, match="written by a newer version of Enraya"):
        read(path)


@pytest.mark.parametrize("header", [b"{}", b"[]", b"5", b"", b"{", b"[" * 100_000, b'{"game": 1, "edition": []}'])
def test_a_forged_header_under_a_right_checksum_is_refused(kept, header):
    path, read = kept
    title, _, _ = path.read_bytes().partition(b"\n")
    path.write_bytes(with_checksum(title + b"\n" + header + b"\n"))
    with pytest.raises(EnrayaError, match=r"is damaged|another game|is a book of|another board"):
        read(path)


@pytest.mark.parametrize("content", [b"hello", b"enraya-table 0\n" + bytes(32), b"enraya-picture 1\n{}\n" + bytes(32)])
def test_another_kind_of_file_is_refused(kept, content):
    path, read = kept
    path.write_bytes(content)
    with pytest.raises(EnrayaError, match=r"is not a|is damaged or was not written by Enraya"):
        read(path)


def test_a_folder_or_a_file_that_is_not_there_is_refused(tmp_path):
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(EnrayaError, match="cannot be read"):
            KIND.read(path)


def test_a_header_and_a_body_come_back_and_numbers_are_aligned(tmp_path):
    path = tmp_path / "some"
    size = KIND.write(path, {"name": "ñ"}, [b"12345678", b"x" * 8], is_aligned=True)
    found = KIND.read(path)
    assert found.header == {"name": "ñ"}
    assert bytes(found.body) == b"12345678xxxxxxxx"
    assert size == path.stat().st_size
    assert path.read_bytes().index(b"12345678") % 8 == 0


def test_a_write_that_fails_leaves_what_was_there(tmp_path):
    path = tmp_path / "some"
    KIND.write(path, {"old": True})

    def body():
        yield b"begun"
        raise OSError(28, "No space left on device")

    with pytest.raises(EnrayaError, match=r"cannot be written: No space left on device"):
        KIND.write(path, {"old": False}, body())
    assert KIND.read(path).header == {"old": True}
    assert [each.name for each in tmp_path.iterdir()] == ["some"]
    with pytest.raises(EnrayaError, match="cannot be written"), replacing(Path("/proc/nowhere/file")) as unfinished:
        unfinished.write_bytes(b"")


def test_a_header_that_cannot_be_written_is_none_that_this_version_wrote(tmp_path):
    path = tmp_path / "some"
    KIND.write(path, {"name": "n"})
    assert KIND.begins(path, {"name": "n"})
    assert not KIND.begins(path, {"name": "\ud800"})


def test_a_pipe_or_a_device_is_not_replaced_by_a_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(EnrayaError, match="A device or a pipe, and no file"):
        KIND.write(pipe, {"name": "n"})
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


def test_the_book_that_comes_with_the_program_is_read():
    book = find_book(find_game("connect"))
    assert book is not None and book.plies >= 8
