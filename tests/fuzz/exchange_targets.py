"""Games and matches in files that programs exchange."""

from __future__ import annotations

import json
import random

from enraya import Position
from enraya.catalogue import find_built_in
from enraya.errors import NotationError
from enraya.exchange.formats import READABLE, read_game, write_game
from enraya.exchange.record import Record
from enraya.match import (
    HUMAN,
    Continued,
    Match,
    MatchSettings,
    Paused,
    Played,
    Resumed,
    Started,
    match_from_json,
    match_to_json,
)
from enraya.players.catalogue import is_foreign
from tests.conformance.samples import random_play
from tests.fuzz.target import Target

GAMES = {
    "json": ("mnk(3,3,3)", "oso(3,3)", "connect(5,4,3)", "terni", "tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])"),
    "pgn": ("mnk(3,3,3)", "cube(3,3)", "connect(5,4,3)", "tree([[−2 4][6 9]], root=min)"),
    "sgf": ("gomoku(15,freestyle,free)", "gomoku(15,standard,swap2)"),
}


def game_seeds(format: str) -> list[bytes]:
    dice, found = random.Random(2), []
    for name in GAMES[format]:
        game = find_built_in(name)
        played = Position.start(game).play_all(random_play(game, dice, most=12).moves)
        found.append(write_game(Record.of(played, ("Ana", "level:3")), format))
    return found


def take_game(data: bytes, format: str) -> None:
    """A game that is read is written, and read the same again."""
    record, _ = read_game(data, find_built_in, format)
    again, _ = read_game(write_game(record, format), find_built_in, format)
    assert again.position == record.position and again.result == record.result


def match_seeds() -> list[bytes]:
    settings = MatchSettings(first="human", second="human", games=3, seed=1, seconds=60)
    events = [Started(0.0)]
    events += [Played(move, float(at), None) for at, move in enumerate(("a1", "b1", "a2", "b2", "a3"), start=1)]
    events += [Continued(6.0), Paused(7.0), Resumed(8.0), Played("b2", 9.0)]
    whole = Match.replay(settings, events)
    return [
        json.dumps(match_to_json(whole)).encode(),
        json.dumps(match_to_json(Match.replay(settings, events[:1]))).encode(),
    ]


def take_match(data: bytes) -> None:
    """A match that is loaded is saved, and loaded the same again."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return
    settings = said.get("settings") if isinstance(said, dict) else None
    for key in ("first", "second"):
        # What would run a file is not asked for.
        if (
            isinstance(settings, dict)
            and isinstance(settings.get(key), str)
            and settings[key] != HUMAN
            and is_foreign(settings[key])
        ):
            raise NotationError("match.player", text="")
    if isinstance(settings, dict) and isinstance(settings.get("game"), str):
        find_built_in(settings["game"])
    loaded = match_from_json(said)
    assert match_from_json(match_to_json(loaded)).events == loaded.events


TARGETS = (
    *(
        Target(
            name,
            (f"exchange/{'json_format' if name == 'json' else name}", "exchange/formats", "exchange/record"),
            lambda name=name: game_seeds(name),
            lambda data, name=name: take_game(data, name),
        )
        for name in READABLE
    ),
    Target("matches", ("match/save", "match/events", "match/settings", "match/match"), match_seeds, take_match),
)
