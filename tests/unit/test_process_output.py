"""What processes print, as it stands on standard error."""

from __future__ import annotations

from enraya.process_output import ErrorOutputForwarder, end_open_line


def test_what_a_process_prints_cannot_steer_the_terminal(capsys):
    ErrorOutputForwarder().pass_on("\x1b[2J\x1b]0;title\x07\ta\rb\x9bé\n".encode())
    assert capsys.readouterr().err == "?[2J?]0;title?\ta?b?é\n"


def test_a_sentence_begins_a_line_of_its_own_after_what_a_process_left_unfinished(capsys):
    ErrorOutputForwarder(5).pass_on(b"no end of this")
    end_open_line()
    end_open_line()
    ErrorOutputForwarder().pass_on(b"a whole line\n")
    end_open_line()
    assert capsys.readouterr().err == "no en\na whole line\n"
