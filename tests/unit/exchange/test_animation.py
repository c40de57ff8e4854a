"""A game as an animated GIF."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from enraya.exchange import animation
from enraya.exchange.animation import _drawn, _Measure, animate
from enraya.position import Position


def some_game(name, most=40):
    position, dice = Position.start(name), Random(1)
    while not position.is_over and len(position.moves) < most:
        position = position.play(dice.choice(position.playable()))
    return position


def boards_of(position):
    return [Position(position.game, position.states[:end]).board for end in range(1, len(position.states) + 1)]


@pytest.mark.parametrize(
    "name", ["mnk(3,3,3)", "gomoku(15,freestyle,free)", "connect(7,6,4)", "oso(4,4)", "terni", "cube(3,3)"]
)
def test_a_frame_drawn_on_the_last_looks_as_if_it_was_drawn_alone(name):
    boards = boards_of(some_game(name))
    for board, frame in zip(boards, _drawn(boards), strict=True):
        apart = ImageChops.difference(frame, _drawn([board])[0])
        # Of 255: what smooth edges spread into the next cell cannot be seen.
        assert max(most for _, most in apart.getextrema()) < 10


def test_of_a_frame_that_adds_a_piece_one_cell_is_drawn(monkeypatch):
    changed = []
    change = _Measure.change
    monkeypatch.setattr(_Measure, "fill", lambda self, large, board: changed.append("all"))
    monkeypatch.setattr(_Measure, "change", lambda *given: (changed.append(given[-1]), change(*given)))
    _drawn(boards_of(Position.start("mnk(19,19,5)").play_all("j10 a1 k11")))
    assert changed == ["all", 180, 0, 200]


def test_cells_of_all_frames_together_are_bounded_and_the_end_is_kept(monkeypatch):
    monkeypatch.setattr(animation, "MOST_CELLS", 30)
    position = Position.start("mnk(3,3,3)").play_all("b2 a1 c1 a3 a2")
    picture = Image.open(BytesIO(animate(position)))
    assert picture.n_frames == 3
