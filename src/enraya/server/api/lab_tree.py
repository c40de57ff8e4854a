"""The tree bench of the lab: a search step by step, boards of its nodes, trees typed in, whole trees as files."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic import Field, StrictBool, StrictInt, StrictStr

from enraya.errors import NotationError
from enraya.server.api import requests
from enraya.server.api.fairness import check_fair
from enraya.server.api.requests import LONGEST_MOVE, MOST_PLIES, SubjectRequest
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.views.board import BoardsAnswer, TreeTextAnswer
from enraya.server.workers.lab_streams import lines_of
from enraya.server.workers.lab_tree import recipe_of
from enraya.server.workers.queue import Rank

router = APIRouter(prefix="/api/lab", tags=["lab"], dependencies=[Depends(check_fair)])
MOST_BOARDS = 64
LONGEST_TREE_TEXT = 12_000


class TreeRequest(SubjectRequest):
    """A search from a position."""

    algorithm: Literal["minimax", "alphabeta", "alphabeta+"] = "alphabeta"
    cut: Literal[">=", ">"] = ">="
    depth: StrictInt | None = Field(None, ge=1, le=1000, description="null: as deep as can still be looked at")
    distance: StrictBool = Field(False, description="a win p plies away is worth 100 − p, not 1")
    order: Literal["given", "best", "worst"] = Field("given", description="how moves are sorted; not for alphabeta+")
    evaluation: Literal["own", "zero"] = Field("own", description="how unfinished positions are judged")


class TreeFileRequest(TreeRequest):
    """The tree of a search as a file."""

    format: Literal["json", "svg", "dot"] = "json"


class BoardsRequest(SubjectRequest):
    """Nodes below a position, by the moves that lead there."""

    nodes: list[list[StrictStr]] = Field(max_length=MOST_BOARDS)


class TreeTextRequest(requests.Request):
    """A tree in any of its three forms."""

    text: StrictStr = Field(max_length=LONGEST_TREE_TEXT)


@router.post("/tree", response_class=JSONResponse, responses={**lines_of("LogLine"), **refusals(413, 422)})
async def tree(request: Request, body: TreeRequest) -> Any:
    """A search, every node and every step of it. Closing the request stops it."""
    return await _stream(request, body, "lab.tree")


@router.post("/tree/file", response_class=JSONResponse, responses={**lines_of("FileLine"), **refusals(413, 422)})
async def file(request: Request, body: TreeFileRequest) -> Any:
    """The whole tree of a search, as the text of a file."""
    return await _stream(request, body, "lab.tree_file")


async def _stream(request: Request, body: TreeRequest, task: str) -> Any:
    context = context_of(request)
    charge(context.searches, request.scope)
    subject = body.model_dump(include=set(SubjectRequest.model_fields))
    await context.ask(request, Rank.VIEW, "views.check_subject", **subject, goes_on=True)
    said = body.model_dump()
    recipe_of(said)
    job = {**said, "task": task, "game": context.offered.internal_name(body.game), "start": said.pop("position")}
    return context.lab_streams.stream(request, job)


@router.post("/boards", response_model=BoardsAnswer, responses=refusals(413, 422))
async def boards(request: Request, body: BoardsRequest) -> Any:
    """The boards of some nodes of a search."""
    context = context_of(request)
    charge(context.checks, request.scope)
    for path in body.nodes:
        for move in path[:MOST_PLIES]:
            if len(move) > LONGEST_MOVE:
                raise NotationError("error.too_long", text=move, length=len(move), longest=LONGEST_MOVE)
    return json_response(await context.ask(request, Rank.VIEW, "views.show_boards", **body.model_dump()))


@router.post("/trees", response_model=TreeTextAnswer, responses=refusals(413, 422))
async def read(request: Request, body: TreeTextRequest) -> Any:
    """A tree typed in or drawn: read, named, and written in every form; or what is wrong with it, and where."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return json_response(await context.ask(request, Rank.VIEW, "views.read_tree", text=body.text))
