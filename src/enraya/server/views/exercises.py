"""Exercises, marks and hints as a page gets them. `docs/api.md` tells what each field means."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, StrictInt, StrictStr

from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.kinds import Kind
from enraya.lab.exercises.sets import LONGEST_TITLE, MOST_QUESTIONS
from enraya.lab.exercises.statement import statement, task
from enraya.lab.marking.answers import write_answer
from enraya.lab.marking.hints import Hint
from enraya.lab.marking.marks import Marked, solution
from enraya.server.api.requests import LONGEST_GAME, Request
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.views.board import Both, PositionShown, WireModel
from enraya.server.views.match import show_position

LONGEST_SET = 256 * 1024


class ExercisesRequest(Request):
    """One question, or the text of a set of them."""

    question: dict[StrictStr, Any] | None = Field(None, max_length=20)
    set: StrictStr | None = Field(None, max_length=LONGEST_SET)


class MarksRequest(Request):
    """A question and what was answered to it."""

    question: dict[StrictStr, Any] = Field(max_length=20)
    answers: Any = None
    hints: StrictInt = Field(0, ge=0, le=1000)
    solution: bool = Field(False, description="whether to tell the right answers too")
    discreet: bool = Field(False, description="whether reasons keep the right answers to themselves")


class HintBefore(Request):
    """The last hint given: its node and its step."""

    node: StrictStr = Field(max_length=LONGEST_GAME)
    step: StrictInt = Field(ge=1, le=3)


class HintsRequest(Request):
    """A question, what was answered to it so far, and the last hint given."""

    question: dict[StrictStr, Any] = Field(max_length=20)
    answers: Any = None
    before: HintBefore | None = None


class SheetsRequest(Request):
    """Questions to print."""

    questions: list[dict[StrictStr, Any]] = Field(min_length=1, max_length=MOST_QUESTIONS)
    title: StrictStr = Field("", max_length=LONGEST_TITLE)
    solved: bool = False


class PractiseNode(WireModel):
    """A node of the tree: a leaf has its value; `move` is what leads to it, where that is not its name."""

    children: list[str]
    value: int | None
    max: bool
    move: str | None


class PractiseTree(WireModel):
    """The tree by its nodes."""

    root: str
    nodes: dict[str, PractiseNode]


class ExerciseSearch(WireModel):
    """The search that solves an exercise, over its tree as an abstract one."""

    game: str
    algorithm: Literal["minimax", "alphabeta"]
    cut: Literal[">=", ">"]


class ExerciseShown(WireModel):
    """A question without its answers."""

    question: dict[str, Any]
    kind: Kind
    convention: Literal[">=", ">"] | None
    either: bool
    points: float
    seed: int | None
    difficulty: int | None
    task: Both
    says: list[Both]
    tree: PractiseTree
    asked: list[str]
    game: Both | None
    position: PositionShown | None
    search: ExerciseSearch | None


class ExercisesAnswer(WireModel):
    """Questions, and the title where they come from a set."""

    title: str | None
    questions: list[ExerciseShown]


class MarkShown(WireModel):
    """The mark of one answer, and the reason for it."""

    node: str
    part: Literal["value", "move", "cut", "alpha", "beta"]
    state: Literal["right", "wrong", "follows", "missing", "extra", "unasked"]
    reason: Both | None


class MarksAnswer(WireModel):
    """An answer marked."""

    marks: list[MarkShown]
    items: int
    score: float
    points: float
    perfect: bool
    convention: Literal[">=", ">"]
    other_convention: bool
    solution: Any


class HintAnswer(WireModel):
    """A hint; none where all is right."""

    node: str | None
    step: int | None
    last: bool
    text: Both | None


def show_exercise(exercise: Exercise, offered: OfferedGames) -> ExerciseShown:
    """A question as it is put."""
    tree = exercise.solved_tree
    nodes = {
        node.name: PractiseNode(
            children=[child.name for child in node.children],
            value=node.value if node.is_leaf else None,
            max=node.is_max,
            move=None if node.move == node.name else node.move,
        )
        for node in tree.nodes.values()
    }
    question = exercise.spec()
    if "game" in question:
        question["game"] = offered.public_name(question["game"])
    return ExerciseShown(
        question=question,
        kind=exercise.kind,
        convention=exercise.convention if exercise.uses_convention else None,
        either=exercise.either,
        points=exercise.points,
        seed=exercise.seed,
        difficulty=exercise.difficulty,
        task=task(exercise).in_both(),
        says=[sentence.in_both() for sentence in statement(exercise)],
        tree=PractiseTree(root=tree.root.name, nodes=nodes),
        asked=[node.name for node in exercise.asked],
        game=None if exercise.is_textbook else offered.title(exercise.position.game),
        position=None if exercise.is_textbook else show_position(exercise.position),
        search=_show_search(exercise),
    )


def _show_search(exercise: Exercise) -> ExerciseSearch | None:
    game = exercise.solved_tree.as_game()
    if game is None or len(game.name) > LONGEST_GAME:
        return None
    algorithm: Literal["minimax", "alphabeta"] = "alphabeta" if exercise.uses_convention else "minimax"
    return ExerciseSearch(game=game.name, algorithm=algorithm, cut=exercise.convention)


def show_marks(exercise: Exercise, marked: Marked, with_solution: bool) -> MarksAnswer:
    """Marks; the right answers only where they are asked for."""
    right = write_answer(exercise, solution(exercise, marked.convention)) if with_solution else None
    return MarksAnswer(
        marks=[
            MarkShown(
                node=each.node,
                part=each.part,
                state=each.state,
                reason=each.reason.in_both() if each.reason else None,
            )
            for each in marked.marks
        ],
        items=marked.items,
        score=marked.score,
        points=marked.points,
        perfect=marked.is_perfect,
        convention=marked.convention,
        other_convention=marked.convention != exercise.convention,
        solution=right,
    )


def show_hint(hint: Hint | None) -> HintAnswer:
    """A hint, or that there is none to give."""
    if hint is None:
        return HintAnswer(node=None, step=None, last=True, text=None)
    return HintAnswer(node=hint.node, step=hint.step, last=hint.is_last, text=hint.reason.in_both())
