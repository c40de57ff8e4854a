"""Classes for their students: joined by code and name, known afterwards by the token of the browser."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field, StrictInt, StrictStr
from starlette.datastructures import URL

from enraya.lab.classes.assignment import Assignment
from enraya.server.api.answers.classes import HandedInAnswer, JoinAnswer, StudentAnswer, TaskAnswer, TryAnswer
from enraya.server.api.classes import Id, Number
from enraya.server.api.requests import LONGEST_MOVE, AnyJson
from enraya.server.api.requests import Request as Body
from enraya.server.api.tournaments import LONGEST_WAIT
from enraya.server.classes import handing_in
from enraya.server.classes.handing_in import StepDone
from enraya.server.classes.live import Ask, LiveClass
from enraya.server.context import charge_to, context_of, json_response, refusals
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hand_out, new_token, token_of
from enraya.server.transport.guard import caller_of
from enraya.server.views.classes import show_task, show_task_whole, show_to_student, show_work
from enraya.server.views.exercises import ExercisesAnswer, MarksAnswer
from enraya.server.workers.queue import Rank
from enraya.store.classes import StoredStudent

router = APIRouter(prefix="/api/classes", tags=["classes"])
BYTES = {"schema": {"type": "string", "format": "binary"}}
BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": BYTES}}}


class EnterRequest(Body):
    """The code of a class and a name; whoever was there before adds their personal word."""

    code: StrictStr = Field(max_length=40)
    name: StrictStr = Field(max_length=200)
    word: StrictStr | None = Field(None, max_length=40)


class AnswerRequest(Body):
    """The answer to a question, by its number from 1."""

    question: StrictInt = Field(ge=1, le=1000)
    answers: AnyJson = None


class StepRequest(Body):
    """A step of a lesson, counted from 1, that was done.

    With the first answer to an exercise, or the place from 0 of the answer chosen first, which the server marks; or
    with what the page counted right of so many predictions.
    """

    lesson: StrictStr = Field(max_length=80)
    step: StrictInt = Field(ge=1, le=1000)
    answers: AnyJson = None
    hints: StrictInt = Field(0, ge=0, le=100)
    right: StrictInt | None = Field(None, ge=0, le=10_000)
    of: StrictInt | None = Field(None, ge=0, le=10_000)


class MovesRequest(Body):
    """The moves of both sides since the start of a puzzle; the last one is judged."""

    moves: list[Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_MOVE)]] = Field(
        min_length=1, max_length=100
    )


async def _me(request: Request, id: str) -> tuple[LiveClass, StoredStudent]:
    live = await context_of(request).classes.find(id)
    return live, live.student_of(token_of(request))


async def _mine(request: Request, id: str, number: int) -> tuple[LiveClass, StoredStudent, Assignment, Ask]:
    """The class, who asks, the assignment, which must be one that students see, and how workers are asked."""
    live, student = await _me(request, id)
    assignment = live.assignment(number)
    if not assignment.is_seen:
        raise ServerRefusal("class.no_assignment", 404)
    context = context_of(request)
    # By student: a whole class may have one address.
    charge_to(context.checks, f"{live.id} {student.id}")
    ask = partial(context.ask, request, Rank.VIEW, whose=f"{live.id} {student.id}")
    return live, student, assignment, ask


@router.post("/join", status_code=201, responses=refusals(404, 409, 410, 413, 422))
async def join(request: Request, response: Response, body: EnterRequest) -> JoinAnswer:
    """Join a class by its code under a name; again, on this or another device, by the personal word too."""
    context, brought = context_of(request), token_of(request)
    token, caller = brought or new_token(), caller_of(request.scope)
    live, student, word = await context.classes.enter(body.code, body.name, body.word, token, caller)
    hand_out(response, token, is_secure=URL(scope=request.scope).scheme == "https")
    told = None if brought else token
    return JoinAnswer(id=live.id, title=live.title, name=student.name, word=word, token=told)


@router.get("/{id}/me", responses=refusals(404, 410))
async def look(request: Request, id: Id, after: Annotated[int | None, Query(ge=0)] = None) -> StudentAnswer:
    """What is to do; with *after*, when the teacher has changed something since that number, or after a while."""
    live, student = await _me(request, id)
    live.see(student.id)
    if after is not None:
        await live.notices.wait(after, LONGEST_WAIT)
        live, student = await _me(request, id)
        live.see(student.id)
    return show_to_student(live, student)


@router.post("/{id}/me/leave", status_code=204, responses=refusals(404, 410))
async def leave(request: Request, id: Id) -> Response:
    """Forget on this browser who one is; the personal word leads back."""
    live, student = await _me(request, id)
    await live.leave(student, token_of(request) or "")
    return Response(status_code=204)


@router.post("/{id}/me/steps", responses=refusals(404, 410, 413, 422))
async def do_step(request: Request, id: Id, body: StepRequest) -> StudentAnswer:
    """Keep that a step of a lesson was done, wherever that lesson is assigned."""
    live, student = await _me(request, id)
    context = context_of(request)
    charge_to(context.checks, f"{live.id} {student.id}")
    whose = f"{live.id} {student.id}"
    ask = partial(context.ask, request, Rank.VIEW, whose=whose, folder=context.lessons.folder)
    done = StepDone(body.lesson, body.step - 1, body.answers, body.hints, body.right, body.of)
    await handing_in.step(live, student, done, ask)
    return show_to_student(live, student)


@router.get("/{id}/me/{number}", responses=refusals(404, 410))
async def look_at_task(request: Request, id: Id, number: Number) -> TaskAnswer:
    """An assignment with what was handed in; everybody's marks where the teacher has published them."""
    live, student, assignment, _ = await _mine(request, id, number)
    live.see(student.id, number)
    return show_task_whole(live, student, assignment)


@router.get("/{id}/me/{number}/questions", response_model=ExercisesAnswer, responses=refusals(404, 410, 422))
async def put_questions(request: Request, id: Id, number: Number) -> Any:
    """The questions of a set, as they are put to this student."""
    live, student, assignment, ask = await _mine(request, id, number)
    _check_kind(assignment, "set")
    return json_response(await handing_in.put(live, student.id, assignment, ask))


@router.get("/{id}/me/{number}/solutions", responses=refusals(404, 409, 410, 422))
async def reveal(request: Request, id: Id, number: Number) -> list[MarksAnswer]:
    """The right answers and every reason, question by question: only once the teacher has revealed them."""
    live, student, assignment, ask = await _mine(request, id, number)
    _check_kind(assignment, "set")
    if not assignment.tells_solutions:
        raise ServerRefusal("class.not_revealed", 409)
    return [MarksAnswer.model_validate(each) for each in await handing_in.reveal(live, student.id, assignment, ask)]


@router.post("/{id}/me/{number}/answers", responses=refusals(404, 409, 410, 413, 422))
async def answer(request: Request, id: Id, number: Number, body: AnswerRequest) -> HandedInAnswer:
    """Hand in the answer to a question: it is marked and on disk when this is answered."""
    live, student, assignment, ask = await _mine(request, id, number)
    _check_kind(assignment, "set")
    await handing_in.answer(live, student, assignment, {str(body.question): body.answers}, ask)
    return _handed_in(live, student, number)


@router.post("/{id}/me/{number}/puzzles/{name}", responses=refusals(404, 409, 410, 413, 422))
async def try_puzzle(
    request: Request, id: Id, number: Number, name: Annotated[str, Path(max_length=40)], body: MovesRequest
) -> TryAnswer:
    """Try a move at a puzzle."""
    live, student, assignment, ask = await _mine(request, id, number)
    verdict = await handing_in.try_puzzle(live, student, assignment, name, body.moves, ask)
    return TryAnswer(**verdict, task=show_task(live, student.id, live.assignment(number)))


@router.post("/{id}/me/{number}/file", responses=refusals(404, 409, 410, 413, 422), openapi_extra=BODY)
async def hand_in_file(
    request: Request, id: Id, number: Number, file: Annotated[str, Query(max_length=300)]
) -> HandedInAnswer:
    """Hand in a file: a player, a game, or the answers to a set. It is checked and on disk when this is answered."""
    live, student, assignment, ask = await _mine(request, id, number)
    hand_ins, body = context_of(request).tournaments.hand_ins, await request.body()
    match assignment.kind:
        case "player":
            await handing_in.hand_in_player(live, student, assignment, file, body, hand_ins)
        case "game":
            await handing_in.hand_in_game(live, student, assignment, file, body, hand_ins, ask)
        case "set":
            await handing_in.answer_file(live, student, assignment, file, body, ask)
        case _:
            raise ServerRefusal("class.takes_no_file", 409)
    return _handed_in(live, student, number)


def _check_kind(assignment: Assignment, kind: str) -> None:
    if assignment.kind != kind:
        raise ServerRefusal("class.no_assignment", 404)


def _handed_in(live: LiveClass, student: StoredStudent, number: int) -> HandedInAnswer:
    assignment = live.assignment(number)
    return HandedInAnswer(task=show_task(live, student.id, assignment), work=show_work(live, student.id, assignment))
