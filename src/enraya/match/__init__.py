"""One match as a pure state machine: clock, turns, series of games, undo.

Belongs here: events with times in, the next match or a named refusal out. Does not belong here: looking at a clock,
choosing a move, sending or keeping anything.
"""

from enraya.match.events import (
    AWAY,
    REQUESTS,
    Asked,
    Continued,
    Declined,
    Event,
    Granted,
    HintTaken,
    Paused,
    Played,
    Redone,
    Resigned,
    Resumed,
    Started,
    Stopped,
    TimeUp,
    Undone,
    event_from_json,
    event_to_json,
)
from enraya.match.match import Match, Phase, Request
from enraya.match.record import GameResult, MoveMade, Reason, Score, TimeUsed, reason_of_end
from enraya.match.save import match_from_json, match_to_json
from enraya.match.settings import DEFAULT_OPPONENT, HUMAN, MatchSettings, draw_seed

__all__ = [
    "AWAY",
    "DEFAULT_OPPONENT",
    "HUMAN",
    "REQUESTS",
    "Asked",
    "Continued",
    "Declined",
    "Event",
    "GameResult",
    "Granted",
    "HintTaken",
    "Match",
    "MatchSettings",
    "MoveMade",
    "Paused",
    "Phase",
    "Played",
    "Reason",
    "Redone",
    "Request",
    "Resigned",
    "Resumed",
    "Score",
    "Started",
    "Stopped",
    "TimeUp",
    "TimeUsed",
    "Undone",
    "draw_seed",
    "event_from_json",
    "event_to_json",
    "match_from_json",
    "match_to_json",
    "reason_of_end",
]
