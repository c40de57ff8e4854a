"""What somebody who does jobs keeps from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import TypeVar

KEPT = 4
"""For how many games a worker keeps what it has learnt."""

Kept = TypeVar("Kept")
_own = local()


def kept_by_worker(key: tuple[object, ...], make: Callable[[], Kept]) -> Kept:
    """What *make* made the last time that *key* was asked for by this worker, or makes now.

    A worker is a thread: a Dask worker may have several, and a search is for one at a time.
    """
    kept: dict[tuple[object, ...], Kept] = _own.__dict__.setdefault("kept", {})
    found = kept.pop(key) if key in kept else make()
    kept[key] = found
    while len(kept) > KEPT:
        del kept[next(iter(kept))]
    return found
