"""Minimax and alpha-beta in C++ against the Python they stand in for: the same value, line, moves and nodes."""

from __future__ import annotations

import random
from threading import Event

import pytest

from enraya import Position, find_game
from enraya.players.catalogue import find_strategy
from enraya.search.limit import UNLIMITED, Limit
from enraya.search.native import is_available
from enraya.search.native_textbook import NativeTextbook

pytestmark = pytest.mark.skipif(not is_available(), reason="the C++ core was not built")
GAMES = [
    ("mnk(3,3,3)", 3),
    ("mnk(3,3,3,misere=true)", 3),
    ("mnk(4,3,3)", 6),
    ("mnk(8,8,6)", 59),
    ("connect(4,4,3)", 9),
    ("connect(7,6,4)", 35),
    ("cube(3,3)", 21),
]
SEARCHES = ["minimax", "alphabeta", "alphabeta:cut=>", "minimax:distance=false", "alphabeta:distance=false"]


def positions_of(name, plies, count):
    randomness = random.Random(name)
    while count:
        position = Position.start(find_game(name))
        for _ in range(plies):
            if not position.is_over:
                position = position.play(randomness.choice(position.playable()))
        if not position.is_over:
            count -= 1
            yield position


@pytest.mark.parametrize(("name", "plies"), GAMES)
@pytest.mark.parametrize("search", SEARCHES)
def test_the_core_visits_the_nodes_of_the_reference_and_finds_what_it_finds(name, plies, search):
    joined = f"{search}{',' if ':' in search else ':'}depth=64"
    for position in positions_of(name, plies, 8):
        assert NativeTextbook(position.game).sees_only_ends(position.state, 64)
        ours = find_strategy(joined, position.game, seed=3).choose(position, UNLIMITED)
        theirs = find_strategy(f"{joined},native=false", position.game, seed=3).choose(position, UNLIMITED)
        assert (ours.nodes, ours.value, ours.move, ours.principal_variation, ours.roots, ours.complete) == (
            theirs.nodes,
            theirs.value,
            theirs.move,
            theirs.principal_variation,
            theirs.roots,
            theirs.complete,
        )


@pytest.mark.parametrize(
    ("search", "nodes"), [("minimax", 549_946), ("alphabeta", 18_297), ("alphabeta:cut=>", 146_120)]
)
def test_the_whole_tree_of_tic_tac_toe(search, nodes):
    joined = f"{search}{',' if ':' in search else ':'}distance=false"
    report = find_strategy(joined, find_game("mnk(3,3,3)")).choose(Position.start("mnk(3,3,3)"), UNLIMITED)
    assert (report.nodes, report.value, report.complete) == (nodes, 0, True)


@pytest.mark.parametrize("name", ["gomoku(15)", "mnk(9,8,4)", "terni", "oso(3,3)"])
def test_what_the_core_does_not_play_is_left_to_python(name):
    with pytest.raises(LookupError):
        NativeTextbook(find_game(name))


def test_a_search_that_is_not_to_the_end_is_left_to_python():
    game = find_game("mnk(4,4,4)")
    assert not NativeTextbook(game).sees_only_ends(game.initial(), 15)
    assert NativeTextbook(game).sees_only_ends(game.initial(), 16)


def test_limits_and_a_stop_end_it_with_a_move_to_make():
    start = Position.start("mnk(4,4,4)")
    player = find_strategy("minimax:depth=16", start.game)
    for report in (
        player.choose(start, Limit(nodes=10_000)),
        player.choose(start, Limit(seconds=0.05)),
        player.choose(start, UNLIMITED, stop=_already_set()),
    ):
        assert not report.complete
        assert report.move in start.playable()


def _already_set():
    stop = Event()
    stop.set()
    return stop
