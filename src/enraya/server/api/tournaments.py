"""Tournaments: made, stopped and deleted by who holds the teacher key, looked at by everybody."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field, StrictFloat, StrictInt, StrictStr

from enraya.arena.schedule.formats import Format
from enraya.errors import EnrayaError
from enraya.server.api.answers.tournaments import GamesAnswer, TeacherAnswer, TournamentAnswer, TournamentList
from enraya.server.api.requests import LONGEST_GAME
from enraya.server.api.requests import Request as Body
from enraya.server.context import charge, context_of, refusals
from enraya.server.problems import language_of
from enraya.server.tournaments.live import LiveTournament
from enraya.server.views.tournaments import list_tournament, show_game, show_tournament
from enraya.store.hand_ins import OPEN_ARENA
from enraya.tournament_files import FILES
from enraya.workers.process import WorkRefused

router = APIRouter(prefix="/api", tags=["tournaments"])
Id = Annotated[str, Path(max_length=32)]
LONGEST_WAIT = 20.0
"""Seconds that who waits for a change is kept waiting."""

MOST_GAMES_SHOWN = 100
TEXT = {"schema": {"type": "string"}}
FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {said.media_type: TEXT for said in FILES.values()}, "description": "the file"}
}
MOST_PLAYERS = 100


class SprtRequest(Body):
    """A sequential test of two players: whether the first is *elo1* points stronger, or only *elo0*."""

    elo0: StrictFloat | StrictInt
    elo1: StrictFloat | StrictInt


class TournamentRequest(Body):
    """The choices of a tournament: players of Enraya's by their text, handed-in ones by their name."""

    title: StrictStr = Field(max_length=200)
    game: StrictStr = Field("mnk(3,3,3)", max_length=LONGEST_GAME)
    format: Format = "round-robin"
    players: list[Annotated[StrictStr, Field(max_length=200)]] = Field([], max_length=MOST_PLAYERS)
    handed_in: list[Annotated[StrictStr, Field(max_length=60)]] = Field([], max_length=MOST_PLAYERS)
    games: StrictInt = 2
    rounds: StrictInt | None = None
    seconds: StrictFloat | StrictInt = 1
    plies: StrictInt | None = None
    sprt: SprtRequest | None = None
    seed: StrictInt | None = None


@router.post("/teacher", responses=refusals())
async def check_key(request: Request) -> TeacherAnswer:
    """Refuse a request that does not carry the teacher key in the header X-Enraya-Teacher."""
    context_of(request).teacher_key.check(request)
    return TeacherAnswer(status="ok")


@router.get("/tournaments", responses=refusals())
async def list_all(request: Request) -> TournamentList:
    """Every tournament of the arena, the newest first."""
    context = context_of(request)
    kept = await context.run(context.tournaments.kept.all, OPEN_ARENA)
    listed = []
    for stored in kept:
        # One whose plan is of another version is told by its own address; the others are listed.
        with suppress(EnrayaError):
            listed.append(list_tournament(stored, context.offered))
    return TournamentList(tournaments=listed)


@router.post("/tournaments", status_code=201, responses=refusals(404, 409, 413, 422))
async def create(request: Request, body: TournamentRequest) -> TournamentAnswer:
    """A new tournament, which begins at once. Only the teacher can make one."""
    context = context_of(request)
    context.teacher_key.check(request)
    charge(context.creations, request.scope)
    return await shown(request, await begin(request, OPEN_ARENA, body))


async def begin(request: Request, arena: str, body: TournamentRequest) -> LiveTournament:
    """A new tournament of *arena* as *body* says it."""
    context = context_of(request)
    data: dict[str, Any] = {
        "game": body.game,
        "format": body.format,
        "games": body.games,
        "rounds": body.rounds,
        "seconds": body.seconds,
        "openings": None if body.plies is None else {"plies": body.plies},
        "sprt": None if body.sprt is None else body.sprt.model_dump(),
        "seed": body.seed,
    }
    try:
        return await context.tournaments.create(arena, body.title, data, body.players, body.handed_in)
    except WorkRefused as refused:
        raise context.offered.without_paths(refused) from None


async def shown(request: Request, live: LiveTournament) -> TournamentAnswer:
    """A tournament with its table brought up to date."""
    await live.stand()
    return show_tournament(live, context_of(request).offered)


@router.get("/tournaments/{id}", responses=refusals(404, 410))
async def look(request: Request, id: Id, after: Annotated[int | None, Query(ge=0)] = None) -> TournamentAnswer:
    """A tournament as it stands; with *after*, when something has changed since that number, or after a while."""
    live = await context_of(request).tournaments.find(id)
    if after is not None:
        await live.wait(after, LONGEST_WAIT)
        # It may have been deleted meanwhile.
        live = await context_of(request).tournaments.find(id)
    return await shown(request, live)


@router.get("/tournaments/{id}/games", responses=refusals(404, 410))
async def list_games(
    request: Request,
    id: Id,
    player: Annotated[int | None, Query(ge=0, le=1000)] = None,
    skip: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> GamesAnswer:
    """Finished games, the newest first, a hundred at a time; all, or those of one player by its number."""
    live = await context_of(request).tournaments.find(id)
    found = [game for game in live.progress.records.values() if player is None or player in (game.first, game.second)]
    shown = found[::-1][skip : skip + MOST_GAMES_SHOWN]
    return GamesAnswer(total=len(found), games=[show_game(game) for game in shown])


@router.get("/tournaments/{id}/files/{kind}", response_class=Response, responses={**FILE, **refusals(404, 410)})
async def download(request: Request, id: Id, kind: Literal["json", "table", "games", "pgn"]) -> Any:
    """What was played so far: everything as JSON, the table or the games as CSV, the games as PGN."""
    context = context_of(request)
    charge(context.checks, request.scope)
    live = await context.tournaments.find(id)
    said = FILES[kind]
    text = await live.write_file(kind, language_of(request), context.offered.public_name(live.plan.game))
    headers = {"content-disposition": f'attachment; filename="enraya-{kind}.{said.ending}"'}
    return Response(text, media_type=said.media_type, headers=headers)


@router.post("/tournaments/{id}/{action}", responses=refusals(404, 410))
async def act(request: Request, id: Id, action: Literal["stop", "continue"]) -> TournamentAnswer:
    """Stop a tournament, or go on with it."""
    context = context_of(request)
    context.teacher_key.check(request)
    live = await context.tournaments.find(id)
    await (context.tournaments.stop(live) if action == "stop" else context.tournaments.go_on(live))
    return await shown(request, live)


@router.delete("/tournaments/{id}", status_code=204, responses=refusals(404, 410))
async def delete(request: Request, id: Id) -> Response:
    """Delete a tournament with all its games."""
    context = context_of(request)
    context.teacher_key.check(request)
    await context.tournaments.delete(await context.tournaments.find(id))
    return Response(status_code=204)
