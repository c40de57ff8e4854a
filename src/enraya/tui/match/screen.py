"""A match on the screen, driven: what the thread of the match tells, the clock, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from enraya.errors import EnrayaError
from enraya.lab.values.valuation import Valuation
from enraya.match import Match, MatchSettings, Redone, Resigned, Stopped
from enraya.terminal.game_files import save_game
from enraya.tui.board.pointing import Pointing
from enraya.tui.dialogs import ChoiceDialog, TextDialog
from enraya.tui.help import match_help
from enraya.tui.match.messages import Announced, Broken, Hinted, MatchMessage, Refused, Request, Shown, Valued
from enraya.tui.match.panel import (
    clock_line,
    last_facts,
    values_legend,
)
from enraya.tui.match.pointing import MatchPointing
from enraya.tui.match.runner import MatchRunner, go_on_request, pause_request, undo_request
from enraya.tui.preferences import keep_match
from enraya.tui.wording import level_in, move_name, seat_names

TICK = 0.25
"""Seconds between two looks at the clock."""

SLOW = 5.0
"""Seconds without an answer after which it is said that a game is still computing."""

ENDING, ENDING_SLOW = 10.0, 0.3
"""Seconds that a match is given to be put away, which takes none; and those where its game does not answer."""


class MatchScreen(MatchPointing):
    """One match, from its start or from where it was left, to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("r", "redo", show=False),
        Binding("h", "hint", show=False),
        Binding("v", "values", show=False),
        Binding("p", "pause", show=False),
        Binding("x", "resign", show=False),
        Binding("t", "tree", show=False),
        Binding("w", "review", show=False),
        Binding("m,slash", "type_move", show=False),
        Binding("ctrl+s", "save", show=False),
        Binding("n", "next", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape", "back", show=False),
        Binding("q", "leave", show=False),
    ]

    class RunnerMessage(Message):
        """The thread of the match has something to say."""

        def __init__(self, content: MatchMessage) -> None:
            super().__init__()
            self.content = content

    def __init__(
        self, settings: MatchSettings, *, moves: Sequence[str] = (), kept: tuple[Match, float] | None = None
    ) -> None:
        """Begin a match with *moves*, or go on with the one that was *kept*."""
        super().__init__(settings if kept is None else kept[0].settings)
        self._moves, self._kept = moves, kept
        self._wants_values = False
        self._asked_at: float | None = None
        self._is_slow = False
        self._games_seen = 0

    def on_mount(self) -> None:
        """Start the thread that drives the match."""
        super().on_mount()
        self._runner = MatchRunner(
            self.settings,
            self._receive,
            moves=self._moves,
            kept=self._kept,
            keep=keep_match,
            beat=self.enraya.beat,
        )
        self._say(self.words("web.loading"))
        self._runner.start()
        self.set_interval(TICK, self._tick)

    def _receive(self, content: MatchMessage) -> None:
        """Pass the messages of the match's thread on to the screen's thread."""
        self.post_message(self.RunnerMessage(content))

    def on_unmount(self) -> None:
        """Keep the match and let its threads end."""
        if self._runner is not None:
            self._runner.leave()
            # A game that has not answered yet may never do.
            self._runner.wait(ENDING if self._asked_at is None else ENDING_SLOW)

    # What is told

    def on_match_screen_runner_message(self, message: RunnerMessage) -> None:
        """Show it."""
        content = message.content
        names = seat_names(self.settings, self.words)
        match content:
            case Shown():
                self._take(content)
            case Refused(error):
                self._asked_at = None
                self._say(error.in_language(self.words.language))
            case Announced(key, seat):
                self._say(self.words(key, name=names[seat]), keep=True)
            case Hinted(position, move, key, values):
                if self._shown is not None and position == self._shown.match.position:
                    self._take_hint(move, key, values)
            case Valued(position, found, is_last):
                if self._shown is not None and position == self._shown.match.position:
                    self._take_values(found, is_last)
            case Broken(error):
                self._asked_at = None
                self._break(error)

    def _take(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        self._asked_at = None
        match = shown.match
        self.settings = match.settings
        if before is None or before.match.position != match.position or before.choices.keys() != shown.choices.keys():
            self._pointing = Pointing(shown.choices)
            self._hint = self._valuation = None
        if before is None or len(before.match.history) != len(match.history):
            if not self._keep_said or before is None:
                self._said = last_facts(match, self.words)
            self._keep_said = False
        if before is not None and len(match.results) > self._games_seen:
            self._learn(match)
        self._games_seen = len(match.results)
        self.fill()
        if self._wants_values and self._is_persons_turn() and self._valuation is None:
            self._ask_for_values()

    def _learn(self, match: Match) -> None:
        """The level that suits a person follows how their games end."""
        seats = [seat for seat in (0, 1) if match.settings.is_human(seat)]
        level = level_in(match.settings.players[1 - seats[0]]) if len(seats) == 1 else None
        if level is not None:
            winner = match.results[-1].winner
            gain = 0 if winner is None else 1 if winner == seats[0] else -1
            self.enraya.learn(match.settings.game, level, gain)

    def _take_hint(self, move: str | None, key: str, values: object) -> None:
        self._hint = move
        if move is None:
            self._say(self.words("web.hint.none"))
        else:
            why = self.words(key, **(values if isinstance(values, dict) else {}))
            self._say(self.words("web.hint.is", move=move_name(move, self.words), why=why))
        self.fill()

    def _take_values(self, found: Valuation | None, is_last: bool) -> None:
        self._valuation = found if self._wants_values else None
        if found is None:
            self._say(self.words("play.no_values"))
        elif self._wants_values:
            scored = self._shown is not None and self._shown.match.position.game.scored
            more = "" if is_last else f" {self.words('tui.looking')}"
            self._say(values_legend(found, scored, self.words) + more)
        self.fill()

    def _break(self, error: EnrayaError) -> None:
        self._say(error.in_language(self.words.language))
        self.query_one("#status", Static).add_class("wrong")

    def _tick(self) -> None:
        shown = self._shown
        if self._asked_at is not None and self._now() - self._asked_at > SLOW and not self._is_slow:
            self._is_slow = True
            self._say(self.words("tui.slow", game=self.settings.game))
        if shown is not None and shown.match.settings.seconds is not None and shown.match.phase == "playing":
            self._update("clock", clock_line(shown.match, self._now(), self.words))

    def _request(self, make: Request) -> None:
        assert self._runner is not None
        self._asked_at, self._is_slow = self._now(), False
        self._runner.request(make)

    # Keys

    def action_undo(self) -> None:
        """Take back the user's last move."""
        self._request(undo_request)

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._request(lambda match, at: Redone(0 if match.seat_to_move is None else match.seat_to_move, at))

    def action_hint(self) -> None:
        """Look for a hint."""
        if not self._is_persons_turn():
            self._say(self._why_not_now())
        elif self._runner is not None:
            self._say(self.words("tui.looking"))
            self._runner.hint()

    def action_values(self) -> None:
        """Show what each move is worth, or no longer."""
        self._wants_values = not self._wants_values
        if not self._wants_values:
            self._valuation = None
            self._say(self.words("tui.values_off"))
            if self._runner is not None:
                self._runner.forget_values()
            self.fill()
        elif self._is_persons_turn():
            self._ask_for_values()
        else:
            self._say(self.words("tui.values_on"))

    def _ask_for_values(self) -> None:
        if self.settings.exam:
            self._wants_values = False
        if self._runner is not None:
            self._say(self.words("tui.looking"))
            self._runner.value()

    def action_pause(self) -> None:
        """Stop the clock, or let it go on."""
        self._request(pause_request)

    def action_resign(self) -> None:
        """Resign the game, after a confirmation."""
        match = self._shown.match if self._shown else None
        if match is None or match.phase != "playing":
            self._say(self._why_not_now())
            return
        choices = [("no", self.words("web.resign.no")), ("yes", self.words("web.resign.yes"))]

        def resign(answer: str | None) -> None:
            if answer == "yes":
                humans = [seat for seat in (0, 1) if self.settings.is_human(seat)]
                self._request(
                    lambda match, at: Resigned(humans[0] if len(humans) == 1 else match.seat_to_move or 0, at)
                )

        self.app.push_screen(ChoiceDialog(self.words("web.resign.title"), choices), resign)

    def action_next(self) -> None:
        """The next game of the match, or another match with the same settings."""
        match = self._shown.match if self._shown else None
        if match is None or match.phase == "playing":
            return
        if match.phase == "between":
            self._request(go_on_request)
            return
        settings = replace(match.settings, seed=Random(match.settings.seed).getrandbits(32))
        if settings.games == 1 and match.results:
            settings = replace(settings, starter="second" if match.results[-1].starter == 0 else "first")
        level = str(self.enraya.preferences.level_for(settings.game))
        first, second = (f"level:{level}" if level_in(player) is not None else player for player in settings.players)
        self.enraya.play(replace(settings, first=first, second=second), instead=True)

    def action_stop(self) -> None:
        """No more games."""
        self._request(lambda match, at: Stopped(at))

    def action_setup(self) -> None:
        """Open the settings of another match."""
        self.enraya.set_up(self.settings.game, self.settings, instead=True)

    def action_review(self) -> None:
        """Look back on the game that has ended."""
        match = self._shown.match if self._shown else None
        if match is None or match.phase == "playing" or not match.history:
            self._say(self.words("tui.review_later"))
            return
        self.enraya.review(match)

    def action_tree(self) -> None:
        """Watch a search of this position."""
        shown = self._shown
        if shown is None:
            return
        if self.settings.exam and shown.match.phase == "playing":
            self._say(self.words("match.exam"))
            return
        self.enraya.watch_search(shown.match.position)

    def action_save(self) -> None:
        """Write the game to a file."""
        match = self._shown.match if self._shown else None
        if match is None:
            return

        def save(name: str | None) -> None:
            if name is None:
                return
            try:
                path: Path = save_game(match, seat_names(self.settings, self.words), name)
            except EnrayaError as error:
                self._say(error.in_language(self.words.language))
            else:
                self._say(self.words("play.saved", path=str(path)))

        self.app.push_screen(TextDialog(self.words("tui.save_title"), self.words("tui.save_note"), "game.json"), save)

    def action_help(self) -> None:
        """Rules and keys."""
        self.app.push_screen(match_help(self.settings, self.words))

    def action_back(self) -> None:
        """Drop what was picked, or else leave."""
        if self.query_one("#move").has_focus:
            self._close_input()
        elif self._pointing.cancel():
            self._show_position()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Return to the gallery; the match is kept."""
        self.enraya.go_home()
