"""The certificate of a game of free lines: strategies as in `enraya.solve.proofs.strategy`, for millions of positions.

A position is named by its pieces, so no two share a name. A strategy has a reply for positions in which its player is
to move. Where only a draw is claimed it may end in a pairing (`pairing`), or go on without lines of its own, which is
written apart (`ZoneStrategy`). Where a win is claimed it may end in a sequence of threats (`threats`); with the
other side to move, the sequences that it would lose to by passing leave it few moves. Positions with few pieces are
stored in canonical form (`canonical`): the views are the permutations of the cells that carry lines to lines. What is
forced needs no entry (see `checker`). On disk it is a `checked_file`; version 2 had no relevance zones. It has

    {"game": …, "claims": […]}
                              the header: the position, the views, each claim and the numbers of its entries
    8, 8, 1 bytes             of each reply the cells of the first player, those of the second, and the cell to take
    8, 8, 1, 2 × n bytes      of each pairing the same two, the number of pairs, and the pairs
    8, 8, 1, n × (1, m) bytes of each position with threats the same two, how many sequences, their lengths and cells
    8, 8, 1 bytes             of each position held by relevance zones the same two, and 0; then by open position, that
                              is the other side's pieces in its open lines and the empty cells of these:
    8, 8, 1 bytes             of each reply its position and the cell to take
    8, 8, 1, n bytes          of each position with the other side to move, how many of its moves are to be looked at,
                              and these
    8, 8, 1, 2 × n bytes      of each pairing with the first player to move its position, the number of pairs, and the
                              pairs; then of each with the second to move
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from enraya.game import Player
from enraya.solve.checked_file import FileKind
from enraya.solve.proofs.lines.zones import OpenPosition
from enraya.solve.proofs.strategy import Claim

KIND = FileKind("enraya-line-proof", 3, "proof.not_one", "proof.damaged", oldest=2)
ENTRY = struct.Struct("<QQB")

Pieces = tuple[int, int]
"""The cells of the first player and of the second, a bit a cell."""

Moves = tuple[int, ...]
Pairings = dict[Pieces, tuple[tuple[int, int], ...]]
"""The pairs by position."""


@dataclass
class ZoneStrategy:
    """The strategy of a pure breaker: relevance zones, keyed by `OpenPosition` (`zones`)."""

    starts: set[Pieces] = field(default_factory=set)
    """The positions of the game in which that begins."""
    replies: dict[OpenPosition, int] = field(default_factory=dict)
    attacks: dict[OpenPosition, Moves] = field(default_factory=dict)
    """With the other side to move, which of its moves to look at, in this order."""
    pairings: tuple[Pairings, Pairings] = field(default_factory=lambda: ({}, {}))
    """With the first player to move, and with the second."""

    @property
    def sizes(self) -> list[int]:
        """The number of entries of each kind."""
        return [len(each) for each in (self.starts, self.replies, self.attacks, *self.pairings)]


@dataclass
class LineStrategy:
    """The strategy behind a claim: by position replies, pairings and threat sequences."""

    claim: Claim
    replies: dict[Pieces, int] = field(default_factory=dict)
    pairings: Pairings = field(default_factory=dict)
    sequences: dict[Pieces, tuple[Moves, ...]] = field(default_factory=dict)
    zone: ZoneStrategy = field(default_factory=ZoneStrategy)

    @property
    def size(self) -> int:
        """The number of entries."""
        return len(self.replies) + len(self.pairings) + len(self.sequences) + sum(self.zone.sizes)


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
        """The number of entries."""
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
                    "holdings": len(each.pairings),
                    "sequences": len(each.sequences),
                    "alone": each.zone.sizes,
                }
                for each in self.strategies
            ],
        }
        KIND.write(path, header, self._entries())

    def _entries(self) -> Iterator[bytes]:
        for each in self.strategies:
            yield from _with_cell(each.replies)
            yield from _with_pairs(each.pairings)
            for pieces, sequences in each.sequences.items():
                yield ENTRY.pack(*pieces, len(sequences))
                yield b"".join(bytes((len(moves), *moves)) for moves in sequences)
            yield from _with_cell(dict.fromkeys(sorted(each.zone.starts), 0))
            yield from _with_cell(each.zone.replies)
            for position, attacks in each.zone.attacks.items():
                yield ENTRY.pack(*position, len(attacks)) + bytes(attacks)
            for pairings in each.zone.pairings:
                yield from _with_pairs(pairings)

    @classmethod
    def read(cls, path: Path) -> LineProof:
        """The proof in *path*, or the reason it is none."""
        header, entries = KIND.read(path)
        try:
            return cls._of(header, entries)
        except (ValueError, KeyError, TypeError, IndexError, OverflowError, struct.error):
            raise KIND.refusal(path) from None

    @classmethod
    def _of(cls, header: dict[str, Any], entries: memoryview) -> LineProof:
        reader = _Reader(entries)
        strategies = []
        for said in header["claims"]:
            if said["bound"] not in (0, 1):
                raise ValueError("a strategy draws or wins")
            strategy = LineStrategy(Claim(Player(said["player"]), int(said["bound"])))
            strategy.replies = reader.replies(said["replies"])
            strategy.pairings = reader.pairings(said["holdings"])
            strategy.sequences = reader.sequences(said["sequences"])
            starts, replies, attacks, first, second = said.get("alone", (0,) * 5)
            strategy.zone = ZoneStrategy(
                set(reader.replies(starts)),
                reader.replies(replies),
                reader.attacks(attacks),
                (reader.pairings(first), reader.pairings(second)),
            )
            strategies.append(strategy)
        if reader.left:
            raise ValueError("there are too many entries")
        game, start, moves = header["game"], header["start"], header["moves"]
        if not isinstance(game, str) or not isinstance(start, str | None) or not isinstance(moves, list):
            raise TypeError("the position is not named")
        views = [tuple(int(cell) for cell in view) for view in header["views"]]
        return cls(game, start, [str(move) for move in moves], strategies, views)


def _with_cell(replies: dict[Pieces, int]) -> Iterator[bytes]:
    for (one, two), cell in replies.items():
        yield ENTRY.pack(one, two, cell)


def _with_pairs(pairings: Pairings) -> Iterator[bytes]:
    for (one, two), pairs in pairings.items():
        yield ENTRY.pack(one, two, len(pairs)) + bytes(cell for pair in pairs for cell in pair)


class _Reader:
    """Entries, one after the other."""

    def __init__(self, entries: memoryview) -> None:
        self._entries, self._at = entries, 0

    @property
    def left(self) -> int:
        return len(self._entries) - self._at

    def replies(self, number: int) -> dict[Pieces, int]:
        return dict(self._entry() for _ in range(number))

    def attacks(self, number: int) -> dict[Pieces, Moves]:
        return {position: self._cells(count) for position, count in self._listed(number)}

    def pairings(self, number: int) -> Pairings:
        found = ((position, self._cells(2 * count)) for position, count in self._listed(number))
        return {position: tuple(zip(cells[::2], cells[1::2], strict=True)) for position, cells in found}

    def sequences(self, number: int) -> dict[Pieces, tuple[Moves, ...]]:
        return {
            position: tuple(self._cells(self._cells(1)[0]) for _ in range(count))
            for position, count in self._listed(number)
        }

    def _listed(self, number: int) -> Iterator[tuple[Pieces, int]]:
        """Entries that something follows, to be read before the next."""
        return (self._entry() for _ in range(number))

    def _entry(self) -> tuple[Pieces, int]:
        one, two, number = ENTRY.unpack_from(self._entries, self._at)
        self._at += ENTRY.size
        return (one, two), number

    def _cells(self, count: int) -> Moves:
        if count > self.left:
            raise ValueError("entries are missing")
        self._at += count
        return tuple(self._entries[self._at - count : self._at])
