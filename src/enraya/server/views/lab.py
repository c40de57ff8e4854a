"""The lab's streams: the shape of each line, and each result of `lab/` in that shape.

A stream is lines of JSON: any number of `{"progress": …}`, then `{"answer": …}` or `{"refused": Problem}`.
`docs/api.md` tells what each field means.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import ConfigDict, TypeAdapter

from enraya.lab.trace.pseudocode import Step
from enraya.lab.values.history import Mistake
from enraya.server.api.answers.refusals import Problem, SentenceShown
from enraya.server.views.board import Player, PositionShown, WireModel, keyed
from enraya.server.views.lessons import DuelAnswer, DuelProgress

Value = Literal["win", "draw", "loss"]
Number = int | float
Ended = Literal["nodes", "time", "stopped"]
Progressed = TypeVar("Progressed")
Answered = TypeVar("Answered")


class AlgorithmsAnswer(WireModel):
    """The algorithms that can be compared on a position, by name."""

    algorithms: list[str]


class Result(WireModel):
    """A result of `lab/`, whose attributes have the same names."""

    model_config = ConfigDict(from_attributes=True)


# Lines


class ProgressLine(WireModel, Generic[Progressed]):
    """The progress of a job."""

    progress: Progressed


class AnswerLine(WireModel, Generic[Answered]):
    """The result of a job: the last line."""

    answer: Answered


class RefusedLine(WireModel):
    """The refusal of a job: the last line."""

    refused: Problem


# Values, histories, explanations


class MoveWorthShown(Result):
    """The value of a move for the player who makes it."""

    move: str
    value: Value | None
    plies: int | None
    score: Number
    exact: bool
    level: Number


class ValuationShown(Result):
    """The value of each legal move."""

    moves: list[MoveWorthShown]
    best: list[str]
    depth: int
    nodes: int
    seconds: float
    exact: bool


class LossShown(Result):
    """The value that a move gives away."""

    move: str
    mistake: Mistake | None
    lost: Number


class PointShown(Result):
    """The value of one position of a game."""

    ply: int
    to_move: Player
    value: Value | None
    plies: int | None
    score: Number
    level: Number
    exact: bool
    depth: int
    best: list[str]
    move: str | None
    mistake: Mistake | None
    lost: Number
    losses: list[LossShown]


class HistoryProgress(WireModel):
    """One more point, and how many positions there are."""

    point: PointShown
    of: int


class HistoryAnswer(WireModel):
    """The value of every position that was asked for."""

    points: list[PointShown]


class MistakeShown(Result):
    """A mistake of a game: the better line, the line that refutes the move, and the sentences that say why."""

    ply: int
    better: list[str]
    played: list[str]
    sentences: list[SentenceShown]


class MistakeProgress(WireModel):
    """One more mistake explained."""

    mistake: MistakeShown


class AccuracyShown(Result):
    """The accuracy of one side: the number of its decisions, and a percentage where there were any."""

    decisions: int
    percent: int | None


class ReviewAnswer(HistoryAnswer):
    """A game looked back on; how many positions were valued exactly, and how deep the others at least."""

    mistakes: list[MistakeShown]
    accuracy: tuple[AccuracyShown, AccuracyShown]
    exact: int
    depth: int


class ExplanationAnswer(WireModel):
    """One move explained."""

    move: str
    line: list[str]
    values: ValuationShown
    sentences: list[SentenceShown]


# Comparisons


class RowShown(Result):
    """One algorithm on one position."""

    algorithm: str
    nodes: int
    leaves: int | None
    cuts: int | None
    seconds: float
    value: Number | None
    move: str | None
    depth: int
    branching: float | None
    rate: float | None
    exact: bool
    ended: Ended | None


class GrowthPoint(Result):
    """The nodes that an algorithm needs for a depth, and what ended it before that depth was done."""

    algorithm: str
    depth: int
    nodes: int
    ended: Ended | None = None


class SearchAt(WireModel):
    """The progress of one algorithm."""

    algorithm: str
    depth: int
    nodes: int


class RowProgress(WireModel):
    """One more algorithm is done."""

    row: RowShown


class PointProgress(WireModel):
    """One more depth is done."""

    point: GrowthPoint


class AtProgress(WireModel):
    """An algorithm is still at work."""

    at: SearchAt


class CompareAnswer(WireModel):
    """Every algorithm, and each of them depth by depth where that was asked for."""

    rows: list[RowShown]
    points: list[GrowthPoint]


class ExperimentAnswer(WireModel):
    """The depth that each algorithm reached; the number of legal moves, and the largest number of plies."""

    points: list[GrowthPoint]
    moves: int
    longest: int | None


# Counts


class CountProgress(WireModel):
    """The number of games, whether they can be walked through, and those walked so far, by winner and by length."""

    of: int | None
    walks: bool
    games: int
    first: int
    second: int
    drawn: int
    plies: list[int]


class CountShown(Result):
    """The counts, as `enraya count --json` gives them."""

    games: int | None
    positions: int
    positions_up_to_symmetry: int
    terminal: int
    terminal_up_to_symmetry: int
    perft: list[int] | None


class EndsShown(WireModel):
    """Classes of ends up to symmetry, by who won."""

    first: int
    second: int
    drawn: int


class CountAnswer(CountProgress):
    """The result of a count: the numbers, some drawn ends, and one class of symmetric positions."""

    count: CountShown
    ends: EndsShown
    endings: list[PositionShown]
    images: list[PositionShown]


# Trees


class NodesProgress(WireModel):
    """The number of nodes searched so far."""

    nodes: int


class LogNodes(WireModel):
    """The nodes in the order they were entered, column by column."""

    parent: list[int]
    move: list[int]
    player: list[int]
    kind: list[int]
    bound: list[int]
    alpha: list[Number | None]
    beta: list[Number | None]


class LogSteps(WireModel):
    """The events of a search, step by step."""

    what: list[int]
    node: list[int]
    value: list[Number]


class LogCuts(WireModel):
    """The number of nodes that each cut skipped."""

    count: list[int]
    move: list[int]


class LogAnswer(WireModel):
    """Every node and step of a search, or of its beginning."""

    nodes: LogNodes
    steps: LogSteps
    cuts: LogCuts
    moves: list[str]
    leaves: int
    whole: bool
    depth: int
    automatic: bool
    lines: Annotated[dict[Step, int], keyed(get_args(Step), "integer", is_whole=False)]
    move: str


class FileAnswer(WireModel):
    """A file as text."""

    text: str


def streams() -> dict[str, TypeAdapter[Any]]:
    """By name, what a line of each stream may be. Made when the API is described, for it takes a tenth of a second."""
    return {
        "ValuesLine": TypeAdapter(ProgressLine[ValuationShown] | AnswerLine[ValuationShown] | RefusedLine),
        "HistoryLine": TypeAdapter(ProgressLine[HistoryProgress] | AnswerLine[HistoryAnswer] | RefusedLine),
        "ReviewLine": TypeAdapter(
            ProgressLine[HistoryProgress | MistakeProgress] | AnswerLine[ReviewAnswer] | RefusedLine
        ),
        "ExplanationLine": TypeAdapter(AnswerLine[ExplanationAnswer] | RefusedLine),
        "CompareLine": TypeAdapter(
            ProgressLine[RowProgress | PointProgress | AtProgress] | AnswerLine[CompareAnswer] | RefusedLine
        ),
        "ExperimentLine": TypeAdapter(
            ProgressLine[PointProgress | AtProgress] | AnswerLine[ExperimentAnswer] | RefusedLine
        ),
        "DuelLine": TypeAdapter(ProgressLine[DuelProgress] | AnswerLine[DuelAnswer] | RefusedLine),
        "CountLine": TypeAdapter(ProgressLine[CountProgress] | AnswerLine[CountAnswer] | RefusedLine),
        "LogLine": TypeAdapter(ProgressLine[NodesProgress] | AnswerLine[LogAnswer] | RefusedLine),
        "FileLine": TypeAdapter(ProgressLine[NodesProgress] | AnswerLine[FileAnswer] | RefusedLine),
    }
