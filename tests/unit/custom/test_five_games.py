"""Five games from files: each keeps the contract, has a board, and is solved to the value that brute force finds."""

from functools import cache, reduce
from operator import xor
from pathlib import Path

import pytest

from enraya import NotationError, Position
from enraya.conformance import check_game
from enraya.custom import load_custom_game, load_file
from enraya.custom.hosted import HostedGame
from enraya.solve.solver import Solver

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
GAMES = ["nim", "domineering", "dots_and_boxes", "chomp", "kalah"]


def brute_force(rules):
    """The value of the start for the first player, by the file's own functions and nothing of ours."""

    @cache
    def value(state):
        ended = rules.outcome(state)
        if ended is not None:
            return ended
        values = [value(rules.play(state, move)) for move in rules.legal_moves(state)]
        return max(values) if rules.to_move(state) == 0 else min(values)

    return value(rules.initial())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_never_seen_here_is_solved_to_the_value_of_brute_force(name):
    file = str(EXAMPLES / f"{name}.py")
    game = load_custom_game(file)
    start = Position.start(game)
    solution = Solver(game).solve(start)
    assert solution.worth.outcome == brute_force(load_file(file))


@pytest.mark.parametrize("name", GAMES)
def test_it_keeps_the_contract(name):
    checked = check_game(load_custom_game(str(EXAMPLES / f"{name}.py")), games=30, seconds=60)
    assert checked.breaches == []
    assert checked.games == 30


@pytest.mark.parametrize("name", GAMES)
def test_it_has_a_board_on_which_every_move_is_one_click_of_its_own(name):
    position = Position.start(str(EXAMPLES / f"{name}.py"))
    for _ in range(4):
        assert position.board is not None
        if position.is_over:
            break
        clicks = [position.game.gesture(position.state, move).clicks for move in position.playable()]
        assert all(len(click) == 1 for click in clicks)
        assert len(set(clicks)) == len(clicks)
        position = position.play(position.playable()[-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_server_shows_its_board(name):
    hosted = HostedGame(str(EXAMPLES / f"{name}.py"), f"{name}.py")
    try:
        hosted.thread.submit(hosted.prepare).result(timeout=900)
        assert hosted.fault is None
        assert len(hosted.sample) > 2
    finally:
        hosted.close()


def test_nim_is_won_by_the_theory():
    nim = load_file(str(EXAMPLES / "nim.py"))
    assert (brute_force(nim) > 0) == (reduce(xor, nim.HEAPS) != 0)


def test_a_game_with_texts_for_its_states_starts_from_any_position():
    file = str(EXAMPLES / "nim.py")
    position = Position.start(file, "1-1-0 2")
    assert (position.to_move, position.legal_moves) == (1, ["a1", "b1"])
    assert Solver(position.game).solve(position).worth.outcome == -1
    again = Position.load(position.play("a1").save(), file)
    assert again.state == ((0, 1, 0), 0)
    with pytest.raises(NotationError, match="9-9-9 1"):
        Position.start(file, "9-9-9 1")


def test_the_server_starts_it_from_any_position():
    hosted = HostedGame(str(EXAMPLES / "nim.py"), "nim.py")
    try:

        def started():
            position = Position.start(hosted, "1-1-0 2").play("a1")
            with pytest.raises(NotationError, match="nonsense"):
                hosted.parse_state("nonsense")
            return position, Position.start(hosted, "3-4-5 1").state == hosted.initial()

        hosted.thread.submit(hosted.prepare).result(timeout=900)
        position, is_same = hosted.thread.submit(started).result(timeout=900)
        assert position.legal_moves == ["b1"]
        assert hosted.format_state(position.state) == "0-1-0 1"
        assert hosted.format_state(position.states[0]) == "1-1-0 2"
        assert is_same
    finally:
        hosted.close()


def test_a_text_that_reads_back_as_another_state_is_a_breach(tmp_path):
    source = (EXAMPLES / "nim.py").read_text(encoding="utf-8")
    file = tmp_path / "nim.py"
    file.write_text(source.replace("state[1] + 1}", "2 - state[1]}"), encoding="utf-8")
    assert [breach.code for breach in check_game(load_custom_game(str(file)), games=3).breaches] == [
        "check.state_differs"
    ]
