"""The C++ search, where it is built and knows the game; asked like any other search.

The Python rules are the reference: the core replaces searching, not meaning, and the tests compare the two.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from enraya.game import Game
from enraya.kernel import Kernel, LineKernel, OsoKernel
from enraya.search.limit import DEEPEST, Limit
from enraya.search.report import Bound, Report, RootValue
from enraya.search.value import Scale

try:
    import enraya._native  # noqa: F401

    IS_BUILT = True
except ImportError:  # Installed without a C++ compiler.
    IS_BUILT = False


def is_available() -> bool:
    """True if the C++ search was built."""
    return IS_BUILT


if TYPE_CHECKING or is_available():
    from enraya._native import WIN, GomokuSearch, LineSearch, OsoSearch

Progress = Callable[[int, int, int, int], None]
BOUNDS: dict[int, Bound] = {-1: "upper", 0: "exact", 1: "lower"}


def notice() -> None:
    """Print once, after installing, that the C++ search is missing."""
    if not is_available():
        print("No C++ compiler was found: Enraya works without its native search, slower.", file=sys.stderr)


class NativeSearch:
    """The C++ search of one game; its table stays for the next position."""

    def __init__(self, game: Game[Any, Any], table_megabytes: int = 64) -> None:
        kernel = game.kernel() if is_available() else None
        self.core: LineSearch | OsoSearch = self._make_core(game, kernel, table_megabytes)
        self.game = game
        self._is_line_game = isinstance(kernel, LineKernel)

    def _make_core(self, game: Game[Any, Any], kernel: Kernel | None, table_megabytes: int) -> Any:
        if isinstance(kernel, LineKernel):
            return LineSearch(*kernel, table_megabytes)
        if isinstance(kernel, OsoKernel):
            return OsoSearch(*kernel, table_megabytes)
        raise LookupError(game.name)

    def search(
        self,
        state: Any,
        limit: Limit,
        *,
        scale: Scale | None = None,
        every_root_move: bool = False,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> Report:
        """Search *state* within *limit*. Values are the core's own, or as *scale* shows them if one is given."""
        taken = self.game.kernel_state(state)
        if taken is None:
            raise LookupError(self.game.name)
        with CoreWatch(self.core, stop):
            found = self.core.search(
                taken[0],
                taken[1],
                int(taken[2]),
                depth=DEEPEST if limit.depth is None else limit.depth,
                nodes=limit.nodes or 0,
                seconds=limit.seconds or 0.0,
                every_root_move=every_root_move,
                progress=progress,
            )
        shown = self._converter(state, scale)
        move, proven = self.game.kernel_move, set(found.proven)
        return Report(
            move=move(found.move),
            value=shown(found.value),
            nodes=found.nodes,
            depth=found.depth,
            principal_variation=tuple(move(index) for index in found.principal_variation),
            roots=tuple(
                RootValue(move(index), shown(value), BOUNDS[bound], index in proven, self._plies(value))
                for index, value, bound in found.roots
            ),
            complete=found.complete,
            plies=self._plies(found.value),
        )

    def _converter(self, state: Any, scale: Scale | None) -> Callable[[int], float]:
        """The conversion of the core's values into those that *scale* shows, both for the side to move."""
        if scale is None:
            return lambda value: value
        if not self._is_line_game:
            # The core counts points still to come; a search's value counts those already made too.
            made = self.game.evaluate(state, self.game.to_move(state))
            return lambda value: made + value

        def converted(value: int) -> float:
            return scale.shown_worth(value, self._plies(value)) if self._is_decided(value) else value

        return converted

    def _is_decided(self, value: int) -> bool:
        """True if a value of the core stands for the end of a game."""
        return self._is_line_game and abs(value) > WIN // 2

    def _plies(self, value: int) -> int | None:
        """The distance in plies to the end that a value of the core stands for, if it encodes one."""
        return WIN - abs(value) if self._is_decided(value) else None


class FiveSearch(NativeSearch):
    """The engine of five in a row. It proves who wins, but of far ends not that there is no nearer one."""

    FARTHEST_WIN, FARTHEST_LOSS = 5, 6
    """Up to how many plies a distance is exact: what is nearer the engine sees without a search."""

    def __init__(self, game: Game[Any, Any], table_megabytes: int = 64, threads: int = 1) -> None:
        self._threads = threads
        super().__init__(game, table_megabytes)

    def _make_core(self, game: Game[Any, Any], kernel: Kernel | None, table_megabytes: int) -> Any:
        five = game.five_kernel() if is_available() else None
        if five is None:
            raise LookupError(game.name)
        return GomokuSearch(*five, table_megabytes, threads=self._threads)

    def _plies(self, value: int) -> int | None:
        plies = super()._plies(value)
        farthest = self.FARTHEST_WIN if value > 0 else self.FARTHEST_LOSS
        return None if plies is None or plies > farthest else plies


def playing_search(game: Game[Any, Any], table_megabytes: int = 64, threads: int = 1) -> NativeSearch:
    """The C++ search that plays *game* best; only the engine of five in a row has more *threads* than one."""
    if game.five_kernel() is None:
        return NativeSearch(game, table_megabytes)
    return FiveSearch(game, table_megabytes, threads)


class CoreWatch:
    """Passes a stop on to the core while it runs without Python."""

    def __init__(self, core: Any, stop: Event | None) -> None:
        self._core, self._stop = core, stop

    def __enter__(self) -> None:
        if self._stop is not None:
            self._done = Event()
            self._thread = Thread(target=self._wait, daemon=True)
            self._thread.start()

    def _wait(self) -> None:
        assert self._stop is not None
        # Said again until it is heard: the search may not have begun when it is first said.
        while not self._done.wait(0.02):
            if self._stop.is_set():
                self._core.stop()

    def __exit__(self, *_: object) -> None:
        if self._stop is not None:
            self._done.set()
            # Nothing of the core may be held when its owner lets go of it.
            self._thread.join()
