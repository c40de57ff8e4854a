"""What is solved, as an answer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from enraya.server.views.board import Both, WireModel

Outcome = Literal["win", "draw", "loss"]
SectionName = Literal["three", "four", "five", "six", "cubes", "positions", "connect", "others"]
First = Literal[
    "allen_allis",
    "before_2020",
    "easy",
    "follows",
    "hsu",
    "lee",
    "likely_uiterwijk",
    "pairs",
    "patashnik",
    "thesis",
    "tromp",
    "uiterwijk",
    "unclaimed",
]
"""Who solved a game first, as the end of a key of messages."""


class CertificateShown(WireModel):
    """A certificate, and the seconds of its prover and of its checkers in Python and C++; null is what was not kept."""

    entries: int
    bytes: int | None
    sha256: str | None
    prover: float | None
    python: float | None
    cpp: float | None


class SolvedShown(WireModel):
    """A solved game, or a solved position of one, with the commands to do it again."""

    title: Both
    moves: list[str]
    value: Outcome | None = Field(description="for the first player; null if every position is solved")
    first: First | None = Field(description="who solved it first; null if that is unknown")
    nodes: int | None
    rounded: bool = Field(description="whether the nodes are known in round numbers only")
    seconds: float | None
    command: str
    prove: str | None = Field(description="the command that writes the certificate, if there is one")
    certificate: CertificateShown | None


class SectionShown(WireModel):
    """Solved games of one kind."""

    name: SectionName
    rows: list[SolvedShown]


class BoardSize(WireModel):
    """The size of a board."""

    columns: int
    rows: int


class OsoSolved(WireModel):
    """OSO boards with the best score difference of the first player; the nodes are of the hardest of them."""

    boards: list[BoardSize]
    scores: list[int]
    nodes: int
    seconds: float
    command: str


class TableCell(BoardSize):
    """Who wins an m,n,k-game."""

    length: int
    value: Outcome


class ResultsAnswer(WireModel):
    """Everything that is solved."""

    sections: list[SectionShown]
    oso: list[OsoSolved]
    table: list[TableCell]
    sources: list[str]
    checks: list[str] = Field(description="the commands that check a certificate")
