"""The one place that picks the exact method for a game."""

from __future__ import annotations

from typing import Any

from enraya.game import Game
from enraya.search.native import is_available
from enraya.solve.method import Method, Question
from enraya.solve.methods.alphabeta import NativeAlphaBeta
from enraya.solve.methods.connect4 import Connect4Solving
from enraya.solve.methods.deepening import PythonDeepening
from enraya.solve.methods.maker import MakerBreaker
from enraya.solve.methods.oso import OsoSolving
from enraya.solve.methods.retrograde import Retrograde

NATIVE: tuple[type[Method], ...] = (Connect4Solving, OsoSolving, MakerBreaker, NativeAlphaBeta)
"""The methods with a C++ core, the most special first."""

PYTHON: tuple[type[Method], ...] = (Retrograde, PythonDeepening)


def method_for(game: Game[Any, Any], question: Question, state: Any = None) -> type[Method] | None:
    """The method that answers *question* for *game*, or for one *state* of it; None if there is none.

    The positions of a game may need different methods: the core knows no swap2 opening, say.
    """
    has_core = is_available() and (game.kernel() if state is None else game.kernel_state(state)) is not None
    methods = NATIVE if has_core else PYTHON
    return next((method for method in methods if method.answers(game, question)), None)
