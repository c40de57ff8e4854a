"""The whole of a game: the worth of every position that can be reached, in canonical form."""

from __future__ import annotations

from typing import Any

from enraya.game import Game
from enraya.search.limit import Budget
from enraya.solve.canonical import CanonicalForms
from enraya.solve.memory import MEGABYTE, available, require_memory
from enraya.solve.methods.retrograde import count_points, work_backwards
from enraya.solve.parallel.executor import ExecutorFactory
from enraya.solve.solution import Worth
from enraya.solve.tables.explore import explore_together
from enraya.solve.tables.graph import (
    BYTES_A_POSITION,
    MOST_STATES,
    TooManyStates,
    canonical_rules,
    explore,
    megabytes_for,
    most_states,
)

Worths = dict[str, Worth]
"""The value of each canonical form for the first player, by its text."""


def solve_whole(
    game: Game[Any, Any],
    start: Any,
    budget: Budget,
    most: int = MOST_STATES,
    open_executor: ExecutorFactory | None = None,
) -> Worths:
    """The worth of every position that can be reached from *start*; each spends a node of *budget*.

    With a *open_executor* the rules are asked by many at once, on files that they must be able to read.
    """
    forms = CanonicalForms(game)
    first = forms.form(start)
    if open_executor is None:
        graph = explore(game, first, canonical_rules(game), budget, most)
    else:
        graph = explore_together(game, first, open_executor, budget, most)
    worths = count_points(graph, game, budget) if game.scored else work_backwards(graph, budget)
    return {forms.text(state): worth for state, worth in zip(graph.states, worths, strict=True)}


def most_positions(megabytes: int | None = None) -> int:
    """The number of positions that may be tried with so much memory, which must be available; or with what there is."""
    if megabytes is not None:
        require_memory(megabytes * MEGABYTE, f"--memory {megabytes}")
        return max(1, most_states(megabytes))
    there_are = available()
    return MOST_STATES if there_are is None else max(1, there_are // BYTES_A_POSITION)


def require_that_it_fits(game: Game[Any, Any], most: int) -> None:
    """Refuse a whole game that is known to have more positions than *most*, before any is looked at."""
    least = least_positions(game)
    if least > most:
        figures = {"needed": f"{megabytes_for(least):,}", "available": f"{megabytes_for(most):,}"}
        raise TooManyStates("error.states_need_memory", game=game.name, least=f"{least:,}", **figures)


def least_positions(game: Game[Any, Any]) -> int:
    """A lower bound on the number of positions of *game*, up to symmetry, from its start; 1 where nothing is known."""
    kernel = game.kernel()
    if kernel is None or game.kernel_state(game.initial()) is None:
        return 1
    return -(-kernel.least_positions // (1 + len(game.symmetries())))
