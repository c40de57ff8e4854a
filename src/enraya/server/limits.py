"""The limits on what one caller, and all callers together, may ask for."""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address


@dataclass(frozen=True)
class Limits:
    """The limits of the server. Rates are per second and address, with a burst of so many seconds' worth.

    `hints` is for each match besides. `waiting_of_one` and `waiting` jobs of a rank may wait, of an address and in all.
    `machine_matches_of_one` and `machine_matches` matches between machines go on at once, of an address and in all.

    `messages` and `frames` are those of one WebSocket; pings, their answers and pieces of messages are frames too.

    `watchers` may listen to one match who do not play in it, and a match has at most `events` events.

    `connections` are WebSockets; `open` are all connections, those among them. `open_of_one` and `connections_of_one`
    allow a school behind one address: three hundred pages, each with a WebSocket and a few requests at once. Sizes are
    in bytes; `bodies_of_one` and `bodies` are those of all files, of an address and in all, that are being taken in or
    worked on. A head or a body must be there within its seconds, `idle_seconds` after an answer the connection is
    closed if nothing more is asked, and who takes nothing of what they are sent for `stall_seconds` is hung up on.
    """

    requests: float = 300.0
    creations: float = 10.0
    searches: float = 3.0
    hints: float = 0.5
    checks: float = 10.0
    messages: float = 30.0
    frames: float = 60.0
    burst: float = 10.0
    connections: int = 3000
    connections_of_one: int = 600
    open: int = 6000
    open_of_one: int = 2000
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    idle_seconds: float = 30.0
    stall_seconds: float = 20.0
    request_line: int = 64 * 1024
    headers: int = 32 * 1024
    header: int = 8 * 1024
    header_count: int = 100
    unsent: int = 1024 * 1024
    waiting_writes: int = 400
    lag: float = 0.1
    waiting_of_one: int = 50
    waiting: int = 1000
    machine_matches_of_one: int = 4
    machine_matches: int = 20
    watchers: int = 1000
    events: int = 50_000
    body: int = 16 * 1024
    import_body: int = 256 * 1024
    bodies_of_one: int = 8 * 1024 * 1024
    bodies: int = 32 * 1024 * 1024
    frame: int = 4 * 1024
    processors: int = os.cpu_count() or 2

    @classmethod
    def for_rate(cls, rate: float) -> Limits:
        """Limits for *rate* requests per second from one address, the rest in proportion to the usual."""
        times = rate / cls.requests
        return cls(
            requests=rate,
            creations=max(cls.creations, cls.creations * times),
            searches=max(cls.searches, cls.searches * times),
            hints=max(cls.hints, cls.hints * times),
            checks=max(cls.checks, cls.checks * times),
            connections_of_one=max(cls.connections_of_one, round(cls.connections_of_one * times)),
            open_of_one=max(cls.open_of_one, round(cls.open_of_one * times)),
        )


def counted_address(address: str) -> str:
    """What limits count *address* as: one IPv6 host has 2^64 addresses, so its network of 64 bits counts as one."""
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Buckets:
    """A bucket for each caller that fills at a rate and is emptied by what they ask for."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._size = rate, rate * burst
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def peek(self, caller: str) -> float:
        """The result that `take` would give, without taking a token."""
        now = time.monotonic()
        left, since = self._tokens.get(caller, (self._size, now))
        left = min(self._size, left + (now - since) * self._rate)
        return 0.0 if left >= 1 else (1 - left) / self._rate

    def take(self, caller: str, now: float | None = None) -> float:
        """Take a token: 0 if there was one, else the seconds until there will be one."""
        now = time.monotonic() if now is None else now
        left, since = self._tokens.pop(caller, (self._size, now))
        left = min(self._size, left + (now - since) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._tokens[caller] = (left if wait else left - 1, now)
        if len(self._tokens) > self.MOST:
            # Whoever has not been seen for longest has a full bucket again by now, or nearly.
            self._tokens.popitem(last=False)
        return wait
