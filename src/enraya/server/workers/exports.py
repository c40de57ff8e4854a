"""Games and exercises as files, as tasks of a worker process."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from threading import Event

from enraya.custom import CustomGame
from enraya.exchange import Record, tidy_name, write_game
from enraya.lab.exercises.question import read_question
from enraya.lab.exercises.worksheet import print_exercises
from enraya.locale import Words
from enraya.match import GameResult, MatchSettings, MoveMade
from enraya.position import Position
from enraya.server.matches.offered_games import OfferedGames
from enraya.workers.task import Json, OnProgress


@lru_cache(maxsize=4)
def _offered(files: tuple[str, ...]) -> OfferedGames:
    return OfferedGames(files)


def offered_games_of(job: Json) -> OfferedGames:
    """The games that the server offers which a job comes from."""
    return _offered(tuple(job["files"]))


def final_of(job: Json) -> Position:
    """The position in which the game of `played_game` ended, or stands."""
    opening = MatchSettings(game=job["game"], position=job["start"], seed=0).opening()
    return opening.play_all([made["move"] for made in job["history"]])


def history_of(job: Json) -> tuple[MoveMade, ...]:
    """The moves of the game of `played_game`."""
    return tuple(MoveMade(**made) for made in job["history"])


def result_of(job: Json) -> GameResult | None:
    """The result of the game of `played_game`, if it is over."""
    return GameResult(**{**job["result"], "history": history_of(job)}) if job["result"] else None


def export_played(job: Json, stop: Event, on_progress: OnProgress) -> str:
    """A game of a match as a file."""
    final, result, names = final_of(job), result_of(job), job["players"]
    if result is None:
        # Without a result, the players are told in the order in which they play.
        names = names if job["first_seat"] == 0 else names[::-1]
    return _written(Record.of(final, names, result, job["own_name"]), job)


def export_moves(job: Json, stop: Event, on_progress: OnProgress) -> str:
    """A game given by its moves as a file."""
    return _written(record_of(job), job)


def record_of(job: Json) -> Record:
    """The game that a `ReplayRequest` tells."""
    game = offered_games_of(job).find(job["game"])
    position = Position.start(game, job["position"]).play_all(job["moves"])
    players = [tidy_name(name) for name in job["players"]]
    record = Record.of(position, players, game=job["game"] if isinstance(game, CustomGame) else None)
    return record if record.result is not None else replace(record, result=job["result"])


def _written(record: Record, job: Json) -> str:
    return b64encode(write_game(record, job["format"], job["ply"])).decode()


def print_sheet(job: Json, stop: Event, on_progress: OnProgress) -> str:
    """Exercises as PDF."""
    # The library that writes PDF is large, and most servers never print.
    from enraya.drawing.pdf import pages_as_pdf

    words = Words(job["language"])
    exercises = [read_question(question, offered_games_of(job).find) for question in job["questions"]]
    title = job["title"] or words("practise.print.title")
    pages = print_exercises(exercises, title, words.language, job["solved"])
    return b64encode(pages_as_pdf(pages, title, words.language)).decode()
