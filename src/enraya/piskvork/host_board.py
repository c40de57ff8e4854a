"""The stones on the board between a brain and its host, as the protocol writes them."""

from __future__ import annotations

from enum import IntEnum


class Refused(Exception):
    """A command that cannot be obeyed; its text is what the host is told."""


class Seats(IntEnum):
    """The owners of stones."""

    OWN = 0
    OTHER = 1


class HostBoard:
    """A board of stones. `x,y` is a column and a row, from 0."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.stones: dict[int, Seats] = {}

    def cell(self, text: str) -> int:
        """The number of the cell that *text* writes."""
        column, _, row = (part.strip() for part in text.partition(","))
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (column, row)):
            raise Refused("a cell is written x,y")
        if int(column) >= self.columns or int(row) >= self.rows:
            raise Refused("the cell is not on the board")
        return int(row) * self.columns + int(column)

    def text(self, cell: int) -> str:
        """The name of a cell."""
        return f"{cell % self.columns},{cell // self.columns}"

    def put(self, text: str, seat: Seats) -> None:
        """A stone of *seat* on an empty cell."""
        cell = self.cell(text)
        if cell in self.stones:
            raise Refused("the cell is taken")
        self.stones[cell] = seat

    def nobody(self, text: str) -> Seats:
        """The owner given to a stone that belongs to nobody any more: alternating, so that there are never three in a
        row.
        """
        row, column = divmod(self.cell(text), self.columns)
        return Seats((column // 2 + row) % 2)

    def take(self, text: str) -> None:
        """Remove a stone."""
        if self.stones.pop(self.cell(text), None) is None:
            raise Refused("there is no stone")

    def swap(self) -> None:
        """The sides change colours."""
        self.stones = {cell: Seats(1 - seat) for cell, seat in self.stones.items()}

    def cells_of(self, seat: Seats) -> int:
        """The cells of *seat*, a bit a cell."""
        return sum(1 << cell for cell, whose in self.stones.items() if whose is seat)
