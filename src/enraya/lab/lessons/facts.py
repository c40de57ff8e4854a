"""The claims of a lesson, measured: its facts by real searches and counts, and the sizes of its searches."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from enraya.errors import EnrayaError, NotationError
from enraya.lab.exercises.document import ErrorInDocument
from enraya.lab.lessons.lesson import Fact, Lesson, PredictStep, SearchStep
from enraya.lab.trace.counter import Counter
from enraya.lab.values.census import take_census
from enraya.lab.values.comparison import Comparison, check_algorithms
from enraya.search.limit import Budget, Limit

MOST_WATCHED = 20_000
"""Nodes that a search may have that somebody is to watch."""

MOST_MEASURED = 3_000_000
"""Nodes or positions that measuring a fact may take."""


def measure(fact: Fact) -> int:
    """The measured value of the fact."""
    return _measured(replace(fact, name="", value=0))


@cache
def _measured(fact: Fact) -> int:
    """The measured value, cached because lessons claim the same numbers again and again."""
    position = fact.subject.reach()
    match fact.measure:
        case "moves":
            return len(position.legal_moves)
        case "nodes" | "leaves" | "cuts":
            check_algorithms([fact.algorithm], position)
            comparison = Comparison(position, Limit(nodes=MOST_MEASURED))
            depth = fact.depth or position.game.plies_left(position.state) or position.game.longest or 1000
            row = comparison.at_depth(fact.algorithm, depth, count=fact.measure != "nodes")
            found = {"nodes": row.nodes, "leaves": row.leaves, "cuts": row.cuts}[fact.measure]
            if not row.finished or found is None:
                raise NotationError("error.lesson_fact_large", most=MOST_MEASURED)
            return found
        case _:
            total = take_census(position, Budget(Limit(nodes=MOST_MEASURED))).count
            counted = {
                "games": total.games,
                "positions": total.positions,
                "shapes": total.positions_up_to_symmetry,
                "ends": total.terminal_up_to_symmetry,
            }[fact.measure]
            if counted is None:
                raise NotationError("error.lesson_fact_endless")
            return counted


def check_lesson(lesson: Lesson, path: str) -> None:
    """Refuse a fact that is measured otherwise, and a search that nobody could watch; *path* is named then."""
    try:
        _check_facts(lesson)
        _check_searches(lesson)
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=path) from None


def _check_facts(lesson: Lesson) -> None:
    for fact in lesson.facts.values():
        try:
            found = measure(fact)
        except EnrayaError as error:
            raise ErrorInDocument("error.in_fact", error, name=fact.name) from None
        if found != fact.value:
            wrong = NotationError("error.lesson_fact_wrong", value=fact.value, found=found)
            raise ErrorInDocument("error.in_fact", wrong, name=fact.name)


def _check_searches(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, start=1):
        if isinstance(step, (SearchStep, PredictStep)):
            try:
                _check_size(step)
            except EnrayaError as error:
                raise ErrorInDocument("error.in_step", error, number=number) from None


def _check_size(step: SearchStep | PredictStep) -> None:
    if count_search(step).nodes > MOST_WATCHED:
        raise NotationError("error.lesson_search_large", most=MOST_WATCHED)


def count_search(step: SearchStep | PredictStep) -> Counter:
    """The nodes, leaves and cuts of the search that a step shows; one that is too large ends past the limit."""
    position, settings = step.subject.reach(), step.search.settings()
    counter = Counter()
    strategy = replace(settings, depth=settings.shown_depth(position)).strategy(position)
    strategy.choose(position, Limit(nodes=MOST_WATCHED + 1), observer=counter)
    return counter
