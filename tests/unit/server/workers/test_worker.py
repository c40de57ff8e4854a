from __future__ import annotations

import re
from pathlib import Path
from threading import Event

import pytest

import enraya.server
from enraya.errors import EnrayaError
from enraya.server.workers.worker import TASKS

ROUTES = Path(enraya.server.__file__).parent / "api"
ASKED = {name for file in ROUTES.glob("*.py") for name in re.findall(r'Rank\.\w+, "([\w.]+)"', file.read_text())}


def test_every_task_that_a_route_asks_for_is_known():
    assert len(ASKED) > 10, ASKED
    assert set(TASKS) >= ASKED


def test_every_task_finds_its_function():
    for name, task in TASKS.items():
        # An empty job lacks what the task needs: the function is reached, and fails by itself.
        try:
            answer = task({}, Event(), print)
        except (KeyError, EnrayaError):
            continue
        pytest.fail(f"{name} answers {answer!r}")
