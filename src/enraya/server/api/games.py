"""Games, players and set-ups: what can be chosen before anything starts."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from enraya.catalogue import find_game
from enraya.locale import LANGUAGES, messages
from enraya.server.api.answers.games import Catalogue, CheckAnswer, GameAnswer
from enraya.server.api.answers.refusals import Health, Languages
from enraya.server.api.requests import LONGEST_GAME, SettingsRequest
from enraya.server.api.setups import checked_setup
from enraya.server.context import charge, context_of, json_response, refusals
from enraya.server.problems import ServerRefusal, language_of, refused_field
from enraya.server.views.catalogue import list_games
from enraya.server.workers.queue import Rank
from enraya.solve.tables.directory import changed_at

router = APIRouter()
UNCHANGING = {"cache-control": "no-cache"}


@router.get("/healthz", responses=refusals(), tags=["server"])
async def health(request: Request) -> Health:
    """The health of the server: a write to the database was just read back."""
    if not await context_of(request).health.is_sound():
        raise ServerRefusal("store.not_read_back", 503)
    return Health(status="ok")


@router.get("/api/languages", responses=refusals(), tags=["server"])
async def languages(request: Request) -> Languages:
    """The languages that messages can be read in, and the one that suits the caller."""
    return Languages(languages=dict(LANGUAGES), preferred=language_of(request))


@router.get("/api/words/{language}", responses=refusals(404), tags=["server"])
async def words(language: str, response: Response) -> dict[str, str]:
    """Every message of a language, by key."""
    if language not in LANGUAGES:
        raise ServerRefusal("server.no_language", 404, text=language, known=list(LANGUAGES))
    response.headers.update(UNCHANGING)
    return dict(messages(language))


@router.get("/api/games", response_model=Catalogue, responses=refusals(), tags=["games"])
async def games(request: Request) -> Any:
    """The catalogue: every family of games, with its options, presets and rules."""
    context = context_of(request)
    await context.offered.refresh()
    key, custom = ("catalogue", *context.offered.editions), context.offered.custom_families
    # In a thread: the first page of a server that was just started would wait a second for a worker process.
    return json_response(await context.run_once(key, list_games, custom), UNCHANGING)


@router.get("/api/games/describe", response_model=GameAnswer, responses=refusals(422), tags=["games"])
async def describe(request: Request, game: Annotated[str, Query(max_length=LONGEST_GAME)]) -> Any:
    """One game: how a move is written, who can play it, and how it starts."""
    context = context_of(request)
    charge(context.searches, request.scope)
    await context.offered.refresh()
    context.offered.check_fault(game)
    # While the server runs only the tables of solved games change. To know the game itself may take a while.
    key = (game.strip(), changed_at(), *context.offered.editions)
    return json_response(await context.ask_once(request, key, Rank.FILE, "catalogue.describe", game=game))


@router.post("/api/settings/check", responses=refusals(413), tags=["games"])
async def check(request: Request, settings: SettingsRequest, response: Response) -> CheckAnswer:
    """Check a set-up and give the refusals by field. Starts nothing."""
    context = context_of(request)
    charge(context.checks, request.scope)
    setup, found = await checked_setup(request, settings)
    language = language_of(request)
    game = None if "game" in found else await context.run(find_game, setup.settings.game)
    name = None if game is None else context.offered.public_name(game.name)
    wrong = {field: refused_field(error, language) for field, error in found.items()}
    response.headers["content-language"] = language
    return CheckAnswer(game=name, refusals=wrong)
