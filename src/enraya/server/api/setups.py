"""Set-ups, judged where nobody waits for it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fastapi import Request

from enraya.errors import EnrayaError
from enraya.server.api.requests import SettingsRequest
from enraya.server.context import context_of
from enraya.server.matches.setup import Setup, check_setup, needs_search, read_setup
from enraya.server.problems import FieldsRefused
from enraya.server.workers.queue import Rank
from enraya.workers.process import WorkRefused


async def checked_setup(request: Request, settings: SettingsRequest) -> tuple[Setup, Mapping[str, EnrayaError]]:
    """The settings of a set-up, and the refusals by field, as `check_setup` gives them."""
    context = context_of(request)
    await context.offered.refresh()
    if not needs_search(settings):
        return await context.run(check_setup, settings, context.offered)
    judged = await context.ask(request, Rank.VIEW, "views.judge_setup", settings=settings.model_dump())
    refusals = {field: WorkRefused(said["refused"], said["words"]) for field, said in json.loads(judged).items()}
    return read_setup(settings, context.offered)[0], refusals


async def accepted_setup(request: Request, settings: SettingsRequest) -> Setup:
    """The set-up, or a refusal that names every field that is wrong."""
    setup, refusals = await checked_setup(request, settings)
    if refusals:
        raise FieldsRefused(refusals)
    return setup
