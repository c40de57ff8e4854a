"""The findings of a check: breaches of the contract, remarks that break nothing, and figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from enraya.conformance.kinds import Kind
from enraya.errors import CustomGameError, LocalizedError

GAMES = 300
SECONDS = 5.0
"""The time limit for all random games of a check together."""


class Breach(NamedTuple):
    """A way in which the contract is broken: a message's key, its values, and moves that lead to it, where known."""

    code: str
    values: dict[str, object]
    moves: tuple[str, ...] | None = None


class Remark(NamedTuple):
    """A remark that is worth knowing and breaks nothing."""

    code: str
    values: dict[str, object]


@dataclass
class Findings:
    """The findings for one *kind*: each kind of breach once, and the number of games there was time for."""

    kind: Kind = "game"
    breaches: list[Breach] = field(default_factory=list)
    games: int = 0
    remarks: list[Remark] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    """Numbers by name, ready for JSON; which ones depends on the kind."""

    def add(self, breach: Breach) -> bool:
        """Keep *breach* unless its like is known; whether it was kept."""
        if breach.code in [known.code for known in self.breaches]:
            return False
        self.breaches.append(breach)
        return True


OnBreach = Callable[[Breach], None]
"""Called with each breach as soon as it is found."""


def breach_of(failure: LocalizedError, moves: list[str] | None = None) -> Breach:
    """*failure* as a breach; of a game, the file is named by who shows it."""
    is_named = not isinstance(failure, CustomGameError)
    values = {name: value for name, value in failure.values.items() if is_named or name != "name"}
    return Breach(failure.code, values, None if moves is None else tuple(moves))
