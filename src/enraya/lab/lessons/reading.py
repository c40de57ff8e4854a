"""Reads a lesson from its file, or says in one sentence what is wrong with it, and in which step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from enraya.errors import EnrayaError, NotationError
from enraya.lab.exercises.document import ErrorInDocument, decode, read_document
from enraya.lab.exercises.question import read_question
from enraya.lab.lessons.fields import Fields
from enraya.lab.lessons.lesson import (
    ASKS,
    MEASURES,
    RUNS,
    AnyStep,
    CheckStep,
    Choice,
    Contestant,
    ExerciseStep,
    ExperimentStep,
    Fact,
    Lesson,
    PositionStep,
    PredictStep,
    Search,
    SearchStep,
    Subject,
    TextStep,
)
from enraya.lab.trace.search_settings import ALGORITHMS, EVALUATIONS, ORDERS
from enraya.lab.values.comparison import ALGORITHMS as COMPARED
from enraya.lab.values.comparison import check_algorithms
from enraya.players.catalogue import find_strategy

FORMAT, VERSION = "enraya.lesson", 1
MOST_STEPS, MOST_ANSWERS, MOST_ASKED, MOST_GAMES = 40, 8, 30, 40
DEEPEST = 1000
LARGEST_FACT = 10**12
LONGEST = 60
"""Minutes that a lesson may say it takes."""

NUMBERED = re.compile(r"^\d+[-_. ]+")
SUBJECT = ("game", "position", "moves")
SEARCH = ("algorithm", "cut", "depth", "distance", "order", "evaluation")


def name_of(path: str) -> str:
    """The name of a lesson in addresses: the name of its file, without the number that puts files in order."""
    stem = NUMBERED.sub("", PurePath(path).stem.lower())
    return re.sub(r"[^a-z0-9]+", "-", stem).strip("-") or "lesson"


def read_lesson(data: bytes, path: str) -> Lesson:
    """The lesson that the file at *path* holds: every position reached, every exercise worked out.

    What its facts claim is not measured here (`facts.check_lesson`).
    """
    root = read_document(decode(data))
    if not isinstance(root, dict) or "steps" not in root:
        raise NotationError("error.lesson_shape", format=FORMAT)
    if root.get("format") != FORMAT or root.get("version") != VERSION:
        raise NotationError("error.lesson_version", format=FORMAT, version=VERSION)
    said = Fields(root)
    said.only("format", "version", "title", "summary", "minutes", "facts", "steps")
    said = Fields(root, languages=tuple(said.first_text("title")))
    facts = _facts(said.mapping("facts"))
    said = said.filled({name: fact.value for name, fact in facts.items()})
    steps = root["steps"]
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise NotationError("error.lesson_steps", most=MOST_STEPS)
    return Lesson(
        name=name_of(path),
        title=said.text("title"),
        summary=said.text("summary"),
        minutes=said.whole("minutes", 1, LONGEST),
        facts=facts,
        steps=tuple(_step(number, step, said) for number, step in enumerate(steps, start=1)),
    )


def _facts(data: Mapping[str, Any]) -> dict[str, Fact]:
    found = {}
    for name, each in data.items():
        try:
            said = Fields(each)
            said.only("measure", "value", "algorithm", "depth", *SUBJECT)
            found[name] = Fact(
                name=name,
                value=said.whole("value", 0, LARGEST_FACT),
                measure=said.word("measure", MEASURES),
                subject=_subject(said),
                algorithm=said.word("algorithm", COMPARED, "alphabeta"),
                depth=said.whole("depth", 1, DEEPEST) if said.has("depth") else None,
            )
        except EnrayaError as error:
            raise ErrorInDocument("error.in_fact", error, name=name) from None
    return found


def _step(number: int, data: Any, lesson: Fields) -> AnyStep:
    try:
        said = lesson.inside(data)
        kind: str = said.word("kind", tuple(READERS))
        keys, read = READERS[kind]
        said.only("kind", "title", "text", *keys, what=kind)
        return read(said, {"title": said.optional_text("title"), "text": said.optional_text("text")})
    except EnrayaError as error:
        raise ErrorInDocument("error.in_step", error, number=number) from None


def _text(said: Fields, common: Any) -> AnyStep:
    said.text("text")
    return TextStep(**common)


def _position(said: Fields, common: Any) -> AnyStep:
    return PositionStep(**common, subject=_subject(said), values=said.flag("values"))


def _watch(said: Fields, common: Any) -> AnyStep:
    return SearchStep(**common, subject=_going_on(said), search=_search(said))


def _predict(said: Fields, common: Any) -> AnyStep:
    ask = said.words("ask", ASKS) if said.has("ask") else ("value", "cut", "move")
    most = said.whole("most", 1, MOST_ASKED, 8)
    return PredictStep(**common, subject=_going_on(said), search=_search(said), ask=ask, most=most)


def _exercise(said: Fields, common: Any) -> AnyStep:
    return ExerciseStep(**common, question=read_question(said.get("question")).spec())


def _experiment(said: Fields, common: Any) -> AnyStep:
    run, subject = said.word("run", RUNS), _going_on(said)
    keys = {"compare": ("algorithms", "depths"), "duel": ("players", "games"), "count": ()}[run]
    said.only("kind", "title", "text", "run", "conclusion", *SUBJECT, *keys, what=f"experiment, {run}")
    made = ExperimentStep(**common, subject=subject, run=run, conclusion=said.optional_text("conclusion"))
    if run == "compare":
        algorithms = check_algorithms(list(said.words("algorithms", COMPARED)), subject.reach())
        return replace(made, algorithms=tuple(algorithms), depths=said.wholes("depths", 1, DEEPEST))
    if run == "duel":
        players = tuple(_contestant(each, subject) for each in said.parts("players", 2, 2))
        return replace(made, players=players, games=said.whole("games", 1, MOST_GAMES, 10))
    return made


def _contestant(said: Fields, subject: Subject) -> Contestant:
    said.only("name", "player", "blind")
    player, blind = said.line("player"), said.flag("blind")
    if ".py" in player or "evaluate" in player:
        raise NotationError("error.lesson_player", text=player)
    find_strategy(player, subject.reach().game)
    if blind and not player.startswith("alphabeta:depth="):
        raise NotationError("error.lesson_blind", text=player)
    return Contestant(name=said.text("name"), player=player, blind=blind)


def _check(said: Fields, common: Any) -> AnyStep:
    answers = []
    for each in said.parts("answers", 2, MOST_ANSWERS):
        each.only("text", "why", "right")
        answers.append(Choice(text=each.text("text"), why=each.text("why"), right=each.flag("right")))
    if sum(answer.right for answer in answers) != 1:
        raise NotationError("error.lesson_right")
    return CheckStep(**common, question=said.text("question"), answers=tuple(answers))


def _subject(said: Fields) -> Subject:
    moves = said.get("moves") if said.has("moves") else ""
    # `moves: 4453` looks like a number to YAML.
    moves = str(moves) if isinstance(moves, (str, int)) and not isinstance(moves, bool) else said.line("moves")
    subject = Subject(said.line("game"), said.line("position") if said.has("position") else None, moves)
    subject.reach()
    return subject


def _going_on(said: Fields) -> Subject:
    """A subject in which there is something left to search."""
    subject = _subject(said)
    if subject.reach().is_over:
        raise NotationError("error.over_already")
    return subject


def _search(said: Fields) -> Search:
    search = Search(
        algorithm=said.word("algorithm", ALGORITHMS, "alphabeta"),
        cut=said.word("cut", (">=", ">"), ">="),
        depth=said.whole("depth", 1, DEEPEST) if said.has("depth") else None,
        distance=said.flag("distance"),
        order=said.word("order", ORDERS, "given"),
        evaluation=said.word("evaluation", EVALUATIONS, "own"),
    )
    search.settings()
    return search


READERS: dict[str, tuple[tuple[str, ...], Callable[[Fields, Any], AnyStep]]] = {
    "text": ((), _text),
    "position": ((*SUBJECT, "values"), _position),
    "search": ((*SUBJECT, *SEARCH), _watch),
    "predict": ((*SUBJECT, *SEARCH, "ask", "most"), _predict),
    "exercise": (("question",), _exercise),
    "experiment": ((*SUBJECT, "run", "algorithms", "depths", "players", "games", "conclusion"), _experiment),
    "check": (("question", "answers"), _check),
}
"""The reader of each kind of step, and the keys that the step may have besides its heading and text."""
