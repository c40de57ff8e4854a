"""Lines in three dimensions: 3×3×3 and 4×4×4 cubes."""

from __future__ import annotations

import re

from enraya.errors import NotationError
from enraya.games.lines import LineGame, Stones
from enraya.notation import format_cell, parse_cell


class Cube(LineGame):
    """k in a row along any row, column, pillar, plane diagonal or space diagonal; a cell is `b3@2`."""

    def __init__(self, size: int = 4, k: int | None = None) -> None:
        k = size if k is None else k
        self.name = f"cube({size},{k})"
        super().__init__((size, size, size), k)

    def cell_name(self, cell: int) -> str:
        level, flat = divmod(cell, self.columns * self.rows)
        row, column = divmod(flat, self.columns)
        return f"{format_cell(column, row)}@{level + 1}"

    def parse_move(self, state: Stones, text: str) -> int:
        flat, _, level = (part.strip() for part in text.rpartition("@"))
        if not flat or not re.fullmatch(r"[0-9]{1,2}", level) or not 1 <= int(level) <= self.levels:
            raise NotationError("error.cube_cell", text=text, last=self.cell_name(self.cells - 1))
        column, row = parse_cell(flat, self.columns, self.rows)
        return self.free_cell(state, ((int(level) - 1) * self.rows + row) * self.columns + column)

    def move_forms(self) -> str:
        return "forms.cube"
