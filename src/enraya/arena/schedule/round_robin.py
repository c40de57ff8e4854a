"""Everybody against everybody, or one against all the others: what is played does not hang on the results."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.arena.schedule.meeting import Meeting, Stage


class RoundRobin:
    """Every two players meet once, in rounds by the circle method: in each round a player meets one other."""

    def __init__(self, players: int, games: int) -> None:
        self.players, self.games = players, games

    def stage(self, played: Sequence[Stage]) -> list[Meeting]:
        if played:
            return []
        # An odd one out meets an empty chair.
        chairs: list[int | None] = [*range(self.players), *([None] if self.players % 2 else [])]
        meetings = []
        for number in range(1, len(chairs)):
            half = len(chairs) // 2
            for place, (one, other) in enumerate(zip(chairs[:half], reversed(chairs[half:]), strict=True)):
                if one is None or other is None:
                    continue
                is_swapped = number % 2 == 0 if place == 0 else place % 2 == 1
                pair = (other, one) if is_swapped else (one, other)
                meetings.append(Meeting(number, *pair, self.games))
            chairs = [chairs[0], chairs[-1], *chairs[1:-1]]
        return meetings

    def expected_games(self) -> int:
        return self.players * (self.players - 1) // 2 * self.games


class Gauntlet:
    """The first player meets each of the others."""

    def __init__(self, players: int, games: int) -> None:
        self.players, self.games = players, games

    def stage(self, played: Sequence[Stage]) -> list[Meeting]:
        return [] if played else [Meeting(other, 0, other, self.games) for other in range(1, self.players)]

    def expected_games(self) -> int:
        return (self.players - 1) * self.games
