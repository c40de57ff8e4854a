"""Tournaments, as tasks of a worker process: games, openings, tables, and trials of what was handed in."""

from __future__ import annotations

import time
from threading import Event

from enraya.arena import trial
from enraya.arena.hosted_rules import host_rules
from enraya.arena.tournament.openings import OpeningBook
from enraya.arena.tournament.plan import plan_from
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import record_from
from enraya.arena.tournament.standings import standings_of
from enraya.arena.tournament.worker import play_fixture
from enraya.catalogue import find_game, offer, withdraw
from enraya.locale import LANGUAGES
from enraya.position import Position
from enraya.server.api.answers.tournaments import CrossShown, StandingShown, TableShown
from enraya.server.views.match import show_position
from enraya.tournament_files import FILES
from enraya.workers.contestant import find_contestant
from enraya.workers.failure import Interrupted
from enraya.workers.task import Json, OnProgress

SHOWN_SECONDS = 0.25
"""The least time between two positions of one game that are told."""


def play(job: Json, stop: Event, on_progress: OnProgress) -> Json | None:
    """A game of a tournament; how it stands is told now and then."""
    told = 0.0

    def tell(position: Position) -> None:
        nonlocal told
        if time.monotonic() - told >= SHOWN_SECONDS:
            told = time.monotonic()
            on_progress({"plies": len(position.moves), "position": show_position(position)})

    return play_fixture(job, stop, tell)


def stand(job: Json, stop: Event, on_progress: OnProgress) -> TableShown:
    """The table of a tournament after the games of *job*."""
    progress = TournamentProgress(plan_from(job["plan"]), map(record_from, job["games"]))
    standings = standings_of(progress)
    return TableShown(
        rows=[
            StandingShown(
                player=row.player,
                points=row.points,
                wins=row.wins,
                draws=row.draws,
                losses=row.losses,
                byes=row.byes,
                rating=round(row.rating, 1) + 0.0,  # Not -0.0.
                low=round(row.interval[0], 1),
                high=round(row.interval[1], 1),
                failures=dict(row.failures),
            )
            for row in standings.rows
        ],
        against=[
            CrossShown(one=one, other=other, wins=wins, draws=draws, losses=losses)
            for (one, other), (wins, draws, losses) in standings.against.items()
        ],
    )


def draw_openings(job: Json, stop: Event, on_progress: OnProgress) -> list[list[str]]:
    """The first openings of a tournament, as many as *job* says."""
    host_rules(job["game"])
    book = OpeningBook(find_game(job["game"]), job["seed"], job["plies"])
    return [list(book[number]) for number in range(job["count"])]


def write_file(job: Json, stop: Event, on_progress: OnProgress) -> str:
    """A tournament after the games of *job* as a file of the kind that it names.

    Its plan calls the game as people know it; `game` is where the rules are found.
    """
    host_rules(job["game"])
    game, name = find_game(job["game"]), job["plan"]["game"]
    offer(name, game)
    try:
        progress = TournamentProgress(plan_from(job["plan"]), map(record_from, job["games"]))
        return FILES[job["kind"]].write(progress, job["language"])
    finally:
        withdraw(name, game)


def check_players(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Refuse built-in players that cannot play the game."""
    host_rules(job["game"])
    for player in job["players"]:
        contestant = find_contestant(player, job["game"])
        try:
            contestant.begin(job["game"], None, 0, stop)
        finally:
            contestant.close()
    return {}


def try_player(job: Json, stop: Event, on_progress: OnProgress) -> Json:
    """Try the player of *job* and return its fault in every language; None if it plays."""
    try:
        found = trial.try_player(job["player"], job["game"], stop)
    except Interrupted:
        return {"verdict": None}
    return {"verdict": found and {language: found.in_language(language) for language in LANGUAGES}}
