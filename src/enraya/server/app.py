"""The application: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.routing import BaseRoute

from enraya.piskvork.player import parse_engines
from enraya.server import manual, pages, problems
from enraya.server.api import (
    class_students,
    classes,
    exchange,
    games,
    hand_ins,
    invitations,
    lab_practise,
    lab_tree,
    lab_values,
    lessons,
    matches,
    metrics,
    positions,
    puzzles,
    results,
    tournaments,
)
from enraya.server.api import socket as live
from enraya.server.api.answers.refusals import Problem
from enraya.server.api.frames import describe_socket, describe_types
from enraya.server.context import Context
from enraya.server.lesson_folder import LessonFolder
from enraya.server.limits import Limits
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.operation.log import tell
from enraya.server.teacher_key import TeacherKey, teacher_key_for
from enraya.server.transport.guard import Guard
from enraya.server.transport.peer_forwarding import PeerAuthentication, PeerForwarding
from enraya.server.views.lab import streams
from enraya.store import Store


def make_app(
    database: str | Path | Store,
    *,
    games_files: Iterable[str] = (),
    engines: Iterable[str] = (),
    limits: Limits | None = None,
    hosts: Iterable[str] = (),
    any_address: bool = False,
    teacher_key: TeacherKey | None = None,
    lessons_folder: str | None = None,
    has_metrics: bool = False,
) -> FastAPI:
    """The server over *database*. It answers to loopback names, to *hosts* and, if told, to any bare address.

    *engines* are programs that speak the Gomocup protocol and may play, `NAME=COMMAND`. Without a *teacher_key* the
    server has that of its database, or one that nobody is told. *lessons_folder* holds a teacher's own lessons.
    With *has_metrics* it answers `/metrics`.
    A store that is given is left open; a database that is named is opened, and closed at the end.
    """
    limits = limits or Limits()
    offered = OfferedGames(games_files, parse_engines(engines))
    offered.host()
    folder = LessonFolder(lessons_folder)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = database if isinstance(database, Store) else Store(database)
        key = teacher_key or (TeacherKey() if isinstance(database, Store) else teacher_key_for(database))
        context = Context(store, offered, limits, key, folder)
        app.state.context = context
        await context.registry.open()
        context.leader_election.open()
        summarizing = asyncio.get_running_loop().create_task(context.summarize())
        tell("started", version=app.version)
        try:
            yield
        finally:
            summarizing.cancel()
            tell("ended", **context.gauges()._asdict(), **context.metrics.totals())
            await context.leader_election.close()
            await context.tournaments.close()
            await context.registry.close()
            context.close()
            offered.close()
            if store is not database:
                store.close()

    # The framework would make the description, which takes a second, on the event loop: `pages` offers it instead.
    # What no other route answers is for the last of them, the page.
    routes = [*(metrics.router.routes if has_metrics else ()), *_routes()]
    app = FastAPI(title="Enraya", version=version("enraya"), lifespan=lifespan, openapi_url=None, routes=routes)
    app.state.is_open = any_address
    problems.install(app)
    is_shared = isinstance(database, Store) and database.is_shared
    if is_shared:
        app.add_middleware(PeerForwarding)
    app.add_middleware(Guard, limits=limits, hosts=tuple(hosts), any_address=any_address)
    if is_shared:
        app.add_middleware(PeerAuthentication)
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    return app


@cache
def _routes() -> Sequence[BaseRoute]:
    """The routes of every server, which the framework works out once for all of this process."""
    all_routes = APIRouter()
    first = (games, matches, positions, exchange, invitations)
    lab = (lab_practise, lab_tree, lab_values, lessons)
    classroom = (class_students, classes)
    for routes in (*first, *lab, puzzles, results, tournaments, hand_ins, *classroom, live, manual, pages):
        all_routes.include_router(routes.router)
    return all_routes.routes


def _describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the one shape that every refusal has and what is said on a WebSocket."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        shapes = schema["components"]["schemas"]
        describe_types(shapes, {"Problem": TypeAdapter(Problem), **streams()}, "serialization")
        for verbs in schema["paths"].values():
            for operation in verbs.values():
                # Invalid requests are problems too, and not of the framework's own shape.
                if operation["responses"].get("422", {}).get("description") == "Validation Error":
                    del operation["responses"]["422"]
        for name in ("HTTPValidationError", "ValidationError"):
            shapes.pop(name, None)
        schema["paths"][live.LINE]["get"]["x-websocket"] = describe_socket(shapes)
        app.openapi_schema = schema
    return app.openapi_schema
