"""A tournament as files: everything as JSON, its table and its games as CSV, its games as PGN.

Written for the command line and for the server, which lets everybody download them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from typing import Any, NamedTuple

from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.standings import game_as_data, results_as_data, standings_of
from enraya.exchange.pgn import write_pgn
from enraya.exchange.record import Record
from enraya.lab.marking.tables import cell
from enraya.match.record import MoveMade
from enraya.position import Position

TABLE = ("place", "player", "points", "games", "wins", "draws", "losses", "byes", "rating", "low", "high", "failures")
GAMES = ("number", "round", "first", "second", "winner", "outcome", "reason", "failure", "opening", "moves")
WON = {0: 1, 1: -1, None: 0}


class TournamentFile(NamedTuple):
    """A kind of file: what writes it from a progress, for a language; how its name ends; what it is for a browser."""

    write: Callable[[TournamentProgress, str], str]
    ending: str
    media_type: str


def results_as_json(progress: TournamentProgress, language: str) -> str:
    """Everything, as `enraya tournament --json` prints it."""
    return json.dumps(results_as_data(progress, language), ensure_ascii=False) + "\n"


def table_as_csv(progress: TournamentProgress, language: str) -> str:
    """The table, a row for each player."""
    rows: list[list[Any]] = []
    for place, row in enumerate(standings_of(progress).rows, start=1):
        failures = " ".join(f"{reason}:{count}" for reason, count in row.failures.items())
        counts = [row.games, row.wins, row.draws, row.losses, row.byes]
        rating = [round(each, 1) for each in (row.rating, *row.interval)]
        rows.append([place, row.name, row.points, *counts, *rating, failures])
    return _written(TABLE, rows)


def games_as_csv(progress: TournamentProgress, language: str) -> str:
    """The games, a row for each."""
    told = (game_as_data(progress, game, language) for game in progress.counted)
    return _written(GAMES, [[each[column] for column in GAMES] for each in told])


def games_as_pgn(progress: TournamentProgress, language: str) -> str:
    """The games, one after another, each with its round and why it ended."""
    start, names = Position.start(progress.plan.game), [entry.name for entry in progress.plan.entries]
    texts = []
    for game in progress.counted:
        position = start.play_all(game.moves)
        turns = [int(position.game.to_move(state)) for state in position.states[:-1]]
        made = tuple(map(MoveMade, turns, game.moves, game.seconds))
        record = Record(position, (names[game.first], names[game.second]), made, WON[game.winner], progress.plan.game)
        more = {"Number": str(game.number + 1), "Round": str(game.round), "Reason": game.reason}
        if game.failure is not None:
            more["Failure"] = game.failure[language]
        texts.append(write_pgn(record, more))
    return "\n".join(texts)


FILES = {
    "json": TournamentFile(results_as_json, "json", "application/json"),
    "table": TournamentFile(table_as_csv, "csv", "text/csv"),
    "games": TournamentFile(games_as_csv, "csv", "text/csv"),
    "pgn": TournamentFile(games_as_pgn, "pgn", "application/vnd.chess-pgn"),
}
"""Every kind of file, by name."""


def _written(columns: tuple[str, ...], rows: list[list[Any]]) -> str:
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows([cell(each) for each in row] for row in rows)
    return written.getvalue()
