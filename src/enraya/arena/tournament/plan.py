"""The plan of a tournament: game, players, format, games, time, openings, test, seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from enraya.arena.clock import TimeControl
from enraya.arena.schedule.formats import FORMATS, Format, schedule_of
from enraya.arena.schedule.meeting import Schedule
from enraya.arena.sprt.ratio import Sprt
from enraya.catalogue import find_game
from enraya.custom import is_file_name
from enraya.errors import NotationError
from enraya.match.clock import is_number
from enraya.match.settings import HUMAN
from enraya.notation import parse_decimal
from enraya.players.catalogue import KINDS

VERSION = 1
MOST_PLAYERS = 200
MOST_GAMES = 100_000
MOST_ROUNDS = 100
MOST_SECONDS = 86_400.0
MOST_PLIES = 60
LARGEST_SEED = 10**9
MOST_ELO = 2000.0
LONGEST_NAME = 60
FIELDS = ("version", "game", "format", "players", "games", "rounds", "seconds", "clock", "openings", "sprt", "seed")


@dataclass(frozen=True)
class Entry:
    """A player of the tournament: the name it goes by, which no other has, and the text that names it."""

    name: str
    player: str


@dataclass(frozen=True)
class Openings:
    """The openings of the games: *moves* one after another, or so many random *plies*; None is what suits the game."""

    plies: int | None = None
    moves: tuple[tuple[str, ...], ...] = ()


NO_CLOCK, USUAL_OPENINGS = TimeControl(), Openings()


@dataclass(frozen=True)
class Plan:
    """The choices of one tournament; with the games' results they say everything that is to be played."""

    game: str
    entries: tuple[Entry, ...]
    seed: int
    format: Format = "round-robin"
    games: int = 2
    rounds: int | None = None
    control: TimeControl = NO_CLOCK
    openings: Openings = USUAL_OPENINGS
    sprt: Sprt | None = None

    @property
    def schedule(self) -> Schedule:
        """The schedule of the chosen format."""
        return schedule_of(self.format, len(self.entries), self.games, self.rounds)

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data that `plan_from` reads; defaults are left out."""
        clock = self.control
        said: dict[str, Any] = {
            "version": VERSION,
            "game": self.game,
            "format": self.format,
            "players": [{"name": entry.name, "player": entry.player} for entry in self.entries],
            "games": self.games,
            "rounds": self.rounds,
            "seconds": clock.seconds,
            "clock": None if clock.base is None else {"seconds": clock.base, "increment": clock.increment},
            "openings": {"moves": [list(moves) for moves in self.openings.moves]}
            if self.openings.moves
            else None
            if self.openings.plies is None
            else {"plies": self.openings.plies},
            "sprt": None if self.sprt is None else vars(self.sprt),
            "seed": self.seed,
        }
        return {name: value for name, value in said.items() if value is not None}


def plan_from(data: object) -> Plan:
    """The plan that *data*, of a tournament file, describes; whatever is wrong with it is refused in a sentence.

    The players are not looked at beyond their names: the module `running` has each loaded before a game is played.
    """
    if not isinstance(data, Mapping):
        raise NotationError("arena.file_shape")
    version = data.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise NotationError("arena.file_version", version=str(version), known=VERSION)
    if unknown := [str(name) for name in data if name not in FIELDS]:
        raise NotationError("arena.file_field", field=unknown[0], known=list(FIELDS))
    game = data.get("game", "mnk(3,3,3)")
    if not isinstance(game, str):
        raise NotationError("arena.file_text", field="game")
    name = data.get("format", "round-robin")
    if name not in FORMATS:
        raise NotationError("arena.format", text=str(name), known=list(FORMATS))
    entries = _entries(data.get("players"))
    seed = _whole(data.get("seed", 0), "seed", 0, LARGEST_SEED)
    games = _whole(data.get("games", 2), "games", 1, MOST_GAMES)
    rounds = data.get("rounds")
    if rounds is not None:
        if name != "swiss":
            raise NotationError("arena.rounds_swiss")
        rounds = _whole(rounds, "rounds", 1, min(MOST_ROUNDS, len(entries) - 1))
    plan = Plan(
        game.strip() if is_file_name(game) else find_game(game).name,
        entries,
        seed,
        name,
        games,
        rounds,
        _control(data.get("seconds"), data.get("clock")),
        _openings(data.get("openings")),
        _sprt(data.get("sprt")),
    )
    if plan.sprt is not None and (len(entries) != 2 or name in ("swiss", "knockout")):
        raise NotationError("arena.sprt_two")
    if plan.schedule.expected_games() > MOST_GAMES:
        raise NotationError("arena.too_many_games", games=plan.schedule.expected_games(), most=MOST_GAMES)
    return plan


def named(players: Sequence[tuple[str | None, str]]) -> tuple[Entry, ...]:
    """Entries for *players*, name and text; one without a name of its own goes by its text or its file's name.

    Where two would have the same, the later is numbered.
    """
    taken: Counter[str] = Counter()
    entries = []
    for name, player in players:
        told = name or _short(player)
        taken[told] += 1
        entries.append(Entry(told if taken[told] == 1 else f"{told} ({taken[told]})", player))
    return tuple(entries)


def _short(player: str) -> str:
    """The display name of a player without a name of its own: a file by its last part, and nothing too long for a
    table.
    """
    built_in = player.partition(":")[0].strip() in KINDS
    told = Path(player).name if not built_in and is_file_name(player) else player
    return told if len(told) < LONGEST_NAME else f"{told[: LONGEST_NAME - 10]}…"


def _entries(said: object) -> tuple[Entry, ...]:
    if not isinstance(said, list):
        raise NotationError("arena.players_list")
    players: list[tuple[str | None, str]] = []
    for each in said:
        name, player = (each.get("name"), each.get("player")) if isinstance(each, Mapping) else (None, each)
        is_named = name is None or (isinstance(name, str) and name.strip() and name.isprintable())
        if not isinstance(player, str) or not player.strip() or not is_named or len(name or "") > LONGEST_NAME:
            raise NotationError("arena.player_entry", text=str(each))
        if player.strip() == HUMAN:
            raise NotationError("error.match_human")
        players.append((name, player.strip()))
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise NotationError("arena.players_number", count=len(players), most=MOST_PLAYERS)
    entries = named(players)
    if len({entry.name for entry in entries}) < len(entries):
        raise NotationError("arena.player_twice")
    return entries


def _control(seconds: object, clock: object) -> TimeControl:
    if seconds is not None and clock is not None:
        raise NotationError("arena.two_clocks")
    if seconds is not None:
        return TimeControl(_number(seconds, "seconds", 0.01, MOST_SECONDS))
    if clock is None:
        return TimeControl()
    if isinstance(clock, str):
        base, _, increment = clock.partition("+")
        clock = {"seconds": _read(base), "increment": _read(increment or "0")}
    if not isinstance(clock, Mapping) or not {"seconds"} <= set(clock) <= {"seconds", "increment"}:
        raise NotationError("arena.clock_shape")
    base_seconds = _number(clock["seconds"], "clock", 0.01, MOST_SECONDS)
    return TimeControl(None, base_seconds, _number(clock.get("increment", 0), "increment", 0, MOST_SECONDS))


def _openings(said: object) -> Openings:
    if said is None:
        return Openings()
    if isinstance(said, Mapping) and set(said) == {"plies"}:
        return Openings(_whole(said["plies"], "plies", 0, MOST_PLIES))
    if isinstance(said, Mapping) and set(said) == {"moves"}:
        moves = said["moves"]
        if isinstance(moves, list) and moves and all(_is_moves(each) for each in moves):
            return Openings(0, tuple(tuple(each) for each in moves))
    raise NotationError("arena.openings_shape")


def _is_moves(said: object) -> bool:
    return isinstance(said, list) and all(isinstance(move, str) for move in said)


def _sprt(said: object) -> Sprt | None:
    if said is None:
        return None
    if not isinstance(said, Mapping) or not {"elo0", "elo1"} <= set(said) <= {"elo0", "elo1", "alpha", "beta"}:
        raise NotationError("arena.sprt_shape")
    elo0, elo1 = (_number(said[name], name, -MOST_ELO, MOST_ELO) for name in ("elo0", "elo1"))
    if elo0 >= elo1:
        raise NotationError("arena.sprt_order", elo0=elo0, elo1=elo1)
    alpha, beta = (_number(said.get(name, 0.05), name, 0.0001, 0.4) for name in ("alpha", "beta"))
    return Sprt(elo0, elo1, alpha, beta)


def _whole(said: object, field: str, least: int, most: int) -> int:
    if type(said) is not int or not least <= said <= most:
        raise NotationError("arena.whole", field=field, text=str(said), least=least, most=most)
    return said


def _number(said: object, field: str, least: float, most: float) -> float:
    if not is_number(said) or not least <= said <= most:
        raise NotationError("arena.number", field=field, text=str(said), least=f"{least:g}", most=f"{most:g}")
    return float(said)


def _read(text: str) -> float | str:
    try:
        return parse_decimal(text)
    except ValueError:
        return text
