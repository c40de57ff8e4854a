"""The contract: a game is four functions over states that are immutable and hashable.

`Rules` is what anybody must write. `Game` is what the rest of Enraya holds: the same four functions with every
optional one filled in by a default that works; `enraya.custom` makes a `Game` of any object or module with the four.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from enraya.board import Board, Editor, Gesture, Strike, draw_text
from enraya.errors import IllegalMove, NotationError
from enraya.kernel import FiveKernel, Kernel, KernelState
from enraya.notation import some_of, split_moves

State = TypeVar("State")
Move = TypeVar("Move")


class Player(IntEnum):
    """A player: the first or the second. FIRST makes the first move of a game and, in a search, maximises."""

    FIRST = 0
    SECOND = 1

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player(1 - self)


class Rules(Protocol[State, Move]):
    """The four functions a game is."""

    def initial(self) -> State:
        """The state a game starts from."""

    def legal_moves(self, state: State) -> Sequence[Move]:
        """The legal moves in *state*; empty exactly when the game is over."""

    def play(self, state: State, move: Move) -> State:
        """The state after a legal *move*; *state* itself is untouched."""

    def outcome(self, state: State) -> int | None:
        """The outcome for the first player: above 0 won, below 0 lost, 0 drawn; None while the game goes on."""


class Symmetry(NamedTuple):
    """A rotation, reflection or the like that keeps the rules the same: its image of a state, and of a move."""

    state: Callable[[Any], Any]
    move: Callable[[Any], Any]


class Game(ABC, Generic[State, Move]):
    """Rules with every optional function in place."""

    name: str
    """The text that names this game and its options: `mnk(3,3,3)`."""

    edition: str = ""
    """Distinguishes rules of the same name: a custom file may change and still be called mine.py."""

    scored: ClassVar[bool] = False
    """True if an outcome is a number of points to make large, and not only who won."""

    repeats: ClassVar[bool] = False
    """True if play can come back to an earlier state; the third occurrence of one is then a draw."""

    longest: int | None = None
    """The most plies a game can last, where there is a bound."""

    @abstractmethod
    def initial(self) -> State: ...

    @abstractmethod
    def legal_moves(self, state: State) -> Sequence[Move]: ...

    @abstractmethod
    def play(self, state: State, move: Move) -> State: ...

    @abstractmethod
    def outcome(self, state: State) -> int | None: ...

    @abstractmethod
    def to_move(self, state: State) -> Player:
        """The player to move in *state*."""

    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the game other than the identity."""
        return ()

    def evaluate(self, state: State, player: Player) -> float:
        """Estimate an unfinished *state* for *player*; 0 is even, any scale."""
        return 0

    def score(self, state: State, outcome: float, plies: int | None) -> float:
        """The score of *outcome*, for the side to move in *state*, reached in *plies*: points, or ±1 or 0."""
        return outcome if self.scored else (outcome > 0) - (outcome < 0)

    def par(self, state: State) -> int | None:
        """The value of best play from *state*, where a game is won by reaching more than that, and not more than 0."""
        return None

    def plies_left(self, state: State) -> int | None:
        """The number of plies left to a game that nobody wins, where the rules fix it."""
        return None

    def open_lines(self, state: State, move: Move) -> int | None:
        """The number of lines through the piece of *move* that its maker could still fill, where a game is won by
        lines.
        """
        return None

    def winning_cells(self, state: State) -> Sequence[int]:
        """The cells of the line that won, where there is one."""
        return ()

    def parse_move(self, state: State, text: str) -> Move:
        """The legal move that *text* names in *state*, or a refusal that says why not."""
        moves = self.legal_moves(state)
        for move in moves:
            if self.format_move(move) == text.strip():
                return move
        if not moves:
            raise IllegalMove("error.game_over", text=text)
        raise IllegalMove("error.move_unknown", text=text, legal=some_of([self.format_move(move) for move in moves]))

    def format_move(self, move: Move) -> str:
        """The text of a move, as `parse_move` reads it."""
        return str(move)

    def split_moves(self, state: State, text: str) -> list[str]:
        """The moves written one after another in *text*, the first of them played in *state*."""
        return split_moves(text)

    def move_forms(self) -> str:
        """The key of the message that says how a move is written."""
        return "forms.listed"

    def parse_state(self, text: str) -> State:
        """The state that *text* describes, or a refusal with the reason it is impossible."""
        raise NotationError("error.no_position_text", game=self.name)

    def format_state(self, state: State) -> str | None:
        """The text that `parse_state` reads back, or None where the game has no such text."""
        return None

    def board(self, state: State) -> Board | None:
        """The board of *state*, where it looks like one."""
        return None

    def gesture(self, state: State, move: Move) -> Gesture:
        """The gesture by which *move*, legal in *state*, is made on the board."""
        return Gesture()

    def fixed_gestures(self, player: Player) -> Sequence[Gesture] | None:
        """The gestures of *player* by move, where moves are numbers from 0 on and no state changes their gestures."""
        return None

    def editor(self) -> Editor | None:
        """The description of a board editor for positions of this game, where one can be drawn."""
        return None

    def strikes_of(self, states: Sequence[State]) -> Sequence[Strike]:
        """The lines to strike through after *states*, a game's states so far; some games need the past for that."""
        board = self.board(states[-1])
        return board.strikes if board else ()

    def render(self, state: State) -> str:
        """*state* in plain characters."""
        board = self.board(state)
        return draw_text(board) if board else str(state)

    def svg(self, state: State) -> str:
        """*state* as an SVG picture."""
        from enraya.drawing import draw_board, draw_plain_text

        board = self.board(state)
        return draw_board(board) if board else draw_plain_text(self.render(state))

    def unwrapped_state(self, state: State) -> Any:
        """*state* as the author of the rules knows it."""
        return state

    def unwrapped_rules(self) -> Any:
        """The rules as their author knows them, over such states."""
        return self

    def kernel(self) -> Kernel | None:
        """The rules as data for the native search, or None where it does not know them."""
        return None

    def five_kernel(self) -> FiveKernel | None:
        """The same rules for the engine of five in a row, or None where that is not the one to play them."""
        return None

    def kernel_state(self, state: State) -> KernelState | None:
        """*state* as the native search takes it, or None where it cannot."""
        return None

    def kernel_move(self, index: int) -> Move:
        """The move that the native search calls *index*."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Game):
            return False
        return (self.name, self.edition) == (other.name, other.edition)

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.edition))

    def __repr__(self) -> str:
        return f"<game {self.name}>"
