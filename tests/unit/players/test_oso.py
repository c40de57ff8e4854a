"""The three players of OSO do what their description says."""

import pytest

from enraya import Position
from enraya.players.catalogue import find_strategy
from enraya.search.limit import Limit


def chosen(player, position, seed=1):
    report = find_strategy(player, position.game, seed).choose(position, Limit())
    return position.game.format_move(report.move), report.reason


@pytest.mark.parametrize("player", ["oso-easy", "oso-medium", "oso-hard"])
def test_each_takes_an_oso_when_there_is_one(player):
    position = Position.start("oso(6,6)").play_all("O@a1 S@b1")
    assert chosen(player, position)[0] == "O@c1"


@pytest.mark.parametrize("seed", range(10))
def test_easy_writes_an_o_a_knights_move_from_another_o(seed):
    position = Position.start("oso(6,6)").play("O@c3")
    move, reason = chosen("oso-easy", position, seed)
    assert move in {"O@a2", "O@a4", "O@b1", "O@b5", "O@d1", "O@d5", "O@e2", "O@e4"}
    assert reason == "rule.oso_knight"


def test_easy_writes_an_o_anywhere_when_there_is_no_other():
    move, reason = chosen("oso-easy", Position.start("oso(6,6)"))
    assert move.startswith("O@")
    assert reason == "rule.oso_any"


@pytest.mark.parametrize("seed", range(20))
def test_medium_writes_the_letter_there_is_more_of_around_the_cell(seed):
    position = Position.start("oso(6,6)").play_all("S@a1 S@f6 S@a6 S@f1 O@c3")
    move, reason = chosen("oso-medium", position, seed)
    assert reason == "rule.oso_around"
    near_s = {"b1", "a2", "b2", "e1", "f2", "e2", "a5", "b6", "b5", "e6", "f5", "e5"}
    near_o = {"b3", "c2", "d2", "d3", "b4", "c4", "d4"}
    letter, cell = move.split("@")
    if cell in near_s - near_o - {"b2"}:
        assert letter == "S"
    if cell in near_o - near_s:
        assert letter == "O"


def test_hard_looks_as_many_plies_ahead_as_it_is_told():
    position = Position.start("oso(4,4)")
    for plies in (1, 2, 4):
        strategy = find_strategy(f"oso-hard:plies={plies}", position.game)
        assert strategy.choose(position, Limit()).depth == plies
