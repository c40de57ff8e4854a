"""Boards, trees, positions and choices as a page draws them. `docs/api.md` tells what each field means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, WithJsonSchema

from enraya.games.tree_formats import Form

Kind = Literal["board", "tree", "text"]
Player = Annotated[int, Field(ge=0, le=1), WithJsonSchema({"type": "integer", "enum": [0, 1]})]
"""0 plays first, 1 second."""

Seat = Player
"""A place at a match: 0 or 1, whoever starts."""


def keyed(keys: Iterable[str], kind: str, *, is_whole: bool = True) -> WithJsonSchema:
    """The JSON schema of an object whose values are of one *kind*: with each of its *keys*, or some."""
    properties = {key: {"type": kind} for key in keys}
    required = {"required": list(properties)} if is_whole else {}
    return WithJsonSchema({"type": "object", "properties": properties, **required, "additionalProperties": False})


Both = dict[str, str]
"""A text in every language, by the language's code."""

OMITTED = Field(exclude_if=lambda value: value is None)
"""The mark of a field that is left out where it is null."""


NOT_VALIDATED: Any = SkipValidation
"""The mark of a field that is not validated: it has hundreds of parts, and every move makes them anew."""


class WireModel(BaseModel):
    """The base of everything that the server sends. It holds exactly its fields, and is sent as `to_text` writes it."""

    model_config = ConfigDict(extra="forbid")

    def to_text(self) -> str:
        """The answer as JSON text."""
        return self.model_dump_json(by_alias=True)


class StrikeShown(WireModel):
    """A line drawn through cells."""

    cells: list[int]
    owner: int


class BoardShown(WireModel):
    """A board, cell by cell."""

    columns: int
    rows: int
    levels: int
    style: Literal["crosses", "stones", "discs", "letters"]
    numbered_columns: bool
    cells: Annotated[list[str], NOT_VALIDATED]
    owners: Annotated[list[int | None], NOT_VALIDATED]
    strikes: list[StrikeShown]


class NodeShown(WireModel):
    """A node of a tree."""

    children: list[str]
    value: int | None
    max: bool


class TreeShown(WireModel):
    """A tree by its nodes."""

    root: str
    nodes: dict[str, NodeShown]


class PositionShown(WireModel):
    """A position as it is drawn."""

    kind: Kind
    text: str | None
    over: bool
    outcome: int | None
    board: BoardShown | None
    last_cells: list[int]
    winning_cells: list[int]
    shown: str | None
    tree: TreeShown | None
    node: str | None
    path: list[str] | None


class Choice(WireModel):
    """The way to make a legal move on the page."""

    clicks: list[list[int]]
    lands: Annotated[int | None, OMITTED] = None
    sign: Annotated[str | None, OMITTED] = None
    says: Annotated[str | None, OMITTED] = None
    node: Annotated[str | None, OMITTED] = None


class Turn(WireModel):
    """The player to move, and the piece they put down."""

    seat: Seat
    sign: str | None
    owner: int | None


class PositionAnswer(WireModel):
    """A position that is possible; here seat 0 plays first."""

    game: str
    position: PositionShown
    turn: Turn | None
    choices: dict[str, Choice]


class NodeBoard(WireModel):
    """The picture of a node of a search."""

    board: BoardShown | None
    last_cells: list[int]
    winning_cells: list[int]
    shown: str | None


class BoardsAnswer(WireModel):
    """The nodes asked for, in their order."""

    boards: list[NodeBoard]


class TreeTextAnswer(WireModel):
    """A tree that was read, and how it is written in each form."""

    game: str
    to_move: Literal["max", "min"]
    forms: Annotated[dict[Form, str], keyed(get_args(Form), "string")]
    tree: TreeShown
