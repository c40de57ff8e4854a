"""Tournaments and handed-in players as a page shows them."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.arena.schedule.knockout import Knockout
from enraya.arena.tournament.plan import plan_from
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord
from enraya.arena.tournament.standings import sprt_as_data
from enraya.custom import is_file_name
from enraya.errors import EnrayaError
from enraya.locale import LANGUAGES
from enraya.server.api.answers.tournaments import (
    EntryShown,
    GameListed,
    HandInShown,
    LiveGameShown,
    MeetingShown,
    PlayerShown,
    SprtShown,
    TableShown,
    TournamentAnswer,
    TournamentListed,
)
from enraya.server.matches.offered_games import OfferedGames
from enraya.server.tournaments.live import LiveTournament, hand_in_of
from enraya.store.hand_ins import HandIn, playing
from enraya.store.tournaments import StoredTournament

LAST = 8
"""Finished games that are shown beside those under way."""


def list_tournament(stored: StoredTournament, offered: OfferedGames) -> TournamentListed:
    """A tournament in a list."""
    plan = plan_from(stored.plan)
    expected = stored.played if stored.state == "finished" else max(stored.played, plan.schedule.expected_games())
    return TournamentListed(
        id=stored.id,
        title=stored.title,
        game=offered.public_name(plan.game),
        game_title=_title(plan.game, offered),
        format=plan.format,
        state=stored.state,
        players=len(plan.entries),
        played=stored.played,
        expected=expected,
        created=stored.created,
    )


def show_tournament(live: LiveTournament, offered: OfferedGames) -> TournamentAnswer:
    """A tournament as it stands; the table is the one that was made last."""
    plan, progress = live.plan, live.progress
    return TournamentAnswer(
        id=live.id,
        number=live.number,
        title=live.stored.title,
        game=offered.public_name(plan.game),
        game_title=_title(plan.game, offered),
        format=plan.format,
        state=live.state,
        fault=None if live.fault is None else dict(live.fault),
        created=live.stored.created,
        seconds=plan.control.seconds,
        games=plan.games,
        rounds=plan.rounds,
        seed=plan.seed,
        players=[_entry(entry.name, entry.player) for entry in plan.entries],
        played=len(progress.records),
        expected=progress.expected_games,
        counted=live.counted,
        table=TableShown.model_validate_json(live.table),
        live=[
            LiveGameShown(
                number=number + 1,
                round=game.fixture.round,
                first=game.fixture.first,
                second=game.fixture.second,
                plies=game.plies,
                position=game.position,
            )
            for number, game in sorted(live.playing.items())
        ],
        last=[show_game(record) for record in list(progress.records.values())[: -LAST - 1 : -1]],
        bracket=bracket_of(progress) if plan.format == "knockout" else None,
        sprt=_test(progress),
    )


def _test(progress: TournamentProgress) -> SprtShown | None:
    said = sprt_as_data(progress)
    return None if said is None else SprtShown(**{name: said[name] for name in SprtShown.model_fields})


def _entry(name: str, player: str) -> EntryShown:
    handed_in = hand_in_of(player)
    if handed_in is None:
        return EntryShown(name=name, player=player, version=None)
    return EntryShown(name=name, player=None, version=handed_in[0])


def _title(game: str, offered: OfferedGames) -> dict[str, str]:
    name = offered.public_name(game)
    try:
        return dict.fromkeys(LANGUAGES, name) if is_file_name(game) else offered.title(offered.find(name))
    except EnrayaError:
        return dict.fromkeys(LANGUAGES, name)


def show_game(record: GameRecord) -> GameListed:
    """A finished game."""
    return GameListed(
        number=record.number + 1,
        round=record.round,
        first=record.first,
        second=record.second,
        winner=record.winner,
        outcome=record.outcome,
        reason=record.reason,
        failed=record.failed,
        failure=None if record.failure is None else dict(record.failure),
        opening=record.book,
        moves=list(record.moves),
    )


def bracket_of(progress: TournamentProgress) -> list[list[MeetingShown]]:
    """The meetings of a knockout round by round, in the order in which winners meet; later rounds have nobody yet."""
    assert isinstance(progress.schedule, Knockout)
    points: dict[tuple[int, int, int | None], list[float]] = {}
    over = {stage[0].meeting.round for stage in progress.played} - (
        {progress.meetings[0].round} if progress.meetings and not progress.is_over else set()
    )
    for stage in progress.played:
        for met in stage:
            total = points.setdefault((met.meeting.round, met.meeting.one, met.meeting.other), [0.0, 0.0])
            total[0] += met.points[0]
            total[1] += met.points[1]
    pairs: list[tuple[int | None, int | None]] = [*progress.schedule.first_round()]
    rounds: list[list[MeetingShown]] = []
    number = 1
    while True:
        shown, winners = [], []
        for one, other in pairs:
            reached = points.get((number, one, other), [0.0, 0.0]) if one is not None else [0.0, 0.0]
            winner = None
            if number in over and one is not None:
                winner = one if other is None or reached[0] >= reached[1] else other
            shown.append(MeetingShown(one=one, other=other, points=(reached[0], reached[1]), winner=winner))
            winners.append(winner)
        rounds.append(shown)
        if len(pairs) == 1:
            return rounds
        pairs = [_ordered(*two) for two in zip(winners[::2], winners[1::2], strict=True)]
        number += 1


def _ordered(one: int | None, other: int | None) -> tuple[int | None, int | None]:
    """A pair as the schedule has it: who was named earlier comes first."""
    if one is not None and other is not None:
        return min(one, other), max(one, other)
    return one, other


def show_player(versions: Sequence[HandIn], owner: str | None) -> PlayerShown:
    """A handed-in player with its *versions*, newest first, for who holds the token of *owner*."""
    ordered = sorted(versions, key=lambda each: -each.version)
    return PlayerShown(
        name=ordered[0].name,
        is_yours=ordered[0].owner == owner,
        playing=playing(ordered).version,
        versions=[
            HandInShown(
                version=each.version,
                file=each.file,
                kind=each.kind,
                game=each.game,
                created=each.created,
                verdict=None if each.verdict is None else dict(each.verdict),
            )
            for each in ordered
        ],
    )
