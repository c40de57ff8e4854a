"""What whoever runs a server is told of it: counts for Prometheus, and a log that programs read."""

from __future__ import annotations

import json
import logging
import re
import signal
import sys

from enraya.server.operation.log import JsonLines
from tests.unit.server.conftest import TWO, Table, serving
from tests.unit.server.server_process import GIVE_UP, address_of

LINE = re.compile(r'^enraya_[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+$')


def values(text):
    return dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))


def test_metrics_are_off_by_default(client):
    assert client.get("/metrics").status_code == 404


def test_metrics_count_matches_moves_refusals_queues_and_delays(tmp_path):
    with serving(tmp_path / "matches.db", has_metrics=True) as client:
        table = Table(client, **TWO)
        table.play("b2", "a1")
        assert table.post("moves", move="a1", ply=2, game=1).status_code == 422
        with table.live() as live:
            live.say(type="play", id=1, move="b2", ply=2, game=1)
            live.next("refused")
            answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert all(line.startswith("# ") or LINE.match(line) for line in answer.text.splitlines())
    found = values(answer.text)
    assert found["enraya_matches_created_total"] == "1"
    assert found['enraya_events_total{event="played"}'] == "2"
    assert sum(int(count) for name, count in found.items() if name.startswith("enraya_refusals_total")) == 2
    assert found["enraya_listeners"] == "1"
    assert found['enraya_jobs_waiting{rank="lab"}'] == "0"
    assert 'enraya_event_loop_delay_seconds_bucket{le="+Inf"}' in found
    # Nothing says who.
    assert table.match not in answer.text


def test_an_error_is_one_line_of_json_too():
    try:
        raise ValueError("bad\nnews")
    except ValueError:
        record = logging.getLogger("enraya").makeRecord("enraya", logging.ERROR, "", 0, "it\nfailed", (), True)
        record.exc_info = sys.exc_info()
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "it\nfailed"


def test_the_log_is_lines_of_json_where_that_is_asked_for(command):
    process = command("--port", "0", "--log", "json")
    address_of(process)
    first = json.loads(process.stderr.readline())
    assert (first["event"], first["level"]) == ("started", "info")
    process.send_signal(signal.SIGTERM)
    assert process.wait(GIVE_UP) == 0
    last = [json.loads(line) for line in process.stderr.read().splitlines()][-1]
    assert (last["event"], last["matches"], last["events"]) == ("ended", 0, {})
