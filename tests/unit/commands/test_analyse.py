"""`analyse`, `tree` and `compare` give values on one scale, no more certain than they are, and in the time given."""

from __future__ import annotations

import pytest

from enraya import Position, find_game
from enraya.commands.analyse import SHARE_OF_SOLVER, Analyser
from enraya.players.deepening import DeepeningPlayer
from enraya.search.report import Report
from enraya.solve.solver import Solver
from tests.unit.commands.running import data, run

SHALLOW = ("mnk(3,3,3)", "--position", "XO./.X./O..")

ROAD = """
scored = False

def initial():
    return 0

def legal_moves(state):
    return [1, 2] if state < 30 else []

def play(state, move):
    return state + move

def outcome(state):
    return None if state < 30 else 1

def evaluate(state, player):
    return {number}
"""


@pytest.fixture
def road(tmp_path):
    """Makes a game whose unfinished positions all look worth the same number."""

    def made(number):
        file = tmp_path / "road.py"
        file.write_text(ROAD.replace("{number}", str(number)))
        return str(file)

    return made


@pytest.mark.parametrize("number", [50, -0.25, 5000])
def test_the_number_of_an_evaluation_is_shown_as_it_gave_it(road, number):
    game = road(number)
    found = data("analyse", game, "--player", "minimax:depth=2", "--json")
    assert (found["score"], found["value"], found["exact"]) == (number, None, False)
    assert [(each["score"], each["certainty"]) for each in found["moves_values"]] == [(number, "guess")] * 2
    tree = data("tree", game, "--depth", "2")
    assert tree["value"] == tree["tree"]["value"] == tree["tree"]["children"][0]["value"] == number
    assert tree["tree"]["estimate"]
    for row in data("compare", game, "--depth", "2", "--json"):
        assert (row["value"], row["exact"]) == (number, False)
    assert f"≈ {number}" in run("analyse", game, "--player", "alphabeta+:depth=2").stdout
    assert f"≈ {number}" in run("compare", game, "--depth", "2", "--algorithms", "minimax").stdout
    assert f"≈{number}".replace("-", "−") in run("tree", game, "--depth", "1", "--format", "dot").stdout


def test_a_win_counts_for_more_than_any_estimate_and_is_no_estimate_itself(road):
    tree = data("tree", road(10**9), "--moves", " ".join(["1"] * 28), "--depth", "1")["tree"]
    assert [(child["value"], child["estimate"]) for child in tree["children"]] == [(10**9, True), (1, False)]
    assert (tree["value"], tree["best"], tree["estimate"]) == (1, "2", False)


def test_what_is_not_proven_is_marked_for_people_too():
    said = run("analyse", *SHALLOW, "--player", "minimax:depth=1").stdout
    moves = [row for row in said.splitlines() if row.startswith("      ")]
    assert len(moves) == 5
    assert [row for row in moves if "win" in row] == [row for row in moves if "≈" not in row] == [moves[0]]
    assert "by a search of 1 ply" in said


def test_a_player_that_values_nothing_says_so():
    said = run("analyse", *SHALLOW, "--player", "random").stdout
    assert "None" not in said
    assert "without saying what a move is worth" in said


def test_every_move_says_what_its_value_rests_on():
    solved = data("analyse", *SHALLOW, "--json")
    assert {each["certainty"] for each in solved["moves_values"]} == {"exact"}
    searched = data("analyse", *SHALLOW, "--player", "minimax:depth=1", "--json")
    assert list(searched["moves_values"][0]) == ["move", "value", "score", "plies", "bound", "certainty"]


def test_solver_and_search_share_the_time_given(monkeypatch):
    given = []

    def solve(self, position, limit, **more):
        given.append(limit.seconds)

    def choose(self, position, limit, **more):
        given.append(limit.seconds)
        return Report(position.playable()[0])

    monkeypatch.setattr(Solver, "solve", solve)
    monkeypatch.setattr(DeepeningPlayer, "choose", choose)
    game = find_game("gomoku(19)")
    Analyser(game, None, 3.0, None).analyse(Position.start(game))
    assert given[0] == 3.0 * SHARE_OF_SOLVER
    # What the solver did not take is left.
    assert 3.0 * (1 - SHARE_OF_SOLVER) <= given[1] <= 3.0


def test_the_score_of_a_search_of_oso_counts_the_points_still_to_come_as_the_solver_does():
    asked = ("oso(1,5)", "--moves", "O@a1 S@a2 O@a3", "--json")
    solved, searched = data("analyse", *asked), data("analyse", *asked, "--player", "minimax:depth=5")
    names = ("value", "score", "plies", "exact")
    assert [solved[name] for name in names] == [searched[name] for name in names]
    assert {each["move"]: each["score"] for each in solved["moves_values"]} == {
        each["move"]: each["score"] for each in searched["moves_values"]
    }
