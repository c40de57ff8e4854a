"""`search`: one player's look at one position, told event by event to whoever listens."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from enraya.errors import NotationError
from enraya.game import Game
from enraya.library.arguments import PositionLike, position_of
from enraya.players.catalogue import find_strategy
from enraya.players.file import FunctionPlayer
from enraya.players.strategy import Strategy
from enraya.search.limit import Limit
from enraya.search.report import Report
from enraya.search.trace import Observer
from enraya.search.value import Evaluate

PlayerLike = str | Strategy | Callable[[Any, Limit], Any]
"""The text that names a player, such as `alphabeta:depth=6`; a strategy; or a function `choose(state, limit)`."""


def search(
    position: PositionLike,
    player: PlayerLike = "alphabeta",
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    evaluate: Evaluate | None = None,
    observer: Observer | None = None,
    seed: int | None = None,
    stop: Event | None = None,
) -> Report:
    """The move that *player* chooses in *position*, with its value and what it took; moves are texts.

    *depth*, *seconds* and *nodes* limit the search; any of them, or none. *evaluate* is a function of a state and a
    player that judges unfinished positions in place of the game's own evaluation. *observer* is called with every
    event of the search: `Enter`, `Leaf`, `BackUp`, `Window`, `Cut` and `Leave`. Setting *stop* ends the search early.

    >>> from enraya import Cut, Position, search
    >>> position = Position.start("mnk(3,3,3)").play_all("b2 a1 c3")
    >>> report = search(position)
    >>> report.move, report.value, report.principal_variation
    ('c1', 0, ('c1', 'b1', 'b3', 'a2', 'c2', 'a3'))

    An observer hears the search think. Here it keeps the moments at which moves were cut off:

    >>> events = []
    >>> report = search("tree(A[B[3 12 8] C[2 4 6] D[14 5 2]])", observer=events.append)
    >>> report.move, report.value, report.nodes
    ('B', 3, 11)
    >>> [event for event in events if isinstance(event, Cut) and event.skipped]
    [Cut(ply=1, value=2, alpha=3, beta=inf, skipped=('C2', 'C3'))]

    An evaluation of your own takes part where the depth ends the search:

    >>> def centre_first(state, player):
    ...     return 0
    >>> search("connect", depth=2, evaluate=centre_first).value
    0
    """
    asked = position_of(position)
    if asked.is_over:
        raise NotationError("error.over_already")
    strategy = strategy_of(player, asked.game, seed, evaluate)
    report = strategy.choose(asked, Limit(seconds, depth, nodes), stop=stop, observer=observer)
    return report.as_text(asked.game.format_move)


def strategy_of(
    player: PlayerLike, game: Game[Any, Any], seed: int | None = None, evaluate: Evaluate | None = None
) -> Strategy:
    """The strategy that *player* is, ready for *game*; an evaluation is given the states that its author knows."""
    if isinstance(player, str):
        judge = None if evaluate is None else _unwrapping(evaluate, game)
        return find_strategy(player, game, seed, evaluate=judge)
    if evaluate is not None:
        raise NotationError("error.evaluate_alone")
    if isinstance(player, Strategy):
        return player
    return FunctionPlayer(getattr(player, "__name__", "choose"), player)


def _unwrapping(evaluate: Evaluate, game: Game[Any, Any]) -> Evaluate:
    return lambda state, player: evaluate(game.unwrapped_state(state), player)
