"""A set-up as somebody typed it: what is wrong with each field, or the settings of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enraya.errors import EnrayaError, NotationError
from enraya.match import HUMAN, MatchSettings, draw_seed
from enraya.players.perfect import PerfectPlayer
from enraya.server.api.requests import LONGEST_GAME, LONGEST_NAME, SettingsRequest
from enraya.server.matches.offered_games import OfferedGames

Names = tuple[str | None, str | None]
OF_MATCH = ("game", "first", "second", "starter", "seconds", "games", "exam", "position")


@dataclass(frozen=True)
class Setup:
    """Settings that hold, with what only the server needs to know."""

    settings: MatchSettings
    names: Names
    invited_seat: int | None


def needs_search(request: SettingsRequest) -> bool:
    """True if `check_setup` has to try and solve the game, which may take seconds."""
    players = (request.first, request.second)
    return any(isinstance(player, str) and player.split(":")[0].strip() == PerfectPlayer.name for player in players)


def check_setup(request: SettingsRequest, offered: OfferedGames) -> tuple[Setup, dict[str, EnrayaError]]:
    """The settings that *request* asks for, and its refusals by field; they are valid only if there are no refusals."""
    setup, refusals = read_setup(request, offered)
    # Neither players nor a position can be judged by a game that was refused.
    unjudged = ("first", "second", "position") if "game" in refusals else ()
    for field, refusal in setup.settings.refusals().items():
        if field not in unjudged:
            refusals.setdefault(field, refusal)
    return setup, refusals


def read_setup(request: SettingsRequest, offered: OfferedGames) -> tuple[Setup, dict[str, EnrayaError]]:
    """The settings that *request* asks for, before game and players are checked; and the refusals found so far."""
    refusals: dict[str, EnrayaError] = {}
    said: dict[str, Any] = {field: getattr(request, field) for field in OF_MATCH}
    for field in ("game", "first", "second", "position"):
        try:
            said[field] = _checked_text(field, said[field], offered)
        except EnrayaError as error:
            refusals[field] = error
            said[field] = getattr(MatchSettings(seed=0), field)
    seed = draw_seed() if request.seed is None else request.seed
    settings = MatchSettings(**said, seed=seed)
    names: Names = (None, None)
    try:
        names = _names(request.names)
    except EnrayaError as error:
        refusals["names"] = error
    if request.invite is not None and not _is_invitable(request.invite, settings):
        refusals["invite"] = NotationError("server.invite", text=str(request.invite))
    invited_seat = request.invite if "invite" not in refusals else None
    return Setup(settings, names, invited_seat), refusals


def _checked_text(field: str, value: Any, offered: OfferedGames) -> Any:
    if isinstance(value, str) and len(value) > LONGEST_GAME:
        raise NotationError("error.too_long", text=value, length=len(value), longest=LONGEST_GAME)
    if field == "game":
        offered.check_fault(value)
        return offered.internal_name(value)
    if field in ("first", "second"):
        offered.check_player(value)
    return value


def _names(value: Any) -> Names:
    if value is None:
        return (None, None)
    if not isinstance(value, list) or len(value) != 2:
        raise NotationError("server.names", most=LONGEST_NAME)
    return checked_name(value[0]), checked_name(value[1])


def checked_name(value: Any) -> str | None:
    """A name as it is shown: on one line, printable and not too long; None for none."""
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > LONGEST_NAME or not value.isprintable():
        raise NotationError("server.names", most=LONGEST_NAME)
    return " ".join(value.split()) or None


def _is_invitable(value: Any, settings: MatchSettings) -> bool:
    return type(value) is int and value in (0, 1) and settings.players[value] == HUMAN
