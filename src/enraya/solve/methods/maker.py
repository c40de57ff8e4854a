"""Solving games of free lines by asking who can win: much faster than looking for the fastest win (docs/mnk.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from threading import Event
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from enraya.game import Game, Player
from enraya.kernel import LineKernel
from enraya.search.limit import Budget, Limit, OutOfBudget
from enraya.search.native import CoreWatch, is_available
from enraya.solve.method import MEGABYTES, CoreTable, Method, Question, Resources, Run
from enraya.solve.methods.alphabeta import NativeAlphaBeta
from enraya.solve.proofs.lines.symmetries import automorphisms
from enraya.solve.solution import OnProgress, SolvedValue

if TYPE_CHECKING or is_available():
    from enraya._native import MakerSearch

NO_MOVE = -1
RootResult = TypeVar("RootResult")
NODES_FOR_DISTANCE = 100_000
"""The nodes spent on the distance of a win, once it is proven to be one: a tenth of a second."""


CELLS_OF_A_WORD = 64
"""Up to so many cells all automorphisms are searched for, and certificates can be written."""

MOST_CELLS = 128
"""On larger boards, which the core takes too, the general search is asked: who wins is rarely within reach there, and a
distance more often. Not so a certificate, up to `CELLS_OF_A_BYTE`.
"""

CELLS_OF_A_BYTE = 255
"""Transcripts name a cell in a byte, and one value is no cell."""

TABLE_MEGABYTES = 512
"""The megabytes of two tables. Enough for a cube of side 4; what is not used is not taken."""


class WinAnswer(NamedTuple):
    """The answer to "can this player win?", a winning move for the mover where asked for, and the nodes it took."""

    wins: bool
    move: Any
    nodes: int
    order: int = 0
    """Of the win, if it was found to be one by order."""


class BreakerAnswer(NamedTuple):
    """The answer to "does this player draw as pure breaker?", and a move with which it does if it is to move."""

    holds: bool
    move: int | None


class MakerCore:
    """The C++ search that asks whether a player can win; its table stays for the next position."""

    def __init__(self, game: Game[Any, Any], table_megabytes: int = TABLE_MEGABYTES) -> None:
        kernel = game.kernel()
        # A larger board is refused before its automorphisms are searched for, which takes longer than many a solve may.
        if not is_available() or not isinstance(kernel, LineKernel) or not _fits(kernel):
            raise LookupError(game.name)
        self.game = game
        views = automorphisms(kernel.cells, kernel.lines) if kernel.cells <= CELLS_OF_A_WORD else None
        self.views = kernel.symmetries if views is None else views
        self.search = MakerSearch(*kernel._replace(symmetries=self.views), table_megabytes)
        self.nodes = 0
        """The nodes of all questions together, unanswered ones included."""

    def can_win(
        self,
        state: Any,
        player: Player,
        limit: Limit,
        *,
        with_move: bool = False,
        after_pass: bool = False,
        order: int = 0,
        stop: Event | None = None,
        progress: Callable[[int, int, int, int], None] | None = None,
    ) -> WinAnswer | None:
        """Decide whether *player* wins from the unfinished *state*; None if the limit or *stop* came first.

        *after_pass*: if whose turn it is does not move, and the other does. *order*: whether it wins by this order; no
        does not mean then that it does not win.
        """
        first, second, turn = self.taken(state)
        position = (first, second, 1 - turn if after_pass else turn, int(player))
        asked = partial(self.search.win_by_order, order=order) if order else self.search.can_win
        with CoreWatch(self.search, stop):
            found = asked(
                *position,
                with_move=with_move,
                nodes=limit.nodes or 0,
                seconds=limit.seconds or 0.0,
                progress=progress,
            )
        self.nodes += found.nodes
        move = None if found.move == NO_MOVE else self.game.kernel_move(found.move)
        return WinAnswer(found.wins, move, found.nodes, found.order) if found.known else None

    def ask(
        self,
        state: Any,
        player: Player,
        limit: Limit,
        budget: Budget,
        *,
        with_move: bool = False,
        after_pass: bool = False,
        order: int = 0,
        stop: Event | None = None,
        on_progress: OnProgress | None = None,
        bounds: tuple[int, int] | None = None,
    ) -> WinAnswer:
        """`can_win` within what is left of *limit* after *budget*, which counts its nodes; OutOfBudget is raised where
        that is not enough. With an *order* it is asked whether the win is one by that order. *on_progress* is told the
        *bounds* that are known meanwhile.
        """
        before, nodes_before = budget.nodes, self.nodes

        def tell(depth: int, nodes: int, decided: int, firsts: int) -> None:
            assert on_progress is not None
            on_progress(depth, before + nodes, bounds, (decided, firsts) if firsts else None)

        answer = self.can_win(
            state,
            player,
            limit.left_after(budget),
            with_move=with_move,
            after_pass=after_pass,
            order=order,
            stop=stop,
            progress=None if on_progress is None else tell,
        )
        budget.nodes += self.nodes - nodes_before
        if answer is None:
            raise OutOfBudget
        return answer

    def hold(self, state: Any, player: Player) -> list[tuple[int, int]] | None:
        """Pairs with which *player* keeps the other from winning (`proofs.lines.pairing`), if any are found."""
        return self.search.hold(*self.taken(state), int(player))

    def hold_by_zone(self, state: Any, player: Player, limit: Limit, *, light: bool = False) -> BreakerAnswer | None:
        """Decide by relevance zones whether *player* draws as pure breaker; None if the limit, or a stop from
        elsewhere, came first.

        It does not if the other can fill a line at once. *light*: no, unasked, where the other's lines are heavy.
        """
        found = self.search.hold_by_zone(
            *self.taken(state), int(player), light=light, nodes=limit.nodes or 0, seconds=limit.seconds or 0.0
        )
        self.nodes += found.nodes
        return BreakerAnswer(found.holds, None if found.move == NO_MOVE else found.move) if found.known else None

    def threaten(self, state: Any, player: Player) -> tuple[int, ...] | None:
        """The winning threat sequence of *player*, to move (`proofs.lines.threats`), if one is found."""
        first, second, _ = self.taken(state)
        found = self.search.threaten(first, second, int(player))
        return None if found is None else tuple(found.moves)

    def taken(self, state: Any) -> tuple[int, int, int]:
        """The cells of both players and whose turn it is, as the core takes them."""
        taken = self.game.kernel_state(state)
        assert taken is not None
        return taken[0], taken[1], int(taken[2])


@lru_cache(maxsize=64)
def _fits(kernel: LineKernel) -> bool:
    return MakerSearch.fits(*kernel)


class MakerBreaker(Method):
    """The maker–breaker method: `MakerCore` decides who wins, and a search for distances how soon, as far as that is
    cheap.
    """

    has_checkpoints = True

    def __init__(self, game: Game[Any, Any], resources: Resources) -> None:
        beside = max(1, (resources.megabytes or MEGABYTES) // 4)
        self._megabytes = TABLE_MEGABYTES if resources.megabytes is None else max(1, resources.megabytes - beside)
        self.core = MakerCore(game, self._megabytes)
        self.distances = NativeAlphaBeta(game, replace(resources, megabytes=beside))

    @classmethod
    def answers(cls, game: Game[Any, Any], question: Question) -> bool:
        kernel = game.kernel()
        if question is Question.FIRST_MOVE or not isinstance(kernel, LineKernel):
            return False
        least, most = {
            Question.CERTIFICATE: (1, CELLS_OF_A_WORD),
            Question.TRANSCRIPT: (CELLS_OF_A_WORD + 1, CELLS_OF_A_BYTE),
        }.get(question, (1, MOST_CELLS))
        return least <= kernel.cells <= most and _fits(kernel)

    @property
    def table(self) -> CoreTable:
        return CoreTable(self.core.search, self._megabytes)

    def run(
        self, limit: Limit, budget: Budget, stop: Event | None = None, on_progress: OnProgress | None = None
    ) -> MakerRun:
        return MakerRun(self, limit, budget, stop, on_progress)

    def clear(self) -> None:
        self.core.search.clear()
        self.distances.clear()


class MakerRun(Run):
    """One solve: first who wins, then how soon."""

    def __init__(
        self, method: MakerBreaker, limit: Limit, budget: Budget, stop: Event | None, on_progress: OnProgress | None
    ) -> None:
        self._core, self._game, self._distances = method.core, method.core.game, method.distances
        self._limit, self._budget, self._stop, self._on_progress = limit, budget, stop, on_progress
        self._bounds: tuple[int, int] | None = None

    def outcome(self, state: Any) -> int:
        mover = self._game.to_move(state)
        if self._can_win(state, mover, self._limit).wins:
            return 1
        if self._is_empty(state):
            return 0
        return -1 if self._can_win(state, mover.opponent, self._limit).wins else 0

    def every_move(self, state: Any) -> list[tuple[Any, SolvedValue]]:
        """The worth of every legal move; how far away a win or a loss is, only where that is cheap."""
        if (exact := self._within_reach(lambda run: run.every_move(state))) is not None:
            return exact
        moves = []
        for move in self._game.legal_moves(state):
            child = self._game.play(state, move)
            if (outcome := self._game.outcome(child)) is not None:
                sign = 1 if self._game.to_move(state) == Player.FIRST else -1
                moves.append((move, SolvedValue(outcome * sign, 1)))
            else:
                value = -self._outcome(child)[0]
                moves.append((move, SolvedValue(value, None if value else self._game.plies_left(state))))
        return moves

    def best_moves(self, state: Any, *, one_is_enough: bool = False) -> tuple[SolvedValue, tuple[Any, ...]]:
        """The worth of *state*, and every move that keeps it; but of a win whose distance is unknown only one."""
        self._bounds = -1, 1
        outcome, move = self._outcome(state)
        self._bounds = outcome, outcome
        if outcome == 0:
            kept = (move,) if one_is_enough else self._holding_moves(state)
            return SolvedValue(0, self._game.plies_left(state)), kept
        exact = self._within_reach(lambda run: run.best_moves(state, one_is_enough=one_is_enough))
        if exact is not None:
            return exact
        return SolvedValue(outcome, None), tuple(self._game.legal_moves(state)) if outcome < 0 else (move,)

    def _outcome(self, state: Any) -> tuple[int, Any]:
        """The outcome of the unfinished *state* for its mover, and a move that keeps it unless it is lost."""
        mover = self._game.to_move(state)
        won = self._ask(state, mover)
        if won.wins:
            return 1, won.move
        if self._is_empty(state):
            return 0, self._most_central()
        if self._bounds == (-1, 1):
            self._bounds = -1, 0
        lost = self._ask(state, mover.opponent)
        return (-1, None) if lost.wins else (0, lost.move)

    def _holding_moves(self, state: Any) -> tuple[Any, ...]:
        """Every move that keeps a draw; if the mover could as well pass, all: a piece more never hurts."""
        moves = tuple(self._game.legal_moves(state))
        if self._is_empty(state):
            return moves
        opponent = self._game.to_move(state).opponent
        limit = self._limit.within(Limit(nodes=2 * self._budget.nodes + 1))
        try:
            if not self._ask(state, opponent, limit, after_pass=True).wins:
                return moves
        except OutOfBudget:
            pass
        return tuple(move for move in moves if self._holds(state, move))

    def _is_empty(self, state: Any) -> bool:
        """Whether there are no pieces. Then what the mover cannot win the other cannot win either: it could steal no
        more than the mover's own strategy, and a piece more never hurts. For the same reason every move keeps a draw.
        """
        first, second, _ = self._core.taken(state)
        return not first | second

    def _most_central(self) -> Any:
        """The legal move whose cell is in the most lines."""
        kernel = self._game.kernel()
        assert isinstance(kernel, LineKernel)
        crossed = Counter(cell for line in kernel.lines for cell in line)
        return self._game.kernel_move(max(range(kernel.cells), key=lambda cell: crossed[cell]))

    def _holds(self, state: Any, move: Any) -> bool:
        """True if *move* keeps a draw that the mover cannot better."""
        child = self._game.play(state, move)
        return self._game.outcome(child) is not None or not self._ask(child, self._game.to_move(child)).wins

    def _ask(self, state: Any, player: Player, limit: Limit | None = None, *, after_pass: bool = False) -> WinAnswer:
        self._budget.spend()
        return self._can_win(state, player, limit or self._limit, with_move=True, after_pass=after_pass)

    def _can_win(
        self, state: Any, player: Player, limit: Limit, *, with_move: bool = False, after_pass: bool = False
    ) -> WinAnswer:
        return self._core.ask(
            state,
            player,
            limit,
            self._budget,
            with_move=with_move,
            after_pass=after_pass,
            stop=self._stop,
            on_progress=self._on_progress,
            bounds=self._bounds,
        )

    def _within_reach(self, look: Callable[[Run], RootResult]) -> RootResult | None:
        """The result of the search for distances within a short time, or None."""
        limit = self._limit.within(Limit(nodes=self._budget.nodes + NODES_FOR_DISTANCE))
        try:
            return look(self._distances.run(limit, self._budget, self._stop, self._on_progress))
        except OutOfBudget:
            return None
