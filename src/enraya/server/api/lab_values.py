"""The lab's values, histories, explanations, comparisons and counts: each a stream of lines."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from fastapi import Request as Asked
from pydantic import Field, StrictInt, StrictStr
from starlette.responses import StreamingResponse

from enraya.server.api.fairness import check_fair
from enraya.server.api.requests import LONGEST_MOVE, MOST_PLIES, SubjectRequest
from enraya.server.context import Context, charge, context_of, json_response, refusals
from enraya.server.views.lab import AlgorithmsAnswer
from enraya.server.workers.lab_streams import lines_of
from enraya.server.workers.queue import Rank
from enraya.workers.task import Json

router = APIRouter(prefix="/api/lab", tags=["lab"], dependencies=[Depends(check_fair)])
Depth = Annotated[StrictInt | None, Field(ge=1, le=1000)]


class ValuesRequest(SubjectRequest):
    """The player that values the moves and its limits; without a depth, as deep as the time allows."""

    strategy: Literal["alphabeta+", "alphabeta", "minimax", "mcts"] = "alphabeta+"
    depth: Depth = None
    seconds: float = Field(5.0, ge=0.05, le=60)


class HistoryRequest(ValuesRequest):
    """The ply to begin with: who knows the values of earlier ones need not ask for them again."""

    first: StrictInt = Field(0, ge=0, le=MOST_PLIES)


class ReviewRequest(SubjectRequest):
    """The time limit of a whole review, in seconds, approximate."""

    seconds: float = Field(6.0, ge=0.5, le=60)


class ExplainRequest(ValuesRequest):
    """The move to explain (the best one if none is named) and the player that chose it."""

    move: StrictStr | None = Field(None, min_length=1, max_length=LONGEST_MOVE)
    player: Literal["rules", "oso-easy", "oso-medium"] | None = None


class CompareRequest(SubjectRequest):
    """The algorithms to compare, with a depth or a time limit for each; with growth, ply by ply too."""

    algorithms: list[StrictStr] | None = Field(None, min_length=1, max_length=10)
    depth: Depth = None
    seconds: float | None = Field(None, ge=0.05, le=10)
    growth: bool = False


class ExperimentRequest(SubjectRequest):
    """The node limit of each algorithm."""

    nodes: StrictInt = Field(100_000, ge=100, le=1_000_000)


class CountRequest(SubjectRequest):
    """The pace of a count: the move sequences walked through in a second; at full speed without one."""

    pace: StrictInt | None = Field(None, ge=1_000, le=10_000_000)


async def _subject(request: Asked, body: SubjectRequest, **checked: Any) -> tuple[Context, Json, Json]:
    """The part of a job that says what it is about, and what is to be known before anything is streamed."""
    context = context_of(request)
    charge(context.searches, request.scope)
    subject = {"game": body.game, "position": body.position, "moves": body.moves, **checked}
    known = json.loads(await context.ask(request, Rank.VIEW, "views.check_subject", **subject))
    return (
        context,
        {"game": context.offered.internal_name(body.game), "start": body.position, "moves": body.moves},
        known,
    )


@router.post("/values", response_class=StreamingResponse, responses={**lines_of("ValuesLine"), **refusals(413, 422)})
async def values(request: Asked, body: ValuesRequest) -> Any:
    """Stream the values of the legal moves by iterative deepening."""
    context, said, _ = await _subject(request, body, strategy=body.strategy)
    job = {"task": "lab.values", "strategy": body.strategy, "depth": body.depth, "seconds": body.seconds}
    return context.lab_streams.stream(request, {**said, **job})


@router.post("/history", response_class=StreamingResponse, responses={**lines_of("HistoryLine"), **refusals(413, 422)})
async def history(request: Asked, body: HistoryRequest) -> Any:
    """The value of every position of a game from a ply on, one by one; the seconds are for each of them."""
    context, said, _ = await _subject(request, body, strategy=body.strategy)
    job = {"task": "lab.history", "strategy": body.strategy, "depth": body.depth, "seconds": body.seconds}
    return context.lab_streams.stream(request, {**said, **job, "first": body.first})


@router.post("/review", response_class=StreamingResponse, responses={**lines_of("ReviewLine"), **refusals(413, 422)})
async def review(request: Asked, body: ReviewRequest) -> Any:
    """A game looked back on: its value ply by ply, each mistake with the better move and why, and accuracies."""
    context, said, _ = await _subject(request, body)
    return context.lab_streams.stream(request, {**said, "task": "lab.review", "seconds": body.seconds})


@router.post(
    "/explain", response_class=StreamingResponse, responses={**lines_of("ExplanationLine"), **refusals(413, 422)}
)
async def explain(request: Asked, body: ExplainRequest) -> Any:
    """Explain a move: its principal variation, its alternatives and sentences about them."""
    context, said, _ = await _subject(request, body, goes_on=True, strategy=body.strategy, move=body.move)
    job = {"task": "lab.explain", "strategy": body.strategy, "depth": body.depth, "seconds": body.seconds}
    return context.lab_streams.stream(request, {**said, **job, "move": body.move, "player": body.player})


@router.post("/algorithms", response_model=AlgorithmsAnswer, responses=refusals(413, 422))
async def algorithms(request: Asked, body: SubjectRequest) -> Any:
    """The algorithms that can be compared on a position: the C++ core does not know every game."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.name_algorithms", **body.model_dump()))


@router.post("/compare", response_class=StreamingResponse, responses={**lines_of("CompareLine"), **refusals(413, 422)})
async def compare(request: Asked, body: CompareRequest) -> Any:
    """Several algorithms on one position, one row after another."""
    asked = {"algorithms": body.algorithms, "depth": body.depth}
    context, said, known = await _subject(request, body, goes_on=True, **asked)
    job = {"task": "lab.compare", **known, "seconds": body.seconds}
    return context.lab_streams.stream(request, {**said, **job, "growth": body.growth and body.seconds is None})


@router.post(
    "/experiment", response_class=StreamingResponse, responses={**lines_of("ExperimentLine"), **refusals(413, 422)}
)
async def experiment(request: Asked, body: ExperimentRequest) -> Any:
    """The depth that minimax and alpha-beta reach with the same number of nodes."""
    context, said, _ = await _subject(request, body, goes_on=True)
    return context.lab_streams.stream(request, {**said, "task": "lab.experiment", "nodes": body.nodes})


@router.post("/count", response_class=StreamingResponse, responses={**lines_of("CountLine"), **refusals(413, 422)})
async def count(request: Asked, body: CountRequest) -> Any:
    """Every game walked through while one watches, and every position counted."""
    context, said, _ = await _subject(request, body)
    return context.lab_streams.stream(request, {**said, "task": "lab.count", "pace": body.pace})
