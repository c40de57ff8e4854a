import io
import os

import pytest

from enraya.terminal.input_reader import LONGEST, InputReader


@pytest.fixture
def pipe():
    """A pipe to write to, and the texts that the reader reads from it."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as reader:
        yield write, InputReader(reader)


def test_lines_come_one_by_one_and_then_none():
    texts = InputReader(io.StringIO("one\n\ntwo"))
    assert [texts.next() for _ in range(5)] == ["one", "", "two", None, None]


def test_waiting_can_be_given_up_and_the_line_comes_to_who_asks_next(pipe):
    write, texts = pipe
    with pytest.raises(TimeoutError):
        texts.next(0)
    os.write(write, b"late\nlater\n")
    assert texts.next() == "late"
    assert texts.next(60) == "later"
    os.close(write)
    assert texts.next() is None


def test_a_long_line_is_cut_and_the_next_one_is_whole(pipe):
    write, texts = pipe
    for _ in range(3):
        os.write(write, b"x" * LONGEST)
    os.write(write, b"\nnext\n")
    os.close(write)
    assert texts.next() == "x" * LONGEST
    assert texts.next() == "next"


def test_what_is_not_text_is_replaced(pipe):
    write, texts = pipe
    os.write(write, b"\xff\xfea\n")
    os.close(write)
    assert texts.next() == "��a"
