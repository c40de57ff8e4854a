"""Parts of assignments about players, games and evaluations, and what an assignment may say."""

from pathlib import Path

import pytest
import yaml

from enraya.errors import EnrayaError
from enraya.lab.assignments.assignment import read_assignment
from enraya.lab.assignments.grading import Grader, positions_of
from enraya.lab.assignments.submissions import HandedIn, find_submissions

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"
FIRST = "def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"
PERFECT = """
def choose(state, limit, game):
    def value(state):
        result = game.outcome(state)
        if result is not None:
            return result
        values = [value(game.play(state, move)) for move in game.legal_moves(state)]
        return max(values) if game.to_move(state) == 0 else min(values)
    sign = 1 if game.to_move(state) == 0 else -1
    return max(game.legal_moves(state), key=lambda move: sign * value(game.play(state, move)))
"""
PAIR = """
def valorMax(game, state):
    if (result := game.outcome(state)) is not None: return result, None
    return max(((valorMin(game, game.play(state, m))[0], m) for m in game.legal_moves(state)), key=lambda p: p[0])
def valorMin(game, state):
    if (result := game.outcome(state)) is not None: return result, None
    return min(((valorMax(game, game.play(state, m))[0], m) for m in game.legal_moves(state)), key=lambda p: p[0])
"""


def graded(tmp_path, source, **part):
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    marks = Grader(read_assignment({"parts": [part]})).grade(HandedIn("ana", str(file)))
    assert marks.problem is None
    (result,) = marks.parts
    return result


def test_a_player_is_marked_by_its_moves(tmp_path):
    part = {"kind": "player", "compare": ["moves"], "positions": ["b2 a1 b1"]}
    assert graded(tmp_path, PERFECT, **part).score == 10
    wrong = graded(tmp_path, FIRST, **part)
    assert wrong.score == 0
    assert "best is" in wrong.said("en")[0]


def test_a_player_is_marked_by_its_score_and_its_failures_lose_games(tmp_path):
    part = {"kind": "player", "compare": ["contract", "score"], "games": 4, "game": "mnk(3,3,2)", "least": 0.25}
    assert graded(tmp_path, FIRST, **part).score == 10
    failing = graded(tmp_path, "def choose(state, limit):\n    return None\n", **part)
    assert failing.score == 0
    assert any("is not a legal move" in said for said in failing.said("en"))


def test_a_game_is_marked_by_its_contract_value_and_counts(tmp_path):
    part = {"kind": "game", "same_as": "mnk(3,3,3)", "compare": ["contract", "value", "counts"], "depth": 4}
    source = (EXAMPLES / "tictactoe.py").read_text(encoding="utf-8")
    assert graded(tmp_path, source, **part).score == 10
    nim = graded(tmp_path, (EXAMPLES / "nim.py").read_text(encoding="utf-8"), **part)
    assert nim.shares == {"contract": 1.0, "value": 0.0, "counts": 0.0}
    assert "12 sequences of 1 moves; right is 9" in " ".join(nim.said("en"))


def test_an_evaluation_is_marked_by_the_numbers_expected(tmp_path):
    source = "def evaluate(state, player, game):\n    return len(game.legal_moves(state))\n"
    part = {"kind": "evaluation", "compare": ["values"], "positions": ["", "b2"], "expected": [9, 7]}
    result = graded(tmp_path, source, **part)
    assert result.score == 5
    assert "gives 8; right is 7" in result.said("en")[0]


def test_the_pair_of_max_and_min_is_called_by_whose_turn_it_is(tmp_path):
    part = {"kind": "minimax", "function": ["valorMax", "valorMin"], "positions": ["a1 b1 b2 c1", "a1 b1 b2 c1 c2"]}
    result = graded(tmp_path, PAIR, compare=["value", "move", "nodes"], **part)
    assert (result.score, result.said("en")) == (10, [])


def test_positions_of_a_seed_differ_between_students_and_repeat_themselves():
    (part,) = read_assignment({"parts": [{"kind": "minimax", "random": 4, "depth": 2}]}).parts
    made = {seed: [position.move_texts for position in positions_of(part, seed)] for seed in ("1 ana", "1 luis")}
    assert made["1 ana"] == [position.move_texts for position in positions_of(part, "1 ana")]
    assert made["1 ana"] != made["1 luis"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"parts": []}, "a list that is not empty"),
        ({"parts": [{"kind": "minmax"}]}, "Part 1: kind is «minmax»"),
        ({"parts": [{"kind": "minimax", "dept": 3}]}, "dept"),
        ({"parts": [{"kind": "minimax", "depth": 0}]}, "depth must be a number from 1"),
        ({"parts": [{"kind": "minimax", "compare": ["score"]}]}, "«score» cannot be compared"),
        ({"parts": [{"kind": "minimax", "game": "mine.py"}]}, "mine.py"),
        ({"parts": [{"kind": "minimax", "positions": ["a1 a1"]}]}, "a1"),
        ({"parts": [{"kind": "evaluation", "compare": ["values"]}]}, "one number for each position"),
        ({"parts": [{"kind": "player", "against": "mine.py"}]}, "cannot be the opponent"),
        ({"parts": "all"}, "parts must be a list"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_part_and_the_key(data, said):
    with pytest.raises(EnrayaError) as refused:
        read_assignment(data)
    assert said in refused.value.in_language("en")
    assert refused.value.in_language("es") != refused.value.in_language("en")


def test_submissions_are_found_in_files_folders_and_archives_and_the_rest_is_told(tmp_path):
    for student, files in {"ana": ["search.py", "more.py"], "luis": ["other.py"], "eva": []}.items():
        (tmp_path / student).mkdir()
        for file in files:
            (tmp_path / student / file).write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    found = {each.student: each for each in find_submissions([tmp_path], "search.py", tmp_path / "scratch")}
    assert found["ana"].file.endswith("ana/search.py")
    assert "only other.py" in found["luis"].problem.in_language("en")
    assert "Nothing was handed in" in found["eva"].problem.in_language("en")
    assert "cannot be unpacked" in found["bad"].problem.in_language("en")


def test_the_example_assignment_is_one():
    assignment = read_assignment(yaml.safe_load((EXAMPLES / "assignment/assignment.yaml").read_text(encoding="utf-8")))
    assert assignment.points == 10
