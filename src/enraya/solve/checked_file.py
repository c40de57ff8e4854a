"""What is computed once and kept: a file that says what it is, and whose checksum shows that it is whole.

enraya-… 1\\n                       its title
{"game": …}\\n                      in JSON, with spaces at its end so that what follows is aligned
…                                  numbers, little-endian
32 bytes                           the SHA-256 of all before
"""

from __future__ import annotations

import hashlib
import json
import mmap
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game

CHECKSUM = 32


def read_checked(path: Path, title: bytes, kind: str, game: Game[Any, Any]) -> tuple[dict[str, Any], memoryview]:
    """The header and the numbers, mapped into memory. What is not such a file for *game* is refused in the words
    of its *kind*.
    """
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise EnrayaError("error.own_unreadable", path=str(path), reason=str(error)) from None
    whole = memoryview(mapped)
    if whole[: len(title)] != title:
        raise EnrayaError(f"{kind}.not_one", path=str(path))
    if hashlib.sha256(whole[:-CHECKSUM]).digest() != whole[-CHECKSUM:]:
        raise EnrayaError(f"{kind}.damaged", path=str(path))
    end = mapped.find(b"\n", len(title)) + 1
    header = json.loads(mapped[len(title) : end])
    if (header["game"], header["edition"]) != (game.name, game.edition):
        raise EnrayaError(f"{kind}.other_game", path=str(path), found=header["game"], game=game.name)
    return header, whole[end:-CHECKSUM]


def write_checked(
    path: Path, title: bytes, game: Game[Any, Any], said: dict[str, Any], columns: Sequence[array[int]]
) -> int:
    """Write it whole or not at all; the number of bytes."""
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    header = json.dumps({"game": game.name, "edition": game.edition, **said}, ensure_ascii=False).encode()
    header += b" " * (-(len(title) + len(header) + 1) % 8) + b"\n"
    written = title + header + b"".join(column.tobytes() for column in columns)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_bytes(written + hashlib.sha256(written).digest())
    unfinished.replace(path)
    return path.stat().st_size
