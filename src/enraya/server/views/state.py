"""A match as a client holds it, and the small change that each event makes to that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import compress, repeat
from operator import is_not
from typing import Any, TypeVar

from enraya.match import HUMAN, Event, GameResult, Match, MatchSettings, MoveMade
from enraya.match.events import NAMES
from enraya.server.api.answers.games import SettingsShown
from enraya.server.api.answers.matches import (
    ClockShown,
    EventMessage,
    HistoryChange,
    May,
    MoveShown,
    RequestShown,
    ResultShown,
    ScoreShown,
    SeatShown,
    State,
)
from enraya.server.matches.offered_games import OfferedGames, kind_of
from enraya.server.views.board import Both, Choice, Turn, WireModel
from enraya.server.views.match import show_choices, show_game, show_move, show_points, show_position, show_result

APART = ("number", "time", "clock", "history")
"""The fields that events announce in their own way, and not as a change."""

CHANGING = [name for name in State.model_fields if name not in APART]

MISSING = object()

Held = TypeVar("Held")
Part = TypeVar("Part")
Shown = TypeVar("Shown")
Pair = tuple[Held, Held]
"""One for each seat."""


def show_settings(
    settings: MatchSettings, names: Pair[str | None], invited_seat: int | None, offered: OfferedGames
) -> SettingsShown:
    """The settings as a client gave them; the seed would tell what chance will do."""
    return SettingsShown(
        game=offered.public_name(settings.game),
        first=settings.first,
        second=settings.second,
        starter=settings.starter,
        seconds=settings.seconds,
        games=settings.games,
        exam=settings.exam,
        position=settings.position,
        names=names,
        invite=invited_seat,
    )


def _show_new(
    parts: tuple[Part, ...], before: tuple[tuple[Part, ...], list[Shown]], show: Callable[[Part], Shown]
) -> list[Shown]:
    """Each of *parts*, shown once: where the last one known is still in its place, so are all before it."""
    known, shown = before
    if len(known) > len(parts) or (known and parts[len(known) - 1] is not known[-1]):
        known, shown = (), []
    return shown if len(known) == len(parts) else shown + [show(part) for part in parts[len(known) :]]


class MatchView:
    """Builds the `State` message of one match. What never changes is cached."""

    def __init__(
        self, settings: MatchSettings, names: Pair[str | None], invited: int | None, offered: OfferedGames
    ) -> None:
        opening = settings.opening()
        self._opening = show_position(opening)
        self._match_settings = settings
        self._game = show_game(opening.game, offered, kind_of(opening, opening.board))
        self._invited, self._offered = invited, offered
        self._history: tuple[tuple[MoveMade, ...], list[MoveShown]] = ((), [])
        self._results: tuple[tuple[GameResult, ...], list[ResultShown]] = ((), [])
        self.rename(names)

    def rename(self, names: Pair[str | None]) -> None:
        """Rename the seats to *names*."""
        self._names = names
        self._settings = show_settings(self._match_settings, names, self._invited, self._offered)

    def draw(
        self,
        match: Match | None,
        *,
        at: float,
        time: float,
        connected: Pair[bool],
        rematch: str | None,
        is_apart: bool = False,
        fault: Both | None = None,
        is_frozen: bool = False,
    ) -> State:
        """The state at the match's own time *at*, which is *time* by the wall clock; None is a match not begun."""
        settings, turn = self._match_settings, None
        choices: dict[str, Choice] = {}
        if match and match.phase == "playing":
            choices, sign, owner = show_choices(match.position)
            assert match.seat_to_move is not None
            turn = Turn(seat=match.seat_to_move, sign=sign, owner=owner)
        return State(
            number=len(match.events) if match else 0,
            time=round(time, 3),
            settings=self._settings,
            game=self._game,
            phase=match.phase if match else "waiting",
            paused=match is not None and match.is_paused,
            away=match is not None and match.is_away,
            apart=is_apart,
            request=_request(match),
            exam=settings.exam,
            game_number=match.game_number if match else 1,
            games=settings.games,
            seats=(self._seat(match, 0, connected[0]), self._seat(match, 1, connected[1])),
            turn=turn,
            clock=show_clock(match, at, is_frozen) if match else None,
            score=_score(match),
            position=show_position(match.position) if match else self._opening,
            choices=choices,
            may=_may(match, is_apart),
            results=self._show_results(match.results) if match else [],
            history=self._show_history(match.history) if match else [],
            rematch=rematch,
            fault=fault,
        )

    def _show_history(self, history: tuple[MoveMade, ...]) -> list[MoveShown]:
        """The moves so far."""
        self._history = history, _show_new(history, self._history, show_move)
        return self._history[1]

    def _show_results(self, results: tuple[GameResult, ...]) -> list[ResultShown]:
        """The results so far, of which a match of ninety-nine games has many."""
        self._results = results, _show_new(results, self._results, show_result)
        return self._results[1]

    def _seat(self, match: Match | None, seat: int, connected: bool) -> SeatShown:
        player = self._match_settings.players[seat]
        used = match.time_used(seat) if match else None
        return SeatShown(
            kind="human" if player == HUMAN else "machine",
            player=player,
            name=self._names[seat],
            plays=int(match.player_of(seat)) if match else seat,
            points=show_points(match)[seat] if match else None,
            hints=match.hints[seat] if match else 0,
            seconds=round(used.seconds, 3) if used else 0.0,
            moves=used.moves if used else 0,
            connected=connected,
        )


def show_clock(match: Match, at: float, is_frozen: bool = False) -> ClockShown | None:
    """The time left for this move at *at*."""
    limit, remaining = match.settings.seconds, match.remaining(at)
    if limit is None or remaining is None:
        return None
    return ClockShown(limit=limit, remaining=round(remaining, 3), running=not match.is_paused and not is_frozen)


def _score(match: Match | None) -> ScoreShown:
    if match is None:
        return ScoreShown(wins=(0, 0), draws=0, leader=None, margin=0)
    score = match.score
    return ScoreShown(wins=score.wins, draws=score.draws, leader=score.leader, margin=score.margin)


def _request(match: Match | None) -> RequestShown | None:
    request = match.request if match else None
    return None if request is None else RequestShown.model_validate(request, from_attributes=True)


def _may(match: Match | None, is_apart: bool) -> May:
    """The permitted actions by seat; people apart request undo and pause, and have neither redo nor hints."""
    is_playing = match is not None and match.phase == "playing"
    is_between = match is not None and match.phase == "between"
    goes = is_playing and match is not None and not match.is_paused
    persons = [match is not None and match.settings.is_human(seat) for seat in (0, 1)]
    free = goes and match is not None and not match.settings.exam
    turn = match.seat_to_move if match else None
    moved = [match is not None and any(made.seat == seat for made in match.history) for seat in (0, 1)]
    alone = _of_both(lambda seat: free and not is_apart and persons[seat] and turn == seat)
    return May(
        undo=_of_both(lambda seat: free and persons[seat] and moved[seat]),
        redo=_of_both(lambda seat: bool(alone[seat] and match and match.undone)),
        hint=alone,
        resign=_of_both(lambda seat: goes and persons[seat]),
        pause=goes,
        resume=is_playing and not goes,
        continue_=is_between,
        stop=is_between,
    )


def _of_both(answer: Callable[[int], bool]) -> Pair[bool]:
    return answer(0), answer(1)


def merge_patch(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON merge patch (RFC 7396) that makes *new* of *old*."""
    patch: dict[str, Any] = {} if new.keys() >= old.keys() else {key: None for key in old if key not in new}
    # Of hundreds of choices nearly all are the very objects of before.
    for key, value in compress(new.items(), map(is_not, new.values(), map(old.get, new, repeat(MISSING)))):
        before = old.get(key)
        parts, previous = _parts(value), _parts(before)
        if parts is not None and previous is not None:
            # Part by part: comparing models as a whole first would take longer than this.
            if change := merge_patch(previous, parts):
                patch[key] = change
        elif key not in old or before != value:
            patch[key] = value
    return patch


def _parts(value: Any) -> Mapping[str, Any] | None:
    """The members of a JSON object, by key; None of anything else."""
    if isinstance(value, WireModel):
        aliases = _aliases(type(value))
        return {aliases.get(name, name): part for name, part in value.__dict__.items()} if aliases else value.__dict__
    return value if isinstance(value, dict) else None


@cache
def _aliases(model: type[WireModel]) -> dict[str, str]:
    """The keys in JSON of those fields that have another name there."""
    return {name: field.alias for name, field in model.model_fields.items() if field.alias}


def show_event(event: Event, old: State, new: State) -> EventMessage:
    """The numbered message that brings a client from the state *old* to *new*."""
    before, after = ({name: state.__dict__[name] for name in CHANGING} for state in (old, new))
    return EventMessage(
        type="event",
        number=new.number,
        event=NAMES[type(event)],
        seat=getattr(event, "seat", None),
        time=new.time,
        changes={**merge_patch(before, after), "clock": new.clock},
        history=_history_change(old.history, new.history),
    )


def _history_change(old: list[MoveShown], new: list[MoveShown]) -> HistoryChange | None:
    if old == new:
        return None
    # Nearly always one move was added.
    keep = len(old) if old == new[: len(old)] else 0
    while keep < min(len(old), len(new)) and old[keep] == new[keep]:
        keep += 1
    return HistoryChange(keep=keep, add=new[keep:])
