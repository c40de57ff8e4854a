"""A match as plain data: its settings and its events. Loading is replaying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from enraya.errors import NotationError
from enraya.match.events import event_from_json, event_to_json
from enraya.match.match import Match
from enraya.match.settings import MatchSettings

FORMAT = "enraya.match"
VERSION = 1


def match_to_json(match: Match) -> dict[str, Any]:
    """*match* as plain data that `match_from_json` reads."""
    events = [event_to_json(event) for event in match.events]
    return {"format": FORMAT, "version": VERSION, "settings": match.settings.to_json(), "events": events}


def match_from_json(data: object) -> Match:
    """The match that `match_to_json` wrote, or a refusal that says what is wrong with *data*."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise NotationError("match.save_format", format=FORMAT)
    if data.get("version") != VERSION:
        raise NotationError("match.save_version", version=str(data.get("version")), known=VERSION)
    if not isinstance(data.get("events"), list):
        raise NotationError("match.save_fields")
    events = [event_from_json(event) for event in data["events"]]
    return Match.replay(MatchSettings.from_json(data.get("settings")), events)
