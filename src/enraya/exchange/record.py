"""One game as every format holds it: which game, who played, from where, and the moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from enraya.errors import EnrayaError, NotationError
from enraya.game import Player
from enraya.match import GameResult, MoveMade
from enraya.position import Position

MOST_MOVES = 1000
LONGEST_NAME = 60


class UnreadableGame(EnrayaError):
    """A file that cannot be read: where, and why."""

    def __init__(self, place: EnrayaError, reason: EnrayaError) -> None:
        super().__init__("exchange.damaged", place=str(place), reason=str(reason))
        self._place, self._reason = place, reason

    def in_language(self, language: str) -> str:
        # Put together here, because a message shortens the values it is given.
        return f"{self._place.in_language(language)} {self._reason.in_language(language)}"


@dataclass(frozen=True)
class Record:
    """A game that was played, perhaps to its end.

    `players` are names, the first that of who plays first. `moves` may say how long each took; `result` is for the
    first player (1, 0 or −1), None where the game was left unfinished; it may come from a resignation.
    """

    position: Position
    players: tuple[str, str]
    moves: tuple[MoveMade, ...]
    result: int | None
    game: str

    @property
    def start_text(self) -> str | None:
        """The text of the position the game began at, unless it is the usual start."""
        start = self.position.states[0]
        return None if start == self.position.game.initial() else self.position.game.format_state(start)

    @classmethod
    def of(
        cls, position: Position, players: Sequence[str], result: GameResult | None = None, game: str | None = None
    ) -> Record:
        """The game that ended at *position*, told by its *result* where it is known; *players* are by seat.

        *game* is what to call the game, where its own name is nobody's business.
        """
        name = game or position.game.name
        if result is None:
            texts, to_move = position.move_texts, position.game.to_move
            turns = [int(to_move(state)) for state in position.states[:-1]]
            made = tuple(MoveMade(turn, move, 0.0) for turn, move in zip(turns, texts, strict=True))
            return cls(position, (players[0], players[1]), made, result_of(position), name)
        by_player = (players[result.first], players[1 - result.first])
        made = tuple(
            # In a record the first player is 0, whichever seat that was.
            replace(move, seat=move.seat ^ result.first)
            for move in result.history
        )
        won = 0 if result.winner is None else 1 if result.winner == result.first else -1
        return cls(position, by_player, made, won, name)


def result_of(position: Position) -> int | None:
    """The result of *position* for the first player: won 1, drawn 0, lost −1; None where it goes on."""
    if not position.is_over:
        return None
    return {Player.FIRST: 1, Player.SECOND: -1, None: 0}[position.winner]


def play_through(start: Position, moves: Sequence[str]) -> Position:
    """The position after *moves*; an illegal one is refused with its number."""
    if len(moves) > MOST_MOVES:
        raise NotationError("exchange.too_many_moves", most=MOST_MOVES)
    position = start
    for ply, move in enumerate(moves, start=1):
        try:
            position = position.play(move)
        except EnrayaError as error:
            raise UnreadableGame(NotationError("exchange.with_move", ply=ply), error) from None
    return position


def tidy_name(name: str) -> str:
    """A player's name as a file may hold it: one line, not too long."""
    return "".join(character if character.isprintable() else " " for character in name)[:LONGEST_NAME].strip()
