"""How much the tests do: `make test` what shows a fault of each kind, `make soak` the large numbers as well.

The claim of a test is the same at both scales; only how many players, kills, positions or screens it is shown on.
"""

from __future__ import annotations

import os
from typing import TypeVar

import pytest

Amount = TypeVar("Amount")

IS_SOAK = os.environ.get("ENRAYA_TEST_SCALE") == "soak"


def scaled(usual: Amount, soak: Amount) -> Amount:
    """*usual* in `make test`, *soak* in `make soak`."""
    return soak if IS_SOAK else usual


builds_anew = pytest.mark.skipif(not IS_SOAK, reason="builds anew for a minute what `make test` has built: `make soak`")
"""Marks a test of tests/packaging that `make soak` alone runs."""

POSITIONS = int(os.environ.get("ENRAYA_TEST_POSITIONS", scaled("500", "2000")))
"""How many positions an oracle is asked about, where it is asked about many."""
