from __future__ import annotations

import pytest
from starlette.requests import Request

from enraya.errors import EnrayaError
from enraya.server.problems import ServerRefusal
from enraya.server.teacher_key import HEADER, VARIABLE, TeacherKey, draw_key, key_file, teacher_key_for


def bringing(key=None, address="10.0.0.1"):
    headers = [] if key is None else [(HEADER.encode(), key.encode("latin-1"))]
    return Request({"type": "http", "headers": headers, "client": (address, 1)})


def refused(key, request):
    with pytest.raises(ServerRefusal) as refusal:
        key.check(request)
    return refusal.value.code


def test_who_brings_the_key_may_and_who_brings_none_or_another_may_not():
    key = TeacherKey("correct-horse")
    key.check(bringing("correct-horse"))
    assert refused(key, bringing()) == "server.teacher_only"
    assert refused(key, bringing("correct-horsf")) == "server.teacher_key"
    assert refused(key, bringing("ñandú")) == "server.teacher_key"
    assert key.is_brought_by(bringing("correct-horse")) and not key.is_brought_by(bringing())


def test_guessing_is_slowed_down_for_the_address_that_guesses_and_for_no_other():
    key = TeacherKey("correct-horse")
    codes = [refused(key, bringing(f"guess-{number:03}")) for number in range(30)]
    assert codes[:10] == ["server.teacher_key"] * 10 and codes[-1] == "server.teacher_guesses"
    assert refused(key, bringing("correct-horse")) == "server.teacher_guesses"
    key.check(bringing("correct-horse", "10.0.0.2"))


def test_the_key_is_kept_beside_the_database_for_its_owner_alone(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    database = tmp_path / "new" / "matches.db"
    key = teacher_key_for(database)
    file = key_file(database)
    assert file.stat().st_mode & 0o777 == 0o600
    assert teacher_key_for(database).text == key.text
    assert teacher_key_for(database, "chosen-by-hand").text == "chosen-by-hand"
    monkeypatch.setenv(VARIABLE, "from-outside")
    assert teacher_key_for(database).text == "from-outside"
    assert file.read_text().strip() == key.text


def test_a_key_that_could_be_guessed_is_refused_in_a_sentence():
    for key in ("", "short", "x" * 101, "contraseña1", "two\nlines"):
        with pytest.raises(EnrayaError) as refusal:
            TeacherKey(key)
        assert "8" in refusal.value.in_language("en")


def test_keys_are_drawn_anew_and_can_be_typed():
    keys = {draw_key() for _ in range(100)}
    assert len(keys) == 100
    assert all(len(key) == 24 and key.replace("-", "").isalpha() for key in keys)


def test_a_database_elsewhere_has_a_key_of_its_own_here():
    one, other = (key_file(f"postgresql://ana:secret@host/{name}") for name in ("one", "other"))
    assert one != other and "secret" not in str(one)
    assert key_file(":memory:") is None
