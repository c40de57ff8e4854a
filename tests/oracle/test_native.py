"""The native search keeps to its limits, tells how it goes, and refuses what is no game."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from typing import Any

import pytest

from enraya.game import Player
from enraya.games.connect import Connect
from enraya.games.cube import Cube
from enraya.games.lines import LineGame, Stones
from enraya.games.mnk import MNK
from tests.oracle.native_search import TO_THE_END, native, random_states, search, searcher

# Limits, and whoever watches


def test_the_line_is_a_line_of_legal_moves_that_begins_with_the_move() -> None:
    for game in (MNK(4, 4, 3), Connect(7, 6, 4), Cube(3)):
        core = searcher(game)
        for state in random_states(game, 60, 3):
            report = search(core, game, state, depth=5)
            assert report.principal_variation[0] == report.move
            for move in report.principal_variation:
                assert move in game.legal_moves(state)
                state = game.play(state, move)  # noqa: PLW2901


def test_one_node_is_enough_for_a_legal_move() -> None:
    for game in (MNK(5, 5, 4), Connect(7, 6, 4), LineGame((19, 19), 5)):
        game.name = getattr(game, "name", "large")
        for state in random_states(game, 20, 0):
            report = search(searcher(game), game, state, depth=TO_THE_END, nodes=1)
            assert report.stopped
            assert report.nodes == 1
            assert report.move in game.legal_moves(state)


def test_a_search_keeps_to_its_nodes_and_can_be_repeated() -> None:
    game = MNK(7, 7, 5)
    reports = [search(searcher(game), game, game.initial(), depth=TO_THE_END, nodes=30_000) for _ in range(2)]
    assert reports[0].nodes == 30_000
    assert reports[0].stopped
    assert not reports[0].complete
    one, other = ((r.move, r.value, r.depth, r.principal_variation, r.roots) for r in reports)
    assert one == other


def test_a_search_keeps_to_its_seconds() -> None:
    game = LineGame((15, 15), 5)
    began = time.monotonic()
    report = search(searcher(game), game, game.play(Stones(0, 0, Player.FIRST, None), 112), depth=100, seconds=0.3)
    assert report.stopped
    assert 0.25 < time.monotonic() - began < 5


def test_an_empty_large_board_is_opened_in_the_middle() -> None:
    for size, middle in ((15, 112), (19, 180)):
        game = LineGame((size, size), 5)
        assert search(searcher(game), game, game.initial(), depth=3).move == middle


@pytest.mark.parametrize("kind", ["lines", "oso"])
def test_a_search_is_stopped_from_another_thread(kind: str) -> None:
    game = MNK(8, 8, 5)
    core = searcher(game) if kind == "lines" else native.OsoSearch(8, 8)
    timer = threading.Timer(0.3, core.stop)
    timer.start()
    report = core.search(0, 0, 0, depth=TO_THE_END)
    timer.join()
    assert report.stopped
    assert not report.complete
    assert report.depth > 0
    # The core is none the worse for it.
    assert core.search(0, 0, 0, depth=2).depth == 2


def test_a_second_search_at_the_same_time_is_refused() -> None:
    game = MNK(8, 8, 5)
    core, running, refused = searcher(game), threading.Event(), []

    def intrude() -> None:
        running.wait()
        for attempt in (core.clear, lambda: core.search(0, 0, 0, depth=1)):
            try:
                attempt()
            except RuntimeError as error:
                refused.append(str(error))
        core.stop()

    thread = threading.Thread(target=intrude)
    thread.start()
    core.search(0, 0, 0, depth=TO_THE_END, progress=lambda *_: running.set())
    thread.join()
    assert refused == ["a search is running"] * 2


def test_progress_is_told_of_every_iteration() -> None:
    told: list[tuple[int, int, int, int]] = []
    game = MNK(6, 6, 5)
    report = search(searcher(game), game, game.initial(), depth=5, progress=lambda *news: told.append(news))
    assert sorted({depth for depth, *_ in told}) == [1, 2, 3, 4, 5]
    assert told[-1] == (5, report.nodes, report.value, report.move)
    assert all(one[1] <= other[1] for one, other in pairwise(told))


def test_an_error_in_progress_ends_the_search_and_comes_through() -> None:
    def fail(*_: int) -> None:
        raise ZeroDivisionError("told too much")

    game = MNK(6, 6, 5)
    core = searcher(game)
    for core, limits in ((searcher(game), {}), (native.OsoSearch(6, 6), {"every_root_move": True})):
        with pytest.raises(ZeroDivisionError, match="told too much"):
            core.search(0, 0, 0, depth=TO_THE_END, progress=fail, **limits)
        assert core.search(0, 0, 0, depth=2).depth == 2


# What is refused

ROW = {"cells": 3, "lines": [[0, 1, 2]], "ends": [[]], "columns": [], "misere": False, "symmetries": [[2, 1, 0]]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cells": 0}, "1 to 361 cells"),
        ({"cells": 362}, "1 to 361 cells"),
        ({"cells": 2}, "not on the board"),
        ({"lines": [[]]}, "a line is empty"),
        ({"lines": [[0, 1, 3]]}, "not on the board"),
        ({"lines": [[0, 1, -1]]}, "not on the board"),
        ({"lines": [[0, 0, 1]]}, "a line has a cell twice"),
        ({"ends": []}, "needs its ends"),
        ({"ends": [[3]]}, "not on the board"),
        ({"columns": [[0, 1]]}, "in no column"),
        ({"columns": [[0, 1, 2], []]}, "a column is empty"),
        ({"columns": [[0, 1], [1, 2]]}, "columns has a cell twice"),
        ({"columns": [[0, 1], [2, 7]]}, "not on the board"),
        ({"columns": [[0, 1, 2]]}, "does not keep the columns"),
        ({"symmetries": [[0, 1]]}, "leaves cells out"),
        ({"symmetries": [[0, 0, 1]]}, "a symmetry has a cell twice"),
        ({"symmetries": [[0, 1, 5]]}, "not on the board"),
        ({"lines": [[0, 1]], "symmetries": [[2, 1, 0]]}, "to where there is none"),
        ({"table_megabytes": 0}, "1 to 1048576"),
        ({"table_megabytes": -5}, "1 to 1048576"),
    ],
    ids=str,
)
def test_what_is_no_game_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        native.LineSearch(**ROW | change)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"first": 0x10}, "not on the board"),
        ({"first": 1 << 480}, "not on the board"),
        ({"first": -1}, "not on the board"),
        ({"first": 1, "second": 1}, "both players|two letters"),
        ({"first": 0b111}, "the game is over"),
        ({"first": 0b101, "second": 0b010}, "the game is over"),
        ({"turn": 2}, "turn is 0 or 1"),
        ({"turn": -1}, "turn is 0 or 1"),
        ({"depth": 0}, "at least 1 ply deep"),
        ({"depth": -1}, "at least 1 ply deep"),
        ({"nodes": -1}, "not negative"),
        ({"seconds": -0.5}, "not negative"),
        ({"seconds": float("nan")}, "not negative"),
    ],
    ids=str,
)
def test_what_cannot_be_searched_is_refused(arguments: dict[str, Any], reason: str) -> None:
    asked = {"first": 0, "second": 0, "turn": 0, "depth": 3} | arguments
    with pytest.raises(ValueError, match=reason):
        native.LineSearch(**ROW).search(**asked)
    asked["s_cells"], asked["o_cells"] = asked.pop("first"), asked.pop("second")
    with pytest.raises(ValueError, match=reason):
        native.OsoSearch(3, 1).search(**asked)


def test_a_piece_in_the_air_is_refused() -> None:
    game = Connect(4, 4, 3)
    with pytest.raises(ValueError, match="floats"):
        searcher(game).search(1, 0, 1, depth=3)
