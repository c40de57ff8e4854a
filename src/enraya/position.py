"""A position: a state of a game with the moves that led to it.

Everything but the past it asks the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from enraya.board import Board
from enraya.catalogue import find_built_in, find_game
from enraya.errors import EnrayaError, IllegalMove, NotationError
from enraya.game import Game, Player
from enraya.repetition import REPETITIONS_TO_DRAW, game_after

FORMAT = "enraya.position"
VERSION = 1


class Position:
    """A state of a game with the moves that led to it. Immutable: `play` and `undo` give another position."""

    def __init__(self, game: Game[Any, Any], states: tuple[Any, ...], moves: tuple[Any, ...] = ()) -> None:
        self.game = game
        self.states = states
        self.moves = moves

    @classmethod
    def start(cls, game: str | Game[Any, Any] | object, position: str | None = None) -> Position:
        """The start of *game* (a name such as `mnk(3,3,3)`, or a game), or of what *position* describes."""
        found = find_game(game)
        state = found.initial() if position is None else found.parse_state(position)
        return cls(found, (state,))

    @property
    def state(self) -> Any:
        """The state as the game's own functions take it."""
        return self.states[-1]

    @property
    def onward(self) -> Game[Any, Any]:
        """The game for whoever searches on from here: itself, or where its past matters, with that past."""
        return game_after(self.game, self.states)

    @property
    def to_move(self) -> Player:
        """The player to move."""
        return self.game.to_move(self.state)

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, as text; empty exactly when the game is over."""
        return [self.game.format_move(move) for move in self.playable()]

    def playable(self) -> list[Any]:
        """The legal moves as the game's own functions take them."""
        return [] if self.is_repeated else list(self.game.legal_moves(self.state))

    @property
    def outcome(self) -> int | None:
        """The outcome for the first player: above 0 won, below 0 lost, 0 drawn; None while the game goes on."""
        result = self.game.outcome(self.state)
        return 0 if result is None and self.is_repeated else result

    @property
    def par(self) -> int | None:
        """The value of best play from the start, where the game is won by reaching more than that: on a tree."""
        return self.game.par(self.states[0])

    @property
    def winner(self) -> Player | None:
        """The winner; None while the game goes on, and where nobody has."""
        margin = (self.outcome or 0) - (self.par or 0) if self.is_over else 0
        return None if margin == 0 else Player.FIRST if margin > 0 else Player.SECOND

    @property
    def misstep(self) -> tuple[str, str] | None:
        """The first move that gave value away, and a best one there, where payoffs decide and somebody lost."""
        winner = self.winner
        if winner is None or self.par is None:
            return None
        game = self.game
        for state, move in zip(self.states, self.moves, strict=False):
            worth = game.par(state)
            if game.to_move(state) is winner or game.par(game.play(state, move)) == worth:
                continue
            better = next(other for other in game.legal_moves(state) if game.par(game.play(state, other)) == worth)
            return game.format_move(move), game.format_move(better)
        return None

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.outcome is not None

    @property
    def is_repeated(self) -> bool:
        """True if the game is drawn because this state has come up for the third time."""
        return self.game.repeats and self.states.count(self.state) >= REPETITIONS_TO_DRAW

    @property
    def board(self) -> Board | None:
        """The board of this position, where it has one, with every line that its past struck through."""
        board = self.game.board(self.state)
        return replace(board, strikes=tuple(self.game.strikes_of(self.states))) if board else None

    def move(self, text: str) -> Any:
        """The legal move that *text* names here."""
        if self.is_over:
            raise IllegalMove("error.game_over", text=text)
        return self.game.parse_move(self.state, text)

    def play(self, move: Any) -> Position:
        """The position after *move*, given as text or as the game's own functions take it."""
        if move not in self.playable():
            if not isinstance(move, str):
                # As it was given: the game can write only its own moves.
                raise IllegalMove("error.game_over" if self.is_over else "error.move_illegal", text=repr(move))
            move = self.move(move)
        return Position(self.game, (*self.states, self.game.play(self.state, move)), (*self.moves, move))

    def play_all(self, moves: str | Iterable[Any]) -> Position:
        """The position after several moves; a text may hold several: `"b2 a1"`."""
        game, states, played = self.game, list(self.states), list(self.moves)
        for move in game.split_moves(self.state, moves) if isinstance(moves, str) else moves:
            known = self._named_by(move, states[-1])
            if known is None:
                after = Position(game, tuple(states), tuple(played)).play(move)
                known, state = after.moves[-1], after.state
            else:
                state = game.play(states[-1], known)
            states.append(state)
            played.append(known)
        return Position(game, tuple(states), tuple(played))

    def _named_by(self, move: Any, state: Any) -> Any:
        """The legal move of *state* that the text *move* names, where its notation is all there is to ask; or None.

        A text may itself be a move, or the game may be over: that, and any refusal, is for `play`.
        """
        if not isinstance(move, str) or self.game.repeats or self.game.outcome(state) is not None:
            return None
        try:
            named = self.game.parse_move(state, move)
        except EnrayaError:
            return None
        return None if isinstance(named, str) else named

    def undo(self) -> Position:
        """The position before the last move."""
        if not self.moves:
            raise IllegalMove("error.nothing_to_undo")
        return Position(self.game, self.states[:-1], self.moves[:-1])

    @property
    def move_texts(self) -> list[str]:
        """The moves so far, as text."""
        return [self.game.format_move(move) for move in self.moves]

    @property
    def last_move_text(self) -> str:
        """The last move, as text."""
        return self.game.format_move(self.moves[-1])

    def save(self) -> str:
        """The position with its past, as JSON that `load` reads."""
        start = self.states[0]
        saved = {"format": FORMAT, "version": VERSION, "game": self.game.name, "moves": self.move_texts}
        if start != self.game.initial():
            saved["start"] = self.game.format_state(start)
        return json.dumps(saved, ensure_ascii=False)

    @classmethod
    def load(cls, text: str, game: str | Game[Any, Any] | object | None = None) -> Position:
        """The position that `save` wrote.

        A saved text never makes a Python file run: where it names one, give the *game* yourself.
        """
        try:
            saved = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise NotationError("error.save_json", text=text, reason=str(error)) from None
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise NotationError("error.save_format", text=text, format=FORMAT)
        if saved.get("version") != VERSION:
            raise NotationError("error.save_version", version=saved.get("version"), known=VERSION)
        name, moves, start = saved.get("game"), saved.get("moves"), saved.get("start")
        if not isinstance(name, str) or not isinstance(start, str | None) or not isinstance(moves, list):
            raise NotationError("error.save_fields", text=text)
        if not all(isinstance(move, str) for move in moves):
            raise NotationError("error.save_fields", text=text)
        return cls.start(find_built_in(name) if game is None else game, start).play_all(moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game, self.states, self.moves) == (other.game, other.states, other.moves)

    def __hash__(self) -> int:
        return hash((self.game, self.state, len(self.moves)))

    def __str__(self) -> str:
        return self.game.render(self.state)

    def __repr__(self) -> str:
        return f"<{self.game.name} after {' '.join(self.move_texts) or 'no move'}>"

    def _repr_svg_(self) -> str:
        board = self.board
        # A game may draw itself in its own way; only what it cannot know is drawn for it.
        if board is None or board == self.game.board(self.state):
            return self.game.svg(self.state)
        from enraya.drawing import draw_board

        return draw_board(board)
