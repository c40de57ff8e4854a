"""The lab's work on values, comparisons and counts, as tasks of a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from threading import Event
from typing import Any

from enraya.errors import NotationError
from enraya.game import Player
from enraya.lab.values.census import largest_symmetry_class, take_census
from enraya.lab.values.comparison import EXPERIMENT, Comparison
from enraya.lab.values.explanation import explain
from enraya.lab.values.history import history
from enraya.lab.values.review import Review, accuracy_of
from enraya.lab.values.valuation import Valuation, Valuer
from enraya.position import Position
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.walk import Tally, walk
from enraya.server.api.answers.refusals import SentenceShown
from enraya.server.views.board import PositionShown
from enraya.server.views.lab import (
    AccuracyShown,
    AtProgress,
    CompareAnswer,
    CountAnswer,
    CountProgress,
    CountShown,
    EndsShown,
    ExperimentAnswer,
    ExplanationAnswer,
    GrowthPoint,
    HistoryAnswer,
    HistoryProgress,
    MistakeProgress,
    MistakeShown,
    PointProgress,
    PointShown,
    ReviewAnswer,
    RowProgress,
    RowShown,
    SearchAt,
    ValuationShown,
)
from enraya.server.views.match import show_position
from enraya.workers.task import Json, OnProgress, Task, position_of

BETWEEN = 0.1
"""Seconds between two lines that only say how far the work is."""

LONGEST = 110.0
"""Seconds that a job may take in all, a little less than the laboratory allows."""

MOST_NODES_RUN = 20_000_000
MOST_POSITIONS = 400_000
DEEPEST_GROWTH = 60


def values(job: Json, stop: Event, on_progress: OnProgress) -> ValuationShown:
    """Send the value of each move, again whenever the search is deeper."""
    position = position_of(job)
    valuer = Valuer(position.game, job["strategy"])
    found = ValuationShown(moves=[], best=[], depth=0, nodes=0, seconds=0.0, exact=position.is_over)
    for valuation in valuer.valuations(position, _limit(job), stop):
        found = _shown(valuation)
        on_progress(found)
    return found


def value_history(job: Json, stop: Event, on_progress: OnProgress) -> HistoryAnswer:
    """The value of each position of a game, or of those that are asked for, told ply by ply."""
    game, first = position_of(job), job["first"]
    each = min(job["seconds"], LONGEST / max(1, len(game.states) - first))
    valuer, limit = Valuer(game.game, job["strategy"]), Limit(each, job["depth"])
    points = []
    for point in history(game, valuer, limit, stop, first=first):
        points.append(PointShown.model_validate(point))
        on_progress(HistoryProgress(point=points[-1], of=len(game.states)))
    return HistoryAnswer(points=points)


def review(job: Json, stop: Event, on_progress: OnProgress) -> ReviewAnswer:
    """A game looked back on: its points from the last to the first, its mistakes, and how accurate both sides were."""
    game = position_of(job)
    looking_back = Review(game, Valuer(game.game), job["seconds"], stop)
    points, mistakes = [], []
    for point in looking_back.points():
        points.append(point)
        on_progress(HistoryProgress(point=PointShown.model_validate(point), of=len(game.states)))
    for mistake in looking_back.mistakes(points):
        mistakes.append(MistakeShown.model_validate(mistake))
        on_progress(MistakeProgress(mistake=mistakes[-1]))
    points.sort(key=lambda point: point.ply)
    first, second = (AccuracyShown.model_validate(accuracy_of(points, side, game)) for side in Player)
    return ReviewAnswer(
        points=[PointShown.model_validate(point) for point in points],
        mistakes=mistakes,
        accuracy=(first, second),
        exact=sum(point.exact for point in points),
        depth=min((point.depth for point in points if not point.exact), default=0),
    )


def why(job: Json, stop: Event, on_progress: OnProgress) -> ExplanationAnswer:
    """Explain a move: its principal variation, its alternatives and sentences about them."""
    position = position_of(job)
    valuer = Valuer(position.game, job["strategy"])
    found = explain(position, valuer, _limit(job), move=job["move"], player=job["player"], stop=stop)
    return ExplanationAnswer(
        move=found.move,
        line=list(found.principal_variation),
        values=_shown(found.valuation),
        sentences=[SentenceShown.model_validate(sentence) for sentence in found.sentences],
    )


def compare(job: Json, stop: Event, on_progress: OnProgress) -> CompareAnswer:
    """One algorithm after another on one position; then, for the plot, each of them ply by ply."""
    position, seconds = position_of(job), job["seconds"]
    until = time.monotonic() + LONGEST
    rows: list[RowShown] = []
    points: list[GrowthPoint] = []
    for name in job["algorithms"]:
        comparison = _comparison(position, name, until, stop, on_progress)
        row = comparison.in_time(name, seconds) if seconds else comparison.at_depth(name, job["depth"])
        rows.append(RowShown.model_validate(row))
        on_progress(RowProgress(row=rows[-1]))
    for name in job["algorithms"] if job["growth"] else ():
        comparison = _comparison(position, name, until, stop, on_progress)
        for row in comparison.growth(name, min(job["depth"], DEEPEST_GROWTH)):
            if row.finished:
                points.append(GrowthPoint.model_validate(row))
                on_progress(PointProgress(point=points[-1]))
    return CompareAnswer(rows=rows, points=points)


def experiment(job: Json, stop: Event, on_progress: OnProgress) -> ExperimentAnswer:
    """The depth that minimax and alpha-beta reach with the same number of nodes."""
    position = position_of(job)
    until = time.monotonic() + LONGEST
    points: list[GrowthPoint] = []
    for name in EXPERIMENT:
        comparison = _comparison(position, name, until, stop, on_progress, job["nodes"])
        for row in comparison.growth(name, DEEPEST_GROWTH):
            points.append(GrowthPoint.model_validate(row))
            on_progress(PointProgress(point=points[-1]))
    longest = position.game.plies_left(position.state)
    return ExperimentAnswer(points=points, moves=len(position.playable()), longest=longest)


def count(job: Json, stop: Event, on_progress: OnProgress) -> CountAnswer:
    """Every game walked through, as far as there are few enough, and everything else that can be counted."""
    position = position_of(job)
    try:
        census = take_census(position, Budget(Limit(LONGEST / 2, nodes=MOST_POSITIONS), stop))
    except OutOfBudget:
        raise NotationError("error.count_large", game=position.game.name, most=MOST_POSITIONS) from None
    tally = Tally()
    total: Json = {"of": census.count.games, "walks": census.can_walk}
    on_progress(CountProgress(**total, **asdict(tally)))
    if census.can_walk:
        say = _now_and_then(lambda nodes: on_progress(CountProgress(**total, **asdict(tally))))
        budget = Budget(Limit(LONGEST / 2), stop, _paced(job["pace"], stop, say))
        try:
            walk(position.game, position.state, tally, budget)
        except OutOfBudget:
            total["walks"] = False
    return CountAnswer(
        **total,
        **asdict(tally),
        count=CountShown.model_validate(census.count),
        ends=EndsShown(**census.ends),
        endings=[_drawn(position, state) for state in census.drawn],
        images=[_drawn(position, state) for state in largest_symmetry_class(position.game, position.state)],
    )


TASKS: dict[str, Task] = {
    "lab.values": values,
    "lab.history": value_history,
    "lab.review": review,
    "lab.explain": why,
    "lab.compare": compare,
    "lab.experiment": experiment,
    "lab.count": count,
}


def _limit(job: Json) -> Limit:
    return Limit(job["seconds"], job["depth"])


def _shown(found: Valuation) -> ValuationShown:
    return ValuationShown.model_validate(replace(found, seconds=round(found.seconds, 3)))


def _drawn(position: Position, state: Any) -> PositionShown:
    return show_position(Position(position.game, (state,)))


def _comparison(
    position: Position, name: str, until: float, stop: Event, on_progress: OnProgress, nodes: int = MOST_NODES_RUN
) -> Comparison:
    """A comparison that says every now and then where it is, within what is left of the job's time."""
    left = Limit(max(0.05, until - time.monotonic()), nodes=nodes)
    last = 0.0

    def report(depth: int, seen: int) -> None:
        nonlocal last
        if time.monotonic() - last >= BETWEEN:
            last = time.monotonic()
            on_progress(AtProgress(at=SearchAt(algorithm=name, depth=depth, nodes=seen)))

    return Comparison(position, left, stop=stop, on_progress=report)


def _now_and_then(say: Callable[[int], None]) -> Callable[[int], None]:
    last = 0.0

    def report(nodes: int) -> None:
        nonlocal last
        if time.monotonic() - last >= BETWEEN:
            last = time.monotonic()
            say(nodes)

    return report


def _paced(pace: int | None, stop: Event, say: Callable[[int], None]) -> Callable[[int], None]:
    """Sleeps as nodes are reported, so that there are no more than *pace* of them a second."""
    begun = time.monotonic()

    def report(nodes: int) -> None:
        say(nodes)
        if pace is not None:
            stop.wait(max(0.0, nodes / pace - (time.monotonic() - begun)))

    return report
