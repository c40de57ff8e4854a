"""Every refusal Enraya makes: a code, the values that belong in the sentence, and the sentence.

The code names a message of `enraya.locale`, so the same refusal can be read in any language.
"""

from __future__ import annotations

import errno
import os
from typing import Any


class LocalizedError(Exception):
    """An error that is a sentence for people."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.values)

    def __str__(self) -> str:
        return self.in_language("en")

    def in_language(self, language: str) -> str:
        """The sentence in *language*, a code of `enraya.locale.LANGUAGES`."""
        from enraya.locale import Words

        return Words(language)(self.code, **self.values)


class EnrayaError(LocalizedError, ValueError):
    """The base of refusals; `str(error)` says what was wrong and what is accepted."""


class CustomGameError(LocalizedError):
    """A custom game failed or broke the contract; the request itself was valid.

    The value `name` says which file, and `at`, where it is known, the line of the function that gave a wrong answer;
    the message itself says neither.
    """

    def in_language(self, language: str) -> str:
        return f"{self._place(language)} {self.cause.in_language(language)}"

    def _place(self, language: str) -> str:
        if "at" not in self.values:
            return f"{self.values['name']}:"
        from enraya.locale import Words

        return Words(language)("error.in_line", path=self.values["name"], line=self.values["at"])

    @property
    def cause(self) -> LocalizedError:
        """The cause of the error, without the name of the file."""
        return LocalizedError(self.code, **self.values)


class NotationError(EnrayaError):
    """A text that names no game, player, move or position."""


class IllegalMove(EnrayaError):
    """A move that is well written and not allowed here."""


class IllegalPosition(EnrayaError):
    """A position that no play can reach."""


class Refusal(EnrayaError):
    """An event that a match does not accept now."""


KINDS = {
    kind.__name__: kind
    for kind in (LocalizedError, EnrayaError, CustomGameError, NotationError, IllegalMove, IllegalPosition, Refusal)
}


SYSTEM_REASONS = {
    errno.EACCES: "system.not_allowed",
    errno.EADDRINUSE: "system.address_in_use",
    errno.EADDRNOTAVAIL: "system.address_of_others",
    errno.EDQUOT: "system.quota",
    errno.EEXIST: "system.exists",
    errno.EFBIG: "system.large",
    errno.EINVAL: "system.invalid",
    errno.EIO: "system.faulty",
    errno.EISDIR: "system.folder",
    errno.ELOOP: "system.loop",
    errno.EMFILE: "system.too_many_files",
    errno.ENAMETOOLONG: "system.long_name",
    errno.ENOENT: "system.no_file",
    errno.ENOSPC: "system.full",
    errno.ENOTDIR: "system.no_folder",
    errno.EPERM: "system.forbidden",
    errno.EROFS: "system.read_only",
}
"""The messages for what the operating system refuses most; what it says otherwise stands as it is, in its language."""


def system_reason(error: BaseException | int) -> str | LocalizedError:
    """Why the operating system did not do something, said by the exception or by a number of `errno`."""
    number = error if isinstance(error, int) else getattr(error, "errno", None)
    if number in SYSTEM_REASONS:
        return LocalizedError(SYSTEM_REASONS[number])
    return os.strerror(error) if isinstance(error, int) else getattr(error, "strerror", None) or str(error)


def to_plain(error: LocalizedError) -> dict[str, Any]:
    """*error* as data for JSON, to be read by `from_plain` in another process."""
    kind = next(base.__name__ for base in type(error).__mro__ if base.__name__ in KINDS)
    return {"kind": kind, "refused": error.code, "values": {name: _plain(each) for name, each in error.values.items()}}


def from_plain(data: dict[str, Any]) -> LocalizedError:
    """The error that `to_plain` wrote, of the nearest kind that is known here."""
    values = {name: from_plain(each) if isinstance(each, dict) else each for name, each in data["values"].items()}
    return KINDS[data["kind"]](data["refused"], **values)


def _plain(value: object) -> object:
    if isinstance(value, LocalizedError):
        return to_plain(value)
    if isinstance(value, list | tuple):
        return [str(item) for item in value]
    return value if isinstance(value, int | float | None) else str(value)


def _rebuild(kind: type[LocalizedError], code: str, values: dict[str, object]) -> LocalizedError:
    return kind(code, **values)
