"""Puzzles: the set that comes with the program, tries at them, and their solutions. Nobody's tries are kept."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.views.puzzles import PuzzlesAnswer, SolutionAnswer, TryRequest, VerdictAnswer
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])
Name = Annotated[str, Path(max_length=40)]


@router.get("", response_model=PuzzlesAnswer, responses=refusals(422))
async def list_puzzles(request: Request, day: Annotated[date, Query(description="the caller's date")]) -> Any:
    """Every puzzle without its solution, and which is the one of that day."""
    context = context_of(request)
    charge(context.checks, request.scope)
    said = day.isoformat()
    listed = await context.ask_once(request, ("puzzles", said), Rank.FILE, "puzzles.list_puzzles", day=said)
    return json_response(listed)


@router.post("/{name}/tries", response_model=VerdictAnswer, responses=refusals(413, 422))
async def judge_try(request: Request, name: Name, body: TryRequest) -> Any:
    """Judge a move: whether it is right; then the reply to it, otherwise the line that refutes it."""
    context = context_of(request)
    charge(context.checks, request.scope)
    said = await context.ask(request, Rank.VIEW, "puzzles.judge_try", name=name, moves=body.moves)
    return json_response(said)


@router.get("/{name}/solution", response_model=SolutionAnswer, responses=refusals(422))
async def show_solution(request: Request, name: Name) -> Any:
    """The solution tree."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "puzzles.solve_puzzle", name=name))
