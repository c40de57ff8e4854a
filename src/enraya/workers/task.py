"""What a job of a worker process is: a task by name, done with the job, a way to stop, and somebody to tell."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from enraya.position import Position

Json = dict[str, Any]
OnProgress = Callable[[Any], None]
"""Tells how far a job is, in what JSON holds or a pydantic model."""

Task = Callable[[Json, Event, OnProgress], Any]
"""What a job is done with: it takes the job, leaves soon when told to stop, and gives the answer, as `OnProgress` does."""


def position_of(job: Json) -> Position:
    """The position that a job is about: a game, where it starts, and the moves since."""
    return Position.start(job["game"], job["start"]).play_all(job["moves"])
