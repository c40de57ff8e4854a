"""The exact value of a position, by whichever method fits its game."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

from enraya.errors import NotationError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit, OutOfBudget
from enraya.search.value import Scale
from enraya.solve.method import Method, Question, Resources, Run, best_of
from enraya.solve.methods.choice import method_for
from enraya.solve.methods.lookup import LookupRun
from enraya.solve.parallel.checkpoint import Checkpoint, Subject, keep_beside, keeping
from enraya.solve.solution import OnProgress, Solution, SolvedValue
from enraya.solve.tables.directory import checkpoint_path, find_table


class Solver:
    """Solves positions of one game; what it learns stays for the next position.

    *megabytes* and *threads* are those of `Resources`. Where the method `has_checkpoints`, what is proven is kept in
    the file *checkpoint*, from which the next solver goes on.
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
        self._resources, self._path = Resources(megabytes, threads), checkpoint
        self._checkpoint: Checkpoint | None = None
        self._nodes = 0
        self._methods: dict[type[Method], Method] = {}

    @property
    def has_threads(self) -> bool:
        """True if several threads can search at once."""
        method = method_for(self.game, Question.POSITION)
        return method is not None and method.has_threads

    @property
    def has_checkpoints(self) -> bool:
        """True if an unfinished solve can be kept in a checkpoint."""
        method = method_for(self.game, Question.POSITION)
        return method is not None and method.has_checkpoints

    @property
    def nodes_before(self) -> int:
        """The nodes of the solves whose checkpoint this one goes on from, as soon as it has been read."""
        return 0 if self._checkpoint is None else self._checkpoint.nodes_before

    def keep(self, position: Position) -> Path | None:
        """Write what has been found out since the start, asked for *position*, to a file of our own; which one.

        None if there is nothing that can be kept.
        """
        subject = self._subject(self._method_at(self.game, position.state), position.state)
        if subject is None:
            return None
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
        on_progress: OnProgress | None = None,
    ) -> Solution | None:
        """The solution of *position*, or None if the limit or *stop* came first.

        With *every_move* each move gets its own value, which may take much longer than to know the best; where
        *one_is_enough*, the best moves after the first need not be found.
        """
        budget = Budget(limit, stop)
        state = position.state
        if (outcome := position.outcome) is not None:
            for_mover = outcome if position.to_move == Player.FIRST else -outcome
            return Solution(SolvedValue(for_mover, 0), (), 0, budget.seconds)
        try:
            # The game with its past, where that matters; a table knows nothing of it.
            game = position.onward
            stored = find_table(game) if game == self.game else None
            if stored is not None and stored.worth(state) is not None:
                run: Run = LookupRun(self.game, stored.worth_inside, budget)
                return self._solution(run, state, budget, every_move=every_move, one_is_enough=one_is_enough)
            method = self._method_at(game, state)
            checkpoint = self._begin(method, state)
            if on_progress is not None and checkpoint is None and method.table is None:
                budget = Budget(limit, stop, lambda nodes: on_progress(0, nodes))
            with keeping(checkpoint, budget, on_progress) as reported:
                run = method.run(limit, budget, stop, reported)
                return self._solution(run, state, budget, every_move=every_move, one_is_enough=one_is_enough)
        except OutOfBudget:
            return None
        finally:
            self._nodes += budget.nodes

    def solve_easy(self, positions: Sequence[Position], limit: Limit, *, stop: Event | None = None) -> list[Solution]:
        """The solutions of the first of *positions*, up to one that takes more than *limit*, in one call of the core.

        Short ones cost a fraction of what `solve` does. There are none where the method has no such call, where a game
        is over or its past matters, and where a table or a checkpoint is to be used.
        """
        if self.game.repeats or self._path is not None or find_table(self.game) is not None:
            return []
        open_ones = list(itertools.takewhile(lambda position: not position.is_over, positions))
        if not open_ones:
            return []
        began = time.monotonic()
        method = self._method_at(self.game, positions[0].state)
        answers = method.solve_each([position.state for position in open_ones], limit, stop)
        self._nodes += sum(answer.nodes for answer in answers)
        seconds = (time.monotonic() - began) / max(1, len(answers))
        return [Solution(value, best, nodes, seconds) for value, best, nodes in answers]

    def _solution(self, run: Run, state: Any, budget: Budget, *, every_move: bool, one_is_enough: bool) -> Solution:
        moves = run.every_move(state) if every_move else []
        value, best = best_of(self.game, moves) if every_move else run.best_moves(state, one_is_enough=one_is_enough)
        return Solution(value, best, budget.nodes, budget.seconds, tuple(moves), self.nodes_before)

    def _method_at(self, game: Game[Any, Any], state: Any) -> Method:
        """The method for *state*, which is kept unless *game* has a past: a game has one for the states that its core
        knows, and may have another for the rest.
        """
        kind = method_for(game, Question.POSITION, state)
        assert kind is not None, "iterative deepening answers for every game"
        if game != self.game:
            return kind(game, self._resources)
        if kind not in self._methods:
            self._methods[kind] = kind(game, self._resources)
        return self._methods[kind]

    def _begin(self, method: Method, state: Any) -> Checkpoint | None:
        """The checkpoint if one was named, with what it holds put back."""
        if self._path is not None and self._checkpoint is None:
            subject = self._subject(method, state)
            if subject is None:
                raise NotationError("error.no_checkpoint", game=self.game.name)
            self._checkpoint = Checkpoint(self._path, subject)
        return self._checkpoint

    def _subject(self, method: Method, state: Any) -> Subject | None:
        """The table of the core that does the work: the part of a method worth keeping."""
        return None if method.table is None else Subject(*method.table, self.game, state)
