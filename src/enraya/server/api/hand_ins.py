"""Players handed in as files: tried at once, every version kept. Only its author and the teacher see a file."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.datastructures import URL

from enraya.server.api.answers.tournaments import HandInAnswer, PlayerList
from enraya.server.api.requests import LONGEST_QUERY
from enraya.server.context import charge, context_of, refusals
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hand_out, hashed, new_token, token_of
from enraya.server.views.tournaments import show_player
from enraya.store.hand_ins import OPEN_ARENA

router = APIRouter(prefix="/api/hand-ins", tags=["tournaments"])
Name = Annotated[str, Path(max_length=60)]
BYTES = {"schema": {"type": "string", "format": "binary"}}
BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": BYTES}}}
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": BYTES}, "description": "the file"}
}


@router.get("", responses=refusals())
async def list_players(request: Request) -> PlayerList:
    """The players that were handed in, by name, with what the trial of each version found."""
    context, token = context_of(request), token_of(request)
    owner = None if token is None else hashed(token)
    every = await context.tournaments.hand_ins.newest(OPEN_ARENA)
    return PlayerList(players=[show_player(versions, owner) for versions in every])


@router.post("", status_code=201, responses=refusals(409, 413, 422), openapi_extra=BODY)
async def hand_in(
    request: Request,
    response: Response,
    name: Annotated[str, Query(max_length=200)],
    file: Annotated[str, Query(max_length=300, description="what the file is called; its ending says what it is")],
    game: Annotated[str, Query(max_length=LONGEST_QUERY, description="the game that it is tried in")] = "mnk(3,3,3)",
) -> HandInAnswer:
    """Hand in the next version of a player. The answer comes when it has been tried and is on disk."""
    context, brought = context_of(request), token_of(request)
    charge(context.creations, request.scope)
    token = brought or new_token()
    is_teacher = context.teacher_key.is_brought_by(request)
    hand_ins, owner = context.tournaments.hand_ins, hashed(token)
    kept = await hand_ins.hand_in(OPEN_ARENA, name, file, await request.body(), game, owner, is_teacher=is_teacher)
    versions = await context.run(hand_ins.kept.versions, OPEN_ARENA, kept.name)
    hand_out(response, token, is_secure=URL(scope=request.scope).scheme == "https")
    shown = show_player(versions, owner)
    verdict = None if kept.verdict is None else dict(kept.verdict)
    return HandInAnswer(player=shown, verdict=verdict, token=None if brought else token)


# A name may hold a slash, as of two who share a player.
@router.get("/{name:path}/{version}", response_class=Response, responses={**FILE, **refusals(404)})
async def read_file(request: Request, name: Name, version: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """A version's file, for who handed it in and the teacher."""
    context, token = context_of(request), token_of(request)
    found = await context.tournaments.hand_ins.load(OPEN_ARENA, name, version)
    is_own = token is not None and hashed(token) == found.owner
    if not is_own and not context.teacher_key.is_brought_by(request):
        raise ServerRefusal("handin.not_yours", 403, name=name)
    ending = found.file.rpartition(".")[2]
    headers = {"content-disposition": f'attachment; filename="player-{version}.{ending}"'}
    return Response(found.body, media_type="application/octet-stream", headers=headers)


@router.delete("/{name:path}", status_code=204, responses=refusals(404))
async def delete(request: Request, name: Name) -> Response:
    """Delete a player with all its versions: who handed it in may, and the teacher."""
    context, token = context_of(request), token_of(request)
    owner = None if token is None else hashed(token)
    is_teacher = context.teacher_key.is_brought_by(request)
    await context.tournaments.hand_ins.delete(OPEN_ARENA, name, owner, is_teacher=is_teacher)
    return Response(status_code=204)
