"""Nobody denies the others: what one address asks for is bounded, and people's moves are always taken."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

import pytest

from enraya.server.limits import Limits

from .conftest import TWO, Table, serving

MANY = Limits.for_rate(100_000)


def hints_refused(client, lines, each):
    """How many of *each* hints on so many lines, each of a match of its own, are refused, and with which codes."""
    with ExitStack() as stack:
        opened = [stack.enter_context(Table(client, **TWO).line()) for _ in range(lines)]
        for line in opened:
            for id in range(each):
                line.say(type="hint", id=id)
        codes = []
        for line in opened:
            for _ in range(each):
                message = line.line.receive_json()
                while message["type"] not in ("done", "refused"):
                    message = line.line.receive_json()
                codes += [message["problem"]["code"]] if message["type"] == "refused" else []
        return codes


def test_hints_over_ten_lines_are_charged_to_one_budget_of_the_address(tmp_path):
    limits = replace(MANY, searches=0.001, burst=5000)  # five in all, and no more for a long time
    with serving(tmp_path / "matches.db", limits=limits) as client:
        assert hints_refused(client, lines=10, each=1) == ["server.too_many"] * 5


def test_hints_over_a_line_and_over_http_are_charged_to_the_same_budget(tmp_path):
    limits = replace(MANY, searches=0.001, burst=2000)
    with serving(tmp_path / "matches.db", limits=limits) as client:
        table = Table(client, **TWO)
        assert table.post("hint").status_code == 200
        with table.line() as line:
            line.say(type="hint", id=1)
            line.next("done")
            line.say(type="hint", id=2)
            assert line.next("refused")["problem"]["status"] == 429
        assert table.post("hint").json()["code"] == "server.too_many"


def test_hints_in_one_match_are_charged_to_the_match_too(tmp_path):
    limits = replace(MANY, hints=0.001, burst=3000)
    with serving(tmp_path / "matches.db", limits=limits) as client:
        assert hints_refused(client, lines=1, each=5) == ["server.too_many"] * 2
        assert hints_refused(client, lines=1, each=1) == []


@pytest.mark.parametrize("overload", [{"lag": -1.0}, {"waiting_writes": -1}, {"waiting": 0, "waiting_of_one": 0}])
def test_a_persons_move_is_never_refused_because_of_load(client, overload):
    table = Table(client, **TWO)
    context = client.app.state.context
    context.limits = context.hall.limits = replace(MANY, **overload)
    table.play("b2")
    with table.line() as line:
        line.say(type="play", id=1, move="a1", ply=1, game=1)
        assert line.next("done")["number"] == 3
    assert table.post("undo").status_code == 200
