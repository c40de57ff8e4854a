"""The interface of a worker's task: it takes the job, a stop event and a progress callback."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from enraya.position import Position

Json = dict[str, Any]
OnProgress = Callable[[Any], None]
"""Tells how far a job is, in what JSON holds or a pydantic model."""

Task = Callable[[Json, Event, OnProgress], Any]
"""A task takes the job, returns soon after *stop* is set, and returns its answer as data for JSON."""


def position_of(job: Json) -> Position:
    """The position that a job is about: a game, where it starts, and the moves since."""
    return Position.start(job["game"], job["start"]).play_all(job["moves"])
