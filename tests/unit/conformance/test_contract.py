"""`enraya check` finds each way to break the contract and says it so that a student understands."""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from enraya.conformance import check_file, check_game
from enraya.custom import load_custom_game
from enraya.errors import NotationError
from enraya.locale import Words
from tests.race import RACE

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


# Each changes one line of the race.
BREACHES = {
    "check.initial_none": ("return (0, 0)", "return None"),
    "check.initial_differs": ("return (0, 0)", "import random\n    return (random.random(), 0)"),
    "check.not_hashable": ("return (0, 0)", "return [0, 0]"),
    "check.moves_none": ("return [] if outcome(state) is not None else [1, 2]", "return None"),
    "check.moves_kind": ("return [] if outcome(state) is not None else [1, 2]", "return 3"),
    "check.moves_twice": ("else [1, 2]", "else [1, 1]"),
    "check.moves_after_end": ("return [] if outcome(state) is not None else [1, 2]", "return [1, 2]"),
    "check.stuck": ("else [1, 2]", "else [1, 2] if state[0] < 3 else []"),
    "check.move_unreadable": ("else [1, 2]", "else ['', 2]"),
    "check.outcome_kind": ("return 1 if state[1] % 2 else -1", "return 'won'"),
    "check.outcome_bool": ("return 1 if state[1] % 2 else -1", "return state[1] % 2 == 1"),
    "check.outcome_fraction": ("return 1 if state[1] % 2 else -1", "return 0.5\nscored = True"),
    "check.play_none": ("return (state[0] + move, state[1] + 1)", "(state[0] + move, state[1] + 1)"),
    "check.play_differs": (
        "return (state[0] + move",
        "import random\n    return (state[0] + move + random.random() / 9",
    ),
    "check.raises": ("return (state[0] + move, state[1] + 1)", "return (state[0] + moves, state[1] + 1)"),
    "check.endless": ("return (state[0] + move", "return (0"),
}


def breaches(tmp_path, source, games=20):
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    return check_game(load_custom_game(str(file)), games=games, seconds=600).breaches


def test_a_game_that_keeps_the_contract_has_no_breach(tmp_path):
    assert breaches(tmp_path, RACE, games=200) == []


@pytest.mark.parametrize("code", BREACHES)
def test_each_breach_is_found_and_explained_in_both_languages(tmp_path, code):
    old, new = BREACHES[code]
    assert old in RACE
    found = breaches(tmp_path, RACE.replace(old, new))
    assert code in [breach.code for breach in found]
    for breach in found:
        for language in ("es", "en"):
            assert len(Words(language)(breach.code, **breach.values)) > 30


def test_a_play_that_hangs_on_what_was_asked_before_is_found(tmp_path):
    """Asked twice in a row it says the same, and another thing in the next game."""
    counting = "asked = [0]\n" + RACE.replace("return (state[0] + move,", "return (state[0] + move + asked[0] // 50,")
    counting = counting.replace("def legal_moves(state):", "def legal_moves(state):\n    asked[0] += 1")
    assert "check.play_differs" in [breach.code for breach in breaches(tmp_path, counting, games=100)]


def test_a_play_that_changes_the_state_it_is_given_is_found(tmp_path):
    source = """
class Box:
    def __init__(self, total): self.total = total
    def __repr__(self): return f"Box({self.total})"
    def __hash__(self): return 1
    def __eq__(self, other): return self.total == other.total

def initial(): return Box(0)
def legal_moves(state): return [] if outcome(state) is not None else [1, 2]
def outcome(state): return None if state.total < 7 else 1
def play(state, move):
    state.total += move
    return state
"""
    assert "check.function_changes" in [breach.code for breach in breaches(tmp_path, source)]


def test_a_wrong_turn_and_moves_that_read_alike_are_found(tmp_path):
    wrong_turn = RACE + "\ndef to_move(state):\n    return 'first'\n"
    assert [breach.code for breach in breaches(tmp_path, wrong_turn)] == ["check.turn"]
    alike = RACE + "\ndef format_move(move):\n    return 'move'\n"
    assert [breach.code for breach in breaches(tmp_path, alike)] == ["check.text_twice"]


EQUAL_ONLY_BY_TOTAL = """
class Box:
    def __init__(self, total, turn): self.total, self.turn = total, turn
    def __hash__(self): return hash(self.total)
    def __eq__(self, other): return self.total == other.total
def initial(): return Box(0, 0)
def legal_moves(state): return [] if outcome(state) is not None else [1, 2]
def play(state, move): return Box(state.total + move, 1 - state.turn)
def outcome(state): return None if state.total < 7 else 1 if state.turn else -1
"""


def test_equal_states_of_which_the_rules_say_something_else_are_found(tmp_path):
    by_turn = EQUAL_ONLY_BY_TOTAL + "def to_move(state): return state.turn\n"
    (found,) = breaches(tmp_path, by_turn)
    assert (found.code, found.values) == ("check.equal_differ", {"kind": "Box", "what": "to_move"})
    always = EQUAL_ONLY_BY_TOTAL.replace("self.total == other.total", "True").replace("hash(self.total)", "1")
    (found,) = breaches(tmp_path, always)
    assert found.values["what"] in ("outcome", "legal_moves")


def test_a_state_that_nobody_can_compare_is_found(tmp_path):
    deep = "def deep(depth):\n    held = ()\n    for _ in range(depth): held = (held,)\n    return held\n"
    source = deep + RACE.replace("return (0, 0)", "return (0, 0, deep(5000))") + "def render(state): return 'deep'\n"
    (found,) = breaches(tmp_path, source)
    assert found.code == "check.state_deep"


def test_where_no_game_ends_in_time_nothing_is_said_for_it(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(RACE, encoding="utf-8")
    (found,) = check_game(load_custom_game(str(file)), seconds=0).breaches
    assert (found.code, found.values) == ("check.unfinished", {"seconds": "0", "plies": 0})


def test_a_file_without_the_function_asked_for_is_refused_by_its_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(NotationError, match="has no function evaluate"):
        check_file(str(file), kind="evaluation", games=1)


def test_a_breach_comes_with_the_moves_that_lead_to_it(tmp_path):
    (found,) = breaches(tmp_path, RACE.replace("else [1, 2]", "else [1, 2] if state[0] < 3 else []"))
    assert sum(map(int, found.moves)) >= 3


def test_the_games_of_the_documentation_are_fine_and_short():
    file = EXAMPLES / "tictactoe.py"
    assert check_game(load_custom_game(str(file))).breaches == []
    assert len(file.read_text(encoding="utf-8").splitlines()) < 25


def test_a_check_works_where_more_than_a_thousand_files_are_open():
    with ExitStack() as opened:
        for _ in range(1100):
            try:
                opened.enter_context(Path(os.devnull).open())
            except OSError:
                pytest.skip("this system lets nobody open so many")
        assert check_file(str(EXAMPLES / "tictactoe.py"), games=2).is_fine
