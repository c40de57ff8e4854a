"""The exact value of a position, by whichever method fits its game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from enraya.errors import NotationError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.deepening import Deepening
from enraya.search.limit import DEEPEST, UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.native import NativeSearch, is_available
from enraya.search.node import in_given_order
from enraya.search.table import MOST_ENTRIES
from enraya.search.value import Scale
from enraya.solve.books.book import find_book
from enraya.solve.memory import MEGABYTE
from enraya.solve.methods.alphabeta import NativeRun
from enraya.solve.methods.connect4 import ConnectCore, ConnectRun
from enraya.solve.methods.maker import TABLE_MEGABYTES, MakerCore, MakerRun, maker_for
from enraya.solve.methods.oso import MEGABYTES, OsoCore, OsoRun
from enraya.solve.methods.retrograde import MOST_STATES, Worth, retrograde
from enraya.solve.parallel.checkpoint import Checkpoint, Keepable, Subject, keep_beside, keeping
from enraya.solve.solution import Solution, SolvedValue, Tell, solved_value
from enraya.solve.tables.directory import checkpoint_path, find_table
from enraya.solve.tables.graph import BYTES_A_POSITION, TooManyStates


class Solver:
    """Solves positions of one game; what it learns stays for the next position.

    What is learnt takes at most about *megabytes*. Where the core `has_threads`, so many *threads* search on one table,
    or with None as many as help a question of Connect 4 that takes long;
    where there is a core, what is proven is kept in the file *checkpoint*, from which the next solver goes on.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        megabytes: int | None = None,
        threads: int | None = 1,
        checkpoint: Path | None = None,
    ) -> None:
        self.game = game
        self.scale = Scale(game)
        self._megabytes, self._threads, self._path = megabytes or MEGABYTES, threads, checkpoint
        self._checkpoint: Checkpoint | None = None
        self._nodes = 0
        # Beside the one that asks who can win, another search finds distances, as far as they are cheap.
        self._beside = max(1, self._megabytes // 4)
        self._maker_megabytes = TABLE_MEGABYTES if megabytes is None else max(1, megabytes - self._beside)
        self._most_states = MOST_STATES if megabytes is None else megabytes * MEGABYTE // BYTES_A_POSITION
        self._connect: ConnectCore | None = None
        self._native: NativeSearch | None = None
        self._maker: MakerCore | None = None
        self._oso: OsoCore | None = None
        self._python: Deepening | None = None
        self._worths: dict[Any, Worth] = {}

    @property
    def has_threads(self) -> bool:
        """Whether several threads can search at once."""
        return ConnectCore.knows(self.game) or OsoCore.fits(self.game)

    @property
    def has_checkpoints(self) -> bool:
        """Whether what is proven can be kept before all is."""
        return is_available() and self.game.kernel() is not None

    @property
    def nodes_before(self) -> int:
        """The nodes of the solves whose checkpoint this one goes on from, as soon as it has been read."""
        return 0 if self._checkpoint is None else self._checkpoint.nodes_before

    def keep(self, position: Position) -> Path | None:
        """Write what has been found out since the start, asked for *position*, to a file of our own; which one.

        None if no core was asked.
        """
        if not self._has_cores:
            return None
        subject = self._subject(position)
        name = None if position.state == self.game.initial() else subject.position
        return keep_beside(checkpoint_path(self.game, about=name), subject, self._nodes)

    def solve(
        self,
        position: Position,
        limit: Limit = UNLIMITED,
        *,
        every_move: bool = False,
        one_is_enough: bool = False,
        stop: Event | None = None,
        tell: Tell | None = None,
    ) -> Solution | None:
        """The solution of *position*, or None if the limit or *stop* came first.

        With *every_move* each move gets its own worth, which may take much longer than to know the best; where
        *one_is_enough*, the best moves after the first need not be found.
        """
        has_core = is_available() and self.game.kernel_state(position.state) is not None
        hear = None if tell is None or has_core else lambda nodes: tell(0, nodes)
        budget = Budget(limit, stop, hear)
        if (outcome := position.outcome) is not None:
            for_mover = outcome if position.to_move == Player.FIRST else -outcome
            return Solution(SolvedValue(for_mover, 0), (), 0, budget.seconds)
        try:
            # A table knows nothing of the past.
            table = find_table(self.game) if position.onward == self.game else None
            if table is not None and table.worth(position.state) is not None:
                moves = self._by_worths(position, budget, table.worth)
            elif has_core:
                with keeping(self._begin(position), budget, tell) as told:
                    run = self._native_run(limit, budget, stop, told)
                    if not every_move:
                        worth, best = run.best_moves(position.state, one_is_enough=one_is_enough)
                        return Solution(worth, best, budget.nodes, budget.seconds, nodes_before=self.nodes_before)
                    moves = run.every_move(position.state)
            elif self._path is not None:
                raise NotationError("error.no_checkpoint", game=self.game.name)
            else:
                moves = self._by_python(position, budget, tell)
        except OutOfBudget:
            return None
        finally:
            self._nodes += budget.nodes
        worth = max((worth for _, worth in moves), key=self._preference)
        best = tuple(move for move, each in moves if self._preference(each) == self._preference(worth))
        return Solution(worth, best, budget.nodes, budget.seconds, tuple(moves), self.nodes_before)

    def _begin(self, position: Position) -> Checkpoint | None:
        """There are cores from here on, with what the checkpoint holds if one was named."""
        self._make_cores()
        if self._path is not None and self._checkpoint is None:
            self._checkpoint = Checkpoint(self._path, self._subject(position))
        return self._checkpoint

    @property
    def _has_cores(self) -> bool:
        return not (self._connect is None and self._oso is None and self._native is None)

    def _make_cores(self) -> None:
        """The core made for this game, or else the ones that know every game of its kind."""
        if self._has_cores:
            return
        if ConnectCore.knows(self.game):
            self._connect = ConnectCore(
                self.game, table_megabytes=self._megabytes, threads=self._threads, book=find_book(self.game)
            )
        elif OsoCore.fits(self.game):
            self._oso = OsoCore(self.game, megabytes=self._megabytes, threads=self._threads or 1)
        else:
            self._maker = maker_for(self.game, self._maker_megabytes)
            self._native = NativeSearch(self.game, self._megabytes if self._maker is None else self._beside)

    def _subject(self, position: Position) -> Subject:
        """What is worth keeping: the table of the core that does the work."""
        if self._maker is not None:
            return Subject(self._maker.search, self._maker_megabytes, self.game, position.state)
        if self._connect is not None:
            core: Keepable = self._connect.search
        elif self._oso is not None:
            core = self._oso.solver
        else:
            assert self._native is not None
            core = self._native.core
        return Subject(core, self._megabytes, self.game, position.state)

    def _native_run(
        self, limit: Limit, budget: Budget, stop: Event | None, tell: Tell | None
    ) -> ConnectRun | OsoRun | MakerRun | NativeRun:
        """One solve by the core that is there."""
        if self._connect is not None:
            return ConnectRun(self._connect, limit, budget, stop, tell)
        if self._oso is not None:
            return OsoRun(self._oso, limit, budget, stop, tell)
        assert self._native is not None
        if self._maker is not None:
            return MakerRun(self._maker, self._native, self.scale, limit, budget, stop, tell)
        return NativeRun(self._native, self.scale, limit, budget, stop, tell)

    def _preference(self, worth: SolvedValue) -> float:
        """Orders worths: more points, faster wins, slower losses; all draws alike."""
        if self.game.scored or worth.outcome == 0 or worth.plies is None:
            return worth.outcome
        away = 1 / (worth.plies + 2)
        return 1 + away if worth.outcome > 0 else -1 - away

    def _by_python(self, position: Position, budget: Budget, tell: Tell | None) -> list[tuple[Any, SolvedValue]]:
        if not self.game.scored:
            try:
                return self._by_retrograde(position, budget)
            except TooManyStates:
                if self.game.repeats:
                    raise
        return self._by_deepening(position.state, budget, tell)

    def _by_deepening(self, state: Any, budget: Budget, tell: Tell | None) -> list[tuple[Any, SolvedValue]]:
        if self._python is None:
            self._python = Deepening(self.game, self.scale, min(MOST_ENTRIES, self._most_states))
        moves: list[tuple[Any, SolvedValue]] = []
        player, legal_moves = self.game.to_move(state), self.game.legal_moves(state)
        for move in legal_moves:
            if tell is not None:
                tell(0, budget.nodes, None, (len(moves), len(legal_moves)))
            child = self.game.play(state, move)
            found, _ = self._python.search(child, budget=budget, depth=DEEPEST, root_order=in_given_order)
            if found.value is None or found.guessed:
                raise OutOfBudget
            value = found.value if self.game.to_move(child) == player else -found.value
            worked = solved_value(self.game, child, value, self.scale.plies(value))
            moves.append((move, replace(worked, plies=None if worked.plies is None else worked.plies + 1)))
        return moves

    def _by_retrograde(self, position: Position, budget: Budget) -> list[tuple[Any, SolvedValue]]:
        game = position.onward
        if game != self.game:
            return self._by_worths(
                position, budget, retrograde(game, position.state, budget, self._most_states).get, game
            )
        if position.state not in self._worths:
            self._worths |= retrograde(self.game, position.state, budget, self._most_states)
        return self._by_worths(position, budget, self._worths.get)

    def _by_worths(
        self,
        position: Position,
        budget: Budget,
        worth_of_state: Callable[[Any], Worth | None],
        game: Game[Any, Any] | None = None,
    ) -> list[tuple[Any, SolvedValue]]:
        """The worth of each move, from that of the state it leads to in *game*, or in the solver's own."""
        game = game or self.game
        state, sign = position.state, 1 if position.to_move == Player.FIRST else -1
        moves = []
        for move in position.playable():
            budget.spend()
            worth = worth_of_state(game.play(state, move))
            assert worth is not None, "a table that holds a position holds what follows it"
            if worth.plies is None or not worth.outcome or self.game.scored:
                plies = self.game.plies_left(state)
            else:
                plies = worth.plies + 1
            moves.append((move, SolvedValue(worth.outcome * sign, plies)))
        return moves
