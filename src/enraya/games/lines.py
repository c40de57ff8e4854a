"""Placing pieces until somebody fills a line: what m,n,k-games, Gomoku, Connect 4 and the cubes share.

A player's pieces are the bits of one integer, cell 0 being a1, row after row from the top, level after level.
A line is won by the move that fills it, so only the lines through that move are looked at, and the result is
kept in the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import compress, pairwise
from typing import NamedTuple

from enraya.board import Board, Editor, Gesture, Strike, Style, bits
from enraya.errors import IllegalMove, IllegalPosition
from enraya.game import Game, Player, Symmetry
from enraya.games.geometry import Permutation, bit_permuter, board_symmetries, lines_with_ends, most_cached
from enraya.kernel import FiveKernel, LineKernel, LineState
from enraya.notation import cell_forms, format_cell, format_rows, parse_cell, parse_grid, some_of

FIRST, SECOND = Player.FIRST, Player.SECOND
MOST_CELLS_SOLVED = 64
"""A board of more cells is beyond the solver of who can win; five in a row there has an engine of its own."""

NEIGHBOURS = 2
"""The value of two neighbouring pieces, where one piece in an open line is worth 1."""

FREE = bytes.maketrans(b"01", b"\1\0")
"""Of the binary digits of the occupied cells, what tells the free ones."""


class Stones(NamedTuple):
    """A state: each player's cells, whose turn it is, and the outcome once there is one."""

    first: int
    second: int
    turn: Player
    result: int | None

    def cells_of(self, player: Player) -> int:
        """The cells where *player* has a piece."""
        return self.second if player else self.first


class LineGame(Game[Stones, int]):
    """A board of cells with lines on it; a move is a cell, or what a subclass makes of it."""

    style: Style = "crosses"
    signs = ("X", "O")

    def __init__(
        self, shape: tuple[int, ...], k: int, *, misere: bool = False, exact: bool = False, diagonals: bool = True
    ) -> None:
        self.shape, self.k, self.misere = shape, k, misere
        self.columns, self.rows, self.levels = (*shape, 1)[:3]
        self.cells = self.longest = self.columns * self.rows * self.levels
        lines = lines_with_ends(shape, k, diagonals=diagonals)
        self.lines = list(lines)
        self.ends = list(lines.values()) if exact else [()] * len(lines)
        # A line is full when the mover's pieces in its reach are just the line: the reach is the line itself
        # and, where a longer row does not count, the cells beyond its ends.
        masks = [bits(line) for line in self.lines]
        self._line_masks = [(mask | bits(ends), mask) for mask, ends in zip(masks, self.ends, strict=True)]
        self._lines_through = [[pair for pair in self._line_masks if pair[1] >> cell & 1] for cell in range(self.cells)]
        self._all_cells = (1 << self.cells) - 1
        self._result_of_filling = (-1, 1) if misere else (1, -1)
        self._worth = [0, *(4**count for count in range(k))]
        self._adjacent = [0] * self.cells
        for line in self.lines:
            for cell, next_cell in pairwise(line):
                self._adjacent[cell] |= 1 << next_cell
                self._adjacent[next_cell] |= 1 << cell
        self._free_cells = lru_cache(maxsize=most_cached(self.cells))(self._find_free_cells)

    # The rules

    def initial(self) -> Stones:
        return Stones(0, 0, FIRST, None)

    def legal_moves(self, state: Stones) -> Sequence[int]:
        return self._free_cells(state[0] | state[1]) if state[3] is None else ()

    def play(self, state: Stones, move: int) -> Stones:
        first, second, turn, _ = state
        if turn is FIRST:
            own = first = first | 1 << move
            then = SECOND
        else:
            own = second = second | 1 << move
            then = FIRST
        for reach, line in self._lines_through[move]:
            if own & reach == line:
                result: int | None = self._result_of_filling[turn]
                break
        else:
            result = 0 if first | second == self._all_cells else None
        # The usual constructor of a named tuple costs as much as all the above.
        return tuple.__new__(Stones, (first, second, then, result))

    def outcome(self, state: Stones) -> int | None:
        return state[3]

    def to_move(self, state: Stones) -> Player:
        return state[2]

    def _find_free_cells(self, occupied: int) -> Sequence[int]:
        return tuple(compress(range(self.cells), f"{occupied:0{self.cells}b}"[::-1].encode().translate(FREE)))

    # Evaluation and symmetries

    def evaluate(self, state: Stones, player: Player) -> float:
        """Each line still open to one side is worth four times more with every piece in it.

        Neighbours count too: a row that has been blocked still leaves pieces that work together, and a player that
        saw only open rows would rather start a new one than build.
        """
        first, second, worth = state[0], state[1], self._worth
        total = NEIGHBOURS * (self._neighbours(first) - self._neighbours(second))
        for _, line in self._line_masks:
            ours, theirs = first & line, second & line
            if ours:
                if not theirs:
                    total += worth[ours.bit_count()]
            elif theirs:
                total -= worth[theirs.bit_count()]
        return total if (player == FIRST) != self.misere else -total

    def _neighbours(self, own: int) -> int:
        """The number of pairs of *own* pieces next to each other along a line."""
        pairs = 0
        while own:
            low = own & -own
            own ^= low
            pairs += (own & self._adjacent[low.bit_length() - 1]).bit_count()
        return pairs

    def plies_left(self, state: Stones) -> int | None:
        return self.cells - (state[0] | state[1]).bit_count()

    def landing(self, state: Stones, move: int) -> int:
        """The cell where the piece of *move*, which is legal, comes to rest."""
        return move

    def open_lines(self, state: Stones, move: int) -> int | None:
        theirs = state.cells_of(state.turn.opponent)
        open_to_mover = [line for _, line in self._lines_through[self.landing(state, move)] if not theirs & line]
        return None if self.misere else len(open_to_mover)

    def winning_cells(self, state: Stones) -> Sequence[int]:
        return sorted({cell for strike in self.strikes(state) for cell in strike.cells})

    def strikes(self, state: Stones) -> list[Strike]:
        """The full lines, each with its owner."""
        return [
            Strike(cells, owner)
            for owner in (FIRST, SECOND)
            for cells, (reach, line) in zip(self.lines, self._line_masks, strict=True)
            if state.cells_of(owner) & reach == line
        ]

    def symmetries(self) -> Sequence[Symmetry]:
        return self._symmetries

    @cached_property
    def cell_permutations(self) -> list[Permutation]:
        """The symmetries as permutations of the cells."""
        return board_symmetries(self.shape)

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        return [self._symmetry(permutation) for permutation in self.cell_permutations]

    def _symmetry(self, permutation: Permutation) -> Symmetry:
        permute = bit_permuter(permutation)

        def permuted(state: Stones) -> Stones:
            return Stones(permute(state[0]), permute(state[1]), state[2], state[3])

        return Symmetry(permuted, self._move_permuter(permutation))

    def _move_permuter(self, permutation: Permutation) -> Callable[[int], int]:
        return permutation.__getitem__

    # Text and pictures

    def cell_name(self, cell: int) -> str:
        """The name of a cell."""
        row, column = divmod(cell, self.columns)
        return format_cell(column, row)

    def parse_move(self, state: Stones, text: str) -> int:
        column, row = parse_cell(text, self.columns, self.rows)
        return self.free_cell(state, row * self.columns + column)

    def free_cell(self, state: Stones, cell: int) -> int:
        """*cell*, if a piece may be placed there."""
        occupied = state[0] | state[1]
        if state[3] is not None:
            raise IllegalMove("error.game_over", text=self.cell_name(cell))
        if occupied >> cell & 1:
            free = [self.cell_name(other) for other in self._find_free_cells(occupied)]
            raise IllegalMove("error.cell_taken", cell=self.cell_name(cell), free=some_of(free))
        return cell

    def format_move(self, move: int) -> str:
        return self._cell_names[move]

    @cached_property
    def _cell_names(self) -> tuple[str, ...]:
        return tuple(map(self.cell_name, range(self.cells)))

    def move_forms(self) -> str:
        return cell_forms(self.columns, self.rows)

    def parse_state(self, text: str) -> Stones:
        return self.state_of(*self.parse_pieces(text))

    def parse_pieces(self, text: str) -> tuple[int, int]:
        """Each side's cells on the board that *text* describes, possible or not."""
        signs = parse_grid(text, self.columns, self.rows, self.levels, self.signs)
        first, second = (bits(cell for cell, sign in enumerate(signs) if sign == own) for own in self.signs)
        return first, second

    def format_state(self, state: Stones) -> str:
        signs = self._pieces_on(state).translate(str.maketrans("012", "." + "".join(self.signs)))
        return format_rows(signs, self.columns, self.rows)

    def state_of(self, first: int, second: int) -> Stones:
        """The state with these pieces, or the reason no play leads to it."""
        more = first.bit_count() - second.bit_count()
        if more not in (0, 1):
            raise IllegalPosition(
                "error.position_counts",
                first=first.bit_count(),
                second=second.bit_count(),
                first_sign=self.signs[0],
                second_sign=self.signs[1],
            )
        turn = Player(more)
        full = [[line for reach, line in self._line_masks if own & reach == line] for own in (first, second)]
        if full[FIRST] and full[SECOND]:
            raise IllegalPosition("error.position_two_winners")
        if full[turn]:
            raise IllegalPosition("error.position_played_on", sign=self.signs[turn])
        if filled := full[turn.opponent]:
            # Lines that no one last move can have filled together mean that the game had ended before.
            last = self._all_cells
            for line in filled:
                last &= line
            if not last:
                raise IllegalPosition("error.position_two_rows", sign=self.signs[turn.opponent])
            return Stones(first, second, turn, self._result_of_filling[turn.opponent])
        return Stones(first, second, turn, 0 if first | second == self._all_cells else None)

    def _pieces_on(self, state: Stones) -> str:
        """A digit for each cell: 1 for a piece of the first player, 2 of the second, 0 for none.

        Boards are drawn after every move, and a large one bit by bit takes ten times as long. Binary digits that are
        read as hexadecimal ones can be added without a carry.
        """
        whole = int(f"{state[0]:b}", 16) + 2 * int(f"{state[1]:b}", 16)
        return f"{whole:0{self.cells}x}"[::-1]

    def _signs_on(self, state: Stones) -> list[str]:
        one, two = self.signs
        return list(map({"0": "", "1": one, "2": two}.__getitem__, self._pieces_on(state)))

    def board(self, state: Stones) -> Board:
        owners = tuple(map({"0": None, "1": 0, "2": 1}.__getitem__, self._pieces_on(state)))
        # A full line ends the game: 19×19 has a thousand lines to look at.
        signs, strikes = tuple(self._signs_on(state)), tuple(self.strikes(state)) if state.result else ()
        return Board(self.columns, self.rows, signs, owners, self.style, self.levels, strikes)

    def gesture(self, state: Stones, move: int) -> Gesture:
        return self._gestures[state[2]][move]

    def fixed_gestures(self, player: Player) -> Sequence[Gesture] | None:
        return self._gestures[player]

    @cached_property
    def _gestures(self) -> tuple[tuple[Gesture, ...], ...]:
        """The gestures of each player for putting a piece down in each cell. A large board asks for all of them after
        every move.
        """
        return tuple(
            tuple(Gesture(((cell,),), sign=self.signs[player], owner=int(player)) for cell in range(self.cells))
            for player in Player
        )

    def editor(self) -> Editor:
        return Editor(self.signs)

    # For the native search

    def kernel(self) -> LineKernel:
        return LineKernel(
            self.cells, tuple(self.lines), tuple(self.ends), (), self.misere, tuple(self.cell_permutations)
        )

    def five_kernel(self) -> FiveKernel | None:
        is_beyond_the_solver = self.cells > MOST_CELLS_SOLVED and min(self.columns, self.rows) >= self.k
        if self.k != 5 or self.misere or self.levels > 1 or not is_beyond_the_solver:
            return None
        return FiveKernel(self.columns, self.rows, any(self.ends))

    def kernel_state(self, state: Stones) -> LineState | None:
        return LineState(state.first, state.second, state.turn)

    def kernel_move(self, index: int) -> int:
        return index
