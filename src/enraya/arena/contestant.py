"""Who plays in a duel: built-in players in this process, all others in a process of their own that can be killed."""

from __future__ import annotations

from threading import Event
from typing import Any, Literal, NamedTuple, Protocol

from enraya.errors import EnrayaError
from enraya.players.catalogue import find_strategy, is_foreign
from enraya.players.strategy import Strategy
from enraya.players.thinking import think, thinking_time
from enraya.position import Position
from enraya.search.limit import UNLIMITED
from enraya.search.report import Report
from enraya.workers.choice import WORKER
from enraya.workers.process import Process, answer_on

LOADING = 20.0
"""Seconds that a player's file may take until it is ready to play."""

WITHOUT_CLOCK = 60.0
"""Seconds for a move of a player from outside where no clock was asked for: it may never answer."""

FailureReason = Literal["timeout", "illegal", "crash"]
REASONS: dict[str, FailureReason] = {"arena.silent": "timeout", "error.player_illegal": "illegal"}
"""Why a game was lost, by the code of the failure; every other failure is a crash."""


OF_THE_RULES = "check."
"""How the codes begin of what is not a player's failure, but that of somebody's own game."""


class Failure(Exception):
    """A player gave no legal move within its time, and loses the game; *error* says it in words."""

    def __init__(self, error: EnrayaError) -> None:
        super().__init__(str(error))
        self.error = error

    @property
    def reason(self) -> FailureReason:
        """Which of the three it was."""
        return REASONS.get(self.error.code, "crash")


class Silent(EnrayaError):
    """A player that did not answer within *seconds*."""

    def __init__(self, player: str, seconds: float) -> None:
        super().__init__("arena.silent", name=player, seconds=f"{seconds:g}")


class ProcessEnded(EnrayaError):
    """A player whose process ended instead of answering."""

    def __init__(self, player: str) -> None:
        super().__init__("arena.ended", name=player)


class Interrupted(Exception):
    """The duel was stopped while a player was thinking."""


class Choice(NamedTuple):
    """A legal move, and what the player says of it."""

    move: str
    nodes: int | None
    value: float | None
    reason: str | None


class Contestant(Protocol):
    """A player for a whole duel."""

    def begin(self, game: str, seed: int, stop: Event) -> None:
        """Get ready for a new game, with the dice of *seed*; what cannot be loaded is refused."""

    def choose(self, position: Position, stop: Event) -> Choice:
        """A move of *position*, or a `Failure`. Once *stop* is set it may raise `Interrupted`."""

    def close(self) -> None:
        """Let go of everything."""


def find_contestant(player: str, seconds: float | None) -> Contestant:
    """The player that *player* names, with *seconds* for each move."""
    return Foreign(player, seconds) if is_foreign(player) else BuiltIn(player, seconds)


class BuiltIn:
    """A player of Enraya's: it keeps to its limits and answers when it is stopped."""

    def __init__(self, player: str, seconds: float | None) -> None:
        self._player, self._seconds = player, seconds
        self._strategy: Strategy | None = None

    def begin(self, game: str, seed: int, stop: Event) -> None:
        self._strategy = find_strategy(self._player, Position.start(game).game, seed)

    def choose(self, position: Position, stop: Event) -> Choice:
        assert self._strategy is not None
        try:
            report = self._answer(self._strategy, position, stop)
        except EnrayaError as error:
            raise Failure(error) from error
        return Choice(position.game.format_move(report.move), report.nodes, report.value, report.reason)

    def _answer(self, strategy: Strategy, position: Position, stop: Event) -> Report:
        if self._seconds is None:
            return strategy.choose(position, UNLIMITED, stop=stop)
        report = think(strategy, position, self._seconds, lambda: _look(stop))
        if report is None:
            raise Silent(self._player, self._seconds)
        return report

    def close(self) -> None:
        pass


class Foreign:
    """Somebody's own player: whatever it does, its process is ended when its time is over."""

    def __init__(self, player: str, seconds: float | None) -> None:
        self._player, self._seconds = player, seconds
        self._process: Process | None = None
        self._job: dict[str, Any] = {}

    def begin(self, game: str, seed: int, stop: Event) -> None:
        if self._process is None or not self._process.is_alive:
            self._process = Process(WORKER)
        self._job = {"player": self._player, "game": game, "seed": seed}
        self._ask({**self._job, "task": "load"}, stop, LOADING)

    def choose(self, position: Position, stop: Event) -> Choice:
        limit = None if self._seconds is None else thinking_time(self._seconds)
        allowed = WITHOUT_CLOCK if self._seconds is None else self._seconds
        job = {**self._job, "task": "choose", "start": None, "moves": position.move_texts, "seconds": limit}
        try:
            said = self._ask(job, stop, allowed)
        except EnrayaError as error:
            if error.code.startswith(OF_THE_RULES):
                raise
            raise Failure(error) from None
        return Choice(*(said[name] for name in Choice._fields))

    def _ask(self, job: dict[str, Any], stop: Event, seconds: float) -> dict[str, Any]:
        assert self._process is not None
        line = self._process.ask(job, stop, seconds, patience=0.0)
        if stop.is_set():
            raise Interrupted
        if line is None:
            raise Silent(self._player, seconds) if self._process.was_late else ProcessEnded(self._player)
        answer: dict[str, Any] = answer_on(line)
        return answer

    def close(self) -> None:
        if self._process is not None:
            self._process.end()


def _look(stop: Event) -> None:
    if stop.is_set():
        raise Interrupted
