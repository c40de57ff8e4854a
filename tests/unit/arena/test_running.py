"""Tournaments with real processes: repeatable games, failures by name, stopping and going on."""

from threading import Event

import pytest

from enraya.arena.clock import TimeControl
from enraya.arena.tournament.log import GameLog
from enraya.arena.tournament.plan import Plan, named
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.running import check_players, play_tournament
from enraya.arena.tournament.standings import standings_of
from enraya.errors import EnrayaError


def plan_of(*players, **more):
    return Plan(more.pop("game", "mnk(3,3,3)"), named([(None, str(player)) for player in players]), seed=3, **more)


def run(path, plan=None, stop_after=None, processes=2):
    """The progress of the tournament in the file *path*, which is begun if *plan* is given."""
    stop = Event()
    with GameLog.begin(path, plan) if plan else GameLog(path) as log:
        progress = TournamentProgress(log.plan, log.records)
        for _ in play_tournament(progress, log, processes, stop):
            if stop_after is not None and len(progress.records) >= stop_after:
                stop.set()
    return progress


def played(progress):
    return [(game.number, game.first, game.second, game.winner, game.moves) for game in progress.counted]


def test_the_same_seed_plays_the_same_games_however_many_processes_and_stops_there_are(tmp_path):
    plan = plan_of("random", "level:2", "rules", format="swiss", games=4)
    whole = run(tmp_path / "whole.log", plan, processes=1)
    assert whole.is_over
    path = tmp_path / "parts.log"
    progress = run(path, plan, stop_after=1)
    while not progress.is_over:
        before = len(progress.records)
        progress = run(path, stop_after=before + 3)
        assert len(progress.records) > before
    assert played(progress) == played(whole)


FAILURES = {
    "crash": "def choose(state, limit):\n    return 1 / 0\n",
    "illegal": "def choose(state, limit):\n    return 'z9'\n",
}


def test_players_that_fail_lose_by_name_and_reason_and_the_others_play_on(tmp_path):
    for reason, source in FAILURES.items():
        (tmp_path / f"{reason}.py").write_text(source)
    players = [tmp_path / f"{reason}.py" for reason in FAILURES]
    progress = run(tmp_path / "games.log", plan_of("random", *players, format="gauntlet"))
    rows = {row.player: row for row in standings_of(progress).rows}
    for number, reason in enumerate(FAILURES, start=1):
        assert rows[number].failures == {reason: 2}
        assert rows[number].losses == 2
    assert rows[0].wins == 4
    assert all(
        f"{reason}.py" in game.failure["es"]
        for reason in FAILURES
        for game in progress.counted
        if game.reason == reason
    )


def test_a_player_whose_time_for_the_game_is_up_loses_on_time(tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\ndef choose(state, limit, game):\n    time.sleep(2.5)\n    return game.legal_moves(state)[0]\n"
    )
    progress = run(
        tmp_path / "games.log",
        plan_of("random", slow, game="mnk(5,5,5)", games=1, control=TimeControl(None, 6.0, 0.01)),
    )
    (game,) = progress.counted
    # The other, which answers at once, has six seconds too: enough on a busy machine.
    assert (game.reason, (game.first, game.second)[game.failed]) == ("timeout", 1)


def test_openings_are_played_by_nobody_and_twice_with_colours_swapped(tmp_path):
    games = run(tmp_path / "games.log", plan_of("random", "level:2", games=4)).counted
    assert [game.book for game in games] == [2, 2, 2, 2]
    assert games[0].moves[:2] == games[1].moves[:2] != games[2].moves[:2] == games[3].moves[:2]
    assert (games[0].first, games[0].second) == (games[1].second, games[1].first)
    assert games[0].seconds[:2] == (0, 0)


def test_players_that_cannot_be_loaded_are_refused_before_a_game_is_played(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("def choose(:\n")
    for player in ("nobody", broken, tmp_path / "missing.py"):
        with pytest.raises(EnrayaError):
            check_players(plan_of("random", player), Event())
