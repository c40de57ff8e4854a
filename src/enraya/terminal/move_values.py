"""The value of every move of a position, for the command `values`."""

from __future__ import annotations

from enraya.lab.values.valuation import MoveWorth, Valuer
from enraya.locale import Words
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.terminal.wording import signed


def values_in_words(position: Position, limit: Limit, words: Words) -> str:
    """A row for each move, the best first, by the solver where it can in the time there is, else by a search."""
    found = Valuer(position.game).last(position, limit)
    if found is None:
        return words("play.no_values")
    worths = sorted(found.moves, key=lambda worth: -worth.preference)
    rows = [f"{worth.move:>6}  {_worth_in_words(worth, words)}" for worth in worths]
    if not found.exact:
        rows.append(words("play.values_legend", count=found.depth))
    return "\n".join(rows)


def _worth_in_words(worth: MoveWorth, words: Words) -> str:
    if not worth.exact:
        return f"≈ {signed(worth.score, words)}"
    name = words(f"cli.value.{worth.value}")
    if worth.plies is not None:
        return f"{name}  {words('cli.solve.plies', count=worth.plies)}"
    # Where points count, they say more than who is ahead.
    return name if worth.level != worth.score or not worth.score else f"{name}  {signed(worth.score, words)}"
