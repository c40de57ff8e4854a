"""The table of a tournament: points, ratings with their intervals, who beat whom, and how players failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enraya.arena.rating.davidson import Ratings, rate
from enraya.arena.sprt.pentanomial import elo_interval
from enraya.arena.tournament.progress import TournamentProgress
from enraya.arena.tournament.record import GameRecord


@dataclass(frozen=True)
class Row:
    """The result of one player, by number; `byes` are the points for rounds without an opponent."""

    player: int
    name: str
    points: float
    wins: int
    draws: int
    losses: int
    byes: int
    rating: float
    interval: tuple[float, float]
    failures: Mapping[str, int]

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Standings:
    """The rows, best first; `against[one][other]` are wins, draws and losses of one against other."""

    rows: tuple[Row, ...]
    ratings: Ratings
    against: Mapping[tuple[int, int], tuple[int, int, int]]


def standings_of(progress: TournamentProgress) -> Standings:
    """The table of *progress* as it stands."""
    entries, games = progress.plan.entries, progress.counted
    against: dict[tuple[int, int], list[int]] = {}
    failures: list[Counter[str]] = [Counter() for _ in entries]
    for game in games:
        for one, other, points in ((game.first, game.second, game.points), (game.second, game.first, 1 - game.points)):
            # 1 is won and counted first, 0 is lost and counted last.
            against.setdefault((one, other), [0, 0, 0])[round(2 * (1 - points))] += 1
        if game.failed is not None:
            failures[(game.first, game.second)[game.failed]][game.reason] += 1
    ratings = rate(len(entries), ((game.first, game.second, game.points) for game in games))
    byes = _byes(progress)
    rows = []
    for player, entry in enumerate(entries):
        wins, draws, losses = (
            sum(counts[at] for (one, _), counts in against.items() if one == player) for at in range(3)
        )
        rows.append(
            Row(
                player,
                entry.name,
                wins + draws / 2 + byes[player],
                wins,
                draws,
                losses,
                byes[player],
                ratings.ratings[player],
                ratings.interval(player),
                dict(failures[player]),
            )
        )
    reached = rounds_reached(progress) if progress.plan.format == "knockout" else [0] * len(entries)
    rows.sort(key=lambda row: (-reached[row.player], -row.points, -row.rating, row.player))
    return Standings(tuple(rows), ratings, {pair: (w, d, n) for pair, (w, d, n) in against.items()})


def rounds_reached(progress: TournamentProgress) -> list[int]:
    """The last round that each player reached in a knockout; the winner of the final is one round further."""
    reached = [0] * len(progress.plan.entries)
    for stage in [*progress.played, [(meeting, None) for meeting in progress.meetings]]:
        for meeting, _ in stage:
            for player in (meeting.one, meeting.other):
                if player is not None:
                    reached[player] = meeting.round
    if progress.is_over and (winner := winner_of(progress)) is not None:
        reached[winner] += 1
    return reached


def winner_of(progress: TournamentProgress) -> int | None:
    """The winner of the final of a knockout that is over."""
    if not progress.played:
        return None
    finals = [
        met for stage in progress.played for met in stage if met.meeting.round == progress.played[-1][0].meeting.round
    ]
    margin = sum(met.margin for met in finals)
    return finals[0].meeting.one if margin >= 0 else finals[0].meeting.other


def _byes(progress: TournamentProgress) -> list[int]:
    """The points of every player for rounds without an opponent; a knockout gives none for them."""
    byes = [0] * len(progress.plan.entries)
    if progress.plan.format == "swiss":
        for stage in [*progress.played, [(meeting, None) for meeting in progress.meetings]]:
            for meeting, _ in stage:
                if meeting.other is None:
                    byes[meeting.one] += progress.schedule.games
    return byes


def results_as_data(progress: TournamentProgress, language: str) -> dict[str, Any]:
    """The results of a tournament as `enraya tournament --json` prints them."""
    plan, standings = progress.plan, standings_of(progress)
    rows = standings.rows
    return {
        "game": plan.game,
        "format": plan.format,
        "seed": plan.seed,
        "finished": progress.is_over,
        "players": [
            {
                "player": row.name,
                "spec": plan.entries[row.player].player,
                "points": row.points,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "byes": row.byes,
                "rating": round(row.rating, 1) + 0.0,  # Not -0.0.
                "interval": [round(bound, 1) for bound in row.interval],
                "superiority": [round(standings.ratings.superiority(row.player, other.player), 4) for other in rows],
                "failures": row.failures,
            }
            for row in rows
        ],
        "advantage": round(standings.ratings.advantage, 1),
        "sprt": sprt_as_data(progress),
        "games": [game_as_data(progress, game, language) for game in progress.counted],
    }


def sprt_as_data(progress: TournamentProgress) -> dict[str, Any] | None:
    """The state of the sequential test, if there is one."""
    test = progress.plan.sprt
    if test is None:
        return None
    counts = progress.pairs
    is_known = any(counts)
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "pairs": list(counts),
        "ratio": round(test.ratio(counts), 4) if is_known else 0.0,
        "bounds": [round(bound, 4) for bound in test.bounds],
        "elo": [round(each, 1) for each in elo_interval(counts)] if is_known else None,
        "decision": progress.decision,
    }


def game_as_data(progress: TournamentProgress, game: GameRecord, language: str) -> dict[str, Any]:
    """One game: who played, who won it and why, and its moves."""
    side = {0: "first", 1: "second", None: None}
    names = [entry.name for entry in progress.plan.entries]
    return {
        "number": game.number + 1,
        "round": game.round,
        "first": names[game.first],
        "second": names[game.second],
        "winner": side[game.winner],
        "outcome": game.outcome,
        "reason": game.reason,
        "failure": None if game.failure is None else game.failure[language],
        "opening": game.book,
        "moves": " ".join(game.moves),
        "seconds": list(game.seconds),
    }
