"""Games out of the server and into it, as files."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from enraya.custom import OwnGame
from enraya.exchange import FORMATS, Record, read_game, tidy_name, write_game
from enraya.position import Position
from enraya.server.answers import Replay
from enraya.server.context import charge, context_of, refusals
from enraya.server.live import LiveMatch
from enraya.server.problems import ServerRefusal
from enraya.server.replay import show_record
from enraya.server.requests import ReplayRequest
from enraya.server.routes.matches import MatchName
from enraya.server.routes.positions import svg_response
from enraya.server.shelf import Json, Shelf

router = APIRouter(prefix="/api", tags=["exchange"])
Format = Literal["json", "pgn", "sgf", "svg", "gif"]
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
    live = await context.hall.find(match)
    data = await context.run(_written, context.shelf.outside(live.stored.settings.game), live, game, format, ply)
    return _file(data, format, f"{live.id[:6]}-{game}")


def _file(data: bytes, format: Format, name: str) -> Response:
    said = FORMATS[format]
    headers = {"content-disposition": f'attachment; filename="enraya-{name}.{said.ending}"'}
    if format == "svg":
        return svg_response(data.decode(), headers)
    return Response(data, media_type=said.media_type, headers=headers)


def _written(name: str, live: LiveMatch, number: int, format: str, ply: int | None) -> bytes:
    match = live.match
    if match is None or number > match.game_number:
        raise ServerRefusal("server.no_game", 404, number=number)
    own_name = name if isinstance(match.position.game, OwnGame) else None
    names = [given or player for given, player in zip(live.stored.names, match.settings.players, strict=True)]
    if number <= len(match.results):
        result = match.results[number - 1]
        final = match.settings.opening().play_all([made.move for made in result.history])
        record = Record.of(final, names, result, own_name)
    else:
        by_player = names if match.first_seat == 0 else names[::-1]
        record = Record.of(match.position, by_player, game=own_name)
    return write_game(record, format, ply)


@router.post("/replays", response_model=Replay, responses=refusals(413, 422))
async def replay(request: Request, body: ReplayRequest) -> Any:
    """A game given by its moves, frame by frame."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return JSONResponse(await context.run(lambda: show_record(_record(body, context.shelf), context.shelf)))


@router.post("/replays/export/{format}", response_class=Response, responses={**FILE, **refusals(413, 422)})
async def export_moves(request: Request, body: ReplayRequest, format: Format, ply: Ply = None) -> Any:
    """A game given by its moves as a file, as if it had been played here."""
    context = context_of(request)
    charge(context.searches if format == "gif" else context.checks, request.scope)
    data = await context.run(lambda: write_game(_record(body, context.shelf), format, ply))
    return _file(data, format, "game")


def _record(body: ReplayRequest, shelf: Shelf) -> Record:
    game = shelf.find(body.game)
    position = Position.start(game, body.position).play_all(body.moves)
    players = [tidy_name(name) for name in body.players]
    record = Record.of(position, players, game=body.game if isinstance(game, OwnGame) else None)
    return record if record.result is not None else replace(record, result=body.result)


@router.post("/imports", response_model=Replay, responses=refusals(413, 422), openapi_extra=BODY)
async def imported(request: Request, format: Literal["json", "pgn", "sgf"] | None = None) -> Any:
    """The game in a file that carries moves, frame by frame; or where and why it cannot be read."""
    context = context_of(request)
    charge(context.checks, request.scope)
    data = await request.body()

    def read() -> Json:
        record, _ = read_game(data, context.shelf.find, format)
        return show_record(record, context.shelf)

    return JSONResponse(await context.run(read))
