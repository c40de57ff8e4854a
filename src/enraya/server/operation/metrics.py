"""What the server has done and how busy it is, counted for whoever runs it: as Prometheus reads it.

Nothing here says who did what: no address, no name, no match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

KIND = "text/plain; version=0.0.4; charset=utf-8"
DELAYS = (0.001, 0.005, 0.02, 0.05, 0.1, 0.5, 1.0)
"""Seconds by which the event loop may be late: the bounds of the histogram."""


class Gauges(NamedTuple):
    """How things are now."""

    matches: int
    listeners: int
    connections: int
    waiting_writes: int
    waiting: dict[str, int]
    running: dict[str, int]


class Metrics:
    """Counts of one server process since it started."""

    def __init__(self) -> None:
        self._created = 0
        self._events: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._delays: Counter[float] = Counter()
        self._delay_sum, self._delay_count = 0.0, 0

    def note_match(self) -> None:
        """A match was made."""
        self._created += 1

    def note_event(self, name: str) -> None:
        """An event of a match is on disk: a move, an undo, …"""
        self._events[name] += 1

    def note_refusal(self, code: str) -> None:
        """Something was refused, by its code."""
        self._refusals[code] += 1

    def note_delay(self, seconds: float) -> None:
        """The event loop was late by so much."""
        self._delay_sum += max(0.0, seconds)
        self._delay_count += 1
        for bound in DELAYS:
            if seconds <= bound:
                self._delays[bound] += 1

    def totals(self) -> dict[str, Any]:
        """What has been counted, for a line of the log."""
        late = self._delay_sum / max(1, self._delay_count)
        return {
            "created": self._created,
            "events": dict(self._events),
            "refusals": dict(self._refusals),
            "mean_delay": round(late, 4),
        }

    def to_text(self, now: Gauges) -> str:
        """Everything in the text format of Prometheus."""
        return "".join(f"{line}\n" for line in self._lines(now))

    def _lines(self, now: Gauges) -> Iterator[str]:
        yield from _one("matches_created_total", "counter", "Matches made", self._created)
        yield from _many("events_total", "counter", "Events of matches on disk", "event", self._events)
        yield from _many("refusals_total", "counter", "Refusals by code", "code", self._refusals)
        yield from _one("matches", "gauge", "Matches in memory", now.matches)
        yield from _one("listeners", "gauge", "WebSockets that listen to a match", now.listeners)
        yield from _one("connections", "gauge", "WebSockets of all addresses", now.connections)
        yield from _one("waiting_writes", "gauge", "Writes that wait for the disk", now.waiting_writes)
        yield from _many("jobs_waiting", "gauge", "Jobs that wait for a worker", "rank", now.waiting)
        yield from _many("jobs_running", "gauge", "Jobs that workers do", "rank", now.running)
        name = "enraya_event_loop_delay_seconds"
        yield from _about(name, "histogram", "By how much the event loop was late")
        for bound in DELAYS:
            yield f'{name}_bucket{{le="{bound:g}"}} {self._delays[bound]}'
        yield f'{name}_bucket{{le="+Inf"}} {self._delay_count}'
        yield f"{name}_sum {self._delay_sum:.6f}"
        yield f"{name}_count {self._delay_count}"


def _about(name: str, kind: str, help: str) -> Iterator[str]:
    yield f"# HELP {name} {help}."
    yield f"# TYPE {name} {kind}"


def _one(name: str, kind: str, help: str, value: int) -> Iterator[str]:
    yield from _about(f"enraya_{name}", kind, help)
    yield f"enraya_{name} {value}"


def _many(name: str, kind: str, help: str, label: str, values: dict[str, int] | Counter[str]) -> Iterator[str]:
    yield from _about(f"enraya_{name}", kind, help)
    for key, value in sorted(values.items()):
        yield f'enraya_{name}{{{label}="{key}"}} {value}'
