"""Duels: alternating starters, repeatable chance, and a failing player loses only its own games."""

from threading import Event

import pytest

from enraya import NotationError
from enraya.arena.duel import Duel, play_duel


def played(first, second, game="mnk(3,3,3)", games=4, seed=1):
    return list(play_duel(Duel(game, first, second, games, seed), Event()))


def test_the_starter_alternates():
    assert [each.result.starter for each in played("random", "random")] == [0, 1, 0, 1]


def test_the_same_seed_plays_the_same_games_and_another_seed_others():
    def moves(seed):
        return [[made.move for made in each.result.history] for each in played("random", "mcts:nodes=30", seed=seed)]

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize("game", ["connect(5,4,3)", "oso(3,3)", "terni", "cube(3,3)", "tree([[3 5] [2 9]])"])
def test_every_game_is_played_to_its_end(game):
    assert len(played("level:2", "random", game, games=2)) == 2


def test_a_player_that_fails_loses_that_game_by_name(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit):\n    return 'z9'\n", encoding="utf-8")
    for each in played(str(file), "random", games=2):
        assert each.result.winner == 1
        assert "mine.py" in str(each.failure)


def test_unknown_players_are_refused_before_anything_is_played():
    with pytest.raises(NotationError):
        played("nobody", "random")


def test_a_stop_ends_the_duel():
    stop = Event()
    stop.set()
    assert list(play_duel(Duel("mnk(3,3,3)", "random", "random", 5, 1), stop)) == []
