"""The widgets of a match: the board, the panel beside it, the choices that cannot be pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from enraya.lab.values.valuation import Valuation
from enraya.match import Match, MatchSettings
from enraya.tui.board.canvas import LEAST_BRIGHT, Marks
from enraya.tui.board.pointing import Pointing, landing_of, spoken_moves
from enraya.tui.board.view import BoardView
from enraya.tui.frame import EnrayaScreen, Key
from enraya.tui.match.messages import Shown
from enraya.tui.match.panel import (
    clock_line,
    history_lines,
    score_lines,
    turn_line,
    value_in_words,
    value_marks,
    what_to_do,
)
from enraya.tui.match.runner import MatchRunner
from enraya.tui.wording import match_title, move_name, result_reason, result_title, short_title

MOVE, ACT = "move:", "act:"
"""The prefixes of the names of choices: a move, or a way to go on."""


class MatchView(EnrayaScreen):
    """Shows a match; `MatchScreen` drives it."""

    PLAYING: ClassVar[tuple[Key, ...]] = (
        Key("↵", "screen.point", "tui.key.play"),
        Key("M", "screen.type_move", "tui.key.type"),
        Key("U", "screen.undo", "web.action.undo"),
        Key("R", "screen.redo", "web.action.redo"),
        Key("H", "screen.hint", "web.action.hint"),
        Key("V", "screen.values", "tui.key.values"),
        Key("T", "screen.tree", "lab.tree.tab"),
        Key("P", "screen.pause", "web.action.pause"),
        Key("X", "screen.resign", "web.action.resign"),
        Key("^S", "screen.save", "tui.key.save"),
        Key("?", "screen.help", "web.help.title"),
        Key("Q", "screen.leave", "tui.key.leave"),
    )
    ENDED: ClassVar[tuple[Key, ...]] = (
        Key("N", "screen.next", "tui.key.next"),
        Key("W", "screen.review", "review.title"),
        Key("T", "screen.tree", "lab.tree.tab"),
        Key("^S", "screen.save", "tui.key.save"),
        Key("?", "screen.help", "web.help.title"),
        Key("Q", "screen.leave", "tui.key.leave"),
    )
    CSS = """
    MatchView #turn { text-style: bold; height: auto; min-height: 1; }
    MatchView #clock { color: $accent; height: auto; }
    MatchView #score { margin-bottom: 1; }
    MatchView #status { min-height: 2; max-height: 9; color: $foreground; }
    MatchView #choices { display: none; margin: 1 0; max-height: 10; background: $sunken; }
    MatchView #history { height: 1fr; min-height: 2; border-top: solid $line; }
    MatchView #move { dock: bottom; display: none; }
    MatchView #text { width: 1fr; height: 1fr; padding: 1 2; }
    """

    def __init__(self, settings: MatchSettings) -> None:
        super().__init__()
        self.settings = settings
        self._runner: MatchRunner | None = None
        self._shown: Shown | None = None
        self._pointing = Pointing({})
        self._said = ""
        self._keep_said = False
        self._valuation: Valuation | None = None
        self._hint: str | None = None

    # Making

    def title_text(self) -> str:
        return f"Enraya · {short_title(self.settings.game, self.words)}"

    def keys(self) -> Iterable[Key]:
        is_playing = self._shown is None or self._shown.match.phase == "playing"
        if not is_playing:
            return self.ENDED
        left_out = ("screen.undo", "screen.redo", "screen.hint", "screen.values", "screen.tree")
        return [key for key in self.PLAYING if not (self.settings.exam and key.action in left_out)]

    def content(self) -> ComposeResult:
        with Horizontal():
            yield BoardView("board")
            with VerticalScroll(id="text"):
                yield Static(id="drawn", markup=False)
            with Vertical(classes="panel"):
                yield Static(id="turn", markup=False)
                yield Static(id="clock", markup=False)
                yield Static(id="score", markup=False)
                yield Static(id="status", markup=False)
                yield OptionList(id="choices")
                with VerticalScroll(id="history"):
                    yield Static(id="moves", markup=False)
                yield Input(placeholder=self.words("tui.move_here"), id="move", compact=True)

    def _say(self, text: str, *, keep: bool = False) -> None:
        """Put *text* under the score; with *keep*, the next move does not write over it."""
        self._said, self._keep_said = text, keep
        self.query_one("#status", Static).update(Content(text))

    # Showing

    @property
    def _is_dark(self) -> bool:
        return Color.parse(self.palette.board_2).brightness < LEAST_BRIGHT

    def _is_persons_turn(self) -> bool:
        match = self._shown.match if self._shown else None
        if match is None or match.seat_to_move is None or match.is_paused:
            return False
        return match.settings.is_human(match.seat_to_move)

    def fill(self) -> None:
        """Write everything anew."""
        shown = self._shown
        if shown is None or not self.is_mounted:
            return
        match, words = shown.match, self.words
        result = match.results[-1] if match.phase != "playing" and match.results else None
        if result is None:
            asked = what_to_do(shown, words)
            self._update("turn", "\n".join(part for part in (turn_line(shown, self._is_dark, words), asked) if part))
        else:
            ended = [result_title(match, result, words), result_reason(match, result, words)]
            if match.settings.games > 1:
                ended.append(
                    match_title(match, words)
                    if match.phase == "finished"
                    else words("web.ending.played", played=len(match.results), games=match.settings.games)
                )
            self._update("turn", "\n".join(ended))
        self._update("clock", clock_line(match, self._now(), words))
        self._update("score", score_lines(shown, self._is_dark, words))
        self._update("status", self._said)
        rows = history_lines(match.history, match.first_seat, words)
        self._update("moves", "\n".join(rows) or words("web.moves.none"))
        self.query_one("#history", VerticalScroll).scroll_end(animate=False)
        self._show_position()
        self._show_choices()
        self.show_keys()

    def _update(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(Content(text))

    def _show_position(self) -> None:
        shown = self._shown
        assert shown is not None
        view, text = self.query_one(BoardView), self.query_one("#text")
        view.display, text.display = shown.board is not None, shown.board is None
        if shown.board is None:
            self._update("drawn", shown.text)
            return
        if view.board is None:
            view.focus()
        view.prepare(shown.board)
        view.show(shown.board, self._marks(view))

    def _marks(self, view: BoardView) -> Marks:
        shown = self._shown
        assert shown is not None
        pointing, is_mine = self._pointing, self._is_persons_turn()
        cursor: int | None = view.cursor if is_mine else None
        moves = pointing.open.get(view.cursor, [])
        if is_mine and moves:
            # A disc falls: the cursor stands where it would come to rest.
            landing = landing_of(pointing.choices[moves[0]], view.cursor)
            if len(pointing.choices[moves[0]].clicks) == 1 and landing is not None:
                cursor = landing
        hinted = pointing.choices.get(self._hint) if self._hint else None
        landing = landing_of(hinted) if hinted is not None else None
        values = {}
        if self._valuation is not None and is_mine:
            scored = shown.match.position.game.scored
            values = value_marks(self._valuation, pointing.choices, pointing.clicked, scored, self.words)
        return Marks(
            cursor=cursor if not self.query_one("#choices").has_focus else None,
            last=shown.last,
            winning=shown.winning,
            picked=frozenset(pointing.clicked),
            targets=frozenset(pointing.open) if pointing.clicked else frozenset(),
            hinted=frozenset() if landing is None else frozenset({landing}),
            values=values,
        )

    def _show_choices(self) -> None:
        """Show the choices that cannot be pointed at: those of an opening, moves of a game without a board, and how to
        go on.
        """
        shown = self._shown
        assert shown is not None
        offered: list[tuple[str, str]] = []
        if shown.match.phase != "playing":
            offered = [(f"{ACT}{name}", self.words(key)) for name, key in self._ways_on(shown.match)]
        elif self._is_persons_turn():
            for move in spoken_moves(shown.choices):
                says = shown.choices[move].says
                said = self.words(says) if says and self.words.has(says) else move_name(move, self.words)
                if self._valuation is not None and (worth := self._valuation.of(move)) is not None:
                    said += f": {value_in_words(worth, shown.match.position.game.scored, self.words)}"
                if move == self._hint:
                    said += " ★"
                offered.append((f"{MOVE}{move}", said))
        choices = self.query_one("#choices", OptionList)
        choices.display = bool(offered)
        if [(option.id, str(option.prompt)) for option in choices.options] == offered:
            return
        choices.clear_options()
        choices.add_options([Option(Content(said), id=name) for name, said in offered])
        if offered:
            choices.highlighted = 0
            if shown.match.phase != "playing" or shown.board is None or not self._pointing.open:
                choices.focus()
        elif shown.board is not None and not self.query_one("#move").has_focus:
            self.query_one(BoardView).focus()

    def _ways_on(self, match: Match) -> list[tuple[str, str]]:
        if match.phase == "between":
            return [("next", "web.ending.next"), ("review", "review.open"), ("stop", "web.ending.stop")]
        return [
            ("next", "web.ending.again"),
            ("review", "review.open"),
            ("setup", "web.ending.other"),
            ("leave", "web.unknown.home"),
        ]

    def _now(self) -> float:
        return self._runner.now() if self._runner is not None else 0.0
