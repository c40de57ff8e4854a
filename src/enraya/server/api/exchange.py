"""Games out of the server and into it, as files."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from enraya.exchange import FORMATS, READABLE
from enraya.server.api.answers.replays import Replay
from enraya.server.api.matches import MatchName, played_game
from enraya.server.api.positions import svg_response
from enraya.server.api.requests import ReplayRequest
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api", tags=["exchange"])
if TYPE_CHECKING:
    Format = str
    ReadableFormat = str
else:
    Format = Literal[tuple(FORMATS)]
    ReadableFormat = Literal[READABLE]
Ply = Annotated[int | None, Query(ge=0, le=10_000)]
BYTES = {"schema": {"type": "string", "format": "binary"}}
KINDS = {said.media_type: {"schema": {"type": "object"}} if name == "json" else BYTES for name, said in FORMATS.items()}
FILE: dict[int | str, dict[str, Any]] = {200: {"content": KINDS, "description": "the file"}}
BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": BYTES}}}


@router.get(
    "/matches/{match}/games/{game}/export/{format}", response_class=Response, responses={**FILE, **refusals(404, 422)}
)
async def export(
    request: Request,
    match: MatchName,
    game: Annotated[int, Path(ge=1, le=99)],
    format: Format,
    ply: Ply = None,
) -> Any:
    """One game of a match as a file; a picture shows it after *ply* moves."""
    context = context_of(request)
    charge(context.searches if format == "gif" else context.checks, request.scope)
    live = await context.registry.find(match)
    job = played_game(live, game, context.offered)
    data = await context.ask(request, Rank.FILE, "exports.export_played", **job, format=format, ply=ply)
    return _file(data, format, f"{live.id[:6]}-{game}")


def _file(text: str, format: Format, name: str) -> Response:
    """The file whose bytes *text*, a text of JSON, holds in Base64."""
    data = b64decode(text.strip('"'))
    said = FORMATS[format]
    headers = {"content-disposition": f'attachment; filename="enraya-{name}.{said.ending}"'}
    if format == "svg":
        return svg_response(data.decode(), headers)
    return Response(data, media_type=said.media_type, headers=headers)


@router.post("/replays", response_model=Replay, responses=refusals(413, 422))
async def replay(request: Request, body: ReplayRequest) -> Any:
    """A game given by its moves, frame by frame."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.replay_moves", **body.model_dump()))


@router.post("/replays/export/{format}", response_class=Response, responses={**FILE, **refusals(413, 422)})
async def export_moves(request: Request, body: ReplayRequest, format: Format, ply: Ply = None) -> Any:
    """A game given by its moves as a file, as if it had been played here."""
    context = context_of(request)
    charge(context.searches if format == "gif" else context.checks, request.scope)
    said = {**body.model_dump(), "format": format, "ply": ply}
    data = await context.ask(request, Rank.FILE, "exports.export_moves", **said)
    return _file(data, format, "game")


@router.post("/imports", response_model=Replay, responses=refusals(413, 422), openapi_extra=BODY)
async def imported(request: Request, format: ReadableFormat | None = None) -> Any:
    """The game in a file that carries moves, frame by frame; or where and why it cannot be read."""
    context = context_of(request)
    charge(context.checks, request.scope)
    data = b64encode(await request.body()).decode()
    return json_response(await context.ask(request, Rank.VIEW, "views.replay_file", data=data, format=format))
