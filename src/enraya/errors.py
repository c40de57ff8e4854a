"""Every refusal Enraya makes: a code, the values that belong in the sentence, and the sentence.

The code names a message of `enraya.locale`, so the same refusal can be read in any language.
"""

from __future__ import annotations


class Told(Exception):
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
        """The sentence in *language* ("es" or "en")."""
        from enraya.locale import Words

        return Words(language)(self.code, **self.values)


class EnrayaError(Told, ValueError):
    """Something asked for cannot be done; `str(error)` says what was wrong and what is accepted."""


class OwnFailure(Told):
    """A function of somebody's own game failed: nothing that was asked for is wrong."""


class NotationError(EnrayaError):
    """A text that names no game, player, move or position."""


class IllegalMove(EnrayaError):
    """A move that is well written and not allowed here."""


class IllegalPosition(EnrayaError):
    """A position that no play can reach."""


class Refusal(EnrayaError):
    """An event that a match does not accept now."""


def _rebuild(kind: type[Told], code: str, values: dict[str, object]) -> Told:
    return kind(code, **values)
