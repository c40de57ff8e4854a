"""Knockout: who loses a meeting is out; a tied one is played on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from enraya.arena.schedule.meeting import Meeting, Stage

MOST_TIE_BREAKS = 4
"""Pairs of games that a tied meeting is played on for; then the player who was named earlier goes on."""


class Knockout:
    """The players are seeded in their order: the first two can meet only in the final, and byes go to the first."""

    def __init__(self, players: int, games: int) -> None:
        self.players, self.games = players, games

    def stage(self, played: Sequence[Stage]) -> list[Meeting]:
        margins: dict[tuple[int, int, int], float] = defaultdict(float)
        tie_breaks: dict[int, int] = defaultdict(int)
        for stage in played:
            tie_breaks[stage[0].meeting.round] += 1
            for met in stage:
                if met.meeting.other is not None:
                    margins[met.meeting.round, met.meeting.one, met.meeting.other] += met.margin
        pairs = self.first_round()
        for number in range(1, len(tie_breaks) + 1):
            tied = [(one, other) for one, other in pairs if other is not None and not margins[number, one, other]]
            if tied and tie_breaks[number] <= MOST_TIE_BREAKS:
                opening = self._openings(number) + (self.games + 1) // 2 + tie_breaks[number] - 1
                return [Meeting(number, *pair, 2, opening) for pair in tied]
            winners = [one if other is None or margins[number, one, other] >= 0 else other for one, other in pairs]
            if len(winners) == 1:
                return []
            pairs = [(min(two), max(two)) for two in zip(winners[::2], winners[1::2], strict=True)]
        number = len(tie_breaks) + 1
        return [
            Meeting(number, one, other, 0 if other is None else self.games, self._openings(number))
            for one, other in pairs
        ]

    def _openings(self, number: int) -> int:
        """The number of the first opening of a round."""
        return (number - 1) * ((self.games + 1) // 2 + MOST_TIE_BREAKS)

    def first_round(self) -> list[tuple[int, int | None]]:
        """The pairs of the first round, in the order of the bracket: the better seeded first, None for a bye."""
        bracket = [0]
        while len(bracket) < self.players:
            bracket = [seed for better in bracket for seed in (better, 2 * len(bracket) - 1 - better)]
        pairs = zip(bracket[::2], bracket[1::2], strict=True)
        return [(better, other if other < self.players else None) for better, other in pairs]

    def expected_games(self) -> int:
        return (self.players - 1) * self.games
