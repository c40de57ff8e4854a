"""The elements of a schedule: meetings of two players, and the games of a meeting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol


class Meeting(NamedTuple):
    """Two players, by number, who meet in *round* (from 1) for some games; with nobody to meet a player has a bye.

    The openings of its games are numbered from *opening*, two games to each.
    """

    round: int
    one: int
    other: int | None
    games: int
    opening: int = 0


class MeetingResult(NamedTuple):
    """A meeting that is over, with the points of its two players."""

    meeting: Meeting
    points: tuple[float, float]

    @property
    def margin(self) -> float:
        """The lead of the first of the two, in points."""
        return self.points[0] - self.points[1]


class Fixture(NamedTuple):
    """A game to be played: its number in the tournament, from 0, and who plays FIRST and SECOND in it."""

    number: int
    round: int
    first: int
    second: int
    opening: int


Stage = Sequence[MeetingResult]
"""Meetings that could be played at the same time, and are over."""


class Schedule(Protocol):
    """Says who meets, stage by stage; what a stage is depends on the results of those before it and on nothing else."""

    games: int
    """Games of a meeting; a bye is worth as many points."""

    def stage(self, played: Sequence[Stage]) -> list[Meeting]:
        """The meetings that follow the stages *played*; none when the tournament is over."""

    def expected_games(self) -> int:
        """The number of games to expect, if no tie-break is needed."""


def fixtures_of(meetings: Sequence[Meeting], number: int) -> Iterator[Fixture]:
    """The games of a stage, numbered from *number*: a pair of games of every meeting, then the next pair of each.

    The two games of a pair begin with one opening and swap colours. So whenever play stops, all have played about as
    often, and no meeting lacks more than the rest of a pair.
    """
    pairs = max((meeting.games + 1) // 2 for meeting in meetings) if meetings else 0
    for pair in range(pairs):
        for meeting in meetings:
            if meeting.other is None:
                continue
            # With an odd number of games the last pair has one; who is first there changes from pair to pair.
            colours = (meeting.one, meeting.other) if pair % 2 == 0 else (meeting.other, meeting.one)
            for first, second in (colours, colours[::-1])[: meeting.games - 2 * pair]:
                yield Fixture(number, meeting.round, first, second, meeting.opening + pair)
                number += 1
