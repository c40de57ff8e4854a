"""The bodies of requests, as pydantic models. What people type in a set-up stays as it is, so that each field can be
refused in words.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StrictStr

LONGEST_NAME = 40
LONGEST_GAME = 4096
LONGEST_QUERY = 1500
"""Three of these, each character written as twelve, must still fit into the line of a request."""

LONGEST_MOVE = 200
LONGEST_TOKEN = 100
MOST_PLIES = 10_000
MOST_CELLS = 19 * 19
DEEPEST_JSON = 50


def _refuse_unsound(said: Any) -> Any:
    """Refuse what could be kept, or read from an export, by no other program: half of a pair of surrogates, which JSON
    can write and no text can hold, NaN and what is infinite, which Python reads from it, and what is nested deeper than
    serializers go.
    """
    if _is_deeper(said, DEEPEST_JSON):
        raise ValueError("nested too deeply")
    try:
        json.dumps(said, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise ValueError("half of a surrogate pair") from None
    except ValueError:
        raise ValueError("no JSON") from None
    return said


def _is_deeper(said: Any, levels: int) -> bool:
    inside = said.values() if isinstance(said, dict) else said if isinstance(said, list) else ()
    return any(levels == 0 or _is_deeper(each, levels - 1) for each in inside)


AnyJson = Annotated[Any, AfterValidator(_refuse_unsound)]
"""Whatever JSON can say, in whole characters and finite numbers."""


class Request(BaseModel):
    """A body: what it does not know, it refuses."""

    model_config = ConfigDict(extra="forbid")


class SettingsRequest(Request):
    """The choices of a match. Any value may stand in a field; what does not fit is refused next to it."""

    game: Any = Field("mnk(3,3,3)", description="the name of a game")
    first: Any = Field("human", description="the player of seat 0: human, or a strategy")
    second: Any = Field("alphabeta+", description="the player of seat 1")
    starter: Any = Field("random", description="random, first or second")
    seconds: Any = Field(20, description="seconds for each move, 1 to 3600, or null")
    games: Any = Field(3, description="1 to 99")
    exam: Any = Field(False, description="without undo and hints")
    position: Any = Field(None, description="the text of a position to start from")
    seed: Any = Field(None, description="a whole number, or null for any")
    names: Any = Field(None, description="what to call each seat: two texts or nulls")
    invite: Any = Field(None, description="the seat that somebody else takes over the network")


class JoinRequest(Request):
    """Takes the seat that an invitation is for."""

    invitation: StrictStr = Field(max_length=LONGEST_TOKEN)
    name: StrictStr | None = Field(None, max_length=LONGEST_NAME)


class PlayRequest(Request):
    """A move, with its place in the match."""

    move: StrictStr = Field(min_length=1, max_length=LONGEST_MOVE)
    ply: StrictInt = Field(ge=0, le=MOST_PLIES)
    game: StrictInt = Field(ge=1, le=99)
    after: StrictInt | None = Field(None, ge=0, le=1_000_000)
    seat: StrictInt | None = Field(None, ge=0, le=1)


class SeatRequest(Request):
    """An action of a seat; it need not be named where only one can be meant."""

    seat: StrictInt | None = Field(None, ge=0, le=1)


class PositionRequest(Request):
    """A position of a game: by its text or by what stands in each cell, if it is not the start, and the moves since."""

    game: StrictStr = Field(max_length=LONGEST_GAME)
    position: StrictStr | None = Field(None, max_length=LONGEST_GAME)
    moves: StrictStr | None = Field(None, max_length=LONGEST_GAME)
    cells: list[StrictStr] | None = Field(None, max_length=MOST_CELLS)
    fields: dict[StrictStr, StrictStr] = Field(default_factory=dict, max_length=5)


class ReplayRequest(Request):
    """A game by its moves; with who played it, first the first, and how it ended where the board does not tell."""

    game: StrictStr = Field(max_length=LONGEST_GAME)
    position: StrictStr | None = Field(None, max_length=LONGEST_GAME)
    moves: list[StrictStr] = Field(max_length=1000)
    players: list[StrictStr] = Field(["", ""], min_length=2, max_length=2)
    result: StrictInt | None = Field(None, ge=-1, le=1)


class SubjectRequest(Request):
    """The subject of a job of the lab: a game, its starting position if not the usual one, and the moves since."""

    game: StrictStr = Field(max_length=LONGEST_GAME)
    position: StrictStr | None = Field(None, max_length=LONGEST_GAME)
    moves: StrictStr = Field("", max_length=LONGEST_GAME)
