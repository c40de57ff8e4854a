from __future__ import annotations

from xml.etree import ElementTree

import pytest

from enraya import find_game
from enraya.board import Board, Strike
from enraya.drawing import Branch, draw_board, draw_plain_text, draw_tree

SVG = "{http://www.w3.org/2000/svg}"
AWKWARD = "<script>alert('&')</script>\x07\t\"]]>"


def contrast(one, two):
    """The contrast of two colours as WCAG counts it."""

    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def count(picture, tag):
    return len(list(ElementTree.fromstring(picture).iter(f"{SVG}{tag}")))


def test_pieces_and_letters_stand_out_from_every_shade_of_the_wood():
    picture = ElementTree.fromstring(draw_board(Board(1, 1, ("X",), (0,))))
    shades = [stop.get("stop-color") for stop in picture.iter(f"{SVG}stop")]
    assert len(shades) == 3
    for shade in shades:
        assert contrast("#1746ad", shade) >= 3
        assert contrast("#a01c14", shade) >= 3
        assert contrast("#4a2c10", shade) >= 4.5


def test_a_ring_is_drawn_for_each_o_and_a_line_for_each_strike():
    board = Board(3, 1, ("O", "O", "O"), (1, 1, 1), strikes=(Strike((0, 1, 2), 1),))
    assert count(draw_board(board), "circle") == 3
    assert count(draw_board(board), "line") == 2


def test_a_strike_through_several_levels_rings_its_cells():
    board = Board(1, 1, ("X", "X"), (0, 0), levels=2, strikes=(Strike((0, 1), 0),))
    assert count(draw_board(board), "circle") == 4


@pytest.mark.parametrize(("size", "stars"), [(15, 9), (19, 9)])
def test_a_go_board_has_its_stars(size, stars):
    game = find_game(f"gomoku({size})")
    assert count(game.svg(game.initial()), "circle") == stars


def test_a_screen_reader_is_told_the_size_and_the_pieces():
    game = find_game("mnk(3,3,3)")
    title = ElementTree.fromstring(game.svg(game.parse_state("X../.O./..."))).find(f"{SVG}title").text
    assert title == "3 × 3: a1 X, b2 O"


def test_pictures_on_one_page_do_not_share_the_names_of_their_gradients():
    game = find_game("mnk(3,3,3)")
    one, two = game.svg(game.initial()), game.svg(game.play(game.initial(), 0))
    names = [[item.get("id") for item in ElementTree.fromstring(svg).iter() if item.get("id")] for svg in (one, two)]
    assert not set(names[0]) & set(names[1])


@pytest.mark.parametrize(
    "picture",
    [
        draw_plain_text(AWKWARD),
        draw_plain_text(""),
        draw_board(Board(1, 1, (AWKWARD,), (None,), "letters")),
        draw_tree(Branch(AWKWARD, None, True, (Branch(AWKWARD, 3, False, ()),)), [AWKWARD]),
    ],
)
def test_whatever_is_written_stays_text(picture):
    found = ElementTree.fromstring(picture)
    assert not list(found.iter(f"{SVG}script"))
    assert "<script" not in picture


def test_a_maximiser_points_up_and_a_minimiser_down():
    leaf = Branch("x", 3, True, ())
    for is_max in (True, False):
        picture = ElementTree.fromstring(draw_tree(Branch("A", None, is_max, (leaf,)), ["A"]))
        points = [tuple(map(float, point.split(","))) for point in picture.find(f"{SVG}polygon").get("points").split()]
        (_, tip), (_, foot), _ = points
        assert (tip < foot) == is_max
