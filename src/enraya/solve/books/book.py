"""An opening book of Connect 4: the exact score of every position of the first plies, up to the mirror.

    {"game": …, "plies": …}            the header: up to which ply it is complete
    8 bytes × positions                rising: the key in the upper 56 bits, the score + 128 in the lower 8

A key is the board column by column, from the bottom: a 1, then 1 for each stone of the player to move and 0 for each
of the other. Of a position and its mirror image the smaller one counts.
"""

from __future__ import annotations

import logging
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from enraya.errors import EnrayaError
from enraya.games.connect import Connect
from enraya.games.lines import Stones
from enraya.solve.checked_file import FileKind, as_bytes, header_of
from enraya.solve.tables.directory import folder

logger = logging.getLogger(__name__)
KIND = FileKind("enraya-book", 1, "book.not_one", "book.damaged")
KEY_BITS = 56
SCORE_BITS = 8
NO_SCORE = 1 << SCORE_BITS - 1
SHIPPED = Path(__file__).parent


class Book:
    """The opening book of one board."""

    def __init__(self, path: Path, game: Connect) -> None:
        """Open what `write_book` wrote for *game*; anything else is refused."""
        self.path, self.game = path, game
        header, body = KIND.read_of(game, path, "book.other_game")
        plies = header.get("plies")
        if type(plies) is not int or len(body) % 8:
            raise KIND.refusal(path)
        self.plies = plies
        self._entries = body.cast("Q")

    def __len__(self) -> int:
        return len(self._entries)

    def score(self, state: Stones) -> int | None:
        """The score for the player to move, or None if *state* is not in the book.

        A file that says what no such position can be worth is refused, whatever its checksum.
        """
        if self._stones(state) > self.plies:
            return None
        key = key_of(self.game, state) << SCORE_BITS
        place = bisect_left(self._entries, key)
        if place == len(self._entries) or self._entries[place] >> SCORE_BITS != key >> SCORE_BITS:
            return None
        score = (self._entries[place] & (1 << SCORE_BITS) - 1) - NO_SCORE
        left = self.game.cells - (state.first | state.second).bit_count()
        if not -(left // 2) <= score <= (left + 1) // 2:
            raise KIND.refusal(self.path)
        return score

    def moves(self, state: Stones) -> list[tuple[int, int]] | None:
        """Every move with its score, or None unless the book knows them all."""
        if self._stones(state) >= self.plies:
            return None
        found = []
        for column in self.game.legal_moves(state):
            score = score_of_move(self.game, state, self.game.play(state, column), self.score)
            if score is None:
                return None
            found.append((column, score))
        return found

    def bounds(self, state: Stones) -> tuple[int, int]:
        """The bounds of a score: exact if it is in the book, else implied by the positions before."""
        known = self.score(state)
        if known is not None:
            return known, known
        lower, upper = -self.game.cells, self.game.cells
        for before in self._before(state):
            promised = self.score(before)
            if promised is not None:
                lower = max(lower, -promised)
        return lower, upper

    @staticmethod
    def _stones(state: Stones) -> int:
        return (state.first | state.second).bit_count()

    def _before(self, state: Stones) -> list[Stones]:
        """The positions that the last move may have been made in."""
        if self._stones(state) != self.plies + 1:
            return []
        last = state.turn.opponent
        found = []
        for stack in self.game.stacks:
            stones = [cell for cell in stack if (state.first | state.second) >> cell & 1]
            if stones and state.cells_of(last) >> stones[-1] & 1:
                without = ~(1 << stones[-1])
                found.append(Stones(state.first & without, state.second & without, last, None))
        return found


def has_keys(game: Connect) -> bool:
    """True if the positions of *game* have keys that fit."""
    return game.columns * (game.rows + 1) <= KEY_BITS


def key_of(game: Connect, state: Stones) -> int:
    """The same number for a position and its mirror image, and for no other."""
    mine, all_stones = state.cells_of(state.turn), state.first | state.second
    columns = []
    for stack in game.stacks:
        code = 1
        for cell in stack:
            if not all_stones >> cell & 1:
                break
            code = code << 1 | mine >> cell & 1
        columns.append(code)
    key = mirrored = 0
    for left, right in zip(columns, reversed(columns), strict=True):
        key, mirrored = key << game.rows + 1 | left, mirrored << game.rows + 1 | right
    return min(key, mirrored)


def score_of_move(game: Connect, state: Stones, after: Stones, score: Callable[[Stones], int | None]) -> int | None:
    """The score of a move from *state* to *after* for its maker, given the *score* of positions that go on."""
    if after.result is None:
        found = score(after)
        return None if found is None else -found
    return (game.cells + 1 - (state.first | state.second).bit_count()) // 2 if after.result else 0


def write_book(path: Path, game: Connect, plies: int, scores: Mapping[int, int]) -> int:
    """Write the scores of keys to *path*, whole or not at all; the number of bytes."""
    entries = array("Q", sorted(key << SCORE_BITS | score + NO_SCORE for key, score in scores.items()))
    path.parent.mkdir(parents=True, exist_ok=True)
    return KIND.write(path, header_of(game, plies=plies, positions=len(entries)), as_bytes([entries]), is_aligned=True)


def book_name(game: Connect) -> str:
    """The file name of a book of *game*."""
    return f"connect-{game.columns}x{game.rows}.book"


def find_book(game: Connect) -> Book | None:
    """The longer book of *game*: the user's own, or the one that comes with the program."""
    found = []
    for place in (folder(), SHIPPED):
        path = place / book_name(game)
        try:
            written = path.stat()
        except OSError:
            continue
        if (book := _open(path, game, written.st_mtime_ns)) is not None:
            found.append(book)
    return max(found, key=lambda book: book.plies, default=None)


@lru_cache(maxsize=4)
def _open(path: Path, game: Connect, written: int) -> Book | None:
    """One that cannot be used is told of, and done without."""
    try:
        return Book(path, game)
    except EnrayaError as error:
        logger.warning("%s", error)
        return None
