"""The progress of long work, where the output is not a terminal: whole lines, now and then, or none."""

import pytest

from enraya.commands.framework import progress
from enraya.commands.framework.options import words
from enraya.commands.framework.progress import Progress


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch):
    monkeypatch.setattr(progress, "SILENT_FOR", -1)
    monkeypatch.setattr(progress, "BETWEEN_LINES", -1)
    monkeypatch.setattr(words, "language", "en")


def test_what_is_known_is_told_and_nothing_else(capsys):
    with Progress(quiet=False) as work:
        work.update(0, 1000)
        work.update(7, 1000)
        work.update(0, 1000, (-3, 4), (5, 10))
        work.update(3, 2000)
    first, second, third, last = capsys.readouterr().err.splitlines()
    assert first.startswith("1,000 nodes, ")
    assert second.startswith("depth 7 · 1,000 nodes, ")
    assert third.startswith("[######......] 5 of 10 first moves · score -3 to 4 · 1,000 nodes, ")
    assert last.startswith("score -3 to 4 · depth 3 · 2,000 nodes, ")
    assert work.bounds == (-3, 4)


def test_how_long_is_left_is_told_only_where_it_can_be_known(capsys):
    with Progress(quiet=False) as work:
        for done in (2, 3, 10):
            work.update_jobs(done, 10)
    few, some, all_of_them = capsys.readouterr().err.splitlines()
    assert few.startswith("[##..........] 2 of 10 done · ")
    assert "left" in some
    assert "left" not in few + all_of_them


def test_a_program_that_reads_json_hears_nothing(capsys):
    with Progress(quiet=True) as work:
        work.update(1, 2)
        work.update_jobs(3, 10)
    assert capsys.readouterr().err == ""


def test_a_live_row_makes_way_for_a_result(capsys, monkeypatch):
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress, "BETWEEN", -1)
    monkeypatch.setattr(progress.os, "get_terminal_size", lambda number: progress.os.terminal_size((80, 24)))
    monkeypatch.setattr(progress.sys.stderr, "fileno", lambda: 2)
    with Progress() as work:
        work.update_games(3, 10)
        work.make_way()
        assert capsys.readouterr().err.endswith("\r\x1b[K")
        work.make_way()
        assert capsys.readouterr().err == ""
