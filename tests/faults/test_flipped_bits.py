"""A bit that a disk has flipped is noticed, in every file format; bench/damage.py does it a thousand times each."""

from __future__ import annotations

import random

import pytest
from bench.damage import flip_database, flip_files

from enraya import EnrayaError
from tests.fuzz.file_formats import FORMATS

FLIPS = 60
BY_NAME = {format.name: format for format in FORMATS}


@pytest.mark.parametrize("format", FORMATS, ids=list(BY_NAME))
def test_no_flipped_bit_in_a_file_is_silent(format) -> None:
    found = flip_files(format, FLIPS, random.Random(5))
    assert not found["silent"] and not found["crash"], found
    assert found["noticed"] or format.name == "journal"


def test_no_flipped_bit_in_a_database_is_silent() -> None:
    found = flip_database(25, random.Random(5))
    assert not found["silent"] and not found["crash"], found


@pytest.mark.parametrize("name", ["ledger", "tournament"])
def test_a_changed_line_feed_at_the_end_is_no_row_that_was_cut_short(name) -> None:
    format = BY_NAME[name]
    whole = format.genuine()
    with pytest.raises(EnrayaError):
        format.read_bytes(whole[:-1] + b"\x4a")
    # One that was cut short does not count, and the rest does.
    for cut in (1, 5):
        assert format.read_bytes(whole[:-cut]) != format.read_bytes(whole)


def test_a_game_changed_on_purpose_is_read_once_its_checksum_is_taken_out() -> None:
    format = BY_NAME["json-game"]
    changed = format.genuine().replace(b"Ana", b"Eva")
    with pytest.raises(EnrayaError, match="checksum"):
        format.read_bytes(changed)
    lines = [line for line in changed.decode().splitlines() if "checksum" not in line]
    without = "\n".join(lines).replace(" ],\n}", " ]\n}")
    record, _ = format.read_bytes(without.encode())
    assert record.players[0] == "Eva"
