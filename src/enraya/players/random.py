"""The random player: every legal move with the same probability; the baseline."""

from __future__ import annotations

from threading import Event

from enraya.players.dice import dice_for
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer, emit_choice


class RandomPlayer:
    """Uniform over the legal moves."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def choose(
        self, position: Position, limit: Limit, *, stop: Event | None = None, observer: Observer | None = None
    ) -> Report:
        move = dice_for(self._seed, position).choice(position.playable())
        emit_choice(observer, position.game, position.state, move)
        return Report(move=move)
