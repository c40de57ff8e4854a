"""Positions by themselves: possible or not, and what they look like."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from enraya.errors import NotationError
from enraya.notation import format_grid
from enraya.position import Position
from enraya.server.context import charge, context_of, refusals
from enraya.server.requests import LONGEST_QUERY, PositionRequest
from enraya.server.shelf import Json, Shelf
from enraya.server.shown import PositionAnswer
from enraya.server.view import show_free_position

router = APIRouter(prefix="/api", tags=["positions"])
Text = Annotated[str | None, Query(max_length=LONGEST_QUERY)]
SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}, "description": "the picture"}
}


@router.post("/positions", response_model=PositionAnswer, responses=refusals(413, 422))
async def describe(request: Request, body: PositionRequest) -> Any:
    """A position as it is drawn, or the reason it is impossible."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return JSONResponse(await context.run(_describe, body, context.shelf))


def _describe(body: PositionRequest, shelf: Shelf) -> Json:
    if body.position is not None and body.cells is not None:
        raise NotationError("server.one_way")
    text = body.position if body.cells is None else _written(body, shelf)
    return show_free_position(_reached(shelf, body.game, text, body.moves), shelf)


def _reached(shelf: Shelf, game: str, text: str | None, moves: str | None) -> Position:
    return Position.start(shelf.find(game), text).play_all(moves or "")


def _written(body: PositionRequest, shelf: Shelf) -> str:
    """The text of a position drawn by hand."""
    game = shelf.find(body.game)
    editor, board = game.editor(), game.board(game.initial())
    if editor is None or board is None or body.cells is None:
        raise NotationError("server.no_editor", game=body.game)
    if len(body.cells) != len(board.cells) or not all(cell in ("", *editor.signs) for cell in body.cells):
        raise NotationError("server.cells", count=len(board.cells), found=len(body.cells), signs=list(editor.signs))
    said = [body.fields[field.name].strip() for field in editor.fields if field.name in body.fields]
    return " ".join([format_grid(body.cells, board.columns, board.rows), *said])


@router.get("/positions/picture", response_class=Response, responses={**SVG, **refusals(422)})
async def picture(
    request: Request,
    game: Annotated[str, Query(max_length=LONGEST_QUERY)],
    position: Text = None,
    moves: Text = None,
) -> Any:
    """A position as an SVG that stands alone."""
    context = context_of(request)
    charge(context.checks, request.scope)

    def draw() -> str:
        return _reached(context.shelf, game, position, moves)._repr_svg_()

    return svg_response(await context.run(draw))


def svg_response(drawn: str, headers: dict[str, str] | None = None) -> Response:
    """A picture; a student's may hold anything, so nothing in it may run or be fetched, whoever opens it."""
    always = {"content-security-policy": "default-src 'none'; sandbox", "cache-control": "no-cache"}
    return Response(drawn, media_type="image/svg+xml", headers={**always, **(headers or {})})
