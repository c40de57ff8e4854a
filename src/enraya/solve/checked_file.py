"""The one way in and out of binary and large files: tables, books, proofs, splits, checkpoints, tournaments.

    enraya-book 1\\n         the kind of file, and the version of its format
    {"game": …}\\n           the header, in JSON; spaces at its end align numbers that follow to 8 bytes
    …                       the body
    32 bytes                the SHA-256 of all before

A file is written under another name, which becomes its own when it is complete and on the disk (`replacing`). What
cannot be read, is no such file, is damaged, or comes from a newer version of the program is refused with a sentence
that says which. The body of a checkpoint is a table that the C++ core streams to the disk: it is written by `replacing`
and refused in the same way, and the core checks its format and checksum (native/core/checkpoint.hpp).
"""

from __future__ import annotations

import errno
import hashlib
import json
import mmap
import os
import re
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from enraya.errors import EnrayaError, LocalizedError, system_reason
from enraya.game import Game

CHECKSUM = 32
ALIGNMENT = 8
LONGEST_TITLE = 64


class CheckedFile(NamedTuple):
    """The contents of a file whose checksum is right; the body is mapped into memory."""

    header: dict[str, Any]
    body: memoryview


class Stream:
    """The body of a file that is being written: its bytes go to the disk and into the checksum."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._digest = file, hashlib.sha256()
        self.size = 0
        """The bytes so far; after the end, of the whole file."""

    def write(self, part: bytes) -> None:
        """Add *part*."""
        self._file.write(part)
        self._digest.update(part)
        self.size += len(part)

    def end(self) -> None:
        """Write the checksum."""
        self.size += self._file.write(self._digest.digest())


@dataclass(frozen=True)
class FileKind:
    """A kind of file: its name at the beginning, the versions that are read, and the messages that refuse another kind
    of file, a damaged one, and a place that cannot be written to.
    """

    name: str
    version: int
    not_one: str
    damaged: str
    unwritable: str = "error.unwritable"
    oldest: int = 1

    @property
    def title(self) -> bytes:
        """The first line of a file written by this version."""
        return f"{self.name} {self.version}\n".encode()

    def is_kind_of(self, path: Path) -> bool:
        """True if the file begins like one of this kind, of any version."""
        try:
            with path.open("rb") as file:
                return self._version(file.read(LONGEST_TITLE)) is not None
        except OSError:
            return False

    def write(self, path: Path, header: dict[str, Any], body: Iterable[bytes] = (), *, is_aligned: bool = False) -> int:
        """Write a file, whole or not at all; the number of bytes."""
        head = self.head(header)
        if is_aligned:
            head = head[:-1] + b" " * (-len(head) % ALIGNMENT) + b"\n"
        with self._streaming(path, head) as stream:
            for part in body:
                stream.write(part)
        return stream.size

    @contextmanager
    def streaming(self, path: Path, header: dict[str, Any]) -> Iterator[Stream]:
        """A file whose body is written piece by piece; it takes its name at the end, or is removed on an exception."""
        with self._streaming(path, self.head(header)) as stream:
            yield stream

    def head(self, header: dict[str, Any]) -> bytes:
        """The title and *header* as this version writes them."""
        return self.title + json.dumps(header, ensure_ascii=False).encode() + b"\n"

    def begins(self, path: Path, header: dict[str, Any]) -> bool:
        """True if the file begins, byte for byte, as this version writes it with *header*."""
        try:
            head = self.head(header)
        except UnicodeEncodeError:  # half of a surrogate pair, which no version writes
            return False
        with path.open("rb") as file:
            return file.read(len(head)) == head

    @contextmanager
    def _streaming(self, path: Path, head: bytes) -> Iterator[Stream]:
        with replacing(path, self.unwritable) as unfinished, unfinished.open("wb") as file:
            stream = Stream(file)
            stream.write(head)
            yield stream
            stream.end()

    def read(self, path: Path) -> CheckedFile:
        """Read the file and check it; refuse it if it is damaged."""
        try:
            with path.open("rb") as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise EnrayaError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None
        except ValueError:  # An empty file cannot be mapped.
            raise EnrayaError(self.not_one, path=str(path)) from None
        self._check_title(path, mapped[:LONGEST_TITLE])
        whole = memoryview(mapped)
        if hashlib.sha256(whole[:-CHECKSUM]).digest() != whole[-CHECKSUM:]:
            raise self.refusal(path)
        begin = mapped.find(b"\n") + 1
        end = mapped.find(b"\n", begin) + 1
        try:
            header = json.loads(mapped[begin:end])
        except (ValueError, RecursionError):
            raise self.refusal(path) from None
        if not isinstance(header, dict):
            raise self.refusal(path)
        return CheckedFile(header, whole[end:-CHECKSUM])

    def check_title(self, path: Path) -> None:
        """Refuse a file that does not begin like one of this kind, or only another version of the program can read."""
        with path.open("rb") as file:
            self._check_title(path, file.read(LONGEST_TITLE))

    def _check_title(self, path: Path, beginning: bytes) -> None:
        version = self._version(beginning)
        if not version:
            raise EnrayaError(self.not_one, path=str(path))
        if version < self.oldest:
            raise EnrayaError("error.file_older", path=path, version=version, oldest=self.oldest)
        refuse_newer(path, version, self.version)

    def read_of(self, game: Game[Any, Any], path: Path, other_game: str) -> CheckedFile:
        """Read the file if it is of *game*; the message *other_game* refuses one that is not."""
        found = self.read(path)
        said = found.header.get("game")
        if (said, found.header.get("edition")) != (game.name, game.edition):
            raise EnrayaError(other_game, path=str(path), found=str(said), game=game.name)
        return found

    def refusal(self, path: Path) -> EnrayaError:
        """Refuses a file whose checksum, header or body is not right."""
        return EnrayaError(self.damaged, path=str(path))

    def _version(self, beginning: bytes) -> int | None:
        found = re.match(re.escape(self.name.encode()) + rb" ([0-9]{1,9})\n", beginning)
        return None if found is None else int(found[1])


def refuse_newer(path: Path, version: int, newest: int) -> None:
    """Refuse a file that only a newer version of the program can read."""
    if version > newest:
        raise EnrayaError("error.file_newer", path=str(path), version=version, newest=newest)


@contextmanager
def replacing(path: Path, unwritable: str = "error.unwritable") -> Iterator[Path]:
    """A file to write that becomes *path* once it is complete and on the disk, or else is removed.

    The message *unwritable* says that it cannot be written.
    """
    if path.exists() and not path.is_file():
        # A file would take its place, also that of a device.
        reason = system_reason(errno.EISDIR) if path.is_dir() else LocalizedError("system.special_file")
        raise EnrayaError(unwritable, path=str(path), reason=reason)
    unfinished = path.with_name(path.name + ".part")
    try:
        yield unfinished
        with unfinished.open("r+b") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        raise EnrayaError(unwritable, path=str(path), reason=system_reason(error)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def lost_its_end(tail: bytes) -> bool:
    """Whether *tail*, what follows the last line feed of a file of rows of JSON, is a row whose line feed was changed.

    A row that was cut short is less than a row; this is a whole one, and a byte more.
    """
    try:
        json.loads(tail[:-1])
    except (ValueError, RecursionError):
        return False
    return True


def header_of(game: Game[Any, Any], **more: Any) -> dict[str, Any]:
    """The header of a file that belongs to *game*."""
    return {"game": game.name, "edition": game.edition, **more}


def as_bytes(columns: Sequence[array[int]]) -> list[bytes]:
    """Numbers as a body holds them: little-endian."""
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    return [column.tobytes() for column in columns]
