"""Puts the page together: its words in every language, the data, the script and the style."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from enraya.arena.page.plot import rating_plot
from enraya.arena.page.replay import Replays
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.standings import game_as_data, sprt_as_data, standings_of
from enraya.custom import is_file_name
from enraya.drawing.svg import escaped
from enraya.locale import LANGUAGES, Words, messages
from enraya.naming import title_of
from enraya.position import Position

WORDS = "tournament."
SECURITY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def tournament_page(progress: TournamentProgress, language: str) -> str:
    """The whole page, which begins in *language*; it needs no other file and loads nothing."""
    title = escaped(Words(language)("tournament.title"))
    # A closing tag within the data would end the script.
    data = json.dumps(_data(progress), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{SECURITY}">\n<title>{title}</title>\n'
        f'<style>\n{_resource("page.css")}</style>\n</head>\n<body>\n<main id="page"></main>\n'
        f'<script type="application/json" id="data">{data}</script>\n<script>\n{_resource("page.js")}</script>\n'
        "</body>\n</html>\n"
    )


def _data(progress: TournamentProgress) -> dict[str, Any]:
    plan, standings = progress.plan, standings_of(progress)
    start = Position.start(plan.game)
    replays = Replays(start)
    games = []
    for record in progress.counted:
        told = game_as_data(progress, record, "en")
        told |= {"failure": record.failure, "moves": list(record.moves), "frames": replays.frames(record.moves)}
        told |= {"first": record.first, "second": record.second}
        games.append(told)
    parts = replays.parts()
    rows = standings.rows
    superiority = standings.ratings.superiority
    return {
        "languages": LANGUAGES,
        "words": {
            language: {key: text for key, text in messages(language).items() if key.startswith(WORDS)}
            for language in LANGUAGES
        },
        "game": {language: _title(plan.game, Words(language)) for language in LANGUAGES},
        "format": plan.format,
        "finished": progress.is_over,
        "expected": progress.expected_games,
        "names": [entry.name for entry in plan.entries],
        "rows": [
            {
                "player": row.player,
                "points": row.points,
                "games": row.games,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "rating": round(row.rating),
                "reach": round((row.interval[1] - row.interval[0]) / 2),
                "above": None if place + 1 == len(rows) else superiority(row.player, rows[place + 1].player),
                "failures": row.failures,
            }
            for place, row in enumerate(rows)
        ],
        "against": [[one, other, *counts] for (one, other), counts in standings.against.items()],
        "plot": rating_plot(rows, "Elo"),
        "sprt": sprt_as_data(progress),
        "board": None if parts is None else parts._asdict(),
        "games": games,
    }


def _title(game: str, words: Words) -> str:
    """The title of the game in words; a game from a file goes by the file's name."""
    return Path(game).name if is_file_name(game) else title_of(game, words) or game


def _resource(name: str) -> str:
    return (resources.files("enraya.arena.page") / name).read_text(encoding="utf-8")
