"""Connect 4 and its kin: pieces fall to the lowest free cell of a column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from enraya.board import Board, Gesture, bits
from enraya.errors import IllegalMove, IllegalPosition
from enraya.game import Player
from enraya.games.geometry import Permutation
from enraya.games.lines import LineGame, Stones
from enraya.kernel import LineKernel
from enraya.notation import parse_integer

MOST_TRIED = 50_000


class Connect(LineGame):
    """A move is a column, counted from 0 and written from 1."""

    style = "discs"

    def __init__(self, columns: int = 7, rows: int = 6, k: int = 4) -> None:
        self.name = f"connect({columns},{rows},{k})"
        # Each column's cells from the bottom, where pieces land first.
        self.stacks = [tuple(row * columns + column for row in reversed(range(rows))) for column in range(columns)]
        self._columns = [bits(stack) for stack in self.stacks]
        self._by_digit = {str(column + 1): column for column in range(min(columns, 9))}
        super().__init__((columns, rows), k)

    def play(self, state: Stones, move: int) -> Stones:
        return super().play(state, self.landing(state, move))

    def landing(self, state: Stones, move: int) -> int:
        """The lowest free cell of the column, which is not full."""
        return self.stacks[move][((state[0] | state[1]) & self._columns[move]).bit_count()]

    def _find_free_cells(self, occupied: int) -> Sequence[int]:
        """The columns that are not full: column c's top cell is cell c."""
        return tuple(column for column in range(self.columns) if not occupied >> column & 1)

    @cached_property
    def cell_permutations(self) -> list[Permutation]:
        """Gravity leaves only the mirror."""
        return [tuple(cell - 2 * (cell % self.columns) + self.columns - 1 for cell in range(self.cells))]

    def _move_permuter(self, permutation: Permutation) -> Callable[[int], int]:
        return lambda column: self.columns - 1 - column

    def score(self, state: Stones, outcome: float, plies: int | None) -> float:
        """The winner's stones left when the last one falls, that one included."""
        if not outcome or plies is None:
            return 0
        before_the_last = (state.first | state.second).bit_count() + plies - 1
        left = (self.cells + 1 - before_the_last) // 2
        return left if outcome > 0 else -left

    def parse_move(self, state: Stones, text: str) -> int:
        one = self._by_digit.get(text)
        # Column c's top cell is cell c.
        if one is not None and state[3] is None and not (state[0] | state[1]) >> one & 1:
            return one
        column = parse_integer(text, "error.column", columns=self.columns) - 1
        if not 0 <= column < self.columns:
            raise IllegalMove("error.column", text=text, columns=self.columns)
        free = self.legal_moves(state)
        if not free:
            raise IllegalMove("error.game_over", text=text)
        if column not in free:
            raise IllegalMove("error.column_full", column=column + 1, free=[str(other + 1) for other in free])
        return column

    def format_move(self, move: int) -> str:
        return str(move + 1)

    def split_moves(self, state: Stones, text: str) -> list[str]:
        """Columns may be written without spaces, `4453`, where each is one digit."""
        words = super().split_moves(state, text)
        if self.columns > 9:
            return words
        return [column for word in words for column in (word if word.isdigit() else [word])]

    def move_forms(self) -> str:
        return "forms.column"

    def state_of(self, first: int, second: int) -> Stones:
        for stack in self.stacks:
            for below, cell in pairwise(stack):
                if (first | second) >> cell & 1 and not (first | second) >> below & 1:
                    raise IllegalPosition("error.position_floating", cell=self.cell_name(cell))
        state = super().state_of(first, second)
        if not self._has_order_of_play(first, second, state.turn.opponent):
            raise IllegalPosition("error.position_order")
        return state

    def _has_order_of_play(self, first: int, second: int, last: Player) -> bool:
        """True if taking pieces off the tops, colours in turn, can empty the board.

        A full line must be gone with the first piece taken. Beyond MOST_TRIED positions the answer is yes: a board
        so large has an order unless it was made on purpose, and nobody should wait for the proof.
        """
        waiting, tried = [(first, second, last)], {(first, second)}
        while waiting and len(tried) < MOST_TRIED:
            first, second, last = waiting.pop()
            if not first | second:
                return True
            own = (first, second)[last]
            for stack in self.stacks:
                top = next((cell for cell in reversed(stack) if (first | second) >> cell & 1), None)
                if top is None or not own >> top & 1:
                    continue
                left = own ^ 1 << top
                before = (left, second) if last is Player.FIRST else (first, left)
                if before in tried or (len(tried) <= self.columns and self._has_full_line(left)):
                    continue
                tried.add(before)
                waiting.append((*before, last.opponent))
        return bool(waiting)

    def _has_full_line(self, own: int) -> bool:
        return any(own & reach == line for reach, line in self._line_masks)

    def board(self, state: Stones) -> Board:
        return replace(super().board(state), numbered_columns=True)

    def gesture(self, state: Stones, move: int) -> Gesture:
        return super().gesture(state, move)._replace(clicks=(self.stacks[move],), lands=self.landing(state, move))

    def fixed_gestures(self, player: Player) -> None:
        """None, because where a disc lands depends on those below."""

    def kernel(self) -> LineKernel:
        return super().kernel()._replace(columns=tuple(self.stacks))

    def five_kernel(self) -> None:
        """None, because the engine of five in a row knows no gravity."""
