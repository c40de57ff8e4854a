"""The opening swap2, which makes a game of black and white stones fair.

The first player places two black stones and a white one. The second then takes black, takes white, or places one
more of each and leaves the choice of colour to the first. White moves next, and play alternates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from enraya.board import Board, Editor, EditorField, Gesture
from enraya.errors import IllegalMove, IllegalPosition, NotationError
from enraya.game import Game, Player, Symmetry
from enraya.games.lines import LineGame, Stones
from enraya.kernel import FiveKernel, LineKernel, LineState

FIRST, SECOND = Player.FIRST, Player.SECOND
# Stones are kept by colour, black as the first side and white as the second; who plays which is decided later.
BLACK, WHITE = Player.FIRST, Player.SECOND

Stage = Literal["place", "choose", "place2", "choose2", "play"]
SwapMove = int | str

CHOICES: dict[Stage, tuple[str, ...]] = {"choose": ("black", "white", "more"), "choose2": ("black", "white")}
SPANISH = {"negro": "black", "negras": "black", "blanco": "white", "blancas": "white", "más": "more", "mas": "more"}

# How many black and white stones there may be at each stage of the opening, with who moves and the colour placed next.
OPENING: dict[tuple[Stage, int, int], tuple[Player, Player]] = {
    ("place", 0, 0): (FIRST, BLACK),
    ("place", 1, 0): (FIRST, BLACK),
    ("place", 2, 0): (FIRST, WHITE),
    ("choose", 2, 1): (SECOND, WHITE),
    ("place2", 2, 1): (SECOND, BLACK),
    ("place2", 3, 1): (SECOND, WHITE),
    ("choose2", 3, 2): (FIRST, WHITE),
}
# The stone that ends a stage leads to the next one.
NEXT_STAGE: dict[tuple[Stage, int], Stage] = {("place", 3): "choose", ("place2", 5): "choose2"}
OWNERS = {"black=first": FIRST, "black=second": SECOND}


class SwapState(NamedTuple):
    """The stones by colour, the stage of the opening, and who owns black once that is decided."""

    stones: Stones
    stage: Stage
    black: Player | None


class Swap2(Game[SwapState, SwapMove]):
    """A game of stones that opens with swap2. A move is a cell, or the word of a choice."""

    def __init__(self, base: LineGame, name: str) -> None:
        self.base = base
        self.name = name
        self.longest = base.cells + len(CHOICES)

    # The rules

    def initial(self) -> SwapState:
        return SwapState(self.base.initial(), "place", None)

    def legal_moves(self, state: SwapState) -> Sequence[SwapMove]:
        return CHOICES.get(state.stage) or self.base.legal_moves(state.stones)

    def play(self, state: SwapState, move: SwapMove) -> SwapState:
        stones, stage, _ = state
        if stage == "play":
            return state._replace(stones=self.base.play(stones, int(move)))
        if move == "more":
            return SwapState(stones._replace(turn=BLACK), "place2", None)
        if isinstance(move, str):
            return SwapState(stones, "play", self.to_move(state) if move == "black" else self.to_move(state).opponent)
        black, white, colour, _ = stones
        black, white = (black | 1 << move, white) if colour is BLACK else (black, white | 1 << move)
        stage = NEXT_STAGE.get((stage, (black | white).bit_count()), stage)
        return self._opening_state(stage, black, white)

    def _opening_state(self, stage: Stage, black: int, white: int) -> SwapState:
        colour = OPENING[stage, black.bit_count(), white.bit_count()][1]
        return SwapState(Stones(black, white, colour, None), stage, None)

    def outcome(self, state: SwapState) -> int | None:
        result = state.stones.result
        return -result if result is not None and state.black is SECOND else result

    def to_move(self, state: SwapState) -> Player:
        black, white, colour, _ = state.stones
        if state.black is None:
            return OPENING[state.stage, black.bit_count(), white.bit_count()][0]
        return state.black if colour is BLACK else state.black.opponent

    def evaluate(self, state: SwapState, player: Player) -> float:
        if state.black is None:
            return 0
        return self.base.evaluate(state.stones, BLACK if player == state.black else WHITE)

    def winning_cells(self, state: SwapState) -> Sequence[int]:
        return self.base.winning_cells(state.stones)

    def symmetries(self) -> Sequence[Symmetry]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        return [self._lifted(symmetry) for symmetry in self.base.symmetries()]

    def _lifted(self, symmetry: Symmetry) -> Symmetry:
        return Symmetry(
            lambda state: state._replace(stones=symmetry.state(state.stones)),
            lambda move: move if isinstance(move, str) else symmetry.move(move),
        )

    # Text and pictures

    def parse_move(self, state: SwapState, text: str) -> SwapMove:
        word = text.strip().lower()
        word = SPANISH.get(word, word)
        choices = CHOICES.get(state.stage, ())
        if word in choices:
            return word
        if choices:
            raise IllegalMove("error.swap2_choose", text=text, choices=choices)
        if word in CHOICES["choose"]:
            raise IllegalMove("error.swap2_no_choice", text=text)
        return self.base.parse_move(state.stones, text)

    def format_move(self, move: SwapMove) -> str:
        return move if isinstance(move, str) else self.base.format_move(move)

    def move_forms(self) -> str:
        return "forms.swap2"

    def parse_state(self, text: str) -> SwapState:
        grid, _, word = text.strip().rpartition(" ")
        word = word.lower()
        stages = list(dict.fromkeys(stage for stage, *_ in OPENING))
        if word not in OWNERS and word not in stages:
            raise NotationError("error.swap2_stage", text=text, words=[*stages, *OWNERS])
        black, white = self.base.parse_pieces(grid)
        for stage in stages:
            if word == stage:
                if (stage, black.bit_count(), white.bit_count()) not in OPENING:
                    raise self._miscounted(black, white)
                return self._opening_state(stage, black, white)
        if black.bit_count() < 2 or not white:
            raise self._miscounted(black, white)
        return SwapState(self.base.state_of(black, white), "play", OWNERS[word])

    def _miscounted(self, black: int, white: int) -> IllegalPosition:
        return IllegalPosition("error.swap2_counts", first=black.bit_count(), second=white.bit_count())

    def format_state(self, state: SwapState) -> str:
        word = state.stage if state.black is None else f"black={state.black.name.lower()}"
        return f"{self.base.format_state(state.stones)} {word}"

    def board(self, state: SwapState) -> Board:
        return self.base.board(state.stones)

    def gesture(self, state: SwapState, move: SwapMove) -> Gesture:
        return Gesture(says=f"choice.{move}") if isinstance(move, str) else self.base.gesture(state.stones, move)

    def editor(self) -> Editor:
        opening = tuple(dict.fromkeys(stage for stage, *_ in OPENING))
        # The empty board that an editor begins with is of the first stage.
        return Editor(self.base.signs, (EditorField("stage", opening[0], (*OWNERS, *opening)),))

    # For the native search, which knows players and not colours

    def kernel(self) -> LineKernel:
        return self.base.kernel()

    def five_kernel(self) -> FiveKernel | None:
        return self.base.five_kernel()

    def kernel_state(self, state: SwapState) -> LineState | None:
        if state.black is None:
            return None
        black, white, _, _ = state.stones
        own = (black, white) if state.black is FIRST else (white, black)
        return LineState(*own, self.to_move(state))

    def kernel_move(self, index: int) -> SwapMove:
        return self.base.kernel_move(index)
