"""A proof of a game of free lines: strategies as in `enraya.solve.proof`, in a form made for millions of positions.

A position is named by the pieces themselves, so nothing depends on names being different. A strategy has a reply for
positions in which its player is to move, and where only a draw is claimed it may end in a holding: the pairs of
`enraya.solve.holding`. What is forced needs no entry (see `enraya.solve.line_verify`). On disk it is

    enraya-line-proof 1\\n     what it is
    {"game": …, "claims": […]}\\n
                              in JSON: the position, each claim and the numbers of its replies and holdings
    8, 8, 1 bytes             of each reply the cells of the first player, those of the second, and the cell to take
    8, 8, 1, 2 × n bytes      of each holding the same two, the number of pairs, and the pairs
    32 bytes                  the SHA-256 of all before
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.solve.proof import CHECKSUM, Claim

TITLE = b"enraya-line-proof 1\n"
ENTRY = struct.Struct("<QQB")

Pieces = tuple[int, int]
"""The cells of the first player and of the second, a bit a cell."""


@dataclass
class LineStrategy:
    """What makes a claim come true: replies by position, and holdings, each a tuple of pairs."""

    claim: Claim
    replies: dict[Pieces, int] = field(default_factory=dict)
    holdings: dict[Pieces, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass
class LineProof:
    """A position of a game, and a strategy for each thing claimed of it."""

    game: str
    start: str | None
    moves: list[str]
    strategies: list[LineStrategy]

    @property
    def size(self) -> int:
        """How many replies and holdings there are."""
        return sum(len(each.replies) + len(each.holdings) for each in self.strategies)

    def write(self, path: Path) -> None:
        """Write it to *path*: whole, or not at all."""
        header = {
            "game": self.game,
            "start": self.start,
            "moves": self.moves,
            "claims": [
                {
                    "player": int(each.claim.player),
                    "bound": each.claim.bound,
                    "replies": len(each.replies),
                    "holdings": len(each.holdings),
                }
                for each in self.strategies
            ],
        }
        unfinished = path.with_name(path.name + ".part")
        digest = hashlib.sha256()
        with unfinished.open("wb") as file:
            for part in (TITLE, json.dumps(header, ensure_ascii=False).encode() + b"\n", *self._entries()):
                file.write(part)
                digest.update(part)
            file.write(digest.digest())
        unfinished.replace(path)

    def _entries(self) -> Iterator[bytes]:
        for each in self.strategies:
            for (first, second), cell in each.replies.items():
                yield ENTRY.pack(first, second, cell)
            for (first, second), pairs in each.holdings.items():
                yield ENTRY.pack(first, second, len(pairs)) + bytes(cell for pair in pairs for cell in pair)

    @classmethod
    def read(cls, path: Path) -> LineProof:
        """The proof in *path*, or the reason it is none."""
        try:
            written = path.read_bytes()
        except OSError as error:
            raise EnrayaError("error.own_unreadable", path=str(path), reason=error.strerror or str(error)) from None
        body, checksum = written[:-CHECKSUM], written[-CHECKSUM:]
        if not written.startswith(TITLE) or hashlib.sha256(body).digest() != checksum:
            raise EnrayaError("proof.damaged", path=str(path))
        line, _, entries = body[len(TITLE) :].partition(b"\n")
        try:
            return cls._of(json.loads(line), entries)
        except (ValueError, KeyError, TypeError, IndexError, struct.error):
            raise EnrayaError("proof.damaged", path=str(path)) from None

    @classmethod
    def _of(cls, header: dict[str, Any], entries: bytes) -> LineProof:
        strategies, at = [], 0
        for said in header["claims"]:
            strategy = LineStrategy(Claim(Player(said["player"]), int(said["bound"])))
            end = at + int(said["replies"]) * ENTRY.size
            for first, second, cell in ENTRY.iter_unpack(entries[at:end]):
                strategy.replies[first, second] = cell
            at = end
            for _ in range(said["holdings"]):
                first, second, count = ENTRY.unpack_from(entries, at)
                at += ENTRY.size
                cells = entries[at : at + 2 * count]
                strategy.holdings[first, second] = tuple(zip(cells[::2], cells[1::2], strict=True))
                at += 2 * count
            strategies.append(strategy)
        if at != len(entries):
            raise ValueError("entries are missing, or too many")
        game, start, moves = header["game"], header["start"], header["moves"]
        if not isinstance(game, str) or not isinstance(start, str | None) or not isinstance(moves, list):
            raise TypeError("the position is not named")
        return cls(game, start, [str(move) for move in moves], strategies)


def is_line_proof(path: Path) -> bool:
    """Whether the file begins like one."""
    try:
        with path.open("rb") as file:
            return file.read(len(TITLE)) == TITLE
    except OSError:
        return False
