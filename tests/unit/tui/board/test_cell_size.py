"""Boards are drawn as large as there is room."""

import pytest

from enraya.position import Position
from enraya.tui.board.canvas import Canvas, Marks
from enraya.tui.board.cell_size import lay_out
from enraya.tui.palettes import PALETTES

ROOM = 44, 21
"""The space left for the board at 80×24."""

GAMES = (
    "mnk(3,3,3)", "mnk(4,4,4)", "mnk(5,5,5)", "mnk(19,19,5)", "mnk(1,19,1)", "gomoku(15,freestyle,free)",
    "gomoku(19,freestyle,free)", "connect(7,6,4)", "cube(3,3)", "cube(4,4)", "terni", "oso(6,6)", "oso(10,10)",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_boards_fit_beside_the_panel_at_80_by_24(game):
    layout = lay_out(Position.start(game).board, *ROOM)
    assert layout.width <= ROOM[0] and layout.height <= ROOM[1]


@pytest.mark.parametrize("game", [*GAMES, "cube(6,6)", "connect(19,19,4)"])
@pytest.mark.parametrize("room", [ROOM, (10, 5), (200, 80)])
def test_every_cell_can_be_pointed_at_and_has_its_own_place(game, room):
    position = Position.start(game)
    position = position.play(position.legal_moves[0])
    canvas = Canvas(lay_out(position.board, *room), PALETTES["wood"], Marks(cursor=0), "Level {level}")
    seen = {cell for row in canvas.cells for cell in row if cell is not None}
    assert seen == set(range(len(position.board.cells)))
    assert all(len(row) == canvas.layout.width for row in canvas.rows)
