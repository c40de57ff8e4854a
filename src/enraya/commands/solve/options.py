"""The resources of a solve, as the user gave them: time, memory, threads, a checkpoint file, other machines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from enraya.commands.framework.options import words
from enraya.errors import NotationError

if TYPE_CHECKING:
    from enraya.game import Game
    from enraya.search.limit import Limit
    from enraya.solve.parallel.executor import ExecutorFactory
    from enraya.solve.solver import Solver


@dataclass(frozen=True)
class SolveOptions:
    """Each is None where nothing was said."""

    seconds: float | None = None
    megabytes: int | None = None
    threads: int | None = None
    checkpoint: Path | None = None
    cluster: str | None = None

    @property
    def limit(self) -> Limit:
        """The limit of time."""
        from enraya.search.limit import Limit

        return Limit(seconds=self.seconds)

    def open_executor(self) -> ExecutorFactory | None:
        """The executor that shares the work, if any: as many processes as threads were asked for, or a Dask cluster."""
        from enraya.solve.parallel.executor import LOCAL, executor_at

        if self.cluster is None:
            return None
        if self.cluster != LOCAL and self.threads is not None:
            typer.echo(words("cli.solve.threads_of_cluster"), err=True)
        return executor_at(self.cluster, self.threads)

    def solver(self, game: Game[Any, Any], *, keeps: bool = True) -> Solver:
        """A solver with these options. What it cannot use is refused, or said where it does no harm."""
        from enraya.solve.solver import Solver

        self.check(game, keeps=keeps)
        checkpoint = self.checkpoint if keeps else None
        return Solver(game, megabytes=self.megabytes, threads=self.threads or 1, checkpoint=checkpoint)

    def check(self, game: Game[Any, Any], *, keeps: bool = True) -> None:
        """Refuse what solving *game* cannot use, or say so where it does no harm."""
        from enraya.solve.solver import Solver

        self.require_memory()
        solver = Solver(game)
        if keeps and not solver.has_checkpoints:
            self.refuse_checkpoint(game)
        self.use_one_thread(game, unless=solver.has_threads)

    def require_memory(self) -> None:
        """Refuse tables that would not fit: on this machine each process has its own."""
        import os

        from enraya.solve.memory import MEGABYTE, require_memory
        from enraya.solve.parallel.executor import LOCAL

        if self.megabytes is not None and self.cluster in (None, LOCAL):
            tables = 1 if self.cluster is None else self.threads or os.cpu_count() or 1
            require_memory(tables * self.megabytes * MEGABYTE, f"--memory {self.megabytes}")

    def refuse_checkpoint(self, game: Game[Any, Any]) -> None:
        """Warn that no checkpoint can be kept, if one was asked for."""
        if self.checkpoint is not None:
            raise NotationError("error.no_checkpoint", game=game.name)

    def refuse_cluster(self) -> None:
        """Warn that the work does not split, if a cluster was asked for."""
        if self.cluster is not None:
            raise NotationError("error.no_cluster")

    def use_one_thread(self, game: Game[Any, Any], *, unless: bool = False) -> None:
        """Warn that more threads would not help, if more were asked for."""
        if (self.threads or 1) > 1 and not unless and self.cluster is None:
            typer.echo(words("cli.solve.one_thread", game=game.name), err=True)
