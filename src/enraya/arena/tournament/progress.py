"""A tournament under way: what has been played, what is to be played next, and whether it is over. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from enraya.arena.schedule.meeting import Fixture, Meeting, MeetingResult, Stage, fixtures_of
from enraya.arena.sprt.pentanomial import Counts
from enraya.arena.sprt.ratio import Decision
from enraya.arena.tournament.plan import Plan
from enraya.arena.tournament.record import GameRecord


class RecordMismatch(ValueError):
    """A record of a game that the plan does not have."""


class TournamentProgress:
    """The progress of a tournament: its state as games end, in any order.

    A sequential test looks at pairs of games in the order of the schedule and leaves out what lies behind the pair that
    decided it: so its result does not hang on which games happened to be under way.
    """

    def __init__(self, plan: Plan, records: Iterable[GameRecord] = ()) -> None:
        self.plan, self.schedule = plan, plan.schedule
        self.records: dict[int, GameRecord] = {record.number: record for record in records}
        self.played: list[Stage] = []
        self.meetings: list[Meeting] = []
        self.is_over = False
        self.decision: Decision | None = None
        self._fixtures: dict[int, Fixture] = {}
        self._stage: list[Fixture] = []
        self._missing: set[int] = set()
        self._waiting: deque[Fixture] = deque()
        self._counts = [0] * 5
        self._pairs = 0
        self._advance()
        if strange := set(self.records) - set(self._fixtures):
            raise RecordMismatch(min(strange))
        self._test()

    @property
    def counted(self) -> list[GameRecord]:
        """The games that count, in their order."""
        numbers = sorted(self.records)
        return [self.records[n] for n in numbers if self.decision is None or n < 2 * self._pairs]

    @property
    def pairs(self) -> Counts:
        """The pairs of games that the sequential test has looked at, for the player named first."""
        counts = self._counts
        return counts[0], counts[1], counts[2], counts[3], counts[4]

    @property
    def expected_games(self) -> int:
        """The number of games in all, as far as that is known."""
        known = len(self._fixtures)
        return known if self.is_over and not self.decision else max(known, self.schedule.expected_games())

    def next_fixture(self) -> Fixture | None:
        """A game that nobody has been given yet; None if there is none before others have ended."""
        while self._waiting and not self.is_over:
            fixture = self._waiting.popleft()
            if fixture.number in self._missing:
                return fixture
        return None

    def add(self, record: GameRecord) -> None:
        """Count a finished game."""
        self._check(record)
        if record.number in self.records:
            return
        self.records[record.number] = record
        self._missing.discard(record.number)
        if not self._missing:
            self._advance()
        self._test()

    def _check(self, record: GameRecord) -> None:
        if self._fixtures.get(record.number) != record.fixture:
            raise RecordMismatch(record.number)

    def _advance(self) -> None:
        """Advance to the first stage that lacks a game."""
        while not self._missing and not self.is_over:
            if self.meetings:
                self.played.append(self._ended())
            self.meetings = self.schedule.stage(self.played)
            if not self.meetings:
                self.is_over = True
                return
            self._stage = list(fixtures_of(self.meetings, len(self._fixtures)))
            for fixture in self._stage:
                self._fixtures[fixture.number] = fixture
                if fixture.number in self.records:
                    self._check(self.records[fixture.number])
            self._missing = {fixture.number for fixture in self._stage if fixture.number not in self.records}
            self._waiting = deque(fixture for fixture in self._stage if fixture.number in self._missing)

    def _ended(self) -> list[MeetingResult]:
        """The meetings of the stage that has ended, with their points."""
        points = [[0.0, 0.0] for _ in self.meetings]
        places = {frozenset((each.one, each.other)): place for place, each in enumerate(self.meetings)}
        for fixture in self._stage:
            place = places[frozenset((fixture.first, fixture.second))]
            won, is_other = self.records[fixture.number].points, fixture.first != self.meetings[place].one
            points[place][is_other] += won
            points[place][not is_other] += 1 - won
        return [
            MeetingResult(meeting, (ones, others))
            for meeting, (ones, others) in zip(self.meetings, points, strict=True)
        ]

    def _test(self) -> None:
        """Look at the pairs that have become complete, one after another, until one decides."""
        test = self.plan.sprt
        if test is None or self.decision is not None:
            return
        while (one := self.records.get(2 * self._pairs)) and (other := self.records.get(2 * self._pairs + 1)):
            points = sum(each.points if each.first == 0 else 1 - each.points for each in (one, other))
            self._counts[round(2 * points)] += 1
            self._pairs += 1
            self.decision = test.decide(self.pairs)
            if self.decision is not None:
                self.is_over = True
                return
