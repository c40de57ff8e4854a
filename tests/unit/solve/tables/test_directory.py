"""Every solver uses the stored table first: here it holds values that no search would find, and
all of them give these.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from enraya import Limit, Position, Solver, find_game, find_strategy, strategy_names
from enraya.commands.analyse import Analyser
from enraya.lab.values.valuation import Valuer
from enraya.search.limit import Budget
from enraya.server.workers.lab_values import values
from enraya.solve.canonical import CanonicalForms
from enraya.solve.solution import SolvedValue, Worth
from enraya.solve.tables.directory import table_path
from enraya.solve.tables.file import write_table
from enraya.solve.tables.whole import solve_whole

MOVING = str(Path(__file__).parents[1] / "moving.py")


@pytest.fixture(params=["mnk(3,3,3)", MOVING], ids=["mnk(3,3,3)", "moving.py"])
def start(request, tmp_path, monkeypatch):
    """The start of a game whose table says that the second move wins in 7 plies, which is not so."""
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path / "tables"))
    position = Position.start(request.param)
    game, forms = position.game, CanonicalForms(position.game)
    worths = solve_whole(game, position.state, Budget())
    assert worths[forms.of(position.state)[0]] != Worth(1, 7)
    after = [forms.of(game.play(position.state, move))[0] for move in position.playable()]
    worths |= dict.fromkeys(after, Worth(-1, 2))
    worths[after[1]] = Worth(1, 6)
    worths[forms.of(position.state)[0]] = Worth(1, 7)
    write_table(table_path(game), game, worths)
    return position


def best_of(position):
    return position.legal_moves[1]


def test_the_solver_does_for_a_position_however_it_was_come_by(start):
    gone_back = start.play(start.legal_moves[0]).undo()
    for position in (start, gone_back, Position.load(start.save(), start.game)):
        solution = Solver(position.game).solve(position)
        assert solution.worth == SolvedValue(1, 7)
        assert best_of(start) in [start.game.format_move(move) for move in solution.best]


def test_the_perfect_player_does_and_is_offered(start):
    assert "perfect" in strategy_names(start.game)
    report = find_strategy("perfect", start.game).choose(start, Limit())
    assert (start.game.format_move(report.move), report.depth) == (best_of(start), 7)


def test_analysis_does(start):
    analysed = Analyser(start.game, None, None, None).analyse(start)
    assert (analysed["value"], analysed["plies"], analysed["best"][0]) == ("win", 7, best_of(start))


def test_the_lab_and_the_web_app_do(start):
    found = Valuer(start.game).last(start, Limit(seconds=60))
    assert (found.exact, found.of(best_of(start)).plies) == (True, 7)
    job = {"game": start.game.name, "start": None, "moves": [], "strategy": "alphabeta+", "seconds": 60, "depth": None}
    shown = values(job, Event(), lambda told: None)
    assert {worth.move: worth.plies for worth in shown.moves}[best_of(start)] == 7


def test_a_game_too_large_to_solve_while_one_waits_has_a_perfect_player_once_it_is_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("ENRAYA_TABLES", str(tmp_path))
    game = find_game("oso(7,7)")
    forms, state = CanonicalForms(game), game.initial()
    states = [state, *(game.play(state, move) for move in game.legal_moves(state))]
    write_table(table_path(game), game, {forms.of(each)[0]: Worth(0, 9) for each in states})
    assert "perfect" in strategy_names(game)
