"""The formats of a tournament by name."""

from __future__ import annotations

from typing import Literal, get_args

from enraya.arena.schedule.knockout import Knockout
from enraya.arena.schedule.meeting import Schedule
from enraya.arena.schedule.round_robin import Gauntlet, RoundRobin
from enraya.arena.schedule.swiss import Swiss, usual_rounds

Format = Literal["round-robin", "gauntlet", "swiss", "knockout"]
FORMATS: tuple[str, ...] = get_args(Format)


def schedule_of(name: Format, players: int, games: int, rounds: int | None = None) -> Schedule:
    """The schedule for so many players, *games* games to a meeting; only the Swiss system has a number of rounds."""
    match name:
        case "round-robin":
            return RoundRobin(players, games)
        case "gauntlet":
            return Gauntlet(players, games)
        case "swiss":
            return Swiss(players, games, usual_rounds(players) if rounds is None else rounds)
        case "knockout":
            return Knockout(players, games)
