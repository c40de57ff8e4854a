"""The page's types are made from the server's description: what no longer fits that is found before it is shipped.

`make check` checks the page against these types, too.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.scale import builds_anew

WEB = Path(__file__).parents[2] / "web"
BUILD = [sys.executable, str(WEB / "build.py"), "run"]
PATIENCE = 900


@pytest.fixture(scope="module")
def checked():
    """The page, checked against types made from the server as it is."""
    return subprocess.run([*BUILD, "check"], capture_output=True, text=True, timeout=PATIENCE, check=False)


@builds_anew
def test_the_page_reads_and_sends_what_the_server_describes(checked):
    assert checked.returncode == 0, checked.stdout[-4000:] + checked.stderr[-2000:]


@builds_anew
def test_the_types_tell_of_every_answer_frame_and_stream(checked):
    made = (WEB / "src" / "api" / "schema.d.ts").read_text(encoding="utf-8")
    for name in ("MatchAnswer", "ServerFrame", "ClientFrame", "ValuesLine", "LogLine", "MarksAnswer"):
        assert f"        {name}: " in made, name


def test_the_page_writes_no_shape_of_the_wire_by_hand():
    by_hand = [
        line
        for line in (WEB / "src" / "api" / "types.ts").read_text(encoding="utf-8").splitlines()
        if line.startswith(("interface", "export interface"))
    ]
    assert by_hand == []
