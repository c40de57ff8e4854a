"""Boards, trees, positions and choices as a page draws them. `docs/api.md` tells what each field means."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["board", "tree", "text"]
Both = dict[str, str]
"""A text in every language, by the language's code."""


class Answer(BaseModel):
    """Holds exactly its fields."""

    model_config = ConfigDict(extra="forbid")


class StrikeShown(Answer):
    """A line drawn through cells."""

    cells: list[int]
    owner: int


class BoardShown(Answer):
    """A board, cell by cell."""

    columns: int
    rows: int
    levels: int
    style: Literal["crosses", "stones", "discs", "letters"]
    numbered_columns: bool
    cells: list[str]
    owners: list[int | None]
    strikes: list[StrikeShown]


class NodeShown(Answer):
    """A node of a tree."""

    children: list[str]
    value: int | None
    max: bool


class TreeShown(Answer):
    """A tree by its nodes."""

    root: str
    nodes: dict[str, NodeShown]


class PositionShown(Answer):
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


class Choice(Answer):
    """How a legal move is made."""

    clicks: list[list[int]]
    lands: int | None = None
    sign: str | None = None
    says: str | None = None
    node: str | None = None


class Turn(Answer):
    """Whose turn it is, and what they put down."""

    seat: int
    sign: str | None
    owner: int | None


class PositionAnswer(Answer):
    """A position that is possible; here seat 0 plays first."""

    game: str
    position: PositionShown
    turn: Turn | None
    choices: dict[str, Choice]
