"""A whole game on disk says of every position what solving it would."""

from __future__ import annotations

import logging
import random

import pytest

from enraya import EnrayaError, Position, Solver, find_game
from enraya.search.limit import Budget
from enraya.solve.methods.retrograde import retrograde
from enraya.solve.tables.directory import find_table, table_path
from enraya.solve.tables.file import Table, write_table
from enraya.solve.tables.graph import TooManyStates
from enraya.solve.tables.whole import solve_whole


@pytest.fixture(autouse=True)
def tables(tmp_path, monkeypatch):
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


def store(name):
    game = find_game(name)
    worths = solve_whole(game, game.initial(), Budget())
    write_table(table_path(game), game, worths)
    return game, worths


def test_tic_tac_toe_has_765_positions_up_to_symmetry():
    _, worths = store("mnk(3,3,3)")
    assert len(worths) == 765


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "mnk(4,2,3)", "mnk(3,3,3,misere=true)", "connect(4,3,3)", "terni"])
def test_a_table_holds_what_retrograde_analysis_finds_for_every_state(name):
    game, _ = store(name)
    table = find_table(game)
    every = retrograde(game, game.initial(), Budget())
    assert all(table.worth(state) == worth for state, worth in every.items())


@pytest.mark.parametrize("name", ["oso(3,2)", "oso(2,3)", "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"])
def test_where_points_count_a_table_holds_the_points(name):
    game = find_game(name)
    plain = {}
    waiting = [Position.start(game)]
    while waiting:
        position = waiting.pop()
        if not position.is_over and position.state not in plain:
            solution = Solver(game).solve(position)
            plain[position.state] = solution.worth.outcome * (1 if position.to_move == 0 else -1)
            waiting += [position.play(move) for move in position.playable()]
        if len(plain) > 60:
            break
    store(name)
    table = find_table(game)
    assert {state: table.worth(state).outcome for state in plain} == plain


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "terni", "connect(4,4,3)", "oso(3,2)"])
def test_solving_with_a_table_says_the_same_as_without(name):
    game = find_game(name)
    chance = random.Random(3)
    positions = []
    for _ in range(25):
        position = Position.start(game)
        while not position.is_over and chance.random() < 0.75:
            position = position.play(chance.choice(position.playable()))
        positions.append(position)
    without = [Solver(game).solve(position) for position in positions]
    store(name)
    with_table = [Solver(game).solve(position) for position in positions]
    for one, other, position in zip(without, with_table, positions, strict=True):
        assert one.worth == other.worth
        assert set(one.best) == set(other.best)
        assert other.nodes <= len(position.playable())


def test_a_position_that_a_table_does_not_hold_is_solved_as_before():
    game = find_game("mnk(3,3,3)")
    late = Position.start(game).play_all("a1 b2 c3")
    write_table(table_path(game), game, solve_whole(game, late.state, Budget()))
    assert find_table(game).worth(game.initial()) is None
    assert Solver(game).solve(Position.start(game)).worth.outcome == 0
    assert Solver(game).solve(late).nodes <= 6


def test_a_damaged_table_is_refused_and_play_goes_on_without_it(caplog):
    game, _ = store("mnk(3,3,3)")
    path = table_path(game)
    whole = bytearray(path.read_bytes())
    whole[200] ^= 1
    path.write_bytes(whole)
    with pytest.raises(EnrayaError, match="damaged"):
        Table(path, game)
    with caplog.at_level(logging.WARNING):
        assert Solver(game).solve(Position.start(game)).worth.outcome == 0
    assert "damaged" in caplog.text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not a table"),
        (b"nothing", "is not a table"),
        (b"enraya-table 1\n", "is damaged"),
        (b"enraya-table 1\n{}\n" + bytes(64), "is damaged"),
    ],
)
def test_what_is_no_table_is_refused(tables, content, why):
    tables.mkdir()
    (tables / "x.table").write_bytes(content)
    with pytest.raises(EnrayaError, match=why):
        Table(tables / "x.table", find_game("mnk(3,3,3)"))


def test_the_table_of_another_game_is_refused():
    game, _ = store("mnk(3,3,3)")
    with pytest.raises(EnrayaError, match="another game"):
        Table(table_path(game), find_game("mnk(4,3,3)"))


SHORT = """
def initial(): return 0
def legal_moves(state): return [] if state >= {end} else [1, 2]
def play(state, move): return state + move
def outcome(state): return None if state < {end} else 1
"""


def test_the_table_of_a_file_that_has_changed_since_is_not_used(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SHORT.format(end=5), encoding="utf-8")
    store(str(file))
    assert find_table(find_game(str(file))) is not None
    file.write_text(SHORT.format(end=7), encoding="utf-8")
    assert find_table(find_game(str(file))) is None


def test_a_game_that_does_not_fit_is_refused():
    with pytest.raises(TooManyStates):
        game = find_game("mnk(4,4,4)")
        solve_whole(game, game.initial(), Budget(), most=1000)
    with pytest.raises(TooManyStates):
        game = find_game("oso(3,3)")
        solve_whole(game, game.initial(), Budget(), most=1000)
