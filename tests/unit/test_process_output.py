"""What processes print, as it stands on standard error."""

from __future__ import annotations

from enraya.process_output import ErrorOutputForwarder, end_open_line


def test_a_sentence_begins_a_line_of_its_own_after_what_a_process_left_unfinished(capsys):
    ErrorOutputForwarder(5).pass_on(b"no end of this")
    end_open_line()
    end_open_line()
    ErrorOutputForwarder().pass_on(b"a whole line\n")
    end_open_line()
    assert capsys.readouterr().err == "no en\na whole line\n"
