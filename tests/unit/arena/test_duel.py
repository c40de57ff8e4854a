"""Duels: alternating starters, repeatable chance, and a failing player loses only its own games."""

import signal
import sys
from threading import Event

import pytest

from enraya import jail
from enraya.arena.duel import Duel, play_duel
from enraya.errors import EnrayaError
from enraya.players.turn import Allowance


def played(first, second, game="mnk(3,3,3)", games=4, seed=1):
    return list(play_duel(Duel(game, first, second, games, seed), Event()))


def test_the_starter_alternates():
    assert [each.result.starter for each in played("random", "random")] == [0, 1, 0, 1]


def test_the_games_are_numbered_from_1():
    assert [each.result.number for each in played("random", "random")] == [1, 2, 3, 4]


def test_the_same_seed_plays_the_same_games_and_another_seed_others():
    def moves(seed):
        return [[made.move for made in each.result.history] for each in played("random", "mcts:nodes=30", seed=seed)]

    assert moves(1) == moves(1) != moves(2)


@pytest.mark.parametrize("game", ["connect(5,4,3)", "oso(3,3)", "terni", "cube(3,3)", "tree([[3 5] [2 9]])"])
def test_every_game_is_played_to_its_end(game):
    assert len(played("level:2", "random", game, games=2)) == 2


FAILURES = {
    "an illegal move": ("def choose(state, limit):\n    return 'z9'\n", "illegal"),
    "an error": ("def choose(state, limit):\n    return 1 / 0\n", "crash"),
    "an interrupt": ("def choose(state, limit):\n    raise KeyboardInterrupt\n", "crash"),
    "the end of its process": ("import os\ndef choose(state, limit):\n    os._exit(0)\n", "crash"),
    "reading a line": ("def choose(state, limit):\n    return input()\n", "crash"),
    "an endless loop": ("def choose(state, limit):\n    while True:\n        pass\n", "timeout"),
    "endless sleep": ("import time\ndef choose(state, limit):\n    time.sleep(10**6)\n", "timeout"),
    "a loop that catches everything": (
        "def choose(state, limit):\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except BaseException:\n            pass\n",
        "timeout",
    ),
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_player_that_fails_loses_that_game_by_name_and_reason(tmp_path, what):
    source, reason = FAILURES[what]
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    # A process that crashes may take a while to end on a busy machine; one that never answers is given up anyway.
    seconds = 1 if reason == "timeout" else 60
    games = list(play_duel(Duel("mnk(3,3,3)", str(file), "random", 2, seed=1, seconds=seconds), Event()))
    assert len(games) == 2
    for each in games:
        assert (each.result.winner, each.failed, each.reason) == (1, 0, reason)
        assert "mine.py" in str(each.failure)


def test_a_player_that_was_given_up_does_not_go_on_thinking(tmp_path, monkeypatch):
    held = []

    def start_in_jail(*arguments, **options):
        held.append(jail.start_in_jail(*arguments, **options))
        return held[-1]

    monkeypatch.setattr("enraya.workers.process.start_in_jail", start_in_jail)
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit):\n    while True:\n        pass\n")
    list(play_duel(Duel("mnk(3,3,3)", str(file), "random", 1, seed=1, seconds=1), Event()))
    assert [each.poll() for each in held] == [-signal.SIGKILL]


def test_a_player_without_a_clock_is_given_up_too(tmp_path, monkeypatch):
    monkeypatch.setattr("enraya.arena.clock.WITHOUT_CLOCK", Allowance(None, 0.5))
    file = tmp_path / "mine.py"
    file.write_text("def choose(state, limit):\n    while True:\n        pass\n", encoding="utf-8")
    assert [each.reason for each in played(str(file), "random", games=1)] == ["silence"]


def test_a_file_that_never_loads_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr("enraya.workers.contestant.LOADING", 0.5)
    file = tmp_path / "mine.py"
    file.write_text("while True:\n    pass\n", encoding="utf-8")
    with pytest.raises(EnrayaError, match=r"mine\.py did not answer"):
        played(str(file), "random")


def test_a_player_of_ones_own_remembers_within_a_game_and_begins_the_next_anew(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "seen = []\n"
        "def choose(state, limit, game):\n"
        "    seen.append(state)\n"
        "    return game.legal_moves(state)[0 if len(seen) == 1 else -1]\n"
    )
    for each in played(str(file), str(file), games=2):
        moves = [made.move for made in each.result.history]
        assert moves[:4] == ["a1", "b1", "c3", "b3"]


def test_unknown_players_are_refused_before_anything_is_played():
    with pytest.raises(EnrayaError, match="There is no player «nobody»"):
        played("nobody", "random")


def test_a_stop_ends_the_duel():
    stop = Event()
    stop.set()
    assert list(play_duel(Duel("mnk(3,3,3)", "random", "random", 5, 1), stop)) == []


def test_rules_of_a_file_are_asked_of_the_jail_and_never_loaded_here(tmp_path):
    rules = tmp_path / "rules.py"
    rules.write_text(
        "import sys\nsys.modules['loaded_by_rules'] = sys\n"
        "def initial(): return ()\n"
        "def legal_moves(state): return [cell for cell in range(3) if cell not in state]\n"
        "def play(state, move): return (*state, move)\n"
        "def outcome(state): return None if len(state) < 3 else 1\n"
    )
    games = list(play_duel(Duel(str(rules), "level:2", "random", 2, seed=1), Event()))
    assert [each.reason for each in games] == ["rules", "rules"]
    assert "loaded_by_rules" not in sys.modules
    rules.write_text("open('/etc/passwd')\n" + rules.read_text())
    with pytest.raises(EnrayaError, match="passwd"):
        list(play_duel(Duel(str(rules), "level:2", "random", 2, seed=1), Event()))
