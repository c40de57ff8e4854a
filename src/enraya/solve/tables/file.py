"""A solved game on disk: the worth of every position, mapped into memory when it is used.

    {"game": …, "positions": …}        the header of a `checked_file`
    8 bytes × positions                hashes of canonical forms, rising; little-endian
    2 bytes × positions                outcome for the first player, signed
    2 bytes × positions                plies to the end, 65535 where nobody can force one

Short names have 64 bits. While a table is written it is made sure that no two positions share one (another salt is
taken if they do), so what it says of a position that can be reached is exact.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError
from enraya.game import Game
from enraya.solve.canonical import CanonicalForms, short_name
from enraya.solve.checked_file import FileKind, as_bytes, header_of
from enraya.solve.solution import Worth

KIND = FileKind("enraya-table", 1, "table.not_one", "table.damaged")
NO_END = 0xFFFF
LARGEST_SALT = 2**64 - 1
BYTES_A_POSITION = 12


class Table:
    """The worth of every position of one game, or of what can be reached from one of its positions."""

    def __init__(self, path: Path, game: Game[Any, Any]) -> None:
        """Open what `write_table` wrote for *game*; anything else is refused."""
        self.path = path
        header, body = KIND.read_of(game, path, "table.other_game")
        positions, salt = header.get("positions"), header.get("salt")
        if type(positions) is not int or type(salt) is not int or len(body) != positions * BYTES_A_POSITION:
            raise KIND.refusal(path)
        if not 0 <= salt <= LARGEST_SALT:
            raise KIND.refusal(path)
        self.positions, self._salt, self._game, self._forms = positions, salt, game, CanonicalForms(game)
        ends = [self.positions * size for size in (0, 8, 10, 12)]
        names, outcomes, plies = (body[start:stop] for start, stop in pairwise(ends))
        self._names, self._outcomes, self._plies = names.cast("Q"), outcomes.cast("h"), plies.cast("H")

    def worth(self, state: Any) -> Worth | None:
        """What *state* is worth to the first player, or None if it is not in the table.

        A file that says what no position of the game can be worth is refused, whatever its checksum.
        """
        name = short_name(self._forms.of(state)[0], self._salt)
        place = bisect_left(self._names, name)
        if place == self.positions or self._names[place] != name:
            return None
        outcome, left = self._outcomes[place], self._game.plies_left(state)
        plies = None if self._plies[place] == NO_END else self._plies[place]
        is_possible = self._game.scored or outcome in (-1, 0, 1)
        if not is_possible or (plies is not None and left is not None and plies > left):
            raise KIND.refusal(self.path)
        return Worth(outcome, plies)

    def worth_inside(self, state: Any) -> Worth:
        """What *state* is worth; a table that holds a position holds what follows it, or is refused."""
        if (worth := self.worth(state)) is None:
            raise KIND.refusal(self.path)
        return worth


def write_table(path: Path, game: Game[Any, Any], worths: Mapping[str, Worth]) -> int:
    """Write the worths of canonical forms, by text, to *path*, whole or not at all; the number of bytes."""
    salt, named = 0, _named(worths, 0)
    while len(named) < len(worths):
        salt += 1
        named = _named(worths, salt)
    names = sorted(named)
    try:
        outcomes = array("h", (named[name].outcome for name in names))
    except (OverflowError, TypeError):
        raise EnrayaError("table.points", game=game.name) from None
    plies = array("H", (NO_END if (left := named[name].plies) is None else left for name in names))
    path.parent.mkdir(parents=True, exist_ok=True)
    body = as_bytes([array("Q", names), outcomes, plies])
    return KIND.write(path, header_of(game, positions=len(names), salt=salt), body, is_aligned=True)


def _named(worths: Mapping[str, Worth], salt: int) -> dict[int, Worth]:
    return {short_name(text, salt): worth for text, worth in worths.items()}
