"""The actions on a match, each checked against the seats that the caller's token holds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from enraya.errors import EnrayaError, Refusal
from enraya.match import (
    DEFAULT_OPPONENT,
    REQUESTS,
    Asked,
    Continued,
    Declined,
    Event,
    Granted,
    HintTaken,
    Match,
    Paused,
    Played,
    Redone,
    Resigned,
    Resumed,
    Stopped,
    Undone,
)
from enraya.match.turn import HINT
from enraya.server.api.answers import matches as answers
from enraya.server.api.answers.matches import Done, Hint
from enraya.server.api.answers.refusals import SentenceShown
from enraya.server.api.requests import PlayRequest
from enraya.server.matches.live import LiveMatch
from enraya.server.matches.recent_events import INTERRUPTING
from enraya.server.problems import ServerRefusal
from enraya.server.tokens import is_same
from enraya.server.workers.queue import Rank
from enraya.server.workers.thinking import Job, Thinkers

OF_A_SEAT: dict[str, Callable[[int, float], Event]] = {
    "undo": Undone,
    "redo": Redone,
    "resign": Resigned,
    "grant": Granted,
    "decline": Declined,
}
OF_THE_MATCH: dict[str, Callable[[float], Event]] = {
    "pause": Paused,
    "resume": Resumed,
    "continue": Continued,
    "stop": Stopped,
}
QUIET = (HintTaken, Paused, Resumed, Asked, Declined)
"""Events after which it is still the same turn."""


@dataclass(frozen=True)
class You:
    """The rights of a token in a match, and the address it came from."""

    seats: frozenset[int]
    is_owner: bool
    address: str

    @classmethod
    def of(cls, token: str | None, live: LiveMatch, address: str) -> You:
        """The seats that *token* holds in *live*."""
        if token is None:
            return cls(frozenset(), False, address)
        held = frozenset(seat for seat, kept in live.stored.seats.items() if is_same(token, kept))
        return cls(held, is_same(token, live.stored.owner), address)

    def shown(self) -> answers.You:
        """The form sent to a client."""
        return answers.You(seats=sorted(self.seats), owner=self.is_owner)

    def check_seat(self, seat: int) -> int:
        """*seat*, if it may be played from here."""
        if not self.seats:
            raise ServerRefusal("server.watching", 403)
        if seat not in self.seats:
            raise ServerRefusal("server.no_seat", 403, seat=seat)
        return seat


class _Repeated(Exception):
    """The move has been made already."""

    def __init__(self, number: int) -> None:
        self.number = number


async def play(live: LiveMatch, you: You, request: PlayRequest) -> answers.Played:
    """Make a move; once it is on disk, its number."""
    if not you.seats:
        raise ServerRefusal("server.watching", 403)

    def make(match: Match, now: float) -> Event:
        number = _number_if_made(live, match, you, request)
        if number is not None:
            raise _Repeated(number)
        turn = match.seat_to_move
        seat = request.seat if request.seat is not None else turn if turn in you.seats else min(you.seats)
        return Played(request.move, now, you.check_seat(seat))

    live.address = you.address
    if live.match is not None and live.match.is_away:
        # Who plays is back.
        with suppress(Refusal):
            await live.act(lambda _, now: Resumed(now))
    try:
        number, is_repeated = await live.act(make), False
    except _Repeated as repeated:
        number, is_repeated = repeated.number, True
    return answers.Played(number=number, move=request.move, ply=request.ply, repeated=is_repeated)


def _number_if_made(live: LiveMatch, match: Match, you: You, request: PlayRequest) -> int | None:
    """The number of the event by which this very move was made, if it was; a move at another ply is refused."""
    if request.after is not None and request.after <= len(match.events):
        for number, event in enumerate(match.events[request.after :], start=request.after + 1):
            if isinstance(event, QUIET):
                continue
            if isinstance(event, Played) and event.seat in you.seats and event.move == request.move:
                return number
            raise Refusal("server.stale_move", move=request.move)
    if request.game > match.game_number or (request.game == match.game_number and request.ply > len(match.history)):
        raise Refusal("server.early_move", move=request.move)
    if request.game == match.game_number and request.ply == len(match.history):
        return None
    history = match.history if request.game == match.game_number else match.results[request.game - 1].history
    made = history[request.ply] if request.ply < len(history) else None
    if made is None or made.seat not in you.seats or made.timed_out or made.move != _canonical(match, request):
        raise Refusal("server.stale_move", move=request.move)
    return live.recent_events.number_of(request.game, request.ply)


def _canonical(match: Match, request: PlayRequest) -> str:
    """The move as a history writes it, if it can be read at all."""
    if request.game != match.game_number:
        return request.move
    game, state = match.position.game, match.position.states[request.ply]
    try:
        return game.format_move(game.parse_move(state, request.move))
    except EnrayaError:
        return request.move


async def take(live: LiveMatch, you: You, action: str, seat: int | None = None) -> Done:
    """Do *action* for *seat*, or for the seat that must be meant; between people apart, ask for what both must want."""
    if live.is_apart and action in REQUESTS:
        asked = await live.act(lambda match, now: _checked(live, _question(match, you, action, seat, now)))
        return Done(number=asked)
    if live.is_apart and action == "redo":
        raise Refusal("server.no_redo")
    if action in OF_THE_MATCH:
        if not you.seats and not you.is_owner:
            raise ServerRefusal("server.watching", 403)
        return Done(number=await live.act(lambda _, now: _checked(live, OF_THE_MATCH[action](now))))

    def make(match: Match, now: float) -> Event:
        event = OF_A_SEAT[action](you.check_seat(_meant(match, you, action, seat)), now)
        return _checked(live, event)

    live.address = you.address if you.seats else live.address
    return Done(number=await live.act(make))


def _question(match: Match, you: You, action: str, seat: int | None, now: float) -> Event:
    return Asked(you.check_seat(_meant(match, you, action, seat)), action, now)


def _checked(live: LiveMatch, event: Event) -> Event:
    """*event*, unless it is one too many of those that interrupt a match."""
    if isinstance(event, INTERRUPTING):
        live.recent_events.check_interruption()
    return event


def _meant(match: Match, you: You, action: str, seat: int | None) -> int:
    if seat is not None or not you.seats:
        return seat or 0
    if len(you.seats) == 1:
        return min(you.seats)
    # Two at one screen: who moved last takes back, who is to move does anything else.
    if action == "undo" and match.history:
        return match.history[-1].seat
    return match.seat_to_move or 0


async def hint(live: LiveMatch, you: You, thinkers: Thinkers) -> Hint:
    """A good move for the seat whose turn it is; none against a person far away."""
    if live.is_apart:
        raise Refusal("server.no_hint")

    def make(match: Match, now: float) -> Event:
        turn = match.seat_to_move
        seat = min(you.seats, default=0) if turn is None or turn not in you.seats else turn
        return _checked(live, HintTaken(you.check_seat(seat), now))

    number = await live.act(make)
    match = live.match
    thought = None
    # Between the two the match may have moved on; then there is nothing to hint at.
    if match is not None and len(match.events) == number:
        remaining = match.remaining(live.now)
        seconds = None if remaining is None else remaining / 2
        settings = match.settings
        moves = match.position.move_texts
        job = Job(settings.game, settings.position, moves, DEFAULT_OPPONENT, settings.seed, task="hint")
        thought = await thinkers.think(job, Rank.HINT, you.address, seconds, HINT)
    if thought is None:
        return Hint(number=number, move=None, value=None, reason=None)
    reason = SentenceShown(key=thought.reason, values=thought.reason_values or {}) if thought.reason else None
    return Hint(number=number, move=thought.move, value=thought.value, reason=reason)
