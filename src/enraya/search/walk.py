"""Every game there is, walked through from the start to each of its ends, one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from enraya.game import Game
from enraya.search.limit import Budget


@dataclass
class Tally:
    """The tally of a walk through the game tree: `plies[n]` counts the sequences of n moves, the rest their ends."""

    games: int = 0
    first: int = 0
    second: int = 0
    drawn: int = 0
    plies: list[int] = field(default_factory=list)


def walk(game: Game[Any, Any], start: Any, tally: Tally, budget: Budget) -> None:
    """Count into *tally* every game from *start*; a sequence of moves is a node. For games that end."""
    outcome_of, legal_moves, play = game.outcome, game.legal_moves, game.play
    plies = tally.plies

    def go_on(state: Any, ply: int) -> None:
        budget.spend()
        if ply == len(plies):
            plies.append(0)
        plies[ply] += 1
        outcome = outcome_of(state)
        if outcome is None:
            for move in legal_moves(state):
                go_on(play(state, move), ply + 1)
            return
        tally.games += 1
        if outcome > 0:
            tally.first += 1
        elif outcome < 0:
            tally.second += 1
        else:
            tally.drawn += 1

    go_on(start, 0)
