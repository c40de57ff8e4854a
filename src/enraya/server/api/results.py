"""What is solved: a table that comes with the program."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from enraya.server.api.answers.results import ResultsAnswer
from enraya.server.context import context_of, json_response, refusals
from enraya.server.views.results import show_results

router = APIRouter(prefix="/api/results", tags=["results"])


@router.get("", response_model=ResultsAnswer, responses=refusals())
async def list_results(request: Request) -> Any:
    """Every solved game: its value, who was first, the cost, the commands and the certificate."""
    return json_response(await context_of(request).run_once("results", show_results))
