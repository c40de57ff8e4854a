"""A worker process, as its owner has it."""

from __future__ import annotations

import os
import sys
from threading import Event

import pytest

from enraya.workers.move_choice import WORKER
from enraya.workers.process import Process


@pytest.mark.skipif(sys.platform == "win32", reason="there are no sessions and groups of processes")
def test_a_process_is_in_its_owners_session_where_its_niceness_counts_and_leads_a_group():
    process = Process(WORKER)
    try:
        pid = process._process.pid
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpgid(pid) == pid != os.getpgid(0)
    finally:
        process.end()


def test_a_process_that_has_not_started_yet_is_waited_for_with_more_than_its_input_holds(monkeypatch):
    monkeypatch.setattr("enraya.workers.process.TAKING", 0.0)
    process = Process(WORKER)
    try:
        answered = process.ask({"task": "none", "files": [], "data": "a" * 2**20}, Event(), 900.0)
        assert answered is not None
        assert not process.was_late
    finally:
        process.end()
