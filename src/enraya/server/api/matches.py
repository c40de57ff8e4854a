"""Matches: made, joined, looked at, played, gone over again."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.datastructures import URL

from enraya.custom import CustomGame
from enraya.custom.hosted import HostedGame
from enraya.errors import EnrayaError, Refusal
from enraya.locale import LANGUAGES
from enraya.match import draw_seed
from enraya.server.api.answers.matches import Done, EventList, Hint, MatchAnswer, MatchList, MatchListed, Played
from enraya.server.api.answers.replays import Replay
from enraya.server.api.requests import JoinRequest, PlayRequest, SeatRequest, SettingsRequest
from enraya.server.api.setups import accepted_setup
from enraya.server.context import Context, charge, context_of, json_response, refusals
from enraya.server.matches.actions import You, hint, play, take
from enraya.server.matches.live import LiveMatch
from enraya.server.matches.offered_games import Json, OfferedGames
from enraya.server.matches.setup import checked_name
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import hand_out, hashed, is_same, new_token, token_of
from enraya.server.transport.guard import caller_of
from enraya.server.workers.queue import Rank
from enraya.store import Damaged, StoredMatch

router = APIRouter(prefix="/api/matches", tags=["matches"])
MatchName = Annotated[str, Path(max_length=64)]
Action = Literal["undo", "redo", "resign", "pause", "resume", "grant", "decline", "continue", "stop"]
MOST_LISTED = 50
CHANGING = (404, 409, 410, 413, 422)
"""The refusals that a route which changes a match may answer with."""


async def found(request: Request, match: str) -> tuple[Context, LiveMatch, You]:
    """The match that an address names, and what the caller may do in it."""
    context = context_of(request)
    live = await context.registry.find(match)
    you = You.of(token_of(request), live, caller_of(request.scope))
    if you.seats:
        live.see()
    return context, live, you


def answer(live: LiveMatch, you: You, *, new_token: str | None = None, invitation: str | None = None) -> MatchAnswer:
    """A match and who is asking."""
    return MatchAnswer(match=live.id, you=you.shown(), state=live.state(), token=new_token, invitation=invitation)


def _hand_out(request: Request, response: Response, token: str) -> None:
    hand_out(response, token, is_secure=URL(scope=request.scope).scheme == "https")


@router.post("", status_code=201, responses=refusals(413, 422))
async def create(request: Request, settings: SettingsRequest, response: Response) -> MatchAnswer:
    """A new match."""
    context = context_of(request)
    charge(context.creations, request.scope)
    setup = await accepted_setup(request, settings)
    brought = token_of(request)
    token = brought or new_token()
    address, seat = caller_of(request.scope), setup.invited_seat
    live, invitation = await context.registry.create(
        setup.settings, setup.names, token, invited_seat=seat, address=address
    )
    _hand_out(request, response, token)
    return answer(live, You.of(token, live, address), new_token=None if brought else token, invitation=invitation)


@router.get("", responses=refusals())
async def own(request: Request) -> MatchList:
    """The matches that the caller plays in or made, the last changed first."""
    context, token = context_of(request), token_of(request)
    kept = [] if token is None else await context.run(context.store.of_token, hashed(token), MOST_LISTED)
    for stored in kept:
        if isinstance(stored, Damaged):
            context.registry.note(stored)
    sound = [stored for stored in kept if not isinstance(stored, Damaged)]
    # In a thread: the lines of fifty large boards take seconds to be found.
    listed = await context.run(lambda: [_listed(context, stored) for stored in sound])
    return MatchList(matches=listed)


def _listed(context: Context, stored: StoredMatch) -> MatchListed:
    settings, offered = stored.settings, context.offered
    name = offered.public_name(settings.game)
    try:
        title = offered.title(offered.find(name))
    except EnrayaError:
        # A student's file may have gone since.
        title = dict.fromkeys(LANGUAGES, name)
    return MatchListed(
        match=stored.id,
        game=name,
        title=title,
        players=settings.players,
        names=stored.names,
        phase=stored.phase,
        updated=stored.updated,
    )


@router.get("/{match}", responses=refusals(404, 410))
async def look(request: Request, match: MatchName) -> MatchAnswer:
    """The match as it stands."""
    _, live, you = await found(request, match)
    return answer(live, you)


@router.delete("/{match}", status_code=204, responses=refusals(*CHANGING))
async def delete(request: Request, match: MatchName) -> Response:
    """Delete a match. One that somebody else played in too, and that is over, goes from the caller's list only."""
    context, live, you = await found(request, match)
    token = token_of(request)
    if token is None or not (you.seats or you.is_owner):
        raise ServerRefusal("server.watching", 403)
    await context.registry.delete(live, token)
    return Response(status_code=204)


@router.get("/{match}/events", responses=refusals(404, 410))
async def events(
    request: Request, match: MatchName, after: Annotated[int | None, Query(ge=0, le=10**6)] = None
) -> EventList:
    """The events since event *after*; or, if those are too many, the whole state."""
    _, live, _ = await found(request, match)
    happened = live.events_after(after)
    state = live.state() if happened is None else None
    return EventList(number=live.number, events=happened or [], state=state)


@router.post("/{match}/join", responses=refusals(*CHANGING))
async def join(request: Request, match: MatchName, body: JoinRequest, response: Response) -> MatchAnswer:
    """Take the seat that an invitation is for; the match begins."""
    _, live, you = await found(request, match)
    stored, brought = live.stored, token_of(request)
    seat = stored.invited_seat
    token = brought or new_token()
    if seat is None:
        raise Refusal("server.invitation_wrong")
    if seat not in you.seats:
        if stored.invitation is None:
            raise Refusal("server.invitation_taken")
        # A rematch is offered to the one who played before, by the token that is theirs already.
        is_known = brought is not None and is_same(brought, stored.invitation)
        if not is_known and not is_same(body.invitation, stored.invitation):
            raise Refusal("server.invitation_wrong")
        name = checked_name(body.name) or stored.names[seat]
        names = (name, stored.names[1]) if seat == 0 else (stored.names[0], name)
        await live.begin(seat, hashed(token), names)
    you = You.of(token, live, caller_of(request.scope))
    _hand_out(request, response, token)
    return answer(live, you, new_token=None if brought else token)


@router.post("/{match}/moves", responses=refusals(*CHANGING))
async def move(request: Request, match: MatchName, body: PlayRequest) -> Played:
    """Play. The answer comes when the move is on disk; sending it again is harmless."""
    _, live, you = await found(request, match)
    return await play(live, you, body)


@router.post("/{match}/hint", responses=refusals(*CHANGING))
async def advise(request: Request, match: MatchName, body: SeatRequest) -> Hint:
    """A good move."""
    context, live, you = await found(request, match)
    context.charge_hint(you.address, live.id)
    return await hint(live, you, context.registry.thinkers)


@router.post("/{match}/rematch", status_code=201, responses=refusals(*CHANGING))
async def rematch(request: Request, match: MatchName, settings: SettingsRequest) -> MatchAnswer:
    """Start another match between the same seats, with the settings that are to differ."""
    context, live, you = await found(request, match)
    token = token_of(request)
    if token is None or not (you.seats or you.is_owner):
        raise ServerRefusal("server.watching", 403)

    async def make() -> str:
        charge(context.creations, request.scope)
        return await _make_rematch(request, live.stored, token, settings)

    following = await context.registry.find(await live.create_rematch(make))
    return answer(following, You.of(token, following, you.address))


async def _make_rematch(request: Request, old: StoredMatch, token: str, settings: SettingsRequest) -> str:
    """The name of a new match that follows *old*, with what *settings* changes."""
    context = context_of(request)
    kept = {
        **old.settings.to_json(),
        "game": context.offered.public_name(old.settings.game),
        "names": list(old.names),
    }
    kept = {name: value for name, value in kept.items() if name != "version"} | {"seed": draw_seed()}
    wanted = SettingsRequest(**(kept | settings.model_dump(exclude_unset=True)))
    setup = await accepted_setup(request, wanted)
    own = hashed(token)
    seats = {seat: kept for seat, kept in old.seats.items() if setup.settings.is_human(seat)}
    for seat in (0, 1):
        # A seat that was a machine's and is a person's now belongs to who asked.
        if setup.settings.is_human(seat):
            seats.setdefault(seat, own)
    # Another person is offered the rematch: it begins when they take their seat.
    others = [seat for seat, kept in seats.items() if kept != own] if own in seats.values() else []
    made, _ = await context.registry.create(
        setup.settings,
        setup.names,
        token,
        seats={seat: kept for seat, kept in seats.items() if seat not in others},
        invited_seat=others[0] if others else None,
        invited=seats[others[0]] if others else None,
        follows=old.id,
        address=caller_of(request.scope),
    )
    return made.id


@router.get("/{match}/games/{game}", response_model=Replay, responses=refusals(404, 410))
async def replay(request: Request, match: MatchName, game: Annotated[int, Path(ge=1, le=99)]) -> Any:
    """One game of a match, move by move; the one being played too."""
    context, live, _ = await found(request, match)
    job = played_game(live, game, context.offered)
    return json_response(await context.ask(request, Rank.VIEW, "views.replay_played", **job))


def played_game(live: LiveMatch, number: int, offered: OfferedGames) -> Json:
    """The part of a job that tells a game of a match; nothing is played through for it."""
    match = live.match
    if match is None or number > match.game_number:
        raise ServerRefusal("server.no_game", 404, number=number)
    settings = match.settings
    is_over = number <= len(match.results)
    result = match.results[number - 1] if is_over else None
    history = result.history if result else match.history
    return {
        "game": settings.game,
        "own_name": offered.public_name(settings.game)
        if isinstance(match.position.game, CustomGame | HostedGame)
        else None,
        "start": settings.position,
        "number": number,
        "players": [name or player for name, player in zip(live.stored.names, settings.players, strict=True)],
        "first_seat": result.first if result else match.first_seat,
        "starter": result.starter if result else match.starter,
        "result": asdict(result) if result else None,
        "history": [asdict(made) for made in history],
    }


@router.post("/{match}/{action}", responses=refusals(*CHANGING))
async def act(request: Request, match: MatchName, action: Action, body: SeatRequest) -> Done:
    """Undo, redo, resign, pause, resume; continue with the next game, or stop."""
    _, live, you = await found(request, match)
    return await take(live, you, action, body.seat)
