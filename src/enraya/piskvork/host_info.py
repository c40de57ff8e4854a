"""The state that a host has given a brain: the clock, the memory, the rule, and limits of the search."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from enraya.piskvork.clock import TURN_IF_UNSAID, Clock
from enraya.piskvork.host_board import Refused
from enraya.search.limit import DEEPEST, Limit

EXACTLY_FIVE, CONTINUOUS = 1, 2
MEGABYTE = 1 << 20
OWN_MEGABYTES = 48
"""The memory of the program besides its table."""

USUAL_MEGABYTES, LEAST_MEGABYTES, MOST_MEGABYTES = 64, 1, 256
SHARE_OF_MEMORY = 2
"""The table takes one part in so many of the memory that the host allows and the program does not need."""

MOST_THREADS = 64


class SearchRequirements(NamedTuple):
    """The requirements of a search."""

    is_exact: bool
    megabytes: int
    threads: int


@dataclass(frozen=True)
class HostInfo:
    """The values of INFO so far; 0 for memory, depth or nodes is no limit."""

    clock: Clock = field(default_factory=Clock)
    rule: int = 0
    memory: int = 0
    threads: int = 1
    depth: int = 0
    nodes: int = 0

    def with_info(self, key: str, value: str) -> HostInfo:
        """The same after `INFO key value`; what is not known, or no number, changes nothing."""
        number = _number(value)
        if number is None:
            return self
        match key:
            case "timeout_turn":
                turn = TURN_IF_UNSAID if number < 0 else number / 1000
                return replace(self, clock=replace(self.clock, turn=turn))
            case "timeout_match":
                return replace(self, clock=replace(self.clock, match=max(0, number) / 1000))
            case "time_left":
                return replace(self, clock=replace(self.clock, left=number / 1000))
            case "max_memory":
                return replace(self, memory=max(0, number))
            case "rule":
                return replace(self, rule=number)
            # Not of the protocol itself, but said by many hosts.
            case "thread_num":
                return replace(self, threads=min(MOST_THREADS, max(1, number)))
            case "max_depth":
                return replace(self, depth=min(DEEPEST, max(0, number)))
            case "max_node":
                return replace(self, nodes=max(0, number))
        # game_type, evaluate and folder need nothing: play is the same, and no files are kept.
        return self

    def check(self) -> None:
        """Refuse what the host asks for and cannot be had."""
        if self.rule & ~(EXACTLY_FIVE | CONTINUOUS):
            raise Refused("of the rules only freestyle and exactly five are played here")
        if not self._has_memory:
            raise Refused(f"{OWN_MEGABYTES + LEAST_MEGABYTES} MB of memory are the least")

    @property
    def is_playable(self) -> bool:
        """True if `check` passes."""
        return not self.rule & ~(EXACTLY_FIVE | CONTINUOUS) and self._has_memory

    @property
    def _has_memory(self) -> bool:
        return not self.memory or self.memory >= (OWN_MEGABYTES + LEAST_MEGABYTES) * MEGABYTE

    @property
    def demands(self) -> SearchRequirements:
        """The requirements of the next search."""
        spare = (self.memory // MEGABYTE - OWN_MEGABYTES) // SHARE_OF_MEMORY
        megabytes = min(MOST_MEGABYTES, max(LEAST_MEGABYTES, spare)) if self.memory else USUAL_MEGABYTES
        return SearchRequirements(bool(self.rule & EXACTLY_FIVE), megabytes, self.threads)

    @property
    def limit(self) -> Limit:
        """The limit of the next move."""
        return Limit(self.clock.seconds, self.depth or None, self.nodes or None)


def _number(text: str) -> int | None:
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 20
    return int(text) if is_number else None
