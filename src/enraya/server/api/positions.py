"""Positions by themselves: possible or not, and what they look like."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from enraya.server.api.requests import LONGEST_QUERY, PositionRequest
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.views.board import PositionAnswer
from enraya.server.workers.queue import Rank

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
    return json_response(await context.ask(request, Rank.VIEW, "views.show", **body.model_dump()))


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
    job = {"game": game, "position": position, "moves": moves}
    return svg_response(json.loads(await context.ask(request, Rank.VIEW, "views.draw", **job)))


def svg_response(drawn: str, headers: dict[str, str] | None = None) -> Response:
    """A picture; a student's may hold anything, so nothing in it may run or be fetched, whoever opens it."""
    always = {"content-security-policy": "default-src 'none'; sandbox", "cache-control": "no-cache"}
    return Response(drawn, media_type="image/svg+xml", headers={**always, **(headers or {})})
