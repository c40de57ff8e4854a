"""A machine's turn in a match, for whoever drives it: its dice, and the event that its answer or silence becomes."""

from __future__ import annotations

from random import Random

from enraya.match.events import Event, Played, TimeUp
from enraya.match.match import Match
from enraya.match.settings import MatchSettings
from enraya.players.turn import Allowance, Choice, allowance

HINT = 2.0
"""Seconds at most to look for a hint."""


def seed_of(settings: MatchSettings, game_number: int, seat: int) -> int:
    """The seed of the machine in *seat*: one of its own in each game."""
    return abs(settings.seed) + 2 * game_number + seat


def hint_allowance(remaining: float | None) -> Allowance:
    """The time limit of a machine that looks for a hint to a person with so much time left."""
    return allowance(HINT if remaining is None else min(HINT, remaining / 2))


def answer(match: Match, seat: int, choice: Choice | None, at: float) -> Event:
    """The event that ends the turn of the machine in *seat*: its *choice*, or chance for one that was silent.

    A silent machine whose time is over gets the clock's move; one that has no clock, a move by the match's seed.
    """
    if choice is not None:
        said = choice._asdict()
        # The values in a reason are for hints alone: a rule's message has none.
        del said["reason_values"]
        return Played(said.pop("move"), at, seat, **said)
    if match.settings.seconds is not None and match.remaining(at) == 0:
        return TimeUp(at)
    dice = Random(f"{match.settings.seed} {len(match.events)}")
    return Played(dice.choice(match.position.legal_moves), at, seat)
