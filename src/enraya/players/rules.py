"""The classical player of tic-tac-toe: a list of rules, the first that applies, and it says which."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from threading import Event

from enraya.players.dice import dice_for
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer, emit_choice

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
CENTRE, CORNERS, SIDES = 4, (0, 2, 6, 8), (1, 3, 5, 7)
Cells = frozenset[int]
Rule = Callable[[Cells, Cells, Cells], list[int]]


def _completing(own: Cells, free: Cells) -> list[int]:
    """The free cells that fill a line of *own*."""
    return [cell for cell in sorted(free) if any(cell in line and own | {cell} >= set(line) for line in LINES)]


def _forks(own: Cells, free: Cells) -> list[int]:
    """The free cells that make two threats at once."""
    return [cell for cell in sorted(free) if len(_completing(own | {cell}, free - {cell})) > 1]


def _block_fork(own: Cells, other: Cells, free: Cells) -> list[int]:
    """The cells at which to prevent the other side's fork: on it, or by a threat whose answer is no fork."""
    if not _forks(other, free):
        return []
    threats = []
    for cell in sorted(free):
        answers = _completing(own | {cell}, free - {cell})
        if answers and not any(answer in _forks(other, free - {cell}) for answer in answers):
            threats.append(cell)
    quiet = [cell for cell in sorted(free) if not _forks(other, free - {cell})]
    return [cell for cell in quiet if cell in threats] or threats or quiet


def _opposite_corners(other: Cells, free: Cells) -> list[int]:
    return [8 - corner for corner in CORNERS if corner in other and 8 - corner in free]


RULES: dict[str, Rule] = {
    "win": lambda own, other, free: _completing(own, free),
    "block": lambda own, other, free: _completing(other, free),
    "fork": lambda own, other, free: _forks(own, free),
    "block_fork": _block_fork,
    "centre": lambda own, other, free: [CENTRE] if CENTRE in free else [],
    "opposite_corner": lambda own, other, free: _opposite_corners(other, free),
    "corner": lambda own, other, free: [corner for corner in CORNERS if corner in free],
    "side": lambda own, other, free: [side for side in SIDES if side in free],
}


def applying_rules(own: Cells, other: Cells, free: Cells) -> Iterator[tuple[str, list[int]]]:
    """Each rule that applies, first the one to follow, with the cells it allows."""
    for name, rule in RULES.items():
        if cells := rule(own, other, free):
            yield name, cells


class RulesPlayer:
    """Wins, blocks, forks, blocks a fork, then centre, opposite corner, corner, side."""

    name = "rules"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        pieces = position.state[:2]
        own, other = (
            frozenset(cell for cell in range(9) if pieces[side] >> cell & 1)
            for side in (position.to_move, position.to_move.opponent)
        )
        rule, cells = next(applying_rules(own, other, frozenset(range(9)) - own - other))
        dice = Random(0) if self._seed is None else dice_for(self._seed, position)
        move = dice.choice(cells)
        emit_choice(observer, position.game, position.state, move)
        return Report(move=move, nodes=1, depth=1, principal_variation=(move,), reason=f"rule.{rule}")
