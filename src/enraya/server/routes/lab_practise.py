"""The lab's exercises: put, marked and hinted at. Nothing is kept: a question says all that makes it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from enraya.errors import NotationError
from enraya.lab.answers import read_answer
from enraya.lab.exercise import Exercise
from enraya.lab.hints import next_hint
from enraya.lab.marking import mark
from enraya.lab.question import read_question
from enraya.lab.sets import read_set
from enraya.lab.sheet import print_exercises
from enraya.locale import Words
from enraya.server.context import charge, context_of, refusals
from enraya.server.practised import (
    ExercisesAnswer,
    ExercisesRequest,
    HintAnswer,
    HintsRequest,
    MarksAnswer,
    MarksRequest,
    SheetsRequest,
    show_exercise,
    show_hint,
    show_marks,
)
from enraya.server.problems import language_of
from enraya.server.shelf import Json, Shelf

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
    return JSONResponse(await context.run(_exercises, body, context.shelf))


@router.post("/marks", response_model=MarksAnswer, responses=refusals(413, 422))
async def mark_answers(request: Request, body: MarksRequest) -> Any:
    """Answers to a question, marked node by node with the reason for each mistake."""
    context = context_of(request)
    charge(context.checks, request.scope)

    def marked() -> Json:
        exercise = _exercise(body.question, context.shelf)
        return show_marks(exercise, mark(exercise, read_answer(exercise, body.answers), body.hints), body.solution)

    return JSONResponse(await context.run(marked))


@router.post("/hints", response_model=HintAnswer, responses=refusals(413, 422))
async def give_hint(request: Request, body: HintsRequest) -> Any:
    """The next hint: about the first node that is missing or wrong, one step further each time."""
    context = context_of(request)
    charge(context.checks, request.scope)

    def hinted() -> Json:
        exercise = _exercise(body.question, context.shelf)
        before = (body.before.node, body.before.step) if body.before else None
        return show_hint(next_hint(exercise, read_answer(exercise, body.answers), before))

    return JSONResponse(await context.run(hinted))


@router.post("/sheets", response_class=Response, responses={**PDF, **refusals(413, 422)})
async def print_sheets(request: Request, body: SheetsRequest) -> Any:
    """Questions on paper, blank or solved, in the caller's language."""
    context = context_of(request)
    charge(context.searches, request.scope)
    words = Words(language_of(request))

    def printed() -> bytes:
        # The library that writes PDF is large, and most servers never print.
        from enraya.drawing.pdf import pages_as_pdf

        exercises = [_exercise(question, context.shelf) for question in body.questions]
        title = body.title or words("practise.print.title")
        return pages_as_pdf(print_exercises(exercises, title, words.language, body.solved), title, words.language)

    headers = {"content-disposition": f'attachment; filename="{words("practise.print.file")}.pdf"'}
    return Response(await context.run(printed), media_type="application/pdf", headers=headers)


def _exercises(body: ExercisesRequest, shelf: Shelf) -> Json:
    if (body.set is None) == (body.question is None):
        raise NotationError("server.practise_one_way")
    if body.question is not None:
        return {"title": None, "questions": [show_exercise(_exercise(body.question, shelf), shelf)]}
    exercises = read_set(body.set or "", shelf.find)
    return {"title": exercises.title, "questions": [show_exercise(each, shelf) for each in exercises.questions]}


def _exercise(question: Json, shelf: Shelf) -> Exercise:
    return read_question(question, shelf.find)
