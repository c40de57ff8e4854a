"""Fair play between people: whoever plays a game against a person far away cannot ask the lab about it meanwhile."""

from __future__ import annotations

from fastapi import Request

from enraya.errors import EnrayaError, Refusal
from enraya.server.context import context_of
from enraya.server.tokens import hashed, token_of


async def check_fair(request: Request) -> None:
    """Refuse what a search would say of a game that the caller is playing against another person."""
    token, context = token_of(request), context_of(request)
    if token is None:
        return
    playing = context.registry.played_apart(hashed(token))
    if not playing:
        return
    try:
        body = await request.json()
        name = context.offered.find(str(body["game"])).name
    except (ValueError, TypeError, KeyError, EnrayaError):
        # What is asked for is no game at all, which the route itself says.
        return
    if name in playing:
        raise Refusal("server.no_lab")
