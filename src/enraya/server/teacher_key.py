"""The teacher key: who holds it may make, stop and delete what belongs to everybody here, tournaments and classes.

There is one for a server. Unless it was chosen (`enraya serve --teacher-key`, or the variable ENRAYA_TEACHER_KEY) it is
drawn once and kept in a file beside the database that its owner alone can read, so that it is the same after a restart.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from starlette.requests import HTTPConnection

from enraya.errors import EnrayaError, system_reason
from enraya.server.limits import Buckets
from enraya.server.problems import ServerRefusal
from enraya.server.transport.guard import caller_of

HEADER = "x-enraya-teacher"
"""The header of a request that brings the key."""

VARIABLE = "ENRAYA_TEACHER_KEY"
SHORTEST, LONGEST = 8, 100
SYLLABLES = 10
GUESSES, BURST = 0.2, 50.0
"""Wrong keys that an address may send in a second, and how many seconds' worth at once: ten."""


class TeacherKey:
    """The key of one server, and the guard against who guesses it."""

    def __init__(self, key: str | None = None) -> None:
        """*key*, which is refused if it could be guessed too easily; else one that nobody has had before."""
        self.text = _checked(key) if key is not None else draw_key()
        self._hash = sha256(self.text.encode()).digest()
        self._guesses = Buckets(GUESSES, BURST)

    def check(self, connection: HTTPConnection) -> None:
        """Refuse a request that does not bring the key; one that brings a wrong one is counted as a guess."""
        brought = connection.headers.get(HEADER)
        if brought is None:
            raise ServerRefusal("server.teacher_only", 403)
        caller = caller_of(connection.scope)
        if wait := self._guesses.peek(caller):
            # Not even the right one is taken now: the answer would tell it from a wrong one.
            raise ServerRefusal("server.teacher_guesses", 429, retry_after=wait)
        if not self._is_same(brought):
            self._guesses.take(caller)
            raise ServerRefusal("server.teacher_key", 403)

    def is_brought_by(self, connection: HTTPConnection) -> bool:
        """True if a request brings the key: for routes open to everybody that show a teacher more."""
        try:
            self.check(connection)
        except ServerRefusal:
            return False
        return True

    def _is_same(self, brought: str) -> bool:
        # In the same time for every wrong key, however much of it is right.
        return compare_digest(sha256(brought.encode("utf-8", "replace")).digest(), self._hash)


def teacher_key_for(database: str | Path, chosen: str | None = None) -> TeacherKey:
    """The key of the server over *database*: the one that was *chosen*, the variable's, or the one that is kept."""
    chosen = chosen if chosen is not None else os.environ.get(VARIABLE) or None
    if chosen is not None:
        return TeacherKey(chosen)
    path = key_file(database)
    if path is None:
        return TeacherKey()
    with suppress(FileNotFoundError):
        return TeacherKey(_read(path))
    key = TeacherKey()
    _write(path, key.text)
    return key


def key_file(database: str | Path) -> Path | None:
    """The path of the key file of a server over *database*; None where nothing is."""
    if str(database) == ":memory:":
        return None
    if "://" in str(database):
        from platformdirs import user_data_path

        # The database lies elsewhere: each has a key of its own in the data folder of who serves it.
        name = sha256(str(database).rpartition("@")[2].encode()).hexdigest()[:12]
        return user_data_path("enraya", appauthor=False) / f"teacher-key-{name}"
    return Path(f"{Path(database).expanduser()}-teacher-key")


def draw_key() -> str:
    """A key that can be read aloud and typed: ten syllables of 6.6 bits each."""
    consonants, vowels = "bcdfghjkmnprstvwxyz", "aeiou"
    drawn = ["".join((secrets.choice(consonants), secrets.choice(vowels))) for _ in range(SYLLABLES)]
    return "-".join("".join(drawn[at : at + 2]) for at in range(0, SYLLABLES, 2))


def _checked(key: str) -> str:
    key = key.strip()
    if not SHORTEST <= len(key) <= LONGEST or not key.isascii() or not key.isprintable():
        raise EnrayaError("server.teacher_key_shape", least=SHORTEST, most=LONGEST)
    return key


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        raise EnrayaError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise EnrayaError("error.unwritable", path=str(path), reason=system_reason(error)) from None
