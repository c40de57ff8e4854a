"""A lesson: a title and steps, each of one kind. `docs/lessons.md` describes the file that it is read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from enraya.catalogue import find_built_in
from enraya.lab.trace.search_settings import Algorithm, Evaluation, MoveOrder, SearchSettings
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

Text = Mapping[str, str]
"""A text by language; a lesson in one language has it under that alone."""

Ask = Literal["value", "window", "cut", "next", "move"]
ASKS: tuple[Ask, ...] = ("value", "window", "cut", "next", "move")
"""The questions that the viewer can ask before an event: a value backed up, a window narrowed, cut or not, which node
is next, and which move is chosen in the end.
"""

Run = Literal["compare", "count", "duel"]
RUNS: tuple[Run, ...] = ("compare", "count", "duel")

Measure = Literal["nodes", "leaves", "cuts", "games", "positions", "shapes", "ends", "moves"]
MEASURES: tuple[Measure, ...] = ("nodes", "leaves", "cuts", "games", "positions", "shapes", "ends", "moves")
"""The quantities that a fact can state: nodes, leaves and cuts of a search; games, positions, positions up to symmetry
and ended positions up to symmetry of a whole game; legal moves of a position.
"""


@dataclass(frozen=True)
class Subject:
    """The subject of a step: a game, its starting position if not the usual one, and the moves since."""

    game: str
    position: str | None = None
    moves: str = ""

    def reach(self) -> Position:
        """The position itself."""
        return Position.start(find_built_in(self.game), self.position).play_all(self.moves)


@dataclass(frozen=True)
class Search:
    """A search to look at."""

    algorithm: Algorithm = "alphabeta"
    cut: CutConvention = ">="
    depth: int | None = None
    distance: bool = False
    order: MoveOrder = "given"
    evaluation: Evaluation = "own"

    def settings(self) -> SearchSettings:
        """The settings for the lab."""
        return SearchSettings(self.algorithm, self.cut, self.depth, self.distance, self.order).judging(self.evaluation)


@dataclass(frozen=True)
class Step:
    """The fields that every step may have: a heading, and text that is read first."""

    title: Text | None
    text: Text | None


@dataclass(frozen=True)
class TextStep(Step):
    """Text alone."""


@dataclass(frozen=True)
class PositionStep(Step):
    """A live position: moves can be tried, and with *values* it says what each is worth."""

    subject: Subject
    values: bool = False


@dataclass(frozen=True)
class SearchStep(Step):
    """A search to watch, step by step."""

    subject: Subject
    search: Search


@dataclass(frozen=True)
class PredictStep(Step):
    """A search that stops and asks, at most so many questions of these kinds."""

    subject: Subject
    search: Search
    ask: tuple[Ask, ...]
    most: int


@dataclass(frozen=True)
class ExerciseStep(Step):
    """A tree to work out by hand: a question as in a set of exercises."""

    question: Mapping[str, Any]


@dataclass(frozen=True)
class Contestant:
    """A player of a duel, by what people call it; a blind one takes every unfinished position for worth 0."""

    name: Text
    player: str
    blind: bool = False


@dataclass(frozen=True)
class ExperimentStep(Step):
    """An experiment to run and measure, with the settings that may be changed; the conclusion is shown afterwards."""

    subject: Subject
    run: Run
    algorithms: tuple[str, ...] = ()
    depths: tuple[int, ...] = ()
    players: tuple[Contestant, ...] = ()
    games: int = 0
    conclusion: Text | None = None


@dataclass(frozen=True)
class Choice:
    """An answer to choose, whether it is right, and why."""

    text: Text
    why: Text
    right: bool


@dataclass(frozen=True)
class CheckStep(Step):
    """A question with answers to choose from, of which one is right."""

    question: Text
    answers: tuple[Choice, ...]


@dataclass(frozen=True)
class Fact:
    """A number that the texts claim, and how it is measured."""

    name: str
    value: int
    measure: Measure
    subject: Subject
    algorithm: str = "alphabeta"
    depth: int | None = None


AnyStep = TextStep | PositionStep | SearchStep | PredictStep | ExerciseStep | ExperimentStep | CheckStep


@dataclass(frozen=True)
class Lesson:
    """A lesson; its name is that of its file without the number in front."""

    name: str
    title: Text
    summary: Text
    minutes: int
    steps: tuple[AnyStep, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which it is written."""
        return tuple(self.title)
