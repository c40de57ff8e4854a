"""A student's own player and evaluation, from a file."""

import pytest

from enraya import NotationError, Position, find_game
from enraya.players.catalogue import find_strategy
from enraya.players.file import PlayerFailure
from enraya.search.limit import Limit


@pytest.fixture
def write(tmp_path):
    def written(source):
        file = tmp_path / "mine.py"
        file.write_text(source, encoding="utf-8")
        return str(file)

    return written


def test_a_choose_function_plays(write):
    file = write("def choose(state, limit):\n    return 'b2'\n")
    position = Position.start("mnk(3,3,3)")
    assert find_strategy(file, position.game).choose(position, Limit()).move == 4


def test_it_may_ask_for_the_game_and_answer_with_a_move(write):
    file = write("def mine(state, limit, game):\n    return game.legal_moves(state)[-1]\n")
    for name in ("mnk(3,3,3)", "oso(3,3)", "connect"):
        position = Position.start(name)
        assert find_strategy(f"{file}:mine", position.game).choose(position, Limit()).move == position.playable()[-1]


def test_in_a_game_of_the_same_file_it_is_given_its_own_states(write):
    file = write(
        "def initial(): return 7\n"
        "def legal_moves(state): return [1, 2] if state > 0 else []\n"
        "def play(state, move): return state - move\n"
        "def outcome(state): return 1 if state <= 0 else None\n"
        "def choose(state, limit, game):\n"
        "    assert state == 7 and game.play(state, 2) == 5\n"
        "    return 2\n"
        "def evaluate(state, player):\n"
        "    return -state\n"
    )
    position = Position.start(file)
    assert find_strategy(file, position.game).choose(position, Limit()).move == 2
    assert (
        find_strategy(f"alphabeta:depth=1,evaluate={file}:evaluate", position.game).choose(position, Limit()).move == 2
    )


def test_an_evaluation_steers_any_search(write):
    file = write("def evaluate(state, player):\n    return (1 if player == 0 else -1) * (state.first >> 8 & 1)\n")
    position = Position.start("mnk(3,3,3)")
    for search in ("minimax:depth=1", "alphabeta:depth=1", "alphabeta+:depth=1"):
        assert find_strategy(f"{search},evaluate={file}", position.game).choose(position, Limit()).move == 8


@pytest.mark.parametrize(
    "answer", ["'z9'", "None", "99", "'a1'", "[4]", "1 / 0", "undefined", "state[0]['x']", "'x' * 10**6"]
)
def test_a_bad_answer_is_the_players_own_failure(write, answer):
    file = write(f"def choose(state, limit):\n    return {answer}\n")
    position = Position.start("mnk(3,3,3)").play("a1")
    with pytest.raises(PlayerFailure) as failure:
        find_strategy(file, position.game).choose(position, Limit())
    for language in ("es", "en"):
        assert len(failure.value.in_language(language)) < 300


@pytest.mark.parametrize("answer", ["'good'", "None", "True", "float('nan')", "1 / 0"])
def test_an_evaluation_that_is_no_number_is_refused_by_name(write, answer):
    file = write(f"def evaluate(state, player):\n    return {answer}\n")
    position = Position.start("connect")
    with pytest.raises(PlayerFailure, match=r"mine\.py"):
        find_strategy(f"alphabeta:depth=1,evaluate={file}", position.game).choose(position, Limit())


@pytest.mark.parametrize("source", ["", "x = 1\n", "def choose(:\n", "raise OSError('no')\n", "choose = 3\n"])
def test_a_file_without_a_player_is_refused(write, source):
    with pytest.raises(NotationError):
        find_strategy(write(source), find_game("connect"))
