"""The files that a tournament leaves behind: its table and its games as CSV, its games as PGN, and a page."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

from enraya.arena.tournament.course import Course
from enraya.arena.tournament.standings import game_as_data, standings_of
from enraya.commands.files import write_file
from enraya.commands.options import words
from enraya.errors import NotationError
from enraya.exchange.pgn import write_pgn
from enraya.exchange.record import Record
from enraya.lab.marking.tables import cell
from enraya.match.record import MoveMade
from enraya.position import Position

TABLE = ("place", "player", "points", "games", "wins", "draws", "losses", "byes", "rating", "low", "high", "failures")
GAMES = ("number", "round", "first", "second", "winner", "outcome", "reason", "failure", "opening", "moves")
WON = {0: 1, 1: -1, None: 0}


def require_place(path: Path | None) -> None:
    """Refuse, before anything is played, a file whose folder is not there."""
    if path is not None and not path.absolute().parent.is_dir():
        raise NotationError("error.unwritable", path=str(path), reason=words("tournament.no_folder"))


def write_results(
    course: Course, *, csv: Path | None, games_csv: Path | None, pgn: Path | None, page: Path | None
) -> None:
    """Write the files that were asked for."""
    if csv is not None:
        write_file(csv, table_as_csv(course).encode())
    if games_csv is not None:
        write_file(games_csv, games_as_csv(course).encode())
    if pgn is not None:
        write_file(pgn, games_as_pgn(course).encode())
    if page is not None:
        from enraya.arena.page import tournament_page

        write_file(page, tournament_page(course, words.language).encode())


def table_as_csv(course: Course) -> str:
    """The table, a row for each player."""
    rows: list[list[Any]] = []
    for place, row in enumerate(standings_of(course).rows, start=1):
        failures = " ".join(f"{reason}:{count}" for reason, count in row.failures.items())
        counts = [row.games, row.wins, row.draws, row.losses, row.byes]
        rating = [round(each, 1) for each in (row.rating, *row.interval)]
        rows.append([place, row.name, row.points, *counts, *rating, failures])
    return _written(TABLE, rows)


def games_as_csv(course: Course) -> str:
    """The games, a row for each."""
    told = (game_as_data(course, game, words.language) for game in course.counted)
    return _written(GAMES, [[each[column] for column in GAMES] for each in told])


def games_as_pgn(course: Course) -> str:
    """The games, one after another, each with its round and why it ended."""
    start, names = Position.start(course.plan.game), [entry.name for entry in course.plan.entries]
    texts = []
    for game in course.counted:
        position = start.play_all(game.moves)
        turns = [int(position.game.to_move(state)) for state in position.states[:-1]]
        made = tuple(map(MoveMade, turns, game.moves, game.seconds))
        record = Record(position, (names[game.first], names[game.second]), made, WON[game.winner], course.plan.game)
        more = {"Number": str(game.number + 1), "Round": str(game.round), "Reason": game.reason}
        if game.failure is not None:
            more["Failure"] = game.failure[words.language]
        texts.append(write_pgn(record, more))
    return "\n".join(texts)


def _written(columns: tuple[str, ...], rows: list[list[Any]]) -> str:
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows([cell(each) for each in row] for row in rows)
    return written.getvalue()
