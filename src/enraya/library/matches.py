"""`play_match`: games between two machine players, and what came of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from enraya.arena.clock import TimeControl
from enraya.arena.playing import PlayedGame, play_game
from enraya.catalogue import find_game, offer, withdraw
from enraya.drawing.table_html import draw_gallery
from enraya.errors import NotationError
from enraya.game import Game
from enraya.library.arguments import own_words
from enraya.library.searching import PlayerLike, strategy_of
from enraya.match.settings import HUMAN, MatchSettings, draw_seed
from enraya.players.turn import Allowance, Choice, Look, ignore
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.search.value import Evaluate
from enraya.workers.contestant import Contestant, find_contestant

MOST_SHOWN = 12
"""Games whose last position a notebook shows."""


@dataclass(frozen=True)
class MatchReport:
    """The games of a match between two machines. `wins` and `losses` are the first player's.

    Each of `games` has a `result` with its winner (0 the first player, 1 the second, None a draw), who started it, and
    its history of moves; `failure` is there where a player of somebody's failed. A notebook shows how each game ended.
    """

    game: Game[Any, Any]
    first: str
    second: str
    seed: int
    games: tuple[PlayedGame, ...]

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return self._count(0)

    @property
    def losses(self) -> int:
        """Games that the second player won."""
        return self._count(1)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self._count(None)

    def _count(self, winner: int | None) -> int:
        return sum(played.result.winner == winner for played in self.games)

    def moves(self, number: int) -> list[str]:
        """The moves of game *number*, from 1."""
        return [made.move for made in self.games[number - 1].result.history]

    def position(self, number: int) -> Position:
        """The final position of game *number*, from 1."""
        return Position.start(self.game).play_all(self.moves(number))

    def __str__(self) -> str:
        return f"{self.first} – {self.second}: {self.wins} won, {self.draws} drawn, {self.losses} lost"

    def _repr_html_(self) -> str:
        words = own_words()
        names = {0: self.first, 1: self.second}
        shown = []
        for number, played in enumerate(self.games[:MOST_SHOWN], start=1):
            winner = played.result.winner
            ended = words("library.drawn") if winner is None else words("library.won", name=names[winner])
            shown.append((self.position(number)._repr_svg_(), f"{number}. {ended}"))
        score = words(
            "library.match", first=self.first, second=self.second, wins=self.wins, draws=self.draws, losses=self.losses
        )
        return draw_gallery(score, shown)


def play_match(
    first: PlayerLike,
    second: PlayerLike,
    game: str | Game[Any, Any] | object = "mnk(3,3,3)",
    *,
    games: int = 10,
    evaluations: tuple[Evaluate | None, Evaluate | None] = (None, None),
    seconds: float | None = None,
    seed: int | None = None,
    stop: Event | None = None,
    on_game: Callable[[PlayedGame], None] | None = None,
) -> MatchReport:
    """A match of *games* games between two machine players, who take turns to start.

    A player is a text (`level:5`, `alphabeta:depth=4`, `mine.py`), a strategy, or a function `choose(state, limit)`
    that gives a move or its text. A file runs in a process of its own without any rights; a function runs here.
    *evaluations* judge unfinished positions for the first and the second player, each of which is then a text that
    names a search. *seconds* is the time for each move; the same *seed* gives the same games. *on_game* is called after
    each game.

    >>> from enraya import play_match
    >>> match = play_match("alphabeta", "random", games=4, seed=1)
    >>> match.losses
    0
    >>> print(play_match("perfect", "perfect", games=2, seed=1))
    perfect – perfect: 0 won, 2 drawn, 0 lost

    A player of your own is a function:

    >>> from enraya import Position, find_game
    >>> rules = find_game("connect")
    >>> def leftmost(state, limit):
    ...     return rules.legal_moves(state)[0]
    >>> match = play_match(leftmost, "alphabeta:depth=4", rules, games=2, seed=1)
    >>> match.losses, match.moves(1)[0]
    (2, '1')
    """
    if HUMAN in (first, second):
        raise NotationError("error.match_human")
    found, chance = find_game(game), draw_seed() if seed is None else seed
    asked = list(zip((first, second), evaluations, strict=True))
    names = [_name_of(player, evaluate) for player, evaluate in asked]
    contestants = [_contestant(player, found, evaluate) for player, evaluate in asked]
    known = isinstance(game, str)
    if not known:
        offer(found.name, found)
    played: list[PlayedGame] = []
    try:
        for number in range(games):
            settings = MatchSettings(
                game=game if isinstance(game, str) else found.name,
                first=names[0],
                second=names[1],
                starter="second" if number % 2 else "first",
                seconds=None,
                games=1,
                seed=chance + number,
            )
            each = play_game(settings, contestants, TimeControl(seconds), stop or Event(), is_tried=number > 0)
            played.append(replace(each, result=replace(each.result, number=number + 1)))
            if on_game is not None:
                on_game(played[-1])
    finally:
        for contestant in contestants:
            contestant.close()
        if not known:
            withdraw(found.name, found)
    return MatchReport(found, names[0], names[1], chance, tuple(played))


def _name_of(player: PlayerLike, evaluate: Evaluate | None) -> str:
    if isinstance(player, str):
        return player if evaluate is None else f"{player} ({getattr(evaluate, '__name__', 'evaluate')})"
    return str(getattr(player, "name", None) or getattr(player, "__name__", type(player).__name__))


def _contestant(player: PlayerLike, game: Game[Any, Any], evaluate: Evaluate | None) -> Contestant:
    if isinstance(player, str) and evaluate is None:
        return find_contestant(player)
    return _Here(player, game, evaluate)


class _Here:
    """A player with something of the caller's in it, which plays in this process; what it raises is the caller's."""

    def __init__(self, player: PlayerLike, game: Game[Any, Any], evaluate: Evaluate | None) -> None:
        self._player, self._game, self._evaluate = player, game, evaluate
        # What does not fit is refused before anything is played.
        self._strategy = strategy_of(player, game, None, evaluate)

    def begin(self, game: str, start: str | None, seed: int, stop: Event) -> None:
        self._strategy = strategy_of(self._player, self._game, seed, self._evaluate)

    def choose(self, position: Position, allowed: Allowance, stop: Event, look: Look = ignore) -> Choice:
        return Choice.of(position, self._strategy.choose(position, Limit(seconds=allowed.thinking), stop=stop))

    def close(self) -> None:
        pass
