"""OSO by its first moves says what the solver says, whoever does the jobs and however often they are put down."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from threading import Event

import pytest

from enraya import EnrayaError, Position, Solver
from enraya.search.native import is_available
from enraya.solve.parallel import split as split_module
from enraya.solve.parallel.split import FirstMoveSplit
from tests.unit.solve.executors import threads

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the C++ build")


def positions(name, count):
    dice = Random(name)
    for _ in range(count):
        position = Position.start(name)
        while not position.is_over and dice.random() < 0.7:
            position = position.play(dice.choice(position.playable()))
        if not position.is_over:
            yield position


@pytest.mark.parametrize("name", ["oso(3,3)", "oso(4,3)", "oso(1,9)"])
def test_the_worth_and_the_best_moves_are_the_solvers(name):
    solver = Solver(Position.start(name).game)
    for position in [Position.start(name), *positions(name, 12)]:
        alone, split = solver.solve(position), FirstMoveSplit(position, megabytes=1).solve(threads)
        assert (split.worth, split.best) == (alone.worth, alone.best), position.move_texts


def test_moves_that_are_images_of_one_another_are_asked_of_once():
    assert len(FirstMoveSplit(Position.start("oso(3,3)"), megabytes=1).firsts) == 6


def test_a_job_that_is_put_down_is_taken_up_again(monkeypatch):
    monkeypatch.setattr(split_module, "FIRST_TURN", 1e-6)
    split = FirstMoveSplit(Position.start("oso(4,3)"), megabytes=1)
    for first in split.firsts:
        first.turn = 1e-6
    assert split.solve(threads).worth == Solver(split.position.game).solve(split.position).worth
    assert max(first.turn for first in split.firsts) > 1e-6


def test_what_is_proven_is_kept_and_gone_on_from(tmp_path):
    path, start = tmp_path / "bounds", Position.start("oso(4,3)")
    told = []
    whole = FirstMoveSplit(start, megabytes=1, checkpoint=path).solve(
        threads, on_progress=lambda *news: told.append(news)
    )
    lowers, uppers = zip(*(bounds for _, _, bounds, _ in told), strict=True)
    assert (list(lowers), list(uppers)) == (sorted(lowers), sorted(uppers, reverse=True))
    again = FirstMoveSplit(start, megabytes=1, checkpoint=path)
    assert again.bounds == (whole.worth.outcome, whole.worth.outcome)
    solution = again.solve(threads)
    assert (solution.nodes, solution.nodes_before) == (0, whole.nodes)


def test_told_to_stop_it_says_how_far_it_came():
    stop = Event()
    stop.set()
    split = FirstMoveSplit(Position.start("oso(3,3)"), megabytes=1)
    assert split.solve(threads, stop=stop) is None
    assert split.bounds[0] < split.bounds[1]


def test_bounds_that_were_kept_as_plain_json_are_still_read(tmp_path):
    path, start = tmp_path / "bounds", Position.start("oso(3,3)")
    split = FirstMoveSplit(start)
    kept = {
        "format": "enraya.oso-bounds",
        "game": start.game.name,
        "position": start.game.format_state(start.state),
        "nodes": 7,
        "bounds": [[first.moves[0], -1, 2] for first in split.firsts],
    }
    checksum = sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps({**kept, "sum": checksum}), encoding="utf-8")
    again = FirstMoveSplit(start, checkpoint=path)
    assert (again.nodes_before, again.bounds) == (7, (-1, 2))


def test_a_checkpoint_that_is_no_checkpoint_or_of_another_position_is_refused(tmp_path):
    path = tmp_path / "bounds"
    FirstMoveSplit(Position.start("oso(3,3)"), checkpoint=path)
    with pytest.raises(EnrayaError, match="another board or position"):
        FirstMoveSplit(Position.start("oso(3,3)").play("S@a1"), checkpoint=path)
    kept = path.read_bytes()
    for spoilt in (kept.replace(b"-10000", b"-1000", 1), kept[:-9], b"[]", b"5", b""):
        path.write_bytes(spoilt)
        with pytest.raises(EnrayaError, match="damaged"):
            FirstMoveSplit(Position.start("oso(3,3)"), checkpoint=path)
    with pytest.raises(EnrayaError, match="cannot be written"):
        FirstMoveSplit(Position.start("oso(3,3)"), checkpoint=tmp_path / "no such folder" / "bounds")
