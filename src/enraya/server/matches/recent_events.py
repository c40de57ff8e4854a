"""The index of a match's events and a buffer of its last messages, so that no replay is needed."""

from __future__ import annotations

from collections import deque

from enraya.errors import Refusal
from enraya.match import Asked, Event, HintTaken, Match, Paused, Played, Redone, TimeUp, Undone
from enraya.server.api.answers.matches import EventMessage

MOST_MESSAGES = 16
"""The messages of the last so many events are kept; who has missed more is told how things stand, which is shorter."""

MOST_INTERRUPTIONS = 1000
"""Undos, redos, pauses, hints and questions that a match takes: only they could make it longer without end."""

INTERRUPTING = (Undone, Redone, Paused, HintTaken, Asked)


class RecentEvents:
    """An index of the events of a match and its last messages. Noting an event takes constant time."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}
        # As text: a message takes half a kilobyte so, and four as a model. They stay while a match is in memory.
        self._messages: deque[tuple[int, str]] = deque(maxlen=MOST_MESSAGES)
        self._interruptions = 0

    def note(self, before: Match | None, event: Event) -> None:
        """*event* happened to the match *before*; None is a match not begun."""
        if before is not None and isinstance(event, Played | TimeUp):
            self._numbers[before.game_number, len(before.history)] = len(before.events) + 1
        self._interruptions += isinstance(event, INTERRUPTING)

    def keep(self, number: int, text: str) -> None:
        """Keep the message, with its number, that told the last event."""
        self._messages.append((number, text))

    def number_of(self, game: int, ply: int) -> int:
        """The number of the event that made the move at that ply of a game, the last if it was made more than once."""
        return self._numbers[game, ply]

    def messages_after(self, number: int) -> list[EventMessage] | None:
        """The messages of every event after *number*, or None where they are no longer all kept."""
        if not self._messages or self._messages[0][0] > number + 1:
            return None
        return [EventMessage.model_validate_json(text) for each, text in self._messages if each > number]

    def check_interruption(self) -> None:
        """Refuse another undo, redo, pause or hint where there have been too many."""
        if self._interruptions >= MOST_INTERRUPTIONS:
            raise Refusal("server.too_many_interruptions", most=MOST_INTERRUPTIONS)
