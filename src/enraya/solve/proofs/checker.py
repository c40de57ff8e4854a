"""Checks a certificate, by the rules of the game and nothing else: no search, no table and no solver is used here.

A strategy is played from the position of the proof against every move of the other side, as often as that comes to a
new position. A claim holds if every end that is reached keeps it, and, where a win is claimed, if every line of play
comes to an end. Symmetric positions are looked at once, in canonical form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from enraya.catalogue import find_game
from enraya.custom import is_file_name
from enraya.errors import EnrayaError
from enraya.game import Game, Player
from enraya.position import Position
from enraya.search.limit import Budget
from enraya.solve.canonical import CanonicalForms, short_name
from enraya.solve.proofs.strategy import Proof, ReplyStrategy, outcome_bounds

if TYPE_CHECKING:
    from enraya.solve.proofs.lines.format import LineProof
    from enraya.solve.proofs.lines.transcript import LineTranscript


class ProofRejected(EnrayaError):
    """A proof that does not prove what it claims; the values name the position that fails."""


@dataclass(frozen=True)
class Verified:
    """A proof that holds: of what position, what is proven of it, and how many positions were looked at."""

    position: Position
    least: int
    """The first player gets this outcome at least; `most`: at most. They are equal where the value is proven."""
    most: int
    positions: int


OPEN, CLOSED = 1, 2


def claimed_position(proof: Proof | LineProof | LineTranscript, game: Game[Any, Any] | None) -> Position:
    """The position that *proof* makes claims of, in *game* where the caller gives it.

    A proof is not trusted: the Python file that one names is never run because the proof says so.
    """
    if game is None and is_file_name(proof.game):
        raise EnrayaError("proof.own_game", game=proof.game)
    found = game or find_game(proof.game)
    if not is_file_name(proof.game) and found.name != find_game(proof.game).name:
        raise EnrayaError("proof.other_game", game=proof.game, given=found.name)
    return Position.start(found, proof.start).play_all(proof.moves)


def verify(proof: Proof, budget: Budget, game: Game[Any, Any] | None = None) -> Verified:
    """Verify *proof* of its position in *game* (see `claimed_position`); return what it proves, or raise ProofRejected.

    Each position looked at spends a node of *budget*.
    """
    position = claimed_position(proof, game)
    if not proof.strategies:
        raise ProofRejected("proof.empty")
    for strategy in proof.strategies:
        _Check(position.game, strategy, budget).walk(position.state)
    claims = (strategy.claim for strategy in proof.strategies)
    return Verified(position, *outcome_bounds(claims, scored=position.game.scored), budget.nodes)


class _Check:
    """One strategy, played out."""

    def __init__(self, game: Game[Any, Any], strategy: ReplyStrategy, budget: Budget) -> None:
        self._game, self._strategy, self._budget = game, strategy, budget
        self._player, self._bound = strategy.claim
        self._forms = CanonicalForms(game)
        self._seen: dict[str, int] = {}

    def walk(self, start: Any) -> None:
        """Look at *start* and everything the strategy can be led to from there."""
        # The positions on the way to the one being looked at are open; coming back to one is going round in circles.
        # On the stack a state is still to be looked at, and a text names a position that is done with.
        waiting: list[tuple[str | None, Any]] = [(None, start)]
        while waiting:
            done, state = waiting.pop()
            if done is not None:
                self._seen[done] = CLOSED
                continue
            text, form = self._forms.of(state)
            if (seen := self._seen.get(text)) is not None:
                if seen == OPEN and self._bound > 0:
                    self._reject("proof.circle", form)
                continue
            self._seen[text] = OPEN
            self._budget.spend()
            waiting.append((text, None))
            waiting += [(None, child) for child in self._children(text, form)]

    def _children(self, text: str, state: Any) -> list[Any]:
        """The successors of *state* while the strategy is followed."""
        game = self._game
        outcome = game.outcome(state)
        if outcome is not None:
            if (outcome if self._player == Player.FIRST else -outcome) < self._bound:
                self._reject("proof.lost", state)
            return []
        moves = game.legal_moves(state)
        if game.to_move(state) != self._player:
            return [game.play(state, move) for move in moves]
        place = self._strategy.replies.get(short_name(text))
        if place is None:
            self._reject("proof.no_reply", state)
        if place >= len(moves):
            self._reject("proof.no_such_move", state)
        return [game.play(state, moves[place])]

    def _reject(self, code: str, state: Any) -> NoReturn:
        written = self._game.format_state(state) or repr(state)
        raise ProofRejected(code, position=written, player=self._player + 1, bound=self._bound)
