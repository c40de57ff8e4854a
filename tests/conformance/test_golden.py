from __future__ import annotations

import pytest

from tests.conformance.golden import FOLDER, GAMES, play_through


@pytest.mark.parametrize("stem", GAMES)
def test_the_play_through_is_the_golden_one(stem):
    assert play_through(GAMES[stem]) == (FOLDER / f"{stem}.txt").read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_game():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)
