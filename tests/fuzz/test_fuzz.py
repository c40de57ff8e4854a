"""Every target takes or refuses some hundreds of changed inputs, the same on every machine; none crashes or hangs."""

from __future__ import annotations

import pytest

from tests.fuzz.mutation import mutated
from tests.fuzz.target import no_hang
from tests.fuzz.targets import TARGETS

INPUTS = 1500
FEWER = {"sgf": 150, "games": 400, "lessons": 300, "exercise-sets": 300, "checkpoint-files": 400, "split-files": 400}
"""Where an input takes milliseconds."""

REFUSED_SEEDS = {"games": 1, "players": 7, "bot-lines": 1}
"""Seeds that name a game or a player without what it needs, or one that suits only one of the two games asked."""


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_are_taken_or_refused(name: str) -> None:
    target = TARGETS[name]
    for data in mutated(target.seeds, f"test {name}", FEWER.get(name, INPUTS)):
        with no_hang():
            try:
                target.run(data)
            except BaseException:
                print("the input:", repr(data))
                raise


def test_every_target_names_modules_that_there_are() -> None:
    assert [file for target in TARGETS.values() for file in target.files if not file.exists()] == []


@pytest.mark.parametrize("name", TARGETS)
def test_the_seeds_are_what_the_project_itself_takes(name: str) -> None:
    target = TARGETS[name]
    refused = [data for data in target.seeds if not target.run(data)]
    assert len(refused) == REFUSED_SEEDS.get(name, 0), refused
