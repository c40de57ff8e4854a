"""The pseudocode of each algorithm, and the row of it that each event of a search executes.

The lines themselves are messages, `lab.tree.code.ALGORITHM.max` and `….min`, so that they speak the user's language;
`>=` or `>` stands in the place of `{cut}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Step = Literal["enter", "outcome", "estimate", "table", "back_up", "window", "cut", "leave"]
"""The kinds of event at a node."""

LINES: Mapping[str, Mapping[Step, int]] = {
    "minimax": {"enter": 0, "outcome": 1, "estimate": 2, "back_up": 5, "leave": 6},
    "alphabeta": {"enter": 0, "outcome": 1, "estimate": 2, "back_up": 5, "cut": 6, "window": 7, "leave": 8},
    "alphabeta+": {
        "enter": 0, "outcome": 1, "estimate": 2, "table": 3, "back_up": 6, "cut": 7, "window": 8, "leave": 10,
    },
}  # fmt: skip
"""By algorithm, the line of the pseudocode, from 0, of each kind of event. A leaf goes by its kind."""
