"""A per-thread cache: what a worker made for one job serves its next jobs."""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import TypeVar

MOST_CACHED = 4
"""Entries per thread; the least recently used one is dropped first."""

Cached = TypeVar("Cached")
_own = local()


def cached_by_thread(key: tuple[object, ...], make: Callable[[], Cached]) -> Cached:
    """The entry of this thread under *key*; *make* makes it where there is none.

    Not per process: a Dask worker may have several threads, and a solver serves one at a time.
    """
    cache: dict[tuple[object, ...], Cached] = _own.__dict__.setdefault("cache", {})
    found = cache.pop(key) if key in cache else make()
    cache[key] = found
    while len(cache) > MOST_CACHED:
        del cache[next(iter(cache))]
    return found
