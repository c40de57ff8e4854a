"""A finished game looked back on: its value ply by ply, each mistake with the better move and why, accuracies."""

from __future__ import annotations

from threading import Event
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from enraya.custom import cause_of
from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.lab.values.history import Point
from enraya.lab.values.review import MistakeExplained, Review, accuracy_of
from enraya.lab.values.valuation import Valuer
from enraya.match import Match
from enraya.position import Position
from enraya.terminal.wording import signed
from enraya.tui.board.canvas import Marks
from enraya.tui.board.view import BoardView
from enraya.tui.frame import EnrayaScreen, Key
from enraya.tui.help import review_help
from enraya.tui.match.panel import history_lines
from enraya.tui.value_plot import draw_plot
from enraya.tui.wording import move_name, result_title, seat_names, short_title

SECONDS = 20.0
"""About how long a review may take."""

PLOT_WIDTH = 32


class ReviewScreen(EnrayaScreen):
    """One game, ply by ply."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False, priority=True),
        Binding("right", "step(1)", show=False, priority=True),
        Binding("home", "step(-9999)", show=False, priority=True),
        Binding("end", "step(9999)", show=False, priority=True),
        Binding("n", "mistake(1)", show=False),
        Binding("b", "mistake(-1)", show=False),
        Binding("a", "again", show=False),
        Binding("t", "tree", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape,q", "leave", show=False),
    ]
    KEYS = (
        Key("←", "screen.step(-1)", "tui.key.back"),
        Key("→", "screen.step(1)", "tui.key.forward"),
        Key("N", "screen.mistake(1)", "tui.key.next_mistake"),
        Key("B", "screen.mistake(-1)", "tui.key.mistake_before"),
        Key("A", "screen.again", "review.try"),
        Key("T", "screen.tree", "lab.tree.tab"),
        Key("?", "screen.help", "web.help.title"),
        Key("Esc", "screen.leave", "tui.key.back_out"),
    )
    CSS = """
    ReviewScreen #result { text-style: bold; }
    ReviewScreen #progress { color: $soft; }
    ReviewScreen #plot { height: 3; margin: 1 0 0 0; }
    ReviewScreen #said { height: 1fr; min-height: 5; border-top: solid $line; }
    ReviewScreen #list { height: 6; border-top: solid $line; }
    ReviewScreen #drawn { display: none; width: 1fr; padding: 1 2; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.ply = len(match.position.moves)
        self.points: dict[int, Point] = {}
        self.mistakes: dict[int, MistakeExplained] = {}
        self.is_done = False
        self._stop = Event()
        self._failure = ""

    def title_text(self) -> str:
        return f"Enraya · {self.words('review.title')} · {short_title(self.match.settings.game, self.words)}"

    def content(self) -> ComposeResult:
        with Horizontal():
            yield BoardView("board", can_point=False)
            yield Static(id="drawn", markup=False)
            with Vertical(classes="panel"):
                yield Static(id="result", markup=False)
                yield Static(id="progress", markup=False)
                yield Static(id="plot")
                yield Static(id="accuracy", markup=False)
                with VerticalScroll(id="said"):
                    yield Static(id="words", markup=False)
                with VerticalScroll(id="list"):
                    yield Static(id="moves", markup=False)

    def on_mount(self) -> None:
        """Look back at once."""
        super().on_mount()
        self.query_one("#said").focus()
        self.work(self._look_back)

    def on_unmount(self) -> None:
        """A review that nobody reads ends."""
        self._stop.set()

    def _look_back(self) -> None:
        game, stop = self.match.position, self._stop
        try:
            review = Review(game, Valuer(game.game), SECONDS, stop)
            points = []
            for point in review.points():
                points.append(point)
                if stop.is_set():
                    return
                self.tell(self._take_point, point)
            for mistake in review.mistakes(points):
                if stop.is_set():
                    return
                self.tell(self._take_mistake, mistake)
            if not stop.is_set():
                self.tell(self._finish)
        except EnrayaError as error:
            if not stop.is_set():
                self.tell(self._fail, error.in_language(self.words.language))
        except Exception as error:
            # A custom game may raise anything.
            said = self.words("match.game_fails", game=self.match.settings.game, reason=cause_of(error))
            if not stop.is_set():
                self.tell(self._fail, said)

    def _take_point(self, point: Point) -> None:
        self.points[point.ply] = point
        self.fill()

    def _take_mistake(self, mistake: MistakeExplained) -> None:
        self.mistakes[mistake.ply] = mistake
        self.fill()

    def _finish(self) -> None:
        self.is_done = True
        self.fill()

    def _fail(self, reason: str) -> None:
        self._failure = reason
        self.fill()

    # Showing

    def fill(self) -> None:
        """Write everything anew."""
        match, words = self.match, self.words
        wrong = {ply for ply, point in self.points.items() if point.mistake is not None}
        self._update("result", result_title(match, match.results[-1], words))
        self._update("progress", self._failure or self._progress())
        levels = {ply: point.level for ply, point in self.points.items()}
        plies = len(match.position.moves)
        self.query_one("#plot", Static).update(
            draw_plot(levels, plies, self.ply, PLOT_WIDTH, {ply + 1 for ply in wrong}, self.palette)
        )
        self._update("accuracy", self._accuracies() if self.is_done else "")
        self._update("words", self._about_ply())
        history = match.results[-1].history
        rows = history_lines(history, match.results[-1].first, words, sorted(wrong))
        self._update("moves", "\n".join(rows))
        self._show_position()

    def _update(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(Content(text))

    def _progress(self) -> str:
        words, plies = self.words, len(self.match.position.states)
        if not self.is_done:
            return words("review.at", done=len(self.points), all=plies)
        exact = sum(point.exact for point in self.points.values())
        depth = min((point.depth for point in self.points.values() if not point.exact), default=0)
        if exact == len(self.points):
            return words("review.exact")
        key = "review.mixed" if exact else "review.searched"
        return words(key, exact=exact, all=len(self.points), count=depth)

    def _accuracies(self) -> str:
        words, match, rows = self.words, self.match, []
        names, first = seat_names(match.settings, words), match.results[-1].first
        points = [self.points[ply] for ply in sorted(self.points)]
        for side in Player:
            found = accuracy_of(points, side, match.position)
            if found.percent is None:
                said = words("review.no_decisions")
            else:
                decisions = words("review.decisions", count=found.decisions)
                said = f"{words('review.percent', percent=found.percent)} {decisions}"
            rows.append(f"{names[first ^ side]}: {said}")
        return "\n".join(rows)

    def _about_ply(self) -> str:
        """The text about a ply: the position, the move played, and its mistake."""
        words, point = self.words, self.points.get(self.ply)
        texts = self.match.position.move_texts
        head = words("web.replay.at", ply=self.ply, plies=len(texts))
        if self.ply:
            head += f" · {move_name(texts[self.ply - 1], words)}"
        said = [head]
        # The move that led here is what one looks at; whether it was a mistake stands at the position before it.
        before = self.points.get(self.ply - 1)
        if point is not None:
            said.append(f"{words('history.value')}: {self._value_of(point)}.")
        if before is not None and before.mistake is not None and before.move is not None:
            values = {
                "ply": self.ply,
                "move": before.move,
                "better": before.best[0],
                "lost": signed(before.lost, words),
            }
            said.append(f"? {words(f'history.mistake.{before.mistake}', **values)}")
            if (explained := self.mistakes.get(before.ply)) is not None:
                said += [sentence.in_language(words.language) for sentence in explained.sentences]
        elif self.is_done and not any(each.mistake for each in self.points.values()):
            said.append(words("history.no_mistakes"))
        return "\n".join(said)

    def _value_of(self, point: Point) -> str:
        words = self.words
        if not point.exact:
            sign = 1 if point.to_move == Player.FIRST else -1
            return words("history.guess", score=signed(sign * point.score, words), count=point.depth)
        if self.match.position.game.scored:
            return words("history.points", score=signed(point.level, words))
        if not point.level:
            return words("history.draw")
        side = "first" if point.level > 0 else "second"
        return words(f"history.{side}_in", count=point.plies) if point.plies else words(f"history.{side}")

    def _position(self) -> Position:
        whole = self.match.position
        return Position(whole.game, whole.states[: self.ply + 1], whole.moves[: self.ply])

    def _show_position(self) -> None:
        position = self._position()
        board = position.board
        view, drawn = self.query_one(BoardView), self.query_one("#drawn")
        view.display, drawn.display = board is not None, board is None
        if board is None:
            self._update("drawn", str(position))
            return
        last: list[int] = []
        if self.ply:
            old = position.undo().board
            last = [cell for cell in range(len(board.cells)) if old and board.cells[cell] != old.cells[cell]]
        winning = position.game.winning_cells(position.state) if position.outcome else ()
        view.show(board, Marks(last=frozenset(last), winning=frozenset(winning)))

    # Keys

    def action_step(self, plies: int) -> None:
        """Forward or back through the game."""
        self.ply = min(len(self.match.position.moves), max(0, self.ply + plies))
        self.fill()

    def action_mistake(self, way: int) -> None:
        """Go to the next mistake, or the one before."""
        plies = sorted(ply + 1 for ply, point in self.points.items() if point.mistake is not None)
        found = [ply for ply in plies if (ply > self.ply if way > 0 else ply < self.ply)]
        if found:
            self.ply = found[0] if way > 0 else found[-1]
            self.fill()

    def action_again(self) -> None:
        """Play on from before the move that is looked at, against the same opponent."""
        plies = max(0, self.ply - 1)
        self.enraya.try_again(self.match, plies)

    def action_tree(self) -> None:
        """Watch a search of this position."""
        position = self._position()
        self.enraya.watch_search(position.undo() if position.is_over and position.moves else position)

    def action_help(self) -> None:
        """Show the help of this screen."""
        self.app.push_screen(review_help(self.words))

    def action_leave(self) -> None:
        """Return to the match."""
        self.app.pop_screen()
