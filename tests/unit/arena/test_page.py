"""The page of a tournament as data: whole, safe whatever players are called, and with every game to replay."""

import json
import re
from pathlib import Path

import pytest

from enraya.arena.page import tournament_page
from enraya.arena.page.replay import Replays
from enraya.arena.tournament.plan import Plan, named
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord
from enraya.position import Position

EVIL = '</script><script>alert("x")</script>'


def course_of(game="mnk(3,3,3)", moves=("a1", "b2", "b1", "c3", "c1"), name=EVIL, **more):
    plan = Plan(game, named([(name, "random"), (None, "level:1")]), seed=1)
    record = {"number": 0, "round": 1, "first": 0, "second": 1, "opening": 0, "book": 2, "winner": 0, "outcome": 1,
              "par": None, "reason": "line", "failed": None, "failure": None, "moves": tuple(moves),
              "seconds": (0.1,) * len(moves), **more}  # fmt: skip
    return TournamentProgress(plan, [GameRecord(**record)])


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page)[1])


def test_a_player_may_be_called_anything():
    page = tournament_page(course_of(), "en")
    assert page.count("<script") == 2
    assert data_of(page)["names"][0] == EVIL


def test_the_page_loads_nothing_from_anywhere():
    page = tournament_page(course_of(), "es")
    assert "Content-Security-Policy" in page
    assert not re.search(r'(src|href)="', page)


def test_it_holds_all_words_of_both_languages():
    words = data_of(tournament_page(course_of(), "en"))["words"]
    assert words["es"]["tournament.standings"] == "Clasificación"
    assert set(words["en"]) == set(words["es"])


def test_frames_tell_what_changes_and_which_line_is_struck():
    replays = Replays(Position.start("mnk(3,3,3)"))
    frames = replays.frames(["a1", "b2", "b1", "c3", "c1"])
    assert frames[0] == [[], []]
    assert [frame[0] for frame in frames[1:]] == [[0, 1], [4, 2], [1, 1], [8, 2], [2, 1]]
    assert frames[-1][1] == [[[0, 1, 2], 0]]
    parts = replays.parts()
    assert len(parts.signs) == 2
    assert len(parts.centres) == 9


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("connect(7,6,4)", ["4", "4", "3"]),
        ("oso(3,3)", ["O@a1", "S@b1", "O@c1"]),
        ("cube(3,3)", ["b2@2", "a1@1"]),
        ("gomoku(15,freestyle,free)", ["h8", "h9"]),
    ],
)
def test_every_kind_of_board_has_its_frames(game, moves):
    replays = Replays(Position.start(game))
    frames = replays.frames(moves)
    assert len(frames) == len(moves) + 1
    assert all(len(frame[0]) >= 2 for frame in frames[1:])
    assert "<svg" in replays.parts().empty


def test_a_moved_piece_leaves_its_cell():
    moves = ["a1", "b1", "c2", "a2", "b3", "c3"]
    start = Position.start("terni").play_all(moves)
    assert not start.is_over
    move = start.legal_moves[0]
    last = Replays(Position.start("terni")).frames([*moves, move])[-1][0]
    assert 0 in last[1::2]
    assert len(last) == 4


def test_a_game_without_a_board_is_replayed_as_text():
    data = data_of(tournament_page(course_of("tree([[3 5] [2 9]])", ["B"], winner=None, reason="payoff"), "en"))
    assert data["board"] is None
    assert all(isinstance(frame, str) for frame in data["games"][0]["frames"])


def test_its_colours_are_those_of_the_apps_wooden_theme():
    """The page stands alone, so it has its own copy of them."""
    root = Path(__file__).parents[3]
    theme = (root / "web/src/theme/themes.css").read_text("utf-8").partition('[data-theme="wood"]')[2].partition("}")[0]
    own = (root / "src/enraya/arena/page/page.css").read_text("utf-8").partition(":root {")[2].partition("}")[0]
    colours = re.findall(r"--[\w-]+: #\w+;", own)
    assert len(colours) > 5
    assert [colour for colour in colours if colour not in theme] == []
