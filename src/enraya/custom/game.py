"""`CustomGame`: wraps any object or module with the four functions as a full `Game`.

Everything that the functions return is validated: states and moves must be hashable, numbers finite, lists lists.
A breach raises `CustomGameError`, a sentence that names the file and the function, and the line where that begins.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial, wraps
from itertools import islice
from numbers import Integral
from typing import Any, NamedTuple

from enraya.board import Board, Gesture, draw_text
from enraya.custom.board import (
    gesture_by_change,
    gesture_by_name,
    read_board,
    read_clicks,
    read_style,
    read_winning_cells,
    straight_strike,
)
from enraya.custom.calling import (
    LARGEST,
    call_custom,
    failure_of,
    is_by_identity,
    is_number,
    line_defining,
    raise_failure,
    raise_unless_own,
    reason_of,
    shown,
)
from enraya.custom.functions import functions_of
from enraya.custom.move_text import format_custom_move, is_same_text, split_first_move
from enraya.errors import CustomGameError, IllegalMove, LocalizedError, NotationError
from enraya.game import Game, Player, Symmetry
from enraya.notation import some_of

MOST_MOVES = 10_000
"""Legal moves of a state; a generator of more is taken to have no end."""

NO_STATE = {
    "initial": "check.initial_none",
    "parse_state": "check.initial_none",
    "play": "check.play_none",
    "symmetries": "check.symmetry_none",
}
"""The breach of each function that gives a state, where it gives None."""


class Turn(NamedTuple):
    """A state of a game that does not say whose turn it is, with the turn that alternation gives."""

    state: Any
    player: Player


class CustomGame(Game[Any, Any]):
    """The rules of a custom file, with a default for each optional function that is missing.

    Where the rules have no `to_move`, turns alternate and every state is a `Turn`.
    """

    def __init__(self, rules: Any, name: str, edition: str = "") -> None:
        self._functions = functions_of(rules, name)
        self._begins_alike = False
        self.rules = rules
        self.name, self.edition = name, edition
        self._alternates = "to_move" not in self._functions
        self._accepted_kinds: set[type] = set()
        # What a class says of its whole game may be said by a module too.
        self.scored = bool(getattr(rules, "scored", False))  # type: ignore[misc]
        self.repeats = bool(getattr(rules, "repeats", False))  # type: ignore[misc]
        self.longest = self._longest(getattr(rules, "longest", None))
        self._style = read_style(getattr(rules, "style", None), partial(self._breach, ""))
        self._size: tuple[int, int] | None = None

    def has(self, function: str) -> bool:
        """True if the author wrote this optional *function*."""
        return function in self._functions

    def watch(self, note: Callable[[str], None], took: Callable[[str, float], None]) -> None:
        """Call *note* with the name of each function of the file before it is called, and *took* with the seconds it
        needed.
        """

        def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(function)
            def call(*arguments: Any) -> Any:
                note(name)
                started = time.perf_counter()
                answer = function(*arguments)
                took(name, time.perf_counter() - started)
                return answer

            return call

        self._functions = {name: watched(name, function) for name, function in self._functions.items()}

    def unwrapped_state(self, state: Any) -> Any:
        """The state as the rules' author knows it."""
        return state.state if self._alternates else state

    def unwrapped_rules(self) -> Any:
        return self.rules

    def initial(self) -> Any:
        """The state that the game starts from. At first it is asked for twice: two processes must begin alike."""
        state = self.checked_state(self.called("initial"), "initial")
        if not self._begins_alike:
            again = self.checked_state(self.called("initial"), "initial")
            if not self._is_equal(state, again):
                raise self._breach("initial", "check.initial_differs")
            self._begins_alike = True
        return Turn(state, Player.FIRST) if self._alternates else state

    def _is_equal(self, state: Any, other: Any) -> bool:
        try:
            return bool(state == other)
        except RecursionError:
            raise self._breach("initial", "check.state_deep") from None
        except BaseException as error:
            raise_failure(error, self.name, "__eq__", type(state).__eq__)

    def legal_moves(self, state: Any) -> Sequence[Any]:
        moves = self.called("legal_moves", state.state if self._alternates else state)
        if moves is None:
            raise self._breach("legal_moves", "check.moves_none")
        try:
            # A generator runs the author's code only here.
            listed = tuple(moves if isinstance(moves, list | tuple) else islice(moves, MOST_MOVES + 1))
            hash(listed)
        except BaseException as error:
            raise_unless_own(error)
            raise self._unusable_moves(moves, error) from None
        if len(listed) > MOST_MOVES:
            raise self._breach("legal_moves", "check.moves_many", most=f"{MOST_MOVES:,}")
        if not listed and self.outcome(state) is None:
            raise self._breach("outcome", "check.stuck")
        return listed

    def play(self, state: Any, move: Any) -> Any:
        if self._alternates:
            then = self.called("play", state.state, move)
            return Turn(self.checked_state(then, "play"), state.player.opponent)
        return self.checked_state(self.called("play", state, move), "play")

    def outcome(self, state: Any) -> int | None:
        result: int | None = self.called("outcome", state.state if self._alternates else state)
        if result is None or (type(result) is int and -LARGEST <= result <= LARGEST):
            return result
        if isinstance(result, bool):
            raise self._breach("outcome", "check.outcome_bool", answer=shown(result))
        number = self._number(result, "outcome", "check.outcome_kind")
        if self.scored and int(number) != number:
            raise self._breach("outcome", "check.outcome_fraction", answer=shown(result))
        return math.ceil(number) if number > 0 else math.floor(number)

    def to_move(self, state: Any) -> Player:
        if self._alternates:
            player: Player = state.player
            return player
        answer = self.called("to_move", state)
        if not isinstance(answer, Integral) or answer not in (0, 1):
            raise self._breach("to_move", "check.turn", answer=shown(answer))
        return Player(int(answer))

    def symmetries(self) -> Sequence[Symmetry]:
        if not self.has("symmetries"):
            return ()
        answer = self.called("symmetries")
        try:
            pairs = [tuple(pair) for pair in answer]
        except TypeError:
            pairs = [()]
        if not all(len(pair) == 2 and callable(pair[0]) and callable(pair[1]) for pair in pairs):
            raise self._breach("symmetries", "check.symmetries_kind", answer=shown(answer))
        return [Symmetry(self._carrying_state(state), self._carrying_move(move)) for state, move in pairs]

    def _carrying_state(self, carry: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def carried(state: Any) -> Any:
            image = call_custom(self.name, "symmetries", carry, self.unwrapped_state(state))
            image = self.checked_state(image, "symmetries")
            return Turn(image, state.player) if self._alternates else image

        return carried

    def _carrying_move(self, carry: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda move: call_custom(self.name, "symmetries", carry, move)

    def evaluate(self, state: Any, player: Player) -> float:
        if not self.has("evaluate"):
            return super().evaluate(state, player)
        value = self.called("evaluate", self.unwrapped_state(state), player)
        return self._number(value, "evaluate", "check.evaluate_kind")

    def winning_cells(self, state: Any) -> Sequence[int]:
        if not self.has("winning_cells"):
            return super().winning_cells(state)
        cells = self.called("winning_cells", self.unwrapped_state(state))
        board = self._board(state) if self.has("board") else None
        return read_winning_cells(cells, board, partial(self._breach, "winning_cells"))

    def board(self, state: Any) -> Board | None:
        """The board that the author's `board` gives, struck through where the game was won."""
        if not self.has("board"):
            return None
        board = self._board(state)
        outcome = self.outcome(state) if self.has("winning_cells") else None
        strike = straight_strike(board, self.winning_cells(state), int(outcome < 0)) if outcome else None
        return replace(board, strikes=(strike,)) if strike else board

    def _board(self, state: Any) -> Board:
        breach = partial(self._breach, "board")
        board = read_board(self.called("board", self.unwrapped_state(state)), self._style, breach)
        size = board.columns, board.rows
        self._size = self._size or size
        if size != self._size:
            raise breach("check.board_changes", size=f"{size[0]} × {size[1]}", before="{} × {}".format(*self._size))
        return board

    def gesture(self, state: Any, move: Any) -> Gesture:
        """The gesture of *move*: the author's `cells`, else the change of the board, else the cells that its text
        names.
        """
        if not self.has("board"):
            return Gesture()
        board = self._board(state)
        if self.has("cells"):
            cells = self.called("cells", self.unwrapped_state(state), move)
            return Gesture(read_clicks(board, cells, partial(self._breach, "cells")))
        try:
            changed = gesture_by_change(board, self._board(self.play(state, move)))
        except CustomGameError:
            # What fails is that move, once it is made, and not the look at it.
            changed = None
        return changed or gesture_by_name(board, move, self.format_move(move))

    def parse_move(self, state: Any, text: str) -> Any:
        """The move whose text is *text*; else what the author's `parse_move` says, or a text that differs in
        brackets and blanks only.
        """
        moves = self.legal_moves(state)
        texts = [self.format_move(move) for move in moves]
        written = text.strip()
        if written in texts:
            return moves[texts.index(written)]
        if self.has("parse_move"):
            move = self._parsed(state, written)
            if call_custom(self.name, "legal_moves", moves.__contains__, move):
                return move
        else:
            alike = [move for move, each in zip(moves, texts, strict=True) if is_same_text(each, written)]
            if len(alike) == 1:
                return alike[0]
        if not moves:
            raise IllegalMove("error.game_over", text=text)
        raise IllegalMove("error.move_unknown", text=text, legal=some_of(texts))

    def _parsed(self, state: Any, text: str) -> Any:
        """The move that the author's parser reads in *text*; None where it is no move, which `int("x")` says by an
        exception.
        """
        try:
            return self._functions["parse_move"](self.unwrapped_state(state), text)
        except (ValueError, LookupError):
            return None
        except BaseException as error:
            raise_failure(error, self.name, "parse_move", self._functions["parse_move"])

    def format_move(self, move: Any) -> str:
        if self.has("format_move"):
            text = self._text("format_move", move)
        else:
            plain = call_custom(self.name, "format_move", format_custom_move, move)
            text = self._checked_text("format_move", plain)
        if not text.isprintable():
            # A line break or an escape sequence would go to the terminal as it is.
            author = "format_move" if self.has("format_move") else "legal_moves"
            raise self._breach(author, "check.move_unreadable", text=shown(text))
        return text

    def split_moves(self, state: Any, text: str) -> list[str]:
        """The moves in *text*; which are legal says where one ends, since their texts may hold blanks and commas."""
        words: list[str] = []
        while text.strip():
            moves = {self.format_move(move): move for move in self.legal_moves(state)}
            word, text = split_first_move(text, moves)
            if word:
                words.append(word)
            if word not in moves and not self.has("parse_move"):
                # What is no move here is refused when it is played; nobody knows what would follow it.
                return [*words, *super().split_moves(state, text)]
            state = self.play(state, moves[word] if word in moves else self.parse_move(state, word))
        return words

    def parse_state(self, text: str) -> Any:
        """The state that the author's `parse_state` makes of *text*; where there is no `to_move`, the first player is
        to move in it.
        """
        if not self.has("parse_state"):
            return super().parse_state(text)
        try:
            state = self._functions["parse_state"](text)
        except (ValueError, LookupError) as error:
            raise NotationError("error.own_position", text=text, reason=reason_of(error)) from None
        except BaseException as error:
            raise_failure(error, self.name, "parse_state", self._functions["parse_state"])
        if state is None:
            raise NotationError("error.own_position", text=text, reason="None")
        state = self.checked_state(state, "parse_state")
        return Turn(state, Player.FIRST) if self._alternates else state

    def format_state(self, state: Any) -> str | None:
        """The author's text of *state*; None where there is none, or where it could not say whose turn it is."""
        if not self.has("format_state") or (self._alternates and state.player != Player.FIRST):
            return None
        return self._text("format_state", self.unwrapped_state(state))

    def render(self, state: Any) -> str:
        if self.has("render"):
            return self._text("render", self.unwrapped_state(state))
        if self.has("board"):
            return draw_text(self._board(state))
        return self._checked_text("render", call_custom(self.name, "render", str, self.unwrapped_state(state)))

    def svg(self, state: Any) -> str:
        return self._text("svg", self.unwrapped_state(state)) if self.has("svg") else super().svg(state)

    def called(self, function: str, *arguments: Any) -> Any:
        """Call the author's *function* and return its answer; an exception becomes one sentence."""
        try:
            return self._functions[function](*arguments)
        except BaseException as error:
            raise_failure(error, self.name, function, self._functions[function])

    def checked_state(self, state: Any, function: str) -> Any:
        """*state*, which *function* gave, if it can be remembered and compared."""
        kind = type(state)
        if kind not in self._accepted_kinds:
            self._check_kind(state, kind, function)
        try:
            hash(state)
        except BaseException as error:
            raise_unless_own(error)
            raise self._unhashable(error, state, function) from None
        return state

    def _check_kind(self, state: Any, kind: type, function: str) -> None:
        if state is None:
            raise self._breach(function, NO_STATE[function])
        # Members of an enumeration and classes are the only ones of their kind.
        if is_by_identity(kind) and not isinstance(state, Enum | type):
            raise self._breach(function, "check.identity", kind=kind.__name__)
        self._accepted_kinds.add(kind)

    def _unhashable(self, error: BaseException, state: Any, function: str) -> CustomGameError:
        culprit = re.search(r"unhashable type: '([\w.]+)'", str(error))
        if not isinstance(error, TypeError) or culprit is None:
            return failure_of(error, self.name, "__hash__", type(state).__hash__)
        is_plain = culprit[1] in ("list", "dict", "set", "bytearray", "numpy.ndarray")
        return self._breach(function, "check.not_hashable" if is_plain else "check.no_hash", kind=culprit[1])

    def _unusable_moves(self, moves: Any, error: BaseException) -> LocalizedError:
        """The fault of *moves*, of which a tuple or its hash could not be made."""
        if not isinstance(error, TypeError) or error.__traceback__ is None or error.__traceback__.tb_next is not None:
            return failure_of(error, self.name, "legal_moves")
        if not hasattr(moves, "__iter__") and not hasattr(moves, "__getitem__"):
            return self._breach("legal_moves", "check.moves_kind", kind=type(moves).__name__)
        return self._breach("legal_moves", "check.move_not_hashable", answer=shown(moves))

    def _number(self, value: Any, function: str, breach: str) -> float:
        if is_number(value):
            return int(value) if isinstance(value, Integral) else float(value)
        raise self._breach(function, breach, answer=shown(value))

    def _text(self, function: str, argument: Any) -> str:
        text = self.called(function, argument)
        if text is None:
            raise self._breach(function, "check.text_none", function=function)
        return self._checked_text(function, call_custom(self.name, function, str, text))

    def _checked_text(self, function: str, text: str) -> str:
        """*text*, if it can be encoded: a lone surrogate cannot."""
        try:
            text.encode()
        except UnicodeEncodeError:
            raise self._breach(function, "check.text_unsound", function=function, answer=ascii(text[:80])) from None
        return text

    def _longest(self, value: Any) -> int | None:
        if value is None or (type(value) is int and 0 < value <= LARGEST):
            return value
        raise self._breach("", "check.longest", answer=shown(value))

    def _breach(self, of: str, code: str, /, **values: object) -> CustomGameError:
        """The sentence *code* about the answer of the function *of*, with its line where the author wrote one."""
        line = line_defining(self._functions.get(of))
        return CustomGameError(code, name=self.name, **values if line is None else {**values, "at": line})
