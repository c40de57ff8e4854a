"""The lab's exercises: put, marked and hinted at. Nothing is kept: a question says all that makes it."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from fastapi import APIRouter, Request, Response

from enraya.locale import Words
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.problems import language_of
from enraya.server.views.exercises import (
    ExercisesAnswer,
    ExercisesRequest,
    HintAnswer,
    HintsRequest,
    MarksAnswer,
    MarksRequest,
    SheetsRequest,
)
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api/lab", tags=["lab"])
PDF: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}},
        "description": "the sheets",
    }
}


@router.post("/exercises", response_model=ExercisesAnswer, responses=refusals(413, 422))
async def put_exercises(request: Request, body: ExercisesRequest) -> Any:
    """The questions that a set holds, or the one given, worked out and put without their answers."""
    context = context_of(request)
    charge(context.searches if body.set is not None else context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.put_exercises", **body.model_dump()))


@router.post("/marks", response_model=MarksAnswer, responses=refusals(413, 422))
async def mark_answers(request: Request, body: MarksRequest) -> Any:
    """Answers to a question, marked node by node with the reason for each mistake."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.mark_answers", **body.model_dump()))


@router.post("/hints", response_model=HintAnswer, responses=refusals(413, 422))
async def give_hint(request: Request, body: HintsRequest) -> Any:
    """The next hint: about the first node that is missing or wrong, one step further each time."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.give_hint", **body.model_dump()))


@router.post("/sheets", response_class=Response, responses={**PDF, **refusals(413, 422)})
async def print_sheets(request: Request, body: SheetsRequest) -> Any:
    """Questions on paper, blank or solved, in the caller's language."""
    context = context_of(request)
    charge(context.searches, request.scope)
    words = Words(language_of(request))
    said = {**body.model_dump(), "language": words.language}
    printed = await context.ask(request, Rank.FILE, "exports.print_sheet", **said)
    headers = {"content-disposition": f'attachment; filename="{words("practise.print.file")}.pdf"'}
    return Response(b64decode(printed.strip('"')), media_type="application/pdf", headers=headers)
