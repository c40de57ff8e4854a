"""The native search: what `native/python/bind.cpp` offers to Python.

Sets of cells are the little-endian bytes of an integer, a bit a cell. Values are for the player to move. A bad
argument is a ValueError; a search while another runs on the same object is a RuntimeError.
"""

from collections.abc import Callable, Sequence
from enum import Enum

WIN: int
"""A win p plies away is worth WIN − p to whoever wins, and a loss the same below zero."""

Progress = Callable[[int, int, int, int], object]
"""Called with depth, nodes, value and move after every iteration and about every half second."""

class Contradiction(RuntimeError):
    """A table that was put back from a file says of a position what it denies of the moves there."""

class Report:
    """What a search found."""

    @property
    def move(self) -> int: ...
    @property
    def value(self) -> int: ...
    @property
    def depth(self) -> int:
        """How deep the last finished iteration went; 0 if none was finished."""

    @property
    def nodes(self) -> int: ...
    @property
    def complete(self) -> bool:
        """Whether the value is the game's own, and more depth would not change it."""

    @property
    def stopped(self) -> bool:
        """Whether a limit of nodes or seconds, or `stop`, ended the search."""

    @property
    def line(self) -> list[int]:
        """The move and what is expected after it."""

    @property
    def roots(self) -> list[tuple[int, int, int]]:
        """Move, value and bound of each move of the last finished iteration.

        A bound of 0 is an exact value, −1 means no more than it and +1 no less.
        """

    @property
    def proven(self) -> list[int]:
        """The moves of `roots` whose value, or bound, is the game's own, whatever the depth."""

class LineSearch:
    """Searches a `LineKernel`.

    A value at the horizon is the game's evaluation, held within ±(WIN − 1000). On a board of more than 100 cells
    without gravity only cells near the pieces are tried, unless they all lose; a value is then an approximation, and
    complete only if it is a win or a loss.
    """

    def __init__(
        self,
        cells: int,
        lines: Sequence[Sequence[int]],
        ends: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        misere: bool,
        symmetries: Sequence[Sequence[int]],
        table_megabytes: int = 64,
    ) -> None: ...
    def search(
        self,
        first: bytes,
        second: bytes,
        turn: int,
        *,
        depth: int,
        nodes: int = 0,
        seconds: float = 0.0,
        every_root_move: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """The best move up to *depth*, or within so many nodes or seconds where they are not 0.

        With *every_root_move* each move at the root gets its exact value, and not only the best.
        """

    def save(self, path: str, text: str = "") -> None:
        """Write the table to a file, after a *text*; in the middle of a search only its *progress* may ask for that.

        RuntimeError: it cannot be written.
        """

    def load(self, path: str) -> None:
        """Put back what such a file holds. RuntimeError: unreadable or damaged. ValueError: of another board.
        OverflowError: more than there is room for.
        """

    def stop(self) -> None:
        """Make the search that runs in another thread return soon with what it has."""

    def clear(self) -> None:
        """Forget what earlier searches found."""

class TextbookSearch:
    """Minimax and alpha-beta to the end of a `LineKernel` on at most 64 cells, without rows that are too long.

    Anything else is a ValueError.
    """

    def __init__(
        self,
        cells: int,
        lines: Sequence[Sequence[int]],
        ends: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        misere: bool,
        symmetries: Sequence[Sequence[int]],
    ) -> None: ...
    def search(
        self,
        first: bytes,
        second: bytes,
        turn: int,
        root_moves: Sequence[int],
        *,
        cut: int,
        win: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> Report:
        """Search with the root's moves in this order.

        Nodes are left never (0), once they reach the bound (1) or once they go beyond it (2). A win p plies away is
        worth *win* − p, or 1 if that is 0.
        """

    def stop(self) -> None:
        """As `LineSearch.stop`."""

class MakerSearch:
    """Asks of a `LineKernel` whether a player can win.

    For free choice of cells, lines of one length (2 to 7) that win, at most 64 cells: anything else is a ValueError.
    """

    def __init__(
        self,
        cells: int,
        lines: Sequence[Sequence[int]],
        ends: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        misere: bool,
        symmetries: Sequence[Sequence[int]],
        table_megabytes: int = 64,
    ) -> None: ...
    def can_win(
        self,
        first: bytes,
        second: bytes,
        turn: int,
        player: int,
        *,
        with_move: bool = False,
        nodes: int = 0,
        seconds: float = 0.0,
        progress: Progress | None = None,
    ) -> tuple[bool, bool, int, int]:
        """Whether the answer was found within the limits, the answer, a move, nodes.

        The move is −1 unless it was asked for and the mover gets what they want: then it is one that keeps it so.
        """

    def hold(self, first: bytes, second: bytes, turn: int, player: int) -> list[tuple[int, int]] | None:
        """Pairs of cells, and by them and by weight a way for *player* to keep the other from winning, if one is seen.

        A move in a pair is answered by its other cell. The lines open to the other that hold no pair weigh together
        less than a full line: 2 to the number of the other's pieces in each, the cells of pairs counting as such.
        """

    def hold_alone(
        self,
        first: bytes,
        second: bytes,
        turn: int,
        player: int,
        *,
        light: bool = False,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> tuple[bool, bool, int, list[int], int]:
        """Whether it was found out within the limits if *player* holds without lines of its own, and if; then how.

        A move, or −1 if the other is to move; the cells that are counted on: the other may have more pieces in any
        other cells; nodes. No too if the other can fill a line at once and, if *light*, where its lines are so heavy
        that the answer is hardly worth looking for. Full lines of *player* are allowed and end nothing.
        """

    def threaten(self, first: bytes, second: bytes, player: int) -> tuple[list[int], list[int]] | None:
        """How *player*, to move, wins by threats alone: its moves, and where the other could have stopped them."""

    def save(self, path: str, text: str = "") -> None:
        """As `LineSearch.save`."""

    def load(self, path: str) -> None:
        """As `LineSearch.load`."""

    def stop(self) -> None:
        """As `LineSearch.stop`."""

    def clear(self) -> None:
        """As `LineSearch.clear`."""

class OsoSearch:
    """Searches an `OsoKernel`; a value is the difference of the points still to come."""

    def __init__(self, columns: int, rows: int, table_megabytes: int = 64) -> None: ...
    def search(
        self,
        s_cells: bytes,
        o_cells: bytes,
        turn: int,
        *,
        depth: int,
        nodes: int = 0,
        seconds: float = 0.0,
        every_root_move: bool = False,
        progress: Progress | None = None,
    ) -> Report:
        """As `LineSearch.search`."""

    def save(self, path: str, text: str = "") -> None:
        """As `LineSearch.save`."""

    def load(self, path: str) -> None:
        """As `LineSearch.load`."""

    def stop(self) -> None:
        """As `LineSearch.stop`."""

    def clear(self) -> None:
        """As `LineSearch.clear`."""

SolveProgress = Callable[[int, int, int, int, int, int, int], object]
"""Called with the value asked for, the move it is asked of, how many of how many moves it has still to be asked of,
the bounds of the position's value so far, and nodes."""

class OsoSolution:
    """What a solve found."""

    @property
    def lower(self) -> int:
        """The value is no less than this."""

    @property
    def upper(self) -> int:
        """The value is no more than this; the same as `lower` unless the solve was stopped."""

    @property
    def nodes(self) -> int: ...
    @property
    def stopped(self) -> bool:
        """Whether a limit of nodes or seconds, or `stop`, came before the goal was reached."""

    @property
    def roots(self) -> list[tuple[int, int, int]]:
        """Every move, with the bounds of its value."""

class OsoSolver:
    """Solves an `OsoKernel` of up to 64 cells: the exact difference of the points still to come."""

    MOST_CELLS: int
    MOST_THREADS: int

    def __init__(self, columns: int, rows: int, table_megabytes: int = 64, threads: int = 1) -> None: ...
    def solve(
        self,
        s_cells: bytes,
        o_cells: bytes,
        *,
        goal: str = "value",
        nodes: int = 0,
        seconds: float = 0.0,
        progress: SolveProgress | None = None,
    ) -> OsoSolution:
        """The value ("value"), also every move that keeps it ("best"), or the value of every move ("every")."""

    def ask(
        self,
        s_cells: bytes,
        o_cells: bytes,
        move: int,
        asked: int,
        *,
        nodes: int = 0,
        seconds: float = 0.0,
        progress: SolveProgress | None = None,
    ) -> OsoSolution:
        """Whether this one move is worth at least *asked*: the bounds, and the only root, are the move's."""

    def save(self, path: str, text: str = "") -> None:
        """As `LineSearch.save`, but anybody may ask for it at any time."""

    def load(self, path: str) -> None:
        """As `LineSearch.load`."""

    def stop(self) -> None:
        """As `LineSearch.stop`."""

    def clear(self) -> None:
        """Forget what earlier solves found."""

class ConnectQuestion(Enum):
    """What to find out of a Connect 4 position; the first asks less than the score, the last three more."""

    OUTCOME = 0
    SCORE = 1
    BEST_MOVE = 2
    BEST_MOVES = 3
    EVERY_MOVE = 4

class ConnectReport:
    """What the exact solver of Connect 4 found."""

    @property
    def lower(self) -> int:
        """No less than this, and no more than `upper`: of the score, or of −1, 0, 1 if the outcome was asked for."""

    @property
    def upper(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def complete(self) -> bool:
        """Whether the question is answered; if not, a limit or `stop` came first."""

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Columns from 0 with their scores: one of the best, all the best or all, as was asked for."""

class ConnectSearch:
    """Solves Connect 4, four in a row, exactly.

    With several threads, which share the table, the answers are the same and the numbers of nodes are not. Of each
    question one thread looks at *nodes_alone* before the others join.
    """

    def __init__(
        self, columns: int, rows: int, table_megabytes: int = 64, threads: int = 1, nodes_alone: int = 0
    ) -> None: ...
    @staticmethod
    def fits(columns: int, rows: int) -> bool:
        """Whether there is a solver for boards of this size."""

    def solve(
        self,
        first: bytes,
        second: bytes,
        turn: int,
        question: ConnectQuestion,
        *,
        lower: int = -128,
        upper: int = 128,
        nodes: int = 0,
        seconds: float = 0.0,
        progress: Progress | None = None,
    ) -> ConnectReport:
        """Answer for the player to move, within so many nodes or seconds where they are not 0.

        The score is the number of stones the winner has left when the last one falls, that one included; negative
        for a loss. What is known of it already, *lower* and *upper*, need not be found out. *progress* hears 1, the
        nodes, and the bounds of the score so far.
        """

    def save(self, path: str, text: str = "") -> None:
        """As `LineSearch.save`."""

    def load(self, path: str) -> None:
        """As `LineSearch.load`."""

    def stop(self) -> None:
        """As `LineSearch.stop`."""

    def clear(self) -> None:
        """As `LineSearch.clear`."""
