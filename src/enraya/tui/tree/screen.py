"""The tree viewer: a real search of a real position, step by step."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any, ClassVar, get_args

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from enraya.custom import cause_of
from enraya.errors import EnrayaError
from enraya.lab.trace.log import MOST_NODES, SearchLog
from enraya.lab.trace.replay import SearchReplay
from enraya.lab.trace.search_settings import Algorithm, MoveOrder, SearchSettings
from enraya.position import Position
from enraya.search.limit import Limit
from enraya.terminal.wording import number
from enraya.tui.board.canvas import Marks
from enraya.tui.board.view import BoardView
from enraya.tui.frame import EnrayaScreen, Key
from enraya.tui.help import tree_help
from enraya.tui.tree.panel import counts_in_words, draw_rows, settings_in_words
from enraya.tui.tree.rows_view import RowsView
from enraya.tui.tree.wording import Row, rows_of, say
from enraya.tui.wording import short_title

SPEEDS = (1, 2, 5, 10, 25, 100, 400)
DEEPEST = 9
STEPS_A_TICK = 20
"""Ticks in a second while it plays; faster than that, it takes several steps at once."""


class TreeScreen(EnrayaScreen):
    """The tree of a search, and what happens in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", show=False, priority=True),
        Binding("left,j", "step(-1)", show=False, priority=True),
        Binding("n", "cut(1)", show=False),
        Binding("b", "cut(-1)", show=False),
        Binding("home", "end(0)", show=False, priority=True),
        Binding("end", "end(1)", show=False, priority=True),
        Binding("space", "play", show=False, priority=True),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("g", "go_to_row", show=False),
        Binding("1", "recipe('algorithm')", show=False),
        Binding("2", "recipe('cut')", show=False),
        Binding("3", "recipe('depth')", show=False),
        Binding("4", "recipe('order')", show=False),
        Binding("5", "recipe('distance')", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape,q", "leave", show=False),
    ]
    KEYS = (
        Key("→", "screen.step(1)", "lab.tree.next"),
        Key("←", "screen.step(-1)", "tui.key.back"),
        Key("N", "screen.cut(1)", "lab.tree.next_cut"),
        Key("B", "screen.cut(-1)", "tui.key.cut_before"),
        Key("␣", "screen.play", "lab.tree.play"),
        Key("1", "screen.recipe('algorithm')", "lab.tree.algorithm"),
        Key("2", "screen.recipe('cut')", "lab.tree.cuts_at"),
        Key("3", "screen.recipe('depth')", "lab.tree.depth"),
        Key("4", "screen.recipe('order')", "lab.tree.order"),
        Key("5", "screen.recipe('distance')", "lab.tree.distance"),
        Key("?", "screen.help", "web.help.title"),
        Key("Esc", "screen.leave", "tui.key.back_out"),
    )
    CSS = """
    TreeScreen #recipe { height: auto; padding: 0 1; color: $soft; }
    TreeScreen #said { height: auto; min-height: 4; margin-bottom: 1; }
    TreeScreen #rows { width: 1fr; height: 1fr; background: $background; }
    TreeScreen #counts { height: auto; color: $soft; }
    TreeScreen #node { height: 1fr; min-height: 5; background: $surface; }
    TreeScreen #drawn { display: none; height: 1fr; }
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position
        self.recipe = SearchSettings()
        self.replay: SearchReplay | None = None
        self.count = 0
        self._depth = 0
        self._stop = Event()
        self._unfolded: set[int] = set()
        self._shut: set[int] = set()
        self._rows: list[Row] = []
        self._speed = SPEEDS[2]
        self._timer: Timer | None = None
        self._failure = ""

    def title_text(self) -> str:
        return f"Enraya · {self.words('lab.tree.tab')} · {short_title(self.position.game.name, self.words)}"

    def content(self) -> ComposeResult:
        yield Static(id="recipe", markup=False)
        with Horizontal():
            yield RowsView("rows")
            with Vertical(classes="panel"):
                yield Static(id="said", markup=False)
                yield Static(id="counts", markup=False)
                yield BoardView("node", can_point=False)
                yield Static(id="drawn", markup=False)

    def on_mount(self) -> None:
        """Search at once."""
        super().on_mount()
        self.query_one(RowsView).focus()
        self._search_anew()

    def on_unmount(self) -> None:
        """A search that nobody looks at ends."""
        self._stop.set()

    # Searching

    def _search_anew(self) -> None:
        self._stop.set()
        self._stop = Event()
        self._halt()
        self.replay, self.count, self._failure = None, 0, ""
        self._unfolded.clear()
        self._shut.clear()
        self.fill()
        if self.position.is_over:
            self._failure = self.words("error.over_already")
            self.fill()
        else:
            recipe, stop = self.recipe, self._stop
            self.work(lambda: self._search(recipe, stop))

    def _search(self, recipe: SearchSettings, stop: Event) -> None:
        """Write a search down; a longer one is stopped and its beginning kept."""
        position = self.position

        def count(nodes: int) -> None:
            if not stop.is_set():
                self.tell(self._show_progress, nodes, stop)

        try:
            depth = recipe.shown_depth(position)
            log = SearchLog(position.game, recipe.scale(position.game), count)
            strategy = replace(recipe, depth=depth).strategy(position, stop)
            report = strategy.choose(position, Limit(nodes=MOST_NODES), stop=stop, observer=log)
            if not stop.is_set():
                self.tell(self._take, SearchReplay(log.as_data()), report.depth, stop)
        except EnrayaError as error:
            if not stop.is_set():
                self.tell(self._fail, error.in_language(self.words.language))
        except Exception as error:
            # A custom game may raise anything.
            reason = self.words("match.game_fails", game=position.game.name, reason=cause_of(error))
            if not stop.is_set():
                self.tell(self._fail, reason)

    def _show_progress(self, nodes: int, stop: Event) -> None:
        if stop is self._stop and self.replay is None:
            self._update("said", self.words("lab.tree.searching", count=number(nodes, self.words)))

    def _take(self, replay: SearchReplay, depth: int, stop: Event) -> None:
        if stop is self._stop:
            self.replay, self._depth = replay, depth
            self.fill()

    def _fail(self, reason: str) -> None:
        self._failure = reason
        self.fill()

    # Showing

    def fill(self) -> None:
        """Write everything anew."""
        depth = None if self.replay is None else self._depth
        self._update("recipe", settings_in_words(self.recipe, depth, self.words))
        replay = self.replay
        if replay is None:
            self._rows = []
            self._show_rows()
            self._update("said", self._failure or self.words("lab.tree.searching", count=0))
            self._update("counts", "")
            self._show_node([])
            return
        is_strict = self.recipe.cut == ">"
        self._rows = rows_of(replay, self.count, self._unfolded, self._shut, is_strict, self.words, self._root_name())
        self._show_rows()
        said = say(replay, self.count, is_strict, self.words, self._root_name())
        if not replay.is_whole and self.count == replay.steps:
            said = f"{said} {self.words('lab.tree.shortened', count=number(replay.nodes, self.words))}"
        self._update("said", said)
        speed = None if self._timer is None else self._speed
        self._update("counts", counts_in_words(replay, self.count, speed, self.words))
        path = replay.path_to(replay.node_at(self.count))
        self._show_node([move for node in path if (move := replay.move_to(node)) is not None])

    def _root_name(self) -> str | None:
        """The name of the root in a game that is a tree, where nodes have names."""
        state = self.position.state
        name = getattr(state, "node", None)
        return name if isinstance(name, str) else None

    def _update(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(Content(text))

    def _show_rows(self) -> None:
        palette = self.palette
        drawn, here = draw_rows(self._rows, palette)
        marked = Style(bgcolor=palette.sunken)
        self.query_one(RowsView).show(drawn, here, Style(color=palette.ink, bgcolor=palette.ground), marked)

    def _show_node(self, moves: list[str]) -> None:
        """The board at the node being searched; where there is none, the path to it."""
        game, state = self.position.game, self.position.state
        before: Any = None
        for move in moves:
            before, state = state, game.play(state, game.parse_move(state, move))
        board = game.board(state)
        view, drawn = self.query_one("#node", BoardView), self.query_one("#drawn", Static)
        view.display, drawn.display = board is not None, board is None
        if board is None:
            self._update("drawn", " › ".join(moves) if self._root_name() is not None else game.render(state))
            return
        old = game.board(before) if before is not None else None
        changed = [cell for cell in range(len(board.cells)) if old is not None and board.cells[cell] != old.cells[cell]]
        winning = game.winning_cells(state) if game.outcome(state) else ()
        view.show(board, Marks(last=frozenset(changed), winning=frozenset(winning)))

    # Steps

    def _go(self, count: int) -> None:
        if self.replay is not None:
            self.count = min(self.replay.steps, max(0, count))
            self.fill()

    def action_step(self, steps: int) -> None:
        """One step on or back."""
        self._halt()
        self._go(self.count + steps)

    def action_cut(self, way: int) -> None:
        """Go to the next cut, or the one before."""
        self._halt()
        if self.replay is None:
            return
        found = self.replay.cut_after(self.count) if way > 0 else self.replay.cut_before(self.count)
        if found is None:
            self._update("said", self.words("tui.no_cut"))
        else:
            self._go(found)

    def action_end(self, is_end: int) -> None:
        """Go to the first or the last step."""
        self._halt()
        if self.replay is not None:
            self._go(self.replay.steps if is_end else 0)

    def action_play(self) -> None:
        """Play the steps, or stop."""
        if self._timer is not None:
            self._halt()
            self.fill()
        elif self.replay is not None:
            if self.count == self.replay.steps:
                self.count = 0
            self._run()

    def _run(self) -> None:
        self._halt()
        at_once = max(1, self._speed // STEPS_A_TICK)
        self._timer = self.set_interval(at_once / self._speed, lambda: self._advance(at_once))

    def _advance(self, steps: int) -> None:
        if self.replay is None or self.count >= self.replay.steps:
            self._halt()
            self.fill()
            return
        self._go(self.count + steps)

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_speed(self, way: int) -> None:
        """Faster or slower."""
        place = min(len(SPEEDS) - 1, max(0, SPEEDS.index(self._speed) + way))
        self._speed = SPEEDS[place]
        if self._timer is not None:
            self._run()
        self._update("said", self.words("lab.tree.speed_of", speed=self._speed))

    def on_rows_view_row_picked(self, event: RowsView.RowPicked) -> None:
        """Open or close the node in a row."""
        node = self._rows[event.row].node if event.row < len(self._rows) else None
        if node is None or self.replay is None:
            return
        is_open = (node in self.replay.path_to(self.replay.node_at(self.count)) or node in self._unfolded) and (
            node not in self._shut
        )
        if is_open:
            self._shut.add(node)
            self._unfolded.discard(node)
        else:
            self._unfolded.add(node)
            self._shut.discard(node)
        self.fill()
        rows = self.query_one(RowsView)
        rows.row = event.row
        rows.refresh()

    def action_go_to_row(self) -> None:
        """Go to the step that enters the node of the marked row; from there to the one that leaves it."""
        row = self.query_one(RowsView).row
        node = self._rows[row].node if row < len(self._rows) else None
        if node is not None and self.replay is not None:
            first, last = self.replay.steps_of(node)
            self._halt()
            self._go(last if self.count == first else first)

    # The search

    def action_recipe(self, what: str) -> None:
        """Search with the next algorithm, convention of cuts, depth, order of moves or scale of values."""
        recipe = self.recipe
        match what:
            case "algorithm":
                names = get_args(Algorithm)
                following = names[(names.index(recipe.algorithm) + 1) % len(names)]
                self.recipe = replace(recipe, algorithm=following, order="given")
            case "cut":
                self.recipe = replace(recipe, cut=">" if recipe.cut == ">=" else ">=")
            case "depth":
                self.recipe = replace(recipe, depth=None if recipe.depth == DEEPEST else (recipe.depth or 0) + 1)
            case "order" if recipe.algorithm != "alphabeta+":
                orders = get_args(MoveOrder)
                self.recipe = replace(recipe, order=orders[(orders.index(recipe.order) + 1) % len(orders)])
            case "distance":
                self.recipe = replace(recipe, distance=not recipe.distance)
            case _:
                return
        self._search_anew()

    def action_help(self) -> None:
        """Show the help of this screen."""
        self.app.push_screen(tree_help(self.words))

    def action_leave(self) -> None:
        """Return to the screen that opened this one."""
        self.app.pop_screen()
