"""The messages of a match's WebSocket in both directions, and their place in the OpenAPI description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr, TypeAdapter, ValidationError

from enraya.server.api.answers.matches import Done, EventMessage, Hint, Played, State, You
from enraya.server.api.answers.refusals import REFERENCE, Problem
from enraya.server.api.requests import PlayRequest, Request, SeatRequest
from enraya.server.views.board import Both, WireModel

LONGEST_ID = 40
Id = StrictInt | Annotated[StrictStr, Field(max_length=LONGEST_ID)] | None


# What a client may say


class PlayFrame(PlayRequest):
    """A move; answered as the POST is."""

    type: Literal["play"]
    id: Id = None


class HintFrame(SeatRequest):
    """Asks for a good move."""

    type: Literal["hint"]
    id: Id = None


class ActionFrame(SeatRequest):
    """Does something else to the match."""

    type: Literal["undo", "redo", "resign", "pause", "resume", "grant", "decline", "continue", "stop"]
    id: Id = None


class PongFrame(Request):
    """Says nothing, and is not answered: for who must send something now and then to keep a proxy from hanging up."""

    type: Literal["pong"]
    id: Id = None


CLIENT_FRAME: TypeAdapter[PlayFrame | HintFrame | ActionFrame | PongFrame] = TypeAdapter(
    Annotated[PlayFrame | HintFrame | ActionFrame | PongFrame, Field(discriminator="type")]
)


class NotAFrame(ValueError):
    """The place in a message, and why it is no frame."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place, self.reason = place, reason


def parse_message(data: str | bytes) -> dict[str, Any]:
    """The object that a message holds as JSON; `NotAFrame` if it is bytes, no JSON, or no sound text."""
    if isinstance(data, bytes):
        raise NotAFrame("message", "text in UTF-8")
    try:
        message = json.loads(data)
        # Half of a pair of surrogates can be written in JSON, but in no text that is sent.
        if "\\u" in data:
            json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotAFrame("message", "half of a surrogate pair") from None
    except (ValueError, RecursionError):
        raise NotAFrame("message", "JSON object") from None
    if not isinstance(message, dict):
        raise NotAFrame("message", "JSON object")
    return message


def read_frame(message: dict[str, Any]) -> PlayFrame | HintFrame | ActionFrame | PongFrame:
    """*message* as what a client may say; `NotAFrame` if it is nothing of the kind."""
    try:
        return CLIENT_FRAME.validate_python(message)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        if first["type"].startswith("union_tag"):
            raise NotAFrame("type", str(message.get("type"))[:LONGEST_ID]) from None
        # The first part only repeats the type.
        raise NotAFrame(".".join(map(str, first["loc"][1:])), first["msg"]) from None


# What the server says


class WelcomeFrame(WireModel):
    """The first that is said: how things stand, or null where the events that were missed follow."""

    type: Literal["welcome"]
    match: str
    number: int
    time: float
    you: You
    state: State | None


class PresenceFrame(WireModel):
    """Who is connected, by seat; the number of watchers; and whether a match between machines waits for a slot."""

    type: Literal["presence"]
    connected: tuple[bool, bool]
    watchers: int
    waits: bool


class RematchFrame(WireModel):
    """The match that follows this one."""

    type: Literal["rematch"]
    match: str


class FaultFrame(WireModel):
    """The custom game of the match has failed; what was asked for did not happen."""

    type: Literal["fault"]
    fault: Both


class _Answering(WireModel):
    type: Literal["done"]
    id: int | str | None


class DoneFrame(_Answering, Done):
    """The action was done, and it is on disk."""


class PlayedFrame(_Answering, Played):
    """The move stands; `repeated` if it already did."""


class HintedFrame(_Answering, Hint):
    """A good move, if one was found in time."""


class RefusedFrame(WireModel):
    """The action was refused, and the reason."""

    type: Literal["refused"]
    id: int | str | None
    problem: Problem


SERVER_FRAME: TypeAdapter[WireModel] = TypeAdapter(
    WelcomeFrame
    | EventMessage
    | PresenceFrame
    | RematchFrame
    | FaultFrame
    | PlayedFrame
    | HintedFrame
    | DoneFrame
    | RefusedFrame
)

NO_MATCH, DAMAGED, FORBIDDEN, TOO_MANY, TOO_LARGE, FULL, RESTARTED = 4404, 4410, 4403, 4429, 4413, 1013, 1012
CLOSINGS = {
    NO_MATCH: "there is no such match",
    DAMAGED: "the match cannot be taken up: the message before says why",
    FORBIDDEN: "wrong origin or host",
    TOO_MANY: "too many messages",
    TOO_LARGE: "too large a message",
    FULL: "full: try later",
    RESTARTED: "another server takes the match over: come back",
}


def describe_types(
    schemas: dict[str, Any], types: Mapping[str, TypeAdapter[Any]], mode: Literal["validation", "serialization"]
) -> None:
    """Add *types*, and whatever they refer to, to the *schemas* of a description."""
    for name, adapter in types.items():
        described = adapter.json_schema(ref_template=REFERENCE, mode=mode)
        # What HTTP answers with too has been described already, and in the same words.
        schemas.update({key: value for key, value in described.pop("$defs", {}).items() if key not in schemas})
        schemas[name] = described


def describe_socket(schemas: dict[str, Any]) -> dict[str, Any]:
    """Describe the WebSocket as the extension `x-websocket`, since OpenAPI has no terms for it; add its frames to
    *schemas*.
    """
    describe_types(schemas, {"ClientFrame": CLIENT_FRAME}, "validation")
    describe_types(schemas, {"ServerFrame": SERVER_FRAME}, "serialization")
    return {
        "receives": {"$ref": REFERENCE.format(model="ClientFrame")},
        "sends": {"$ref": REFERENCE.format(model="ServerFrame")},
        "closes": {str(code): reason for code, reason in CLOSINGS.items()},
    }
