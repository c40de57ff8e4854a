"""`analyse`: what every move of a position is worth, and its picture."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

from enraya.drawing.table_html import draw_beside, draw_table
from enraya.drawing.values_svg import CellValue, draw_values
from enraya.errors import NotationError
from enraya.lab.values.valuation import MoveWorth, Valuation, Valuer
from enraya.library.arguments import PositionLike, own_words, position_of
from enraya.position import Position
from enraya.search.limit import Limit

SECONDS = 5.0
LETTERS = {"win": "W", "draw": "D", "loss": "L"}


@dataclass(frozen=True)
class Analysis(Valuation):
    """The value of every move of `position` for the side to move. A notebook shows the values on the board."""

    position: Position

    def _repr_html_(self) -> str:
        board = self.position.board
        picture = "" if board is None else draw_values(board, self._cell_values())
        return draw_beside(picture or self.position._repr_svg_(), self._table())

    def _cell_values(self) -> dict[int, CellValue]:
        """The best move that ends on each cell, as a letter and a colour."""
        game, state, found = self.position.game, self.position.state, {}
        worths = {worth.move: worth for worth in self.moves}
        best = set(self.best)
        for move in sorted(self.position.playable(), key=lambda each: _preference(worths, game.format_move(each))):
            text = game.format_move(move)
            gesture = game.gesture(state, move)
            cells = gesture.clicks[-1] if gesture.clicks else ()
            cell = gesture.lands if gesture.lands is not None else cells[0] if len(cells) == 1 else None
            if cell is not None and text in worths:
                found[cell] = CellValue(_written(worths[text]), worths[text].value, text in best)
        return found

    def _table(self) -> str:
        words = own_words()
        head = [words(f"library.{name}") for name in ("move", "value", "plies", "score")]
        ranked = sorted(self.moves, key=lambda worth: -worth.preference)
        rows = [
            [
                worth.move,
                words(f"library.{worth.value}") if worth.value else "≈",
                "–" if worth.plies is None else worth.plies,
                worth.score,
            ]
            for worth in ranked
        ]
        key = "library.exact" if self.exact else "library.looked"
        return draw_table(head, rows, words(key, count=self.depth))


def analyse(
    position: PositionLike,
    player: str = "alphabeta+",
    *,
    seconds: float | None = SECONDS,
    depth: int | None = None,
    stop: Event | None = None,
) -> Analysis:
    """Value every move of *position*: exactly where the solver answers in time, else as deep as a search gets.

    *player* is who judges: `alphabeta+`, `alphabeta`, `minimax` or `mcts`. Values are for whoever makes the move.

    >>> from enraya import Position, analyse
    >>> analysis = analyse(Position.start("mnk(3,3,3)").play_all("a1 b1"))
    >>> analysis.exact, analysis.best
    (True, ['a2', 'b2', 'a3'])
    >>> worth = analysis.of("b3")
    >>> worth.value, worth.plies
    ('draw', None)
    """
    asked = position_of(position)
    if asked.is_over:
        raise NotationError("error.over_already")
    found = Valuer(asked.game, player).last(asked, Limit(seconds, depth), stop)
    if found is None:
        raise NotationError("error.no_time")
    return Analysis(found.moves, found.depth, found.nodes, found.seconds, found.exact, asked)


def _preference(worths: dict[str, MoveWorth], move: str) -> float:
    return worths[move].preference if move in worths else float("-inf")


def _written(worth: MoveWorth) -> str:
    """A letter and the plies to the end, or the number of an estimate."""
    if worth.value is None:
        return f"{worth.score:.3g}".replace("-", "−")
    return LETTERS[worth.value] + ("" if worth.plies is None else str(worth.plies))
