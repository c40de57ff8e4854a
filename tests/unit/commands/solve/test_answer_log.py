from __future__ import annotations

import random

import pytest

from enraya.commands.solve.answer_log import AnswerLog
from enraya.errors import EnrayaError
from enraya.position import Position

GAME = "mnk(3,3,3)"


def answers():
    return [{"game": GAME, "moves": moves, "score": 0, "seconds": 0.000125} for moves in ("b2", "b2 a1", "b2 c1")]


def test_answers_come_back_and_a_row_that_was_cut_short_does_not_count(tmp_path):
    path = tmp_path / "answers"
    log = AnswerLog(path, GAME)
    for answer in answers():
        log.add(answer)
    path.write_bytes(path.read_bytes()[:-9])
    log = AnswerLog(path, GAME)
    asked = [Position.start(GAME).play_all(answer["moves"]) for answer in answers()]
    assert [log.answer(position) for position in asked] == [*answers()[:2], None]
    log.add(answers()[2])
    assert AnswerLog(path, GAME).answer(asked[2]) == answers()[2]


def test_a_flipped_bit_or_a_missing_row_is_never_read_as_an_answer(tmp_path):
    path = tmp_path / "answers"
    log = AnswerLog(path, GAME)
    for answer in answers():
        log.add(answer)
    sound = path.read_bytes()
    rows = sound.splitlines(keepends=True)
    chance = random.Random(2)
    damaged = [b"".join([rows[0], rows[2]]), b"".join([rows[1], rows[0], rows[2]])]
    for _ in range(300):
        flipped = bytearray(sound)
        flipped[chance.randrange(len(sound))] ^= 1 << chance.randrange(8)
        damaged.append(bytes(flipped))
    for content in damaged:
        path.write_bytes(content)
        try:
            log = AnswerLog(path, GAME)
        except EnrayaError as refused:
            assert refused.code in ("error.checkpoint_damaged", "error.checkpoint_other")
        else:
            # The end of the last row has gone: it is to be answered again.
            assert path.read_bytes() == b"".join(rows[:2])
    with pytest.raises(EnrayaError):
        AnswerLog(path, "mnk(4,3,3)")
