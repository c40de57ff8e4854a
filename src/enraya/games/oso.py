"""OSO, the pencil game SOS as played in Spain: write letters, spell OSO, and whoever does moves again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from enraya.board import Board, Editor, EditorField, Gesture, Strike, bits, cells_of
from enraya.errors import IllegalMove, IllegalPosition, NotationError
from enraya.game import Game, Player, Symmetry
from enraya.games.geometry import Line, Permutation, bit_permuter, board_symmetries, lines_with_ends, most_cached
from enraya.kernel import OsoKernel, OsoState
from enraya.notation import TURNS, format_cell, format_grid, parse_cell, parse_grid, parse_integer, parse_turn, some_of

MOST_TRIED = 1_000


class Letters(NamedTuple):
    """A state: where each letter stands, whose turn it is, and each player's points."""

    s_cells: int
    o_cells: int
    turn: Player
    first_points: int
    second_points: int


class OsoMove(NamedTuple):
    """A move: a letter, S or O, and the cell it is written in."""

    letter: str
    cell: int


class Oso(Game[Letters, OsoMove]):
    """A point for each OSO newly spelled in a row, column or diagonal; the board full, more points win."""

    scored = True

    def __init__(self, columns: int = 6, rows: int = 6) -> None:
        self.name = f"oso({columns},{rows})"
        self.columns, self.rows = columns, rows
        self.cells = self.longest = columns * rows
        self.triples = [(start, middle, end) for start, middle, end in lines_with_ends((columns, rows), 3)]
        # What must stand around a cell for an S or an O written there to spell OSO: the cells of S, and of O.
        self._around_s: list[list[int]] = [[] for _ in range(self.cells)]
        self._around_o: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for start, middle, end in self.triples:
            self._around_s[middle].append(1 << start | 1 << end)
            self._around_o[start].append((1 << middle, 1 << end))
            self._around_o[end].append((1 << middle, 1 << start))
        self._moves = [OsoMove(letter, cell) for cell in range(self.cells) for letter in "SO"]
        self._all_cells = (1 << self.cells) - 1
        self._free_moves = lru_cache(maxsize=most_cached(self.cells))(self._find_free_moves)

    # The rules

    def initial(self) -> Letters:
        return Letters(0, 0, Player.FIRST, 0, 0)

    def legal_moves(self, state: Letters) -> Sequence[OsoMove]:
        return self._free_moves(state[0] | state[1])

    def _find_free_moves(self, occupied: int) -> Sequence[OsoMove]:
        return tuple(move for move in self._moves if not occupied >> move.cell & 1)

    def play(self, state: Letters, move: OsoMove) -> Letters:
        s_cells, o_cells, turn, first_points, second_points = state
        letter, cell = move
        points = self.points_of(s_cells, o_cells, letter, cell)
        if letter == "S":
            s_cells |= 1 << cell
        else:
            o_cells |= 1 << cell
        if not points:
            turn = turn.opponent
        elif turn is Player.FIRST:
            first_points += points
        else:
            second_points += points
        return Letters(s_cells, o_cells, turn, first_points, second_points)

    def points_of(self, s_cells: int, o_cells: int, letter: str, cell: int) -> int:
        """The number of OSOs that *letter* spells when it is written in the empty *cell*."""
        if letter == "S":
            return sum(o_cells & ends == ends for ends in self._around_s[cell])
        return sum(bool(s_cells & middle and o_cells & end) for middle, end in self._around_o[cell])

    def outcome(self, state: Letters) -> int | None:
        if state.s_cells | state.o_cells != self._all_cells:
            return None
        return state.first_points - state.second_points

    def to_move(self, state: Letters) -> Player:
        return state.turn

    def evaluate(self, state: Letters, player: Player) -> float:
        ahead = state.first_points - state.second_points
        return ahead if player == Player.FIRST else -ahead

    def score(self, state: Letters, outcome: float, plies: int | None) -> float:
        """The points still to come: those made so far change nothing about them."""
        return outcome - self.evaluate(state, state.turn)

    def plies_left(self, state: Letters) -> int | None:
        return self.cells - (state.s_cells | state.o_cells).bit_count()

    def symmetries(self) -> Sequence[Symmetry]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        return [self._symmetry(permutation) for permutation in board_symmetries((self.columns, self.rows))]

    def _symmetry(self, permutation: Permutation) -> Symmetry:
        permute = bit_permuter(permutation)
        return Symmetry(
            lambda state: Letters(permute(state[0]), permute(state[1]), *state[2:]),
            lambda move: OsoMove(move.letter, permutation[move.cell]),
        )

    # Text and pictures

    def cell_name(self, cell: int) -> str:
        """The name of a cell."""
        row, column = divmod(cell, self.columns)
        return format_cell(column, row)

    def parse_move(self, state: Letters, text: str) -> OsoMove:
        match = re.fullmatch(r"\s*([SO])\s*@?\s*(\S.*)", text, re.IGNORECASE)
        if match is None:
            raise NotationError("error.oso_move", text=text, last=self.cell_name(self.cells - 1))
        column, row = parse_cell(match[2], self.columns, self.rows)
        cell = row * self.columns + column
        free = self.legal_moves(state)
        if not free:
            raise IllegalMove("error.game_over", text=text)
        if (state.s_cells | state.o_cells) >> cell & 1:
            names = [self.cell_name(move.cell) for move in free if move.letter == "S"]
            raise IllegalMove("error.cell_taken", cell=self.cell_name(cell), free=some_of(names))
        return OsoMove(match[1].upper(), cell)

    def format_move(self, move: OsoMove) -> str:
        return f"{move.letter}@{self.cell_name(move.cell)}"

    def move_forms(self) -> str:
        return "forms.oso"

    def parse_state(self, text: str) -> Letters:
        grid, *fields = text.split() or [""]
        signs = parse_grid(grid, self.columns, self.rows, 1, ("S", "O"))
        if len(fields) != 3:
            raise NotationError("error.oso_fields", text=text)
        s_cells, o_cells = (bits(cell for cell, sign in enumerate(signs) if sign == letter) for letter in "SO")
        points = [parse_integer(field, "error.oso_points") for field in fields[1:]]
        if min(points) < 0:
            raise NotationError("error.oso_points", text=fields[1 if points[0] < 0 else 2])
        spelled = len(self.spelled(s_cells, o_cells))
        if sum(points) != spelled:
            raise IllegalPosition("error.oso_count", count=spelled, total=sum(points))
        state = Letters(s_cells, o_cells, Player(parse_turn(fields[0])), *points)
        if not self._has_order_of_play(state):
            raise IllegalPosition("error.oso_order")
        return state

    def format_state(self, state: Letters) -> str:
        grid = format_grid(self.board(state).cells, self.columns, self.rows)
        return f"{grid} {state.turn.name.lower()} {state.first_points} {state.second_points}"

    def spelled(self, s_cells: int, o_cells: int) -> list[Line]:
        """Every OSO on the board."""
        return [
            (start, middle, end)
            for start, middle, end in self.triples
            if s_cells >> middle & 1 and o_cells >> start & 1 and o_cells >> end & 1
        ]

    def _has_order_of_play(self, state: Letters) -> bool:
        """True if taking letters off, one by one, can empty the board with the first player to move and no points.

        Beyond MOST_TRIED states the answer is yes: with so many letters there is an order, unless somebody took
        pains that there is none, and nobody should wait for the proof.
        """
        waiting, tried = [state], {state}
        while waiting and len(tried) < MOST_TRIED:
            s_cells, o_cells, turn, *points = state = waiting.pop()
            if not any(points):
                # With no OSO on the board turns have only alternated, in whatever order.
                if (s_cells | o_cells).bit_count() % 2 == turn:
                    return True
                continue
            for cell in cells_of(s_cells | o_cells):
                letter = "S" if s_cells >> cell & 1 else "O"
                before = state._replace(s_cells=s_cells & ~(1 << cell), o_cells=o_cells & ~(1 << cell))
                gained = self.points_of(before.s_cells, before.o_cells, letter, cell)
                if not gained:
                    before = before._replace(turn=turn.opponent)
                elif points[turn] < gained:
                    continue
                elif turn is Player.FIRST:
                    before = before._replace(first_points=points[0] - gained)
                else:
                    before = before._replace(second_points=points[1] - gained)
                if before not in tried:
                    tried.add(before)
                    waiting.append(before)
        return bool(waiting)

    def board(self, state: Letters) -> Board:
        signs = ["S" if state.s_cells >> at & 1 else "O" if state.o_cells >> at & 1 else "" for at in range(self.cells)]
        return Board(self.columns, self.rows, tuple(signs), (None,) * self.cells, "letters")

    def gesture(self, state: Letters, move: OsoMove) -> Gesture:
        return Gesture(((move.cell,),), sign=move.letter)

    def editor(self) -> Editor:
        points = [EditorField(f"{turn}_points", "0") for turn in TURNS]
        return Editor(("S", "O"), (EditorField("turn", TURNS[0], TURNS), *points))

    def strikes_of(self, states: Sequence[Letters]) -> list[Strike]:
        """Each OSO spelled in the course of *states*, with the player who spelled it; a state alone cannot tell."""
        strikes = []
        for before, after in pairwise(states):
            old = set(self.spelled(before.s_cells, before.o_cells))
            new = [cells for cells in self.spelled(after.s_cells, after.o_cells) if cells not in old]
            strikes += [Strike(cells, before.turn) for cells in new]
        return strikes

    # For the native search

    def kernel(self) -> OsoKernel:
        return OsoKernel(self.columns, self.rows)

    def kernel_state(self, state: Letters) -> OsoState:
        return OsoState(state.s_cells, state.o_cells, state.turn)

    def kernel_move(self, index: int) -> OsoMove:
        return self._moves[index]
