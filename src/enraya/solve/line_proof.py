"""A proof of a game of free lines: strategies as in `enraya.solve.proof`, in a form made for millions of positions.

A position is named by the pieces themselves, so nothing depends on names being different. A strategy has a reply for
positions in which its player is to move. Where only a draw is claimed it may end in a holding: the pairs of
`enraya.solve.holding`; where a win is claimed, in a sequence of threats (`enraya.solve.sequences`), and with the other
side to move the sequences it would lose to by passing leave it few moves. Positions with few pieces may be seen from
other sides: the views are permutations of the cells that carry lines to lines. What is forced needs no entry (see
`enraya.solve.line_verify`). On disk it is

    enraya-line-proof 2\\n     what it is
    {"game": …, "claims": […]}\\n
                              in JSON: the position, the views, each claim and the numbers of its entries
    8, 8, 1 bytes             of each reply the cells of the first player, those of the second, and the cell to take
    8, 8, 1, 2 × n bytes      of each holding the same two, the number of pairs, and the pairs
    8, 8, 1, n × (1, m) bytes of each position with threats the same two, how many sequences, their lengths and cells
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

TITLE = b"enraya-line-proof 2\n"
ENTRY = struct.Struct("<QQB")

Pieces = tuple[int, int]
"""The cells of the first player and of the second, a bit a cell."""

Moves = tuple[int, ...]


@dataclass
class LineStrategy:
    """What makes a claim come true: by position replies, holdings, each a tuple of pairs, and sequences of threats."""

    claim: Claim
    replies: dict[Pieces, int] = field(default_factory=dict)
    holdings: dict[Pieces, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    sequences: dict[Pieces, tuple[Moves, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """In how many positions there is something written."""
        return len(self.replies) + len(self.holdings) + len(self.sequences)


@dataclass
class LineProof:
    """A position of a game, and a strategy for each thing claimed of it."""

    game: str
    start: str | None
    moves: list[str]
    strategies: list[LineStrategy]
    views: list[Moves] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many entries there are."""
        return sum(each.size for each in self.strategies)

    def write(self, path: Path) -> None:
        """Write it to *path*: whole, or not at all."""
        header = {
            "game": self.game,
            "start": self.start,
            "moves": self.moves,
            "views": self.views,
            "claims": [
                {
                    "player": int(each.claim.player),
                    "bound": each.claim.bound,
                    "replies": len(each.replies),
                    "holdings": len(each.holdings),
                    "sequences": len(each.sequences),
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
            for (first, second), sequences in each.sequences.items():
                yield ENTRY.pack(first, second, len(sequences))
                yield b"".join(bytes((len(moves), *moves)) for moves in sequences)

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
        reader = _Reader(entries)
        strategies = []
        for said in header["claims"]:
            strategy = LineStrategy(Claim(Player(said["player"]), int(said["bound"])))
            for _ in range(said["replies"]):
                pieces, strategy.replies[pieces] = reader.entry()
            for _ in range(said["holdings"]):
                pieces, count = reader.entry()
                cells = reader.cells(2 * count)
                strategy.holdings[pieces] = tuple(zip(cells[::2], cells[1::2], strict=True))
            for _ in range(said["sequences"]):
                pieces, count = reader.entry()
                strategy.sequences[pieces] = tuple(reader.cells(reader.cells(1)[0]) for _ in range(count))
            strategies.append(strategy)
        if reader.left:
            raise ValueError("there are too many entries")
        game, start, moves = header["game"], header["start"], header["moves"]
        if not isinstance(game, str) or not isinstance(start, str | None) or not isinstance(moves, list):
            raise TypeError("the position is not named")
        views = [tuple(int(cell) for cell in view) for view in header["views"]]
        return cls(game, start, [str(move) for move in moves], strategies, views)


class _Reader:
    """Entries, one after the other."""

    def __init__(self, entries: bytes) -> None:
        self._entries, self._at = entries, 0

    @property
    def left(self) -> int:
        return len(self._entries) - self._at

    def entry(self) -> tuple[Pieces, int]:
        first, second, number = ENTRY.unpack_from(self._entries, self._at)
        self._at += ENTRY.size
        return (first, second), number

    def cells(self, count: int) -> Moves:
        if count > self.left:
            raise ValueError("entries are missing")
        self._at += count
        return tuple(self._entries[self._at - count : self._at])


def is_line_proof(path: Path) -> bool:
    """Whether the file begins like one."""
    try:
        with path.open("rb") as file:
            return file.read(len(TITLE)) == TITLE
    except OSError:
        return False
