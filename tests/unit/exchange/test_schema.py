"""The schema in the docs is that of the files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema_rs
import pytest

from enraya import Position
from enraya.exchange import Record, write_game

DOCS = Path(__file__).parents[3] / "docs" / "formats.md"


def schema():
    blocks = re.findall(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    return json.loads(next(block for block in blocks if "$schema" in block))


@pytest.mark.parametrize(("game", "moves"), [("mnk(3,3,3)", "b2 a1"), ("gomoku(15,standard,swap2)", "h8 i8 h9 black")])
def test_what_is_written_fits_the_schema_in_the_docs(game, moves):
    written = json.loads(write_game(Record.of(Position.start(game).play_all(moves), ("Ana", "")), "json"))
    assert jsonschema_rs.is_valid(schema(), written)
    assert not jsonschema_rs.is_valid(schema(), {**written, "version": 2})
