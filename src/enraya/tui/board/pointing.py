"""The moves meant by pointing at cells of a board, read from the gestures of the legal moves and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from enraya.board import Gesture
from enraya.position import Position

Choices = Mapping[str, Gesture]


def choices_of(position: Position) -> Choices:
    """The legal moves of *position* as text, each with how it is made by pointing."""
    game, state = position.game, position.state
    return {game.format_move(move): game.gesture(state, move) for move in position.playable()}


def open_cells(choices: Choices, clicked: Sequence[int] = ()) -> dict[int, list[str]]:
    """The cells that may be pointed at next, after *clicked*, each with the moves it leads to."""
    found: dict[int, list[str]] = {}
    for move, gesture in choices.items():
        clicks = gesture.clicks
        if len(clicks) <= len(clicked) or not all(cell in clicks[place] for place, cell in enumerate(clicked)):
            continue
        for cell in clicks[len(clicked)]:
            found.setdefault(cell, []).append(move)
    return found


def spoken_moves(choices: Choices) -> list[str]:
    """The moves that are not made by pointing at a cell: they are chosen from a list."""
    return [move for move, gesture in choices.items() if not gesture.clicks]


def landing_of(gesture: Gesture, pointed: int | None = None) -> int | None:
    """The cell on which the piece of a move lands, or None where it puts none on the board."""
    if gesture.lands is not None:
        return gesture.lands
    if not gesture.clicks:
        return None
    last = gesture.clicks[-1]
    return pointed if pointed is not None and pointed in last else next(iter(last), None)


class Pointed(NamedTuple):
    """The result of pointing: a whole move, or several to choose from; neither where more cells are needed."""

    move: str | None = None
    ask: tuple[str, ...] = ()
    meant: bool = True


class Pointing:
    """One player's hand over a board: what has been pointed at so far, and what that leads to."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.clicked: list[int] = []

    @property
    def open(self) -> dict[int, list[str]]:
        """The cells that may be pointed at next."""
        return open_cells(self.choices, self.clicked)

    def point(self, cell: int) -> Pointed:
        """Point at *cell*."""
        moves = self.open.get(cell)
        if moves is None:
            was_picked = cell in self.clicked
            starts = bool(self.clicked) and cell in open_cells(self.choices)
            self.clicked = [cell] if starts and not was_picked else []
            return Pointed(meant=starts or was_picked)
        whole = [move for move in moves if len(self.choices[move].clicks) == len(self.clicked) + 1]
        if not whole:
            self.clicked.append(cell)
            return Pointed()
        # Where one move ends here and another goes on, neither may be taken for the other.
        return Pointed(move=whole[0]) if len(moves) == 1 else Pointed(ask=tuple(moves))

    def point_with_sign(self, cell: int, sign: str) -> str | None:
        """The move at *cell* that puts down *sign*, if there is one."""
        signs = {move: self.choices[move].sign or "" for move in self.open.get(cell, ())}
        return next((move for move, put in signs.items() if put.lower() == sign.lower()), None)

    def cancel(self) -> bool:
        """Forget what was pointed at; whether there was anything."""
        had, self.clicked = bool(self.clicked), []
        return had
