"""Checks puzzles again by another method than the one that made them: brute force over the rules, or another solver.

Nothing of `solve/` is asked. Where a position is too large for brute force in Python, the C++ alpha-beta search looks
at it to the end of the game, which for Connect 4 and OSO is another program than the solver.
"""

from __future__ import annotations

from typing import Any, Protocol

from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.lab.puzzles.puzzle import Puzzle
from enraya.lab.puzzles.threats import FORCED_LENGTH, is_double_threat, is_forcing
from enraya.position import Position
from enraya.search.limit import UNLIMITED, Budget, Limit
from enraya.search.native import NativeSearch, is_available

LONGEST_BRUTE = 26
"""Plies that may be left for brute force in Python, where a move is a cell."""

LONGEST_BRUTE_POINTS = 6
"""The same where points count: each cell takes two letters, and all of them have to be counted."""

FOREVER = 1 << 20


class WrongPuzzle(EnrayaError):
    """A puzzle claims what is not so."""


class Method(Protocol):
    """An independent solving method, for checking: the winner, and the points with which a game ends."""

    def wins(self, state: Any, player: Player, plies: int = FOREVER) -> bool:
        """True if *player* can force a win from *state* within *plies*."""

    def points(self, state: Any) -> float:
        """With how many points more than the second the first player ends, where points count."""


def check_puzzle(puzzle: Puzzle, budget: Budget | None = None) -> None:
    """`WrongPuzzle` if the move, the kind or the length of *puzzle* is not as claimed."""
    position = puzzle.position()
    game, mover = position.game, position.to_move
    method = method_for(position, budget or Budget(UNLIMITED))
    key = position.move(puzzle.solution)
    after = game.play(position.state, key)
    others = [game.play(position.state, move) for move in position.playable() if move != key]

    def require(is_so: bool, claim: str) -> None:
        if not is_so:
            raise WrongPuzzle(
                f"puzzle.wrong.{claim}", game=puzzle.game, moves=" ".join(puzzle.moves), move=puzzle.solution
            )

    if puzzle.kind == "points":
        sign = 1 if mover is Player.FIRST else -1
        score = sign * method.points(after)
        require(score == puzzle.score, "score")
        require(all(sign * method.points(other) < score for other in others), "only")
    elif puzzle.kind == "hold":
        require(not method.wins(after, mover) and not method.wins(after, mover.opponent), "kind")
        require(all(method.wins(other, mover.opponent) for other in others), "only")
    else:
        plies = puzzle.plies or 0
        require(method.wins(after, mover, plies - 1) and not method.wins(after, mover, plies - 2), "length")
        require(not any(method.wins(other, mover) for other in others), "only")
        require(puzzle.kind == _kind_of_win(game, after, plies), "kind")


def method_for(position: Position, budget: Budget) -> Method:
    """The other method for what follows *position*."""
    game, left = position.game, position.game.plies_left(position.state)
    if game.repeats:
        return _Sweeps(game, position.state, budget)
    is_small = left is not None and left <= (LONGEST_BRUTE_POINTS if game.scored else LONGEST_BRUTE)
    if is_small or not is_available() or game.kernel() is None:
        return _BruteForce(game, budget)
    return _OtherSolver(game, budget)


def _kind_of_win(game: Game[Any, Any], after: Any, plies: int) -> str:
    if plies < FORCED_LENGTH:
        return "double_threat" if is_double_threat(game, after) else "win"
    return "forcing" if is_forcing(game, after, plies - 1) else "win"


class _BruteForce:
    """Every move of every position, by the rules; of a position that was seen, what it came to is remembered."""

    def __init__(self, game: Game[Any, Any], budget: Budget) -> None:
        self._game, self._budget = game, budget
        # By state and player: the fewest plies in which the player is known to win, the most in which it is known not.
        self._known: dict[tuple[Any, Player], tuple[int, int]] = {}
        self._points: dict[Any, float] = {}
        self._refutations: dict[Player, Any] = {}

    def wins(self, state: Any, player: Player, plies: int = FOREVER) -> bool:
        game = self._game
        if (outcome := game.outcome(state)) is not None:
            return outcome > 0 if player is Player.FIRST else outcome < 0
        yes, no = self._known.get((state, player), (FOREVER + 1, 0))
        if plies >= yes:
            return True
        if plies <= no:
            return False
        self._budget.spend()
        look = self._one_wins if game.to_move(state) is player else self._all_win
        is_won = look(state, player, plies)
        self._known[state, player] = (plies, no) if is_won else (yes, plies)
        return is_won

    def _one_wins(self, state: Any, player: Player, plies: int) -> bool:
        children = [self._game.play(state, move) for move in self._game.legal_moves(state)]
        # What ends the game is looked at before what only goes on.
        ends = [child for child in children if self._game.outcome(child) is not None]
        if any(self.wins(child, player, plies - 1) for child in ends):
            return True
        return any(self.wins(child, player, plies - 1) for child in children if child not in ends)

    def _all_win(self, state: Any, player: Player, plies: int) -> bool:
        moves = list(self._game.legal_moves(state))
        if (refutation := self._refutations.get(player)) in moves:
            moves.remove(refutation)
            moves.insert(0, refutation)
        children = [(move, self._game.play(state, move)) for move in moves]
        children.sort(key=lambda each: self._game.outcome(each[1]) is None)
        for move, child in children:
            if not self.wins(child, player, plies - 1):
                self._refutations[player] = move
                return False
        return True

    def points(self, state: Any) -> float:
        game = self._game
        if (outcome := game.outcome(state)) is not None:
            return outcome
        if state not in self._points:
            self._budget.spend()
            best = max if game.to_move(state) is Player.FIRST else min
            self._points[state] = best(self.points(game.play(state, move)) for move in game.legal_moves(state))
        return self._points[state]


class _Sweeps:
    """Repeated sweeps for games with cycles: who wins within 1, 2, 3 … plies, until nothing more is won."""

    def __init__(self, game: Game[Any, Any], start: Any, budget: Budget) -> None:
        self._game = game
        self._won: dict[Any, tuple[Player, int]] = {}
        children: dict[Any, list[Any]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in children:
                continue
            budget.spend()
            outcome = game.outcome(state)
            moves = game.legal_moves(state) if outcome is None else ()
            children[state] = [game.play(state, move) for move in moves]
            waiting += children[state]
            if outcome:
                self._won[state] = (Player.FIRST if outcome > 0 else Player.SECOND), 0
        plies, is_new = 0, True
        while is_new:
            budget.look()
            plies += 1
            open_ones = {state: after for state, after in children.items() if after and state not in self._won}
            winners = {state: self._winner(state, after) for state, after in open_ones.items()}
            found = {state: (winner, plies) for state, winner in winners.items() if winner is not None}
            self._won |= found
            is_new = bool(found)

    def _winner(self, state: Any, after: list[Any]) -> Player | None:
        """The winner of *state*, as far as the winners of the states *after* it determine it."""
        mover = self._game.to_move(state)
        winners = [self._won[child][0] if child in self._won else None for child in after]
        if mover in winners:
            return mover
        return mover.opponent if all(winner is mover.opponent for winner in winners) else None

    def wins(self, state: Any, player: Player, plies: int = FOREVER) -> bool:
        winner, needed = self._won.get(state, (None, 0))
        return winner is player and needed <= plies

    def points(self, state: Any) -> float:
        raise NotImplementedError("no game of points goes round in circles")


class _OtherSolver:
    """The C++ alpha-beta, to the end of the game."""

    def __init__(self, game: Game[Any, Any], budget: Budget) -> None:
        self._game, self._budget, self._core = game, budget, NativeSearch(game)

    def wins(self, state: Any, player: Player, plies: int = FOREVER) -> bool:
        if (outcome := self._game.outcome(state)) is not None:
            return outcome > 0 if player is Player.FIRST else outcome < 0
        report = self._search(state)
        if report.plies is None or report.plies > plies:
            return False
        return ((report.value or 0) > 0) == (self._game.to_move(state) is player)

    def points(self, state: Any) -> float:
        if (outcome := self._game.outcome(state)) is not None:
            return outcome
        # The core counts points still to come, for the side to move.
        to_come = self._search(state).value or 0
        sign = 1 if self._game.to_move(state) is Player.FIRST else -1
        return sign * to_come + self._game.evaluate(state, Player.FIRST)

    def _search(self, state: Any) -> Any:
        report = self._core.search(state, Limit(seconds=self._budget.seconds_left), stop=self._budget.stop)
        self._budget.nodes += report.nodes
        self._budget.look()
        return report
