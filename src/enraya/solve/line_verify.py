"""Checks a proof of a game of free lines, by its lines and nothing else: no search, no table, no solver is used here.

Each strategy is played from the position of the proof against every move of the other side. Three things need no entry:
whoever can fill a line does; where the strategy's player would fill a line next and the other side cannot first, only
the one cell that stops it has to be looked at, and if there are two, none; and a position that is held
(`enraya.solve.holding`) is not looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn, Protocol

from enraya.catalogue import find_game
from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.kernel import LineKernel, LineState
from enraya.position import Position
from enraya.search.limit import Budget
from enraya.solve.holding import Pairs, is_held
from enraya.solve.line_proof import LineProof, LineStrategy, Pieces
from enraya.solve.proof import Claim
from enraya.solve.verify import ProofRejected, Verified


class Advice(Protocol):
    """Who knows the strategy."""

    def reply(self, pieces: Pieces) -> int | None:
        """The cell to take."""

    def holding(self, pieces: Pieces, turn: Player) -> Pairs | None:
        """The pairs that hold the position, if that is how the strategy goes on."""


def verify_lines(proof: LineProof, budget: Budget) -> Verified:
    """What *proof* proves, or ProofRejected. Each position looked at spends a node of *budget*."""
    position = Position.start(find_game(proof.game), proof.start).play_all(proof.moves)
    least, most = -1, 1
    if not proof.strategies:
        raise ProofRejected("proof.empty")
    for strategy in proof.strategies:
        LineCheck(position.game, strategy.claim, Written(strategy), budget).walk(position.state)
        if strategy.claim.player == Player.FIRST:
            least = max(least, strategy.claim.bound)
        else:
            most = min(most, -strategy.claim.bound)
    return Verified(position, least, most, budget.nodes)


class Written:
    """The advice that a proof gives."""

    def __init__(self, strategy: LineStrategy) -> None:
        self._strategy = strategy

    def reply(self, pieces: Pieces) -> int | None:
        return self._strategy.replies.get(pieces)

    def holding(self, pieces: Pieces, turn: Player) -> Pairs | None:
        return self._strategy.holdings.get(pieces)


class LineCheck:
    """One claim, played out."""

    def __init__(self, game: Game[Any, Any], claim: Claim, advice: Advice, budget: Budget) -> None:
        kernel = game.kernel()
        if not isinstance(kernel, LineKernel) or kernel.misere or kernel.columns or any(kernel.ends):
            raise EnrayaError("proof.not_lines", game=game.name)
        self._game, self._claim, self._advice, self._budget = game, claim, advice, budget
        self._lines = [sum(1 << cell for cell in line) for line in kernel.lines]
        self._board = (1 << kernel.cells) - 1

    def walk(self, start: Any) -> None:
        """Look at *start* and everything the strategy can be led to from there."""
        state = self._game.kernel_state(start)
        assert isinstance(state, LineState)
        self._start = start
        root = state.first, state.second
        if self._game.outcome(start) is not None:
            self._reject("proof.finished", root, Player(state.turn))
        seen = {root}
        waiting = [(root, Player(state.turn))]
        while waiting:
            pieces, turn = waiting.pop()
            self._budget.spend()
            if pieces[0] | pieces[1] == self._board:
                if self._claim.bound > 0:
                    self._reject("proof.lost", pieces, turn)
                continue
            follow = self._own_move if turn == self._claim.player else self._other_moves
            for child in follow(pieces, turn):
                if child not in seen:
                    seen.add(child)
                    waiting.append((child, turn.opponent))

    def _own_move(self, pieces: Pieces, turn: Player) -> Iterator[Pieces]:
        """Where the strategy leads."""
        if self._completing(pieces, turn) or self._is_held(pieces, turn):
            return
        cell = self._advice.reply(pieces)
        if cell is None:
            self._reject("proof.no_reply", pieces, turn)
        if not self._board & ~pieces[0] & ~pieces[1] & 1 << cell:
            self._reject("proof.no_such_move", pieces, turn)
        yield self._after(pieces, turn, cell)

    def _other_moves(self, pieces: Pieces, turn: Player) -> Iterator[Pieces]:
        """Everything the other side can do that does not lose at once."""
        if self._completing(pieces, turn):
            self._reject("proof.lost", pieces, turn)
        empty = self._board & ~pieces[0] & ~pieces[1]
        if threats := self._completing(pieces, turn.opponent):
            if threats & (threats - 1):
                return
            empty = threats
        elif self._is_held(pieces, turn):
            return
        while empty:
            cell = (empty & -empty).bit_length() - 1
            empty &= empty - 1
            yield self._after(pieces, turn, cell)

    def _after(self, pieces: Pieces, turn: Player, cell: int) -> Pieces:
        first, second = pieces
        return (first | 1 << cell, second) if turn == Player.FIRST else (first, second | 1 << cell)

    def _completing(self, pieces: Pieces, player: Player) -> int:
        """The empty cells with which *player* fills a line."""
        own, others = pieces[player], pieces[player.opponent]
        found = 0
        for line in self._lines:
            missing = line & ~own
            if not missing & (missing - 1) and not missing & others:
                found |= missing
        return found

    def _is_held(self, pieces: Pieces, turn: Player) -> bool:
        """Whether the strategy ends here because the other side cannot win any more; a false holding is refused."""
        if self._claim.bound > 0 or (pairs := self._advice.holding(pieces, turn)) is None:
            return False
        player = self._claim.player
        attacker, holder = pieces[player.opponent], pieces[player]
        if not is_held(self._lines, attacker, holder, pairs, attacker_moves=turn != player):
            self._reject("proof.not_held", pieces, turn)
        return True

    def _reject(self, code: str, pieces: Pieces, turn: Player) -> NoReturn:
        state = self._start._replace(first=pieces[0], second=pieces[1], turn=turn)
        written = self._game.format_state(state) or repr(state)
        raise ProofRejected(code, position=written, player=self._claim.player + 1, bound=self._claim.bound)
