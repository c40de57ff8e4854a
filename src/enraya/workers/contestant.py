"""A machine player for a whole match: built-in ones in this process, others in one of their own that can be killed."""

from __future__ import annotations

import json
import math
from secrets import token_hex
from threading import Event
from typing import Any, Protocol

from enraya.bots.command import is_bot
from enraya.catalogue import find_game
from enraya.custom import is_file_name
from enraya.errors import EnrayaError
from enraya.jail import keep_private
from enraya.players.catalogue import files_of_player, find_strategy, is_foreign
from enraya.players.strategy import Strategy
from enraya.players.turn import Allowance, Choice, Look, ignore, is_of_the_rules, read_choice, think
from enraya.position import Position
from enraya.search.limit import UNLIMITED
from enraya.search.report import Report
from enraya.workers.bot import BotContestant
from enraya.workers.failure import Failure, Flooding, Interrupted, ProcessEnded, Silent, Unasked
from enraya.workers.move_choice import WORKER
from enraya.workers.piskvork import PREFIX, PiskvorkContestant
from enraya.workers.process import Process, WorkRefused, answer_on, files_of

LOADING = 20.0
"""Seconds that a player's file may take until it is ready to play."""


class Contestant(Protocol):
    """A machine player in one match after another."""

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        """Prepare for a new game from *start*, with the dice of *seed*; what cannot be loaded is refused."""

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        """A move of *position*, or a `Failure`. Once *stop* is set it may raise `Interrupted`.

        *look* is called again and again meanwhile where it may take long.
        """

    def close(self) -> None:
        """Release all resources."""


def find_contestant(player: str, game: str = "") -> Contestant:
    """The player that *player* names, for *game*: whoever looks ahead in rules of a file does so in the jail."""
    if player.strip().startswith(PREFIX):
        return PiskvorkContestant(player.strip())
    if is_bot(player):
        return BotContestant(player)
    return ForeignContestant(player) if is_foreign(player) or is_file_name(game) else BuiltInContestant(player)


def is_program(player: str) -> bool:
    """True if *player* names a program to be started, as opposed to a Python file to be loaded."""
    return is_bot(player) or player.strip().startswith(PREFIX)


class BuiltInContestant:
    """A player of Enraya's: it keeps to its limits and answers when it is stopped."""

    def __init__(self, player: str) -> None:
        self._player = player
        self._strategy: Strategy | None = None

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._strategy = find_strategy(self._player, find_game(game), seed)

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        assert self._strategy is not None
        try:
            return Choice.of(position, self._answer(self._strategy, position, allowed, stop, look))
        except EnrayaError as error:
            raise Failure(error) from error

    def _answer(self, strategy: Strategy, position: Position, allowed: Allowance, stop: Event, look: Look) -> Report:
        if allowed.thinking is None:
            # It ends by its own limit, so nobody need look at the clock.
            return strategy.choose(position, UNLIMITED, stop=stop)

        def look_at_both() -> None:
            if stop.is_set():
                raise Interrupted
            look()

        report = think(strategy, position, allowed, look_at_both)
        if report is None:
            raise Silent(self._player, allowed)
        return report

    def close(self) -> None:
        pass


class ForeignContestant:
    """A player from a file, or any player of a file's game, in a child process in the jail.

    The process is killed when its time is over.
    """

    def __init__(self, player: str) -> None:
        self._player = player
        self._process: Process | None = None
        self._job: dict[str, Any] = {}
        keep_private(*files_of_player(player))

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._job = {"player": self._player, "game": game, "start": start, "seed": seed}
        self._ask({**self._job, "task": "load"}, Allowance(None, LOADING), stop, ignore)

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        job = {**self._job, "task": "choose", "moves": position.move_texts, "seconds": allowed.thinking}
        try:
            return self._validated(self._ask(job, allowed, stop, look))
        except EnrayaError as error:
            # Only rules in a file can fail: no player may blame those of others.
            if is_of_the_rules(error) and is_file_name(self._job["game"]):
                raise
            raise Failure(error) from None

    def _ask(self, job: dict[str, Any], allowed: Allowance, stop: Event, look: Look) -> Any:
        files = (*files_of_player(self._player), *files_of(job))
        if self._process is None or not self._process.is_alive or self._process.files != files:
            self.close()
            # A plug-in is no file: who installed it trusts it, and it is held only to its time.
            self._process = Process(WORKER, files=files)
        seconds = math.inf if allowed.answering is None else allowed.answering
        number = token_hex(8)
        line = self._process.ask({**job, "id": number}, stop, seconds, patience=0.0, look=look)
        if stop.is_set():
            raise Interrupted
        if line is None:
            raise self._failed(self._process, allowed)
        try:
            if json.loads(line).get("id") == number:
                return answer_on(line)
        except WorkRefused:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        self._process.end()
        raise Unasked(self._player)

    def _failed(self, process: Process, allowed: Allowance) -> EnrayaError:
        if process.has_flooded:
            return Flooding(self._player)
        return Silent(self._player, allowed) if process.was_late else ProcessEnded(self._player)

    def _validated(self, said: Any) -> Choice:
        """*said* as a choice, if it is one: it comes from a process that somebody's code has changed as it likes."""
        choice = read_choice(said)
        if choice is None:
            assert self._process is not None
            self._process.end()
            raise Unasked(self._player)
        return choice

    def close(self) -> None:
        if self._process is not None:
            self._process.end()
