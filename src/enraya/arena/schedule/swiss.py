"""Swiss system: in each round players with about the same points meet, and no two meet twice while that can be."""

from __future__ import annotations

import math
from collections.abc import Sequence

from enraya.arena.schedule.meeting import Meeting, Stage

MOST_STEPS = 20_000
"""Pairings tried for a round before players may meet again: late rounds of small fields have few that are new."""


def usual_rounds(players: int) -> int:
    """The rounds after which one of *players* can be alone in front, and one more."""
    return min(players - 1, math.ceil(math.log2(players)) + 1)


class Swiss:
    """*rounds* rounds; within equal points the better half meets the other half, by the order of the players.

    Of an odd number the last in the table who has had none gets a bye, which counts as a meeting won.
    """

    def __init__(self, players: int, games: int, rounds: int) -> None:
        self.players, self.games, self.rounds = players, games, rounds

    def stage(self, played: Sequence[Stage]) -> list[Meeting]:
        number = len(played) + 1
        if number > self.rounds:
            return []
        points = points_of(self.players, self.games, played)
        met = {frozenset((met.meeting.one, met.meeting.other)) for stage in played for met in stage}
        table = sorted(range(self.players), key=lambda player: (-points[player], player))
        opening = len(played) * ((self.games + 1) // 2)
        meetings = []
        if self.players % 2:
            rested = {each.meeting.one for stage in played for each in stage if each.meeting.other is None}
            idle = next((player for player in reversed(table) if player not in rested), table[-1])
            table.remove(idle)
            meetings.append(Meeting(number, idle, None, 0))
        for one, other in _pairs(table, points, met):
            pair = (one, other) if number % 2 else (other, one)
            meetings.append(Meeting(number, *pair, self.games, opening))
        return meetings

    def expected_games(self) -> int:
        return self.rounds * (self.players // 2) * self.games


def points_of(players: int, games: int, played: Sequence[Stage]) -> list[float]:
    """The points of every player; a bye is a meeting of *games* games won."""
    points = [0.0] * players
    for stage in played:
        for (_, one, other, _, _), (ones, others) in stage:
            if other is None:
                points[one] += games
            else:
                points[one] += ones
                points[other] += others
    return points


def _pairs(table: Sequence[int], points: Sequence[float], met: set[frozenset[int | None]]) -> list[tuple[int, int]]:
    """Pairs of all players of *table*, best first; nobody meets again unless MOST_STEPS find no such pairing."""
    steps = 0

    def paired(left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        nonlocal steps
        if not left:
            return []
        one, rest = left[0], left[1:]
        for other in _opponents(one, rest, points):
            steps += 1
            if steps > MOST_STEPS:
                return None
            if frozenset((one, other)) in met:
                continue
            following = paired(tuple(player for player in rest if player != other))
            if following is not None:
                return [(one, other), *following]
        return None

    found = paired(tuple(table))
    if found is not None:
        return found
    # Some meet again: as few as come of taking, for each in turn, the nearest who is new.
    left, pairs = list(table), []
    while left:
        one = left.pop(0)
        other = next((each for each in left if frozenset((one, each)) not in met), left[0])
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _opponents(one: int, rest: Sequence[int], points: Sequence[float]) -> list[int]:
    """The possible opponents of *one*, the best of those unpaired, in order: from the middle of its group on, then the
    others.
    """
    group = [player for player in rest if points[player] == points[one]]
    others = [player for player in rest if points[player] != points[one]]
    middle = len(group) // 2
    return [*group[middle:], *reversed(group[:middle]), *others]
