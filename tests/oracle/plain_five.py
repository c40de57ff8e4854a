"""Five in a row on plain bit masks, to check the engine with: it shares nothing with `native/gomoku`.

A board of so many columns has one more that is never free, so that no line runs on into the next row:

    0  1  2  3  4  |            (column, row) is bit row * (columns + 1) + column
    6  7  8  9  10 |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property


class NotConfirmed(Exception):
    """A win that was claimed and could not be played out; the text says how it failed."""


def bits_of(mask: int) -> Iterator[int]:
    """Each bit of *mask* by itself."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


@dataclass(frozen=True)
class PlainFive:
    """The rules of five in a row; with *exact*, a longer row does not win. Sides are masks of their stones."""

    columns: int
    rows: int
    exact: bool = False

    @cached_property
    def _width(self) -> int:
        return self.columns + 1

    @cached_property
    def _board(self) -> int:
        return self.mask_of((1 << self.columns * self.rows) - 1)

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        return 1, self._width, self._width + 1, self._width - 1

    def mask_of(self, cells: int) -> int:
        """The mask of stones that Enraya writes a bit a cell, without the column between."""
        row = (1 << self.columns) - 1
        return sum((cells >> at * self.columns & row) << at * self._width for at in range(self.rows))

    def cells_of(self, mask: int) -> int:
        """The other way round."""
        row = (1 << self.columns) - 1
        return sum((mask >> at * self._width & row) << at * self.columns for at in range(self.rows))

    def bit_of(self, cell: int) -> int:
        """The bit of a cell that Enraya numbers row after row."""
        return 1 << cell // self.columns * self._width + cell % self.columns

    def free(self, own: int, other: int) -> int:
        """The free cells."""
        return self._board & ~(own | other)

    def fives(self, own: int, other: int) -> int:
        """The free cells where a stone of *own* makes five in a row."""
        free, found = self.free(own, other), 0
        for step in self._steps:
            moved = [own >> place * step for place in range(5)]
            for gap in range(5):
                starts = free >> gap * step
                for place in range(5):
                    if place != gap:
                        starts &= moved[place]
                if self.exact:
                    starts &= ~(own << step) & ~(own >> 5 * step)
                found |= starts << gap * step
        return found

    def fours(self, own: int, other: int) -> list[tuple[int, int]]:
        """The free cells where a stone of *own* threatens five, each with the cells of those fives."""
        made = []
        for bit in bits_of(self._third_stones(own, other)):
            if fives := self.fives(own | bit, other):
                made.append((bit, fives))
        return made

    def _third_stones(self, own: int, other: int) -> int:
        """The free cells in windows of five with at least three stones of *own* and no other: fours are among them."""
        free, found = self.free(own, other), 0
        for step in self._steps:
            ours = [own >> place * step for place in range(5)]
            open_to = [(own | free) >> place * step for place in range(5)]
            windows = open_to[0] & open_to[1] & open_to[2] & open_to[3] & open_to[4]
            ones = twos = threes = 0
            for each in ours:
                threes |= twos & each
                twos |= ones & each
                ones |= each
            for place in range(5):
                found |= (windows & threes) << place * step
        return found & free


@dataclass
class FourFinder:
    """Wins by an unbroken run of fours, found by trying every one of them."""

    rules: PlainFive
    most_nodes: int = 1_000_000
    nodes: int = 0
    _failed: dict[tuple[int, int], int] = field(default_factory=dict)

    def find(self, own: int, other: int, most: int = 10) -> int:
        """The first move of a win of *own*, who moves, by no more than *most* fours and then five; or 0."""
        self.nodes = 0
        self._failed.clear()
        return self._find(own, other, most)

    def _find(self, own: int, other: int, most: int) -> int:
        self.nodes += 1
        if fives := self.rules.fives(own, other):
            return fives & -fives
        if most == 0 or self._failed.get((own, other), 0) >= most or self.nodes > self.most_nodes:
            return 0
        must = self.rules.fives(other, own)
        for bit, fives in self.rules.fours(own, other):
            # The other side's fives have to be prevented, all of them by the one stone.
            if must & ~bit:
                continue
            if fives & (fives - 1) or self._find(own | bit, other | fives, most - 1):
                return bit
        self._failed[own, other] = most
        return 0


Oracle = Callable[[int, int], int]
"""The move with which the side to move, named first, is said to win; 0 where nothing is said."""


@dataclass
class PlayOut:
    """Plays a win that an *oracle* claims, against every answer. The attacker is the side named first."""

    rules: PlainFive
    oracle: Oracle
    most_quiet: int = 0
    """The number of moves in a row that may threaten nothing; after one every free cell is an answer of its own."""

    positions: int = 0
    _won: set[tuple[int, int, int]] = field(default_factory=set)

    def confirm(self, own: int, other: int) -> None:
        """Return if *own*, who moves, wins with the oracle's moves whatever *other* plays; else `NotConfirmed`."""
        self._won.clear()
        self._attack(own, other, self.most_quiet)

    def _attack(self, own: int, other: int, quiet: int) -> None:
        if (own, other, quiet) in self._won or self.rules.fives(own, other):
            return
        self.positions += 1
        move = self.oracle(own, other)
        if not move:
            raise NotConfirmed(f"no win is claimed any more: {own:#x} {other:#x}")
        if move & (move - 1) or not move & self.rules.free(own, other):
            raise NotConfirmed(f"the move is not legal: {own:#x} {other:#x} {move:#x}")
        self._defend(own | move, other, quiet)
        self._won.add((own, other, quiet))

    def _defend(self, own: int, other: int, quiet: int) -> None:
        rules = self.rules
        if rules.fives(other, own):
            raise NotConfirmed(f"the other side makes five: {own:#x} {other:#x}")
        if fives := rules.fives(own, other):
            # Whoever leaves one of them loses at once.
            if not fives & (fives - 1):
                self._attack(own, other | fives, quiet)
            return
        # An answer that makes no four loses to any of these that it leaves: a stone with two fives to follow.
        answers, is_threat = rules.free(own, other), False
        for bit, fives in rules.fours(own, other):
            if fives & (fives - 1):
                is_threat = True
                answers &= bit | (fives if fives.bit_count() == 2 else 0)
        if not is_threat:
            if not quiet:
                raise NotConfirmed(f"the move threatens nothing: {own:#x} {other:#x}")
            quiet -= 1
        for bit, _ in rules.fours(other, own):
            answers |= bit
        if not rules.free(own, other):
            raise NotConfirmed(f"the board is full: {own:#x} {other:#x}")
        for bit in bits_of(answers):
            self._attack(own, other | bit, quiet)
