"""Refusals as problems, and sentences by their keys: what every part of the server may answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from enraya.server.views.board import OMITTED, WireModel

REFERENCE = "#/components/schemas/{model}"
"""The path prefix by which an OpenAPI description refers to a schema."""


class Refused(WireModel):
    """The reason for one refusal: a code, its values and a sentence."""

    code: str
    detail: str
    option: Annotated[str | None, OMITTED] = None
    """The option of a game or a player that is wrong, where it is one."""


class Problem(WireModel):
    """A refusal, as application/problem+json."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    words: dict[str, str] = Field(description="the detail in every language, by its code")
    fields: Annotated[dict[str, Refused] | None, OMITTED] = None
    retry_after: Annotated[float | None, OMITTED] = None


class Health(WireModel):
    """The server can play."""

    status: Literal["ok"]


class Languages(WireModel):
    """The languages that the server speaks."""

    languages: dict[str, str] = Field(description="what each language calls itself, by its code")
    preferred: str = Field(description="the one that the request asks for")


class SentenceShown(WireModel):
    """The key of a message of `GET /api/words/{language}` and the values that belong in it."""

    key: str
    values: Mapping[str, str | int | float]

    model_config = ConfigDict(from_attributes=True)
