"""Lessons as a page gets them. `docs/api.md` tells what each field means."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from enraya.lab.lessons import lesson as kinds
from enraya.lab.lessons.lesson import AnyStep, Lesson, Search, Subject, Text
from enraya.locale import LANGUAGES
from enraya.server.views.board import Both, WireModel


class LessonSubject(WireModel):
    """The subject of a step."""

    game: str
    position: str | None
    moves: list[str]


class LessonSearch(WireModel):
    """The search that a step shows."""

    algorithm: Literal["minimax", "alphabeta", "alphabeta+"]
    cut: Literal[">=", ">"]
    depth: int | None
    distance: bool
    order: Literal["given", "best", "worst"]
    evaluation: Literal["own", "zero"]


class StepBase(WireModel):
    """The fields that every step may have."""

    title: Both | None
    text: Both | None


class TextStepShown(StepBase):
    """Text alone."""

    kind: Literal["text"] = "text"


class PositionStepShown(StepBase):
    """A live position."""

    kind: Literal["position"] = "position"
    subject: LessonSubject
    values: bool


class SearchStepShown(StepBase):
    """A search to watch."""

    kind: Literal["search"] = "search"
    subject: LessonSubject
    search: LessonSearch


class PredictStepShown(StepBase):
    """A search that stops and asks."""

    kind: Literal["predict"] = "predict"
    subject: LessonSubject
    search: LessonSearch
    ask: list[Literal["value", "window", "cut", "next", "move"]]
    most: int


class ExerciseStepShown(StepBase):
    """A tree to work out by hand: the question as `/api/lab/exercises` takes it."""

    kind: Literal["exercise"] = "exercise"
    question: dict[str, Any]


class ContestantShown(WireModel):
    """A player of a duel."""

    name: Both
    player: str
    blind: bool


class ExperimentStepShown(StepBase):
    """An experiment to run and measure."""

    kind: Literal["experiment"] = "experiment"
    subject: LessonSubject
    run: Literal["compare", "count", "duel"]
    algorithms: list[str]
    depths: list[int]
    players: list[ContestantShown]
    games: int
    conclusion: Both | None


class LessonChoice(WireModel):
    """An answer to choose."""

    text: Both
    why: Both
    right: bool


class CheckStepShown(StepBase):
    """A question with answers to choose from."""

    kind: Literal["check"] = "check"
    question: Both
    answers: list[LessonChoice]


StepShown = Annotated[
    TextStepShown
    | PositionStepShown
    | SearchStepShown
    | PredictStepShown
    | ExerciseStepShown
    | ExperimentStepShown
    | CheckStepShown,
    Field(discriminator="kind"),
]


class LessonListed(WireModel):
    """A lesson in the list: enough to choose it and to know how far one is."""

    name: str
    title: Both
    summary: Both
    minutes: int
    kinds: list[Literal["text", "position", "search", "predict", "exercise", "experiment", "check"]]


class LessonsAnswer(WireModel):
    """The course, and the lessons that a teacher put beside it."""

    course: list[LessonListed]
    own: list[LessonListed]


class LessonAnswer(WireModel):
    """A lesson with all its steps."""

    name: str
    title: Both
    summary: Both
    minutes: int
    steps: list[StepShown]


class DuelProgress(WireModel):
    """One game of a duel has ended: who began it, who won it, and its moves."""

    starter: int
    winner: int | None
    moves: list[str]


class DuelAnswer(WireModel):
    """The games that each contestant won, and those that nobody did."""

    wins: tuple[int, int]
    draws: int


KINDS: dict[type, Any] = {
    kinds.TextStep: "text",
    kinds.PositionStep: "position",
    kinds.SearchStep: "search",
    kinds.PredictStep: "predict",
    kinds.ExerciseStep: "exercise",
    kinds.ExperimentStep: "experiment",
    kinds.CheckStep: "check",
}


def list_lesson(lesson: Lesson) -> LessonListed:
    """A lesson in the list."""
    return LessonListed(
        name=lesson.name,
        title=in_all(lesson.title),
        summary=in_all(lesson.summary),
        minutes=lesson.minutes,
        kinds=[KINDS[type(step)] for step in lesson.steps],
    )


def show_lesson(lesson: Lesson) -> LessonAnswer:
    """A lesson with its steps."""
    return LessonAnswer(
        name=lesson.name,
        title=in_all(lesson.title),
        summary=in_all(lesson.summary),
        minutes=lesson.minutes,
        steps=[_step(step) for step in lesson.steps],
    )


def in_all(text: Text) -> Both:
    """A text in every language: where it was not written in one, in the language in which it was."""
    usual = next(iter(text.values()))
    return {language: text.get(language, usual) for language in LANGUAGES}


def _maybe(text: Text | None) -> Both | None:
    return None if text is None else in_all(text)


def _step(step: AnyStep) -> Any:
    said: dict[str, Any] = {
        "title": _maybe(step.title),
        "text": _maybe(step.text),
    }
    match step:
        case kinds.PositionStep():
            return PositionStepShown(**said, subject=_subject(step.subject), values=step.values)
        case kinds.SearchStep():
            return SearchStepShown(**said, subject=_subject(step.subject), search=_search(step.search))
        case kinds.PredictStep():
            said |= {"subject": _subject(step.subject), "search": _search(step.search)}
            return PredictStepShown(**said, ask=list(step.ask), most=step.most)
        case kinds.ExerciseStep():
            return ExerciseStepShown(**said, question=dict(step.question))
        case kinds.ExperimentStep():
            players = [
                ContestantShown(name=in_all(each.name), player=each.player, blind=each.blind) for each in step.players
            ]
            return ExperimentStepShown(
                **said,
                subject=_subject(step.subject),
                run=step.run,
                algorithms=list(step.algorithms),
                depths=list(step.depths),
                players=players,
                games=step.games,
                conclusion=_maybe(step.conclusion),
            )
        case kinds.CheckStep():
            answers = [
                LessonChoice(text=in_all(each.text), why=in_all(each.why), right=each.right) for each in step.answers
            ]
            return CheckStepShown(**said, question=in_all(step.question), answers=answers)
        case _:
            return TextStepShown(**said)


def _subject(subject: Subject) -> LessonSubject:
    # As each move is written, whatever the file has between them.
    return LessonSubject(game=subject.game, position=subject.position, moves=list(subject.reach().move_texts))


def _search(search: Search) -> LessonSearch:
    return LessonSearch(
        algorithm=search.algorithm,
        cut=search.cut,
        depth=search.depth,
        distance=search.distance,
        order=search.order,
        evaluation=search.evaluation,
    )
