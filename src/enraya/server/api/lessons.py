"""The course and a teacher's own lessons. Who has done which is kept in the browser, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import Field, StrictInt
from starlette.responses import StreamingResponse

from enraya.errors import NotationError
from enraya.server.api import requests
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.views.lessons import ExperimentStepShown, LessonAnswer, LessonsAnswer
from enraya.server.workers.lab_streams import lines_of
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api/lessons", tags=["lessons"])
Name = Annotated[str, Path(max_length=80)]


class DuelRequest(requests.Request):
    """The number of a duel step in the lesson, from 1, and the seed of the random moves."""

    step: StrictInt = Field(ge=1, le=100)
    seed: StrictInt = Field(1, ge=0, le=10**9)


@router.get("", response_model=LessonsAnswer, responses=refusals(422))
async def list_lessons(request: Request) -> Any:
    """The course, and the lessons beside it."""
    context = context_of(request)
    charge(context.checks, request.scope)
    key = ("lessons", context.lessons.edition())
    return json_response(
        await context.ask_once(request, key, Rank.VIEW, "lessons.list_lessons", folder=context.lessons.folder)
    )


@router.get("/{name}", response_model=LessonAnswer, responses=refusals(422))
async def show_lesson(request: Request, name: Name) -> Any:
    """A lesson with all its steps."""
    charge(context_of(request).checks, request.scope)
    return json_response(await _lesson(request, name))


@router.post("/{name}/duel", response_class=StreamingResponse, responses={**lines_of("DuelLine"), **refusals(413, 422)})
async def play_duel(request: Request, name: Name, body: DuelRequest) -> Any:
    """The duel of an experiment, game after game. Closing the request stops it."""
    context = context_of(request)
    charge(context.searches, request.scope)
    lesson = LessonAnswer.model_validate_json(await _lesson(request, name))
    step = lesson.steps[body.step - 1] if body.step <= len(lesson.steps) else None
    if not isinstance(step, ExperimentStepShown) or step.run != "duel":
        raise NotationError("error.lesson_no_duel", number=body.step)
    subject = step.subject
    job = {
        "task": "lessons.play_lesson_duel",
        "game": subject.game,
        "start": subject.position,
        "moves": " ".join(subject.moves),
        "players": [{"player": each.player, "blind": each.blind} for each in step.players],
        "games": step.games,
        "seed": body.seed,
    }
    return context.lab_streams.stream(request, job)


async def _lesson(request: Request, name: str) -> str:
    context = context_of(request)
    key = ("lesson", name, context.lessons.edition())
    return await context.ask_once(
        request, key, Rank.VIEW, "lessons.show_lesson", name=name, folder=context.lessons.folder
    )
