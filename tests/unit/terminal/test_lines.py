import io
import os

import pytest

from enraya.terminal.lines import LONGEST_LINE, Lines


@pytest.fixture
def pipe():
    """What is written, and the lines it is read as."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as reader:
        yield write, Lines(reader)


def test_lines_come_one_by_one_and_then_none():
    lines = Lines(io.StringIO("one\n\ntwo"))
    assert [lines.next() for _ in range(5)] == ["one", "", "two", None, None]


def test_waiting_can_be_given_up_and_the_line_comes_to_who_asks_next(pipe):
    write, lines = pipe
    with pytest.raises(TimeoutError):
        lines.next(0)
    os.write(write, b"late\nlater\n")
    assert lines.next() == "late"
    assert lines.next(60) == "later"
    os.close(write)
    assert lines.next() is None


def test_a_long_line_is_cut_and_the_next_one_is_whole(pipe):
    write, lines = pipe
    for _ in range(3):
        os.write(write, b"x" * LONGEST_LINE)
    os.write(write, b"\nnext\n")
    os.close(write)
    assert lines.next() == "x" * LONGEST_LINE
    assert lines.next() == "next"


def test_what_is_not_text_is_replaced(pipe):
    write, lines = pipe
    os.write(write, b"\xff\xfea\n")
    os.close(write)
    assert lines.next() == "��a"
