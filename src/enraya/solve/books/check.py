"""The check of an opening book: each position against its successors, and some of the last ones solved again."""

from __future__ import annotations

from random import Random

from enraya.errors import EnrayaError
from enraya.games.lines import Stones
from enraya.search.limit import UNLIMITED, Budget
from enraya.solve.books.book import Book, key_of
from enraya.solve.methods.connect4 import Connect4Solving


def check_book(book: Book, samples: int, seed: int, budget: Budget) -> int:
    """Refuse a book that is wrong, with a position that shows it; the number of positions solved again."""
    last = _check_plies(book, budget)
    run = Connect4Solving(book.game).run(UNLIMITED, budget)
    chosen = Random(seed).sample(last, min(samples, len(last)))
    for state in chosen:
        _compare(book, state, run.score(state))
    return len(chosen)


def _check_plies(book: Book, budget: Budget) -> list[Stones]:
    """Compare every position with the best of what follows it; the positions of the last ply."""
    game = book.game
    layer = {key_of(game, game.initial()): game.initial()}
    for _ in range(book.plies):
        after = {}
        for state in layer.values():
            budget.spend()
            moves = book.moves(state)
            _compare(book, state, None if moves is None else max(score for _, score in moves))
            for column in game.legal_moves(state):
                child = game.play(state, column)
                if child.result is None:
                    after[key_of(game, child)] = child
        layer = after
    return list(layer.values())


def _compare(book: Book, state: Stones, score: int | None) -> None:
    found = book.score(state)
    if found is None or found != score:
        text = book.game.format_state(state)
        raise EnrayaError("book.wrong", path=str(book.path), position=text, found=str(found), score=str(score))
