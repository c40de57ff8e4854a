"""`compare`: several searches of one position side by side, as a table and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from enraya.drawing.bars_svg import draw_bars
from enraya.drawing.table_html import draw_beside, draw_table
from enraya.lab.values.comparison import Comparison, Row, algorithms_for, check_algorithms
from enraya.library.arguments import PositionLike, own_words, position_of
from enraya.players.textbook import affordable_depth
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.value import Evaluate

NODES = 1_000_000
"""About how many nodes an algorithm may need, where no depth is said."""


@dataclass(frozen=True)
class ComparisonTable:
    """The rows of a comparison, one for each algorithm. A notebook shows them as a table and a chart of nodes."""

    position: Position
    rows: tuple[Row, ...]

    def __getitem__(self, algorithm: str) -> Row:
        """The row of *algorithm*."""
        for row in self.rows:
            if row.algorithm == algorithm:
                return row
        raise KeyError(algorithm)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return "\n".join(
            f"{row.algorithm:<14} {row.nodes:>11,} nodes  {'–' if row.value is None else f'{row.value:g}':>6}"
            for row in self.rows
        )

    def _repr_html_(self) -> str:
        words = own_words()
        names = ("algorithm", "nodes", "leaves", "cuts", "depth", "value", "move", "seconds")
        rows = [[_shown(getattr(row, name)) for name in names] for row in self.rows]
        chart = draw_bars([(row.algorithm, row.nodes) for row in self.rows], words("library.nodes"))
        head = [words(f"library.{name}") for name in names]
        return draw_beside(draw_table(head, rows, ""), chart)


def compare(
    position: PositionLike,
    algorithms: Sequence[str] | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    evaluate: Evaluate | None = None,
) -> ComparisonTable:
    """Compare the cost of several searches of the same position: nodes, leaves, cuts, time, value and move.

    All search to the same *depth*, or with *seconds* as deep as each gets in that time. Without *algorithms* all that
    fit the game are compared: `minimax`, `alphabeta`, `alphabeta>` (cuts only beyond the window), `best` and `worst`
    (moves sorted), `symmetry`, `table`, `table+symmetry`, `alphabeta+`, `native`.

    >>> from enraya import Position, compare
    >>> table = compare(Position.start("mnk(3,3,3)").play("b2"), ["minimax", "alphabeta", "alphabeta>"])
    >>> print(table)
    minimax             55,505 nodes       0
    alphabeta            2,316 nodes       0
    alphabeta>           9,455 nodes       0
    >>> table["alphabeta"].move
    'a1'
    """
    asked = position_of(position)
    judge: Evaluate | None = None
    if evaluate is not None:
        own = evaluate
        judge = lambda state, player: own(asked.game.unwrapped_state(state), player)  # noqa: E731
    names = check_algorithms(list(algorithms or algorithms_for(asked, judge)), asked, judge)
    comparison = Comparison(asked, Limit(), evaluate=judge)
    plies = depth or affordable_depth(asked.game, asked.state, NODES)
    rows = [
        comparison.at_depth(name, plies) if seconds is None else comparison.in_time(name, seconds) for name in names
    ]
    return ComparisonTable(asked, tuple(rows))


def _shown(value: object) -> object:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else value
