"""`enraya check` for players and evaluations: what is in a file is found, and each fault of it is a sentence."""

from pathlib import Path

import pytest

from enraya import NotationError
from enraya.conformance import check_file
from enraya.locale import Words

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
FIRST = "def choose(state, limit, game):\n    return game.legal_moves(state)[0]\n"
EVEN = "def evaluate(state, player):\n    return 0\n"

BAD_PLAYERS = {
    "error.player_illegal": "def choose(state, limit):\n    return 99\n",
    "error.player_fails": "def choose(state, limit):\n    return state.colour\n",
    "check.late": "def choose(state, limit):\n    while True: pass\n",
    "check.ended": "import os\ndef choose(state, limit):\n    os._exit(3)\n",
    "check.player_late": "import time\n" + FIRST.replace("    return", "    time.sleep(1.2)\n    return"),
}
BAD_EVALUATIONS = {
    "error.player_no_number": "def evaluate(state, player):\n    return float('nan')\n",
    "error.player_fails": "def evaluate(state, player):\n    return 1 / 0\n",
    "check.evaluate_differs": "import random\ndef evaluate(state, player):\n    return random.random()\n",
    "check.late": "def evaluate(state, player):\n    while True: pass\n",
}


def check(tmp_path, source, **options):
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    return check_file(str(file), **{"games": 20, **options})


@pytest.mark.parametrize(("code", "source"), BAD_PLAYERS.items())
def test_a_player_that_breaks_its_contract_is_told_how(tmp_path, code, source):
    found = check(tmp_path, source)
    (checked,) = found.checks
    assert checked.kind == "player"
    assert [breach.code for breach in checked.breaches] == [code]
    for language in ("en", "es"):
        assert len(Words(language)(code, **checked.breaches[0].values)) > 30


@pytest.mark.parametrize(("code", "source"), BAD_EVALUATIONS.items())
def test_an_evaluation_that_breaks_its_contract_is_told_how(tmp_path, code, source):
    (checked,) = check(tmp_path, source).checks
    assert (checked.kind, [breach.code for breach in checked.breaches]) == ("evaluation", [code])


def test_a_sound_player_is_measured_against_random_play(tmp_path):
    (checked,) = check(tmp_path, FIRST, game="connect(4,4,3)").checks
    assert checked.breaches == []
    assert sum(checked.figures[name] for name in ("won", "drawn", "lost")) == 20
    assert checked.figures["repeats_itself"] is True


def test_a_player_that_plays_otherwise_each_time_is_remarked_on_and_not_refused(tmp_path):
    source = "import random\n" + FIRST.replace("game.legal_moves(state)[0]", "random.choice(game.legal_moves(state))")
    found = check(tmp_path, source)
    assert found.is_fine
    assert [remark.code for remark in found.checks[0].remarks] == ["check.note.not_repeated"]


LINES = """
def evaluate(state, player, game):
    board = game.render(state).replace(" ", "")
    return {sign}game.evaluate(state, player)
"""


def test_an_evaluation_with_the_wrong_sign_is_remarked_on(tmp_path):
    right, wrong = (check(tmp_path, LINES.format(sign=sign)) for sign in ("", "-"))
    assert right.is_fine
    assert right.checks[0].remarks == []
    assert right.checks[0].figures["favours_winner"] > right.checks[0].figures["favours_loser"]
    assert "check.note.sign" in [remark.code for remark in wrong.checks[0].remarks]


def test_values_that_are_not_opposite_are_told_and_not_refused(tmp_path):
    found = check(tmp_path, "def evaluate(state, player):\n    return 1 + player\n")
    assert found.is_fine
    assert "check.note.not_opposite" in [remark.code for remark in found.checks[0].remarks]


def test_a_file_may_hold_several_kinds_and_each_is_checked_on_the_game_in_it(tmp_path):
    game = (EXAMPLES / "tictactoe.py").read_text(encoding="utf-8")
    own = "\ndef choose(state, limit):\n    return legal_moves(state)[0]\n"
    found = check(tmp_path, game + own, games=5)
    assert [checked.kind for checked in found.checks] == ["game", "player"]
    assert found.is_fine
    assert found.game.endswith("mine.py")
    assert [checked.kind for checked in check(tmp_path, FIRST + EVEN, games=5).checks] == ["player", "evaluation"]


def test_a_named_function_is_told_by_its_arguments_or_by_what_is_said(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        FIRST.replace("choose", "bold") + EVEN.replace("evaluate", "even") + "def odd(a, b): return 1\n",
        encoding="utf-8",
    )
    assert [each.kind for each in check_file(f"{file}:bold", games=3).checks] == ["player"]
    assert [each.kind for each in check_file(f"{file}:even", games=3).checks] == ["evaluation"]
    with pytest.raises(NotationError, match="--as"):
        check_file(f"{file}:odd", games=3)
    assert check_file(f"{file}:odd", games=3, kind="evaluation").is_fine


def test_a_file_with_nothing_to_check_is_refused_with_what_would_be(tmp_path):
    with pytest.raises(NotationError, match=r"a player has choose\(state, limit\)"):
        check(tmp_path, "x = 1\n")


def test_a_player_is_checked_on_a_game_in_another_file(tmp_path):
    found = check(tmp_path, FIRST, game=str(EXAMPLES / "tictactoe.py"), games=5)
    assert found.is_fine, found
