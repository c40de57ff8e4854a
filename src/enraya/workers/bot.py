"""A program in any language as a player: `bot:COMMAND`, over the protocol of docs/bots.md."""

from __future__ import annotations

import math
import time
from threading import Event

from enraya.bots.command import command_of
from enraya.bots.protocol import HELLO, Answer, Breach, ProtocolBreach, check_ready, describe_game, describe_turn
from enraya.conversation import Conversation, ConversationFailure, Ended, OnLine, Silence, TooMuch
from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.jail import Limits, keep_private
from enraya.jail.conversation import converse_in_jail
from enraya.players.file import PlayerFailure
from enraya.players.turn import Allowance, Choice, Look, ignore
from enraya.position import Position
from enraya.workers.failure import Failure, Flooding, Interrupted, ProcessEnded, Silent, Unasked

STARTING_SECONDS = 20.0
"""The time limit for a program to say that it is ready."""

LIMITS = Limits(addresses=None)
"""The limits of a program: some runtimes reserve far more addresses than they use memory."""


class BotContestant:
    """A program that is kept from one game to the next, and started anew when it has failed."""

    def __init__(self, player: str, on_line: OnLine | None = None) -> None:
        self._player, self._on_line = player, on_line
        self._talk: Conversation | None = None
        self._game: tuple[str, str | None] = ("", None)
        self._is_told = False
        keep_private(*(word for word in command_of(player).split() if "/" in word))

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._game, self._is_told = (game, start), False
        self._ready()

    def _ready(self) -> Conversation:
        if self._talk is not None and self._talk.is_alive:
            return self._talk
        self._is_told = False
        try:
            self._talk = converse_in_jail(command_of(self._player), LIMITS, shows_errors=True, on_line=self._on_line)
        except (OSError, ValueError) as error:
            if isinstance(error, EnrayaError):
                raise
            reason = system_reason(error)
            raise NotationError("arena.no_program", name=self._player, reason=reason) from None
        try:
            self._talk.say(HELLO)
            check_ready(self._talk.read_line(STARTING_SECONDS))
        except ConversationFailure as failure:
            raise self._error(failure, Allowance(None, STARTING_SECONDS)) from None
        except ProtocolBreach as breach:
            self.close()
            raise self._breach(breach) from None
        return self._talk

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        def look_at_both() -> None:
            if stop.is_set():
                raise Interrupted
            look()

        talk = self._ready()
        try:
            if talk.waiting_line() is not None:
                # Said before it was asked: the answer to a turn that is over, or to none.
                self.close()
                raise Failure(Unasked(self._player))
            if not self._is_told:
                talk.say(*describe_game(*self._game))
                self._is_told = True
            talk.say(*describe_turn(position, allowed.thinking))
            seconds = math.inf if allowed.answering is None else allowed.answering
            return self._answer(talk, position, time.monotonic() + seconds, look_at_both)
        except ConversationFailure as failure:
            raise Failure(self._error(failure, allowed)) from None
        except ProtocolBreach as breach:
            self.close()
            raise Failure(self._breach(breach)) from None

    def _answer(self, talk: Conversation, position: Position, until: float, look: Look) -> Choice:
        answer = Answer()
        while True:
            choice = answer.read(talk.read_line(max(0.0, until - time.monotonic()), look), position)
            if choice is not None:
                return choice

    def _error(self, failure: ConversationFailure, allowed: Allowance) -> EnrayaError:
        match failure:
            case Silence():
                return Silent(self._player, allowed)
            case TooMuch():
                return Flooding(self._player)
            case Ended():
                return ProcessEnded(self._player)
        raise failure

    def _breach(self, breach: ProtocolBreach) -> EnrayaError:
        if breach.breach is Breach.ILLEGAL:
            return PlayerFailure("error.player_illegal", name=self._player, answer=breach.line)
        return PlayerFailure(f"bot.{breach.breach.value}", name=self._player, line=breach.line)

    def close(self) -> None:
        if self._talk is not None:
            self._talk.end()
            self._talk = None
