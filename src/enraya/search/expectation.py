"""Expectimax: the expected outcome of a move against a weak opponent, for choosing among moves of the same value.

Minimax takes the opponent to be perfect, and to it all moves that keep a draw are alike. Here the opponent errs: its
replies are averaged by how likely it is to make them, while one's own moves are still the best there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from enraya.game import Game, Player
from enraya.search.limit import DEEPEST, Budget, OutOfBudget
from enraya.search.value import MOST_UNFINISHED, Evaluate, squeeze

WON = 1.0
"""The value of a won game where no points are counted; a lost one has the same below zero."""


HALF_WAY = 16
"""The estimate that is taken for a game half won. Lower than elsewhere: against who errs, a little is worth much."""

END = 10.0 * MOST_UNFINISHED
"""The value of an end on the scale of evaluations."""

INFINITY = float("inf")


class WeakPlayer(NamedTuple):
    """An opponent that plays any move, each as likely as the next; but with the chance *guided* the one after which
    the position looks best to it one ply ahead, or one of these where several look the same."""

    guided: float


OPPONENT = WeakPlayer(guided=0.25)
"""Random most of the time, so that every mistake counts; but a mistake that nobody would make counts for less."""


class _Entry(NamedTuple):
    """The expected outcome of a position at a depth, and whether it rests on an estimate."""

    depth: int
    value: float
    guessed: bool


class Expectation(NamedTuple):
    """The expected outcome of each of the moves asked about: from −1 to 1, or points where points count.

    Empty if not even a first look was finished; `depth` is how many plies after the move were looked at.
    """

    of_moves: tuple[float, ...]
    depth: int


def expect(
    game: Game[Any, Any],
    state: Any,
    moves: Sequence[Any],
    budget: Budget,
    *,
    opponent: WeakPlayer = OPPONENT,
    depth: int = DEEPEST,
    evaluate: Evaluate | None = None,
) -> Expectation:
    """The expected outcome of each of *moves* if its maker plays best replies against *opponent*.

    It is looked at two plies after the move, then four, six … to at most *depth*, until the budget is spent: the last
    whole iteration stands.
    """
    search = _Search(game, game.to_move(state), budget, opponent, evaluate or game.evaluate)
    found = Expectation((), 0)
    children = [game.play(state, move) for move in moves]
    try:
        for plies in range(2, depth + 2, 2):
            search.has_guessed = False
            found = Expectation(tuple(search.expect(child, min(plies, depth)) for child in children), min(plies, depth))
            if not search.has_guessed:
                break
    except OutOfBudget:
        pass
    return found


class _Search:
    """One expectimax search for a player; entries known to the end are kept between iterations."""

    def __init__(
        self,
        game: Game[Any, Any],
        player: Player,
        budget: Budget,
        opponent: WeakPlayer,
        evaluate: Evaluate,
    ) -> None:
        self._game, self._player, self._budget, self._opponent = game, player, budget, opponent
        self._evaluate = evaluate
        self._table: dict[Any, _Entry] = {}
        self.has_guessed = False
        """True if an unfinished position was met that was not looked into."""

    def expect(self, state: Any, depth: int) -> float:
        """The expected outcome of *state* for the player, searched *depth* plies deep."""
        game = self._game
        self._budget.spend()
        outcome = game.outcome(state)
        if outcome is not None:
            return self._worth(outcome, self._player)
        if depth == 0:
            self.has_guessed = True
            guess = self._evaluate(state, self._player)
            return guess if game.scored else squeeze(guess, WON, HALF_WAY)
        entry = self._table.get(state)
        if entry is not None and (entry.depth == depth or not entry.guessed):
            self.has_guessed |= entry.guessed
            return entry.value
        before, self.has_guessed = self.has_guessed, False
        value = self._best(state, depth) if game.to_move(state) == self._player else self._mean(state, depth)
        self._table[state] = _Entry(depth, value, self.has_guessed)
        self.has_guessed |= before
        return value

    def _best(self, state: Any, depth: int) -> float:
        best = -INFINITY
        for move in self._game.legal_moves(state):
            best = max(best, self.expect(self._game.play(state, move), depth - 1))
            if best >= WON and not self._game.scored:
                break
        return best

    def _mean(self, state: Any, depth: int) -> float:
        """The mean over the opponent's replies, weighted by their probabilities."""
        values, looks = [], []
        opponent = self._player.opponent
        for move in self._game.legal_moves(state):
            child = self._game.play(state, move)
            values.append(self.expect(child, depth - 1))
            outcome = self._game.outcome(child)
            looks.append(self._evaluate(child, opponent) if outcome is None else self._worth(outcome, opponent, END))
        most = max(looks)
        guided = [value for value, seen in zip(values, looks, strict=True) if seen == most]
        chance = self._opponent.guided
        return (1 - chance) * sum(values) / len(values) + chance * sum(guided) / len(guided)

    def _worth(self, outcome: int, player: Player, won: float = WON) -> float:
        """The value of an *outcome* for *player*."""
        for_player = outcome if player == Player.FIRST else -outcome
        return for_player if self._game.scored else won * ((for_player > 0) - (for_player < 0))
