"""Terni lapilli: three pieces each on a 3×3 board, placed in turn and then moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from enraya.board import Board, Editor, EditorField, Gesture
from enraya.errors import IllegalMove, IllegalPosition, NotationError
from enraya.game import Game, Player, Symmetry
from enraya.games.lines import FIRST, SECOND, LineGame, Stones
from enraya.notation import TURNS, format_game_spec, parse_cell, parse_turn

PIECES = 3
CENTRE = 4
TerniMove = int | tuple[int, int]


class Terni(Game[Stones, TerniMove]):
    """A move is a cell while pieces are placed, then the cells a piece goes from and to.

    *step* says how a piece goes: `slide` along its row or column as far as nothing is in the way, `adjacent` to the
    next cell of its row or column, `drawn` to the next cell along rows, columns and the two diagonals, `neighbour`
    to any of the eight cells around, `jump` to any empty cell. Without *diagonals*, a diagonal row does not win.
    """

    repeats = True

    def __init__(self, step: str = "slide", diagonals: bool = True) -> None:
        chosen = ({"step": step} if step != "slide" else {}) | ({} if diagonals else {"diagonals": "false"})
        self.name = format_game_spec("terni", (), chosen)
        self.step = step
        # Moving a piece is taking it up and placing it elsewhere, so the rules of placing know when a row is full.
        self.placing = LineGame((3, 3), PIECES, diagonals=diagonals)
        self.placing.name = f"placing of {self.name}"
        # For each cell, where a piece may go from it and the cells that must be empty on the way.
        self._steps = [
            [(end, self._cells_between(start, end)) for end in self._destinations(start)] for start in range(9)
        ]

    def _destinations(self, start: int) -> list[int]:
        """The cells a piece at *start* may go to on an empty board."""
        found = []
        for end in range(9):
            down, across = abs(start // 3 - end // 3), abs(start % 3 - end % 3)
            allowed = {
                "slide": (down == 0) != (across == 0),
                "adjacent": down + across == 1,
                "drawn": down + across == 1 or (down == across == 1 and CENTRE in (start, end)),
                "neighbour": max(down, across) == 1,
                "jump": start != end,
            }
            if allowed[self.step]:
                found.append(end)
        return found

    def _cells_between(self, start: int, end: int) -> int:
        """The cells that a piece slides over: only one that slides two cells goes over any."""
        return 1 << (start + end) // 2 if self.step == "slide" and abs(start - end) in (2, 6) else 0

    # The rules

    def initial(self) -> Stones:
        return self.placing.initial()

    def legal_moves(self, state: Stones) -> Sequence[TerniMove]:
        if state.result is not None:
            return ()
        return self._moves_of_pieces(state) if _has_placed_all(state) else self.placing.legal_moves(state)

    def _moves_of_pieces(self, state: Stones) -> list[TerniMove]:
        occupied, own = state.first | state.second, state.cells_of(state.turn)
        return [
            (start, end)
            for start in range(9)
            if own >> start & 1
            for end, between in self._steps[start]
            if not occupied & (between | 1 << end)
        ]

    def play(self, state: Stones, move: TerniMove) -> Stones:
        if isinstance(move, tuple):
            start, move = move
            keep = ~(1 << start)
            state = Stones(state.first & keep, state.second & keep, state.turn, None)
        return self._stuck_loses(self.placing.play(state, move))

    def _stuck_loses(self, state: Stones) -> Stones:
        if state.result is None and _has_placed_all(state) and not self._moves_of_pieces(state):
            return state._replace(result=-1 if state.turn is FIRST else 1)
        return state

    def outcome(self, state: Stones) -> int | None:
        return state.result

    def to_move(self, state: Stones) -> Player:
        return state.turn

    def evaluate(self, state: Stones, player: Player) -> float:
        return self.placing.evaluate(state, player)

    def winning_cells(self, state: Stones) -> Sequence[int]:
        return self.placing.winning_cells(state)

    def symmetries(self) -> Sequence[Symmetry]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        return [_on_pairs(symmetry) for symmetry in self.placing.symmetries()]

    # Text and pictures

    def parse_move(self, state: Stones, text: str) -> TerniMove:
        if state.result is not None:
            raise IllegalMove("error.game_over", text=text)
        written = [parse_cell(part, 3, 3) for part in re.split("->|[-–→]", text, maxsplit=1)]
        cells = [row * 3 + column for column, row in written]
        moving = _has_placed_all(state)
        if len(cells) == 1 and not moving:
            return self.placing.free_cell(state, cells[0])
        if len(cells) == 1:
            raise IllegalMove("error.terni_move_now", text=text)
        if not moving:
            raise IllegalMove(
                "error.terni_place_first", text=text, left=PIECES - state.cells_of(state.turn).bit_count()
            )
        start, end = cells
        if (start, end) not in self._moves_of_pieces(state):
            raise self._reason_against(state, start, end)
        return start, end

    def _reason_against(self, state: Stones, start: int, end: int) -> IllegalMove:
        values = {"start": self.placing.cell_name(start), "end": self.placing.cell_name(end)}
        if state.cells_of(state.turn.opponent) >> start & 1:
            return IllegalMove("error.terni_not_yours", **values)
        if not state.cells_of(state.turn) >> start & 1:
            return IllegalMove("error.terni_no_piece", **values)
        if start == end:
            return IllegalMove("error.terni_stays", **values)
        if (state.first | state.second) >> end & 1:
            return IllegalMove("error.terni_taken", **values)
        if end in self._destinations(start):
            return IllegalMove("error.terni_jumps", **values)
        return IllegalMove(f"error.terni_{self.step}", **values)

    def format_move(self, move: TerniMove) -> str:
        return "-".join(map(self.placing.cell_name, move)) if isinstance(move, tuple) else self.placing.cell_name(move)

    def move_forms(self) -> str:
        return "forms.terni"

    def parse_state(self, text: str) -> Stones:
        grid, *said = text.split()[:2] or [""]
        if len(text.split()) > 2:
            raise NotationError("error.terni_position", text=text)
        first, second = self.placing.parse_pieces(grid)
        if max(first.bit_count(), second.bit_count()) > PIECES:
            raise IllegalPosition("error.terni_pieces", first=first.bit_count(), second=second.bit_count())
        if first.bit_count() == second.bit_count() == PIECES:
            if not said:
                raise NotationError("error.terni_turn", text=text)
            return self._moved_state(Stones(first, second, Player(parse_turn(said[0])), None))
        state = self.placing.state_of(first, second)
        if said and parse_turn(said[0]) != state.turn:
            raise IllegalPosition("error.position_wrong_turn", turn=state.turn.name.lower())
        return state

    def _moved_state(self, state: Stones) -> Stones:
        """*state* with its result, or the reason no play leads to it."""
        owners = {strike.owner for strike in self.placing.strikes(state)}
        if len(owners) == 2:
            raise IllegalPosition("error.position_two_winners")
        if state.turn in owners:
            raise IllegalPosition("error.position_played_on", sign=self.placing.signs[state.turn])
        state = state._replace(result=-1 if SECOND in owners else 1) if owners else self._stuck_loses(state)
        if state not in self._reachable:
            raise IllegalPosition("error.terni_unreachable")
        return state

    @cached_property
    def _reachable(self) -> set[Stones]:
        """Every state that play can lead to: a few thousand."""
        found = {self.initial()}
        waiting = list(found)
        while waiting:
            state = waiting.pop()
            fresh = {self.play(state, move) for move in self.legal_moves(state)} - found
            found |= fresh
            waiting += fresh
        return found

    def format_state(self, state: Stones) -> str:
        return f"{self.placing.format_state(state)} {state.turn.name.lower()}"

    def board(self, state: Stones) -> Board:
        return self.placing.board(state)

    def gesture(self, state: Stones, move: TerniMove) -> Gesture:
        cells = move if isinstance(move, tuple) else (move,)
        sign, owner = self.placing.signs[state.turn], int(state.turn)
        return Gesture(tuple((cell,) for cell in cells), sign=sign, owner=owner)

    def editor(self) -> Editor:
        return Editor(self.placing.signs, (EditorField("turn", TURNS[0], TURNS),))


def _has_placed_all(state: Stones) -> bool:
    return state.cells_of(state.turn).bit_count() == PIECES


def _on_pairs(symmetry: Symmetry) -> Symmetry:
    def permuted(move: TerniMove) -> TerniMove:
        return (symmetry.move(move[0]), symmetry.move(move[1])) if isinstance(move, tuple) else symmetry.move(move)

    return Symmetry(symmetry.state, permuted)
