"""Classes for their teachers: opened by the teacher key, then reached by it and the secret of the class together."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from enraya.errors import NotationError
from enraya.lab.classes.assignment import MOST_ITEMS, Kind, Shows, Stage
from enraya.lab.classes.marks import class_as_data, marks_table
from enraya.lab.marking.tables import Separator
from enraya.lab.puzzles.sets import shipped_set
from enraya.locale import Words
from enraya.server.api.answers.classes import (
    AssignmentShown,
    ClassAnswer,
    ClassOpened,
    WordAnswer,
    WorkShown,
)
from enraya.server.api.answers.tournaments import TournamentAnswer
from enraya.server.api.requests import LONGEST_GAME
from enraya.server.api.requests import Request as Body
from enraya.server.api.tournaments import LONGEST_WAIT, TournamentRequest, begin, shown
from enraya.server.classes.live import LiveClass
from enraya.server.classes.registry import HEADER, checked_title
from enraya.server.context import charge, context_of, refusals
from enraya.server.problems import ServerRefusal, language_of
from enraya.server.views.classes import show_assignment, show_class, show_work
from enraya.server.views.exercises import LONGEST_SET
from enraya.server.views.lessons import LessonsAnswer
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api/classes", tags=["classes"])
Id = Annotated[str, Path(max_length=32)]
Number = Annotated[int, Path(ge=1, le=10**6)]
Name = Annotated[StrictStr, Field(max_length=80)]
LONGEST_TITLE = 200
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": "the file",
    }
}

EXPORT: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {"text/csv": {"schema": {"type": "string"}}, "application/json": {"schema": {"type": "object"}}},
        "description": "the marks, or everything",
    }
}


class ClassRequest(Body):
    """A class to be opened."""

    title: StrictStr = Field(max_length=LONGEST_TITLE)


class ClassChange(Body):
    """What is to be otherwise; what is not said stays."""

    title: StrictStr | None = Field(None, max_length=LONGEST_TITLE)
    is_joining: StrictBool | None = None


class OptionsRequest(Body):
    """The options of an assignment; in a change, what is not said stays."""

    title: StrictStr | None = Field(None, max_length=LONGEST_TITLE)
    stage: Stage | None = None
    shows: Shows | None = None
    deadline: StrictFloat | StrictInt | None = None
    has_variants: StrictBool | None = None
    published: StrictBool | None = None


class AssignmentRequest(OptionsRequest):
    """An assignment: the text of a set, the names of lessons or of puzzles, or the game that a player is for."""

    kind: Kind
    text: StrictStr | None = Field(None, max_length=LONGEST_SET)
    lessons: list[Name] = Field([], max_length=MOST_ITEMS)
    puzzles: list[Name] = Field([], max_length=MOST_ITEMS)
    game: StrictStr = Field("mnk(3,3,3)", max_length=LONGEST_GAME)


async def taught(request: Request, id: str) -> LiveClass:
    """The class *id*, for who brings the teacher key and its secret."""
    context = context_of(request)
    context.teacher_key.check(request)
    return await context.classes.taught(id, request.headers.get(HEADER))


@router.post("", status_code=201, responses=refusals(409, 413, 422))
async def open_class(request: Request, body: ClassRequest) -> ClassOpened:
    """Open a class. Its secret is told here and never again: with the key it is what makes one its teacher."""
    context = context_of(request)
    context.teacher_key.check(request)
    charge(context.creations, request.scope)
    live, secret = await context.classes.open(body.title)
    return ClassOpened(id=live.id, code=live.stored.code, secret=secret)


@router.get("/{id}", responses=refusals(404, 410))
async def look(request: Request, id: Id, after: Annotated[int | None, Query(ge=0)] = None) -> ClassAnswer:
    """A class as it stands; with *after*, when something has changed since that number, or after a while."""
    live = await taught(request, id)
    if after is not None:
        await live.wait(after, LONGEST_WAIT)
        live = await taught(request, id)
    return show_class(live)


@router.patch("/{id}", responses=refusals(404, 410, 413, 422))
async def change_class(request: Request, id: Id, body: ClassChange) -> ClassAnswer:
    """Call a class otherwise, or let nobody new join."""
    live = await taught(request, id)
    said = {name: value for name, value in body.model_dump().items() if value is not None}
    if body.title is not None:
        said["title"] = checked_title(body.title)
    await live.update(**said)
    return show_class(live)


@router.delete("/{id}", status_code=204, responses=refusals(404, 410))
async def delete_class(request: Request, id: Id) -> Response:
    """Delete a class with all that it holds: students, answers, players, tournaments."""
    live = await taught(request, id)
    await context_of(request).classes.delete(live)
    return Response(status_code=204)


@router.post("/{id}/assignments", status_code=201, responses=refusals(404, 410, 413, 422))
async def assign(request: Request, id: Id, body: AssignmentRequest) -> AssignmentShown:
    """Assign something to a class; unless its stage is said, nobody sees it yet."""
    live = await taught(request, id)
    charge(context_of(request).searches, request.scope)
    content, title = await _content(request, body)
    said = {name: value for name, value in body.model_dump().items() if value is not None}
    made = await live.assign({**said, "content": content, "title": body.title or title})
    return show_assignment(made)


async def _content(request: Request, body: AssignmentRequest) -> tuple[dict[str, Any], str]:
    """What an assignment holds, checked, and what it is called unless that was said."""
    context, words = context_of(request), Words(language_of(request))
    title = words(f"class.kind.{body.kind}")
    match body.kind:
        case "set":
            if body.text is None:
                raise NotationError("error.set_shape")
            read = json.loads(await context.ask(request, Rank.VIEW, "classes.read_class_set", text=body.text))
            return {"text": body.text, "questions": read["questions"]}, read["title"] or title
        case "lessons":
            folder = context.lessons.folder
            key = ("lessons", context.lessons.edition())
            text = await context.ask_once(request, key, Rank.VIEW, "lessons.list_lessons", folder=folder)
            every = LessonsAnswer.model_validate_json(text)
            known = {each.name: each for each in (*every.course, *every.own)}
            for name in body.lessons:
                if name not in known:
                    raise NotationError("error.lesson_unknown", name=name)
            chosen = [known[name] for name in dict.fromkeys(body.lessons)]
            lessons = [
                {"name": each.name, "title": dict(each.title), "steps": len(each.kinds), "kinds": list(each.kinds)}
                for each in chosen
            ]
            return {"lessons": lessons}, title
        case "puzzles":
            every_puzzle = await context.run(shipped_set)
            return {"puzzles": [every_puzzle.named(name).name for name in dict.fromkeys(body.puzzles)]}, title
        case "player":
            context.tournaments.hand_ins.internal_game(body.game)
            return {"game": body.game.strip(), "tournament": None, "has_arena": True}, title
        case "game":
            return {}, title


@router.patch("/{id}/assignments/{number}", responses=refusals(404, 409, 410, 413, 422))
async def change_assignment(request: Request, id: Id, number: Number, body: OptionsRequest) -> AssignmentShown:
    """Open, freeze, reveal or hide an assignment, or change its other options; a deadline of 0 is none."""
    live = await taught(request, id)
    said = {name: value for name, value in body.model_dump().items() if value is not None}
    if said.get("deadline") == 0:
        said["deadline"] = None
    before = live.assignment(number)
    if said.get("has_variants", before.has_variants) != before.has_variants and any(
        key[1] == number for key in live.work
    ):
        # Answers to other questions would be marked by these.
        raise ServerRefusal("class.begun", 409)
    return show_assignment(await live.change_assignment(number, said))


@router.delete("/{id}/assignments/{number}", status_code=204, responses=refusals(404, 410))
async def delete_assignment(request: Request, id: Id, number: Number) -> Response:
    """Delete an assignment with all that was handed in for it."""
    await context_of(request).classes.delete_assignment(await taught(request, id), number)
    return Response(status_code=204)


@router.post("/{id}/assignments/{number}/tournament", status_code=201, responses=refusals(404, 409, 410, 413, 422))
async def begin_tournament(request: Request, id: Id, number: Number, body: TournamentRequest) -> TournamentAnswer:
    """A tournament between the players that were handed in for an assignment; students see it once it is published."""
    live = await taught(request, id)
    assignment = live.assignment(number)
    if assignment.kind != "player":
        raise ServerRefusal("class.no_players", 409)
    charge(context_of(request).creations, request.scope)
    tournament = await begin(request, live.arena_of(assignment), body)
    await live.change_assignment(number, {"content": {**assignment.content, "tournament": tournament.id}})
    return await shown(request, tournament)


@router.get("/{id}/students/{student}/{number}", responses=refusals(404, 410))
async def look_at_work(request: Request, id: Id, student: Id, number: Number) -> list[WorkShown]:
    """What one student has handed in for an assignment."""
    live = await taught(request, id)
    return show_work(live, student, live.assignment(number), is_teacher=True)


@router.get("/{id}/students/{student}/{number}/file", response_class=Response, responses={**FILE, **refusals(404, 410)})
async def read_file(request: Request, id: Id, student: Id, number: Number) -> Response:
    """The file that one student has handed in."""
    live = await taught(request, id)
    assignment, context = live.assignment(number), context_of(request)
    body: bytes | None = None
    if assignment.kind == "player" and student in live.students:
        found = await context.tournaments.hand_ins.load(live.arena_of(assignment), live.students[student].name)
        body = found.body
    elif assignment.kind == "game":
        body = await context.run(context.classes.kept.file_of, live.id, student, number, "game")
    if body is None:
        raise ServerRefusal("class.no_file", 404)
    headers = {"content-disposition": f'attachment; filename="work-{number}"'}
    return Response(body, media_type="application/octet-stream", headers=headers)


@router.post("/{id}/students/{student}/word", responses=refusals(404, 410))
async def give_word(request: Request, id: Id, student: Id) -> WordAnswer:
    """Another personal word for a student who lost theirs; the old one is worth nothing any more."""
    return WordAnswer(word=await (await taught(request, id)).new_word(student))


@router.delete("/{id}/students/{student}", status_code=204, responses=refusals(404, 410))
async def delete_student(request: Request, id: Id, student: Id) -> Response:
    """Delete a student with all that was handed in, players among it."""
    await context_of(request).classes.delete_student(await taught(request, id), student)
    return Response(status_code=204)


@router.get("/{id}/export/{what}", response_class=Response, responses={**EXPORT, **refusals(404, 410)})
async def export(
    request: Request,
    id: Id,
    what: Literal["marks", "all"],
    separator: Separator = "comma",
    mark: Annotated[bool | None, Query(description="whether a byte order mark stands first")] = None,
) -> Response:
    """The marks as CSV, a row for each student; or everything that the class holds as one file of JSON."""
    live, language = await taught(request, id), language_of(request)
    names, assignments, work = live.names, list(live.assignments.values()), dict(live.work)
    context = context_of(request)
    if what == "marks":
        text = await context.run(marks_table, names, assignments, work, language, separator, mark)
        headers = {"content-disposition": 'attachment; filename="marks.csv"'}
        return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=headers)
    data = await context.run(class_as_data, live.title, live.stored.created, names, assignments, work)
    headers = {"content-disposition": 'attachment; filename="enraya-class.json"'}
    text = await context.run(lambda: json.dumps(data, ensure_ascii=False, indent=1))
    return Response(text.encode(), media_type="application/json", headers=headers)
