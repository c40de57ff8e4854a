"""The app: which screen leads to which, and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from enraya.errors import EnrayaError
from enraya.locale import LANGUAGES, Words
from enraya.match import Match, MatchSettings
from enraya.position import Position
from enraya.tui.frame import EnrayaScreen
from enraya.tui.gallery import GalleryScreen
from enraya.tui.match.runner import BEAT
from enraya.tui.match.screen import MatchScreen
from enraya.tui.palettes import PALETTES
from enraya.tui.preferences import Preferences, keep_match, kept_match, load_preferences, save_preferences
from enraya.tui.review_screen import ReviewScreen
from enraya.tui.setup import SetupScreen
from enraya.tui.themes import STYLES, THEMES
from enraya.tui.tree.screen import TreeScreen


class EnrayaApp(App[None]):
    """Enraya in a full-screen terminal."""

    TITLE = "Enraya"
    CSS = STYLES
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "next_language", show=False, priority=True),
        Binding("f3", "next_theme", show=False, priority=True),
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        language: str,
        *,
        is_language_said: bool = False,
        theme: str | None = None,
        settings: MatchSettings | None = None,
        moves: Sequence[str] = (),
        beat: float = BEAT,
    ) -> None:
        """Speak *language*, unless another one was chosen here before and this one was not asked for just now.

        With *settings* it begins with that match, after *moves*. *beat* is how long a machine's move is held back.
        """
        super().__init__()
        self.preferences: Preferences = load_preferences()
        chosen = language if is_language_said else self.preferences.language or language
        self.words = Words(chosen)
        self.beat = beat
        self._settings, self._moves = settings, moves
        for made in THEMES.values():
            self.register_theme(made)
        self.theme = theme or self.preferences.theme

    def on_mount(self) -> None:
        """Begin with the games, or with the match that was asked for."""
        self.push_screen(GalleryScreen())
        if self._settings is not None:
            self.push_screen(MatchScreen(self._settings, moves=self._moves))

    # Language and theme

    async def action_next_language(self) -> None:
        """Speak the next language from now on."""
        codes = list(LANGUAGES)
        self.words = Words(codes[(codes.index(self.words.language) + 1) % len(codes)])
        self.preferences.language = self.words.language
        save_preferences(self.preferences)
        await self._redraw_texts()

    async def action_next_theme(self) -> None:
        """Switch to the next theme."""
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.preferences.theme = self.theme
        save_preferences(self.preferences)
        await self._redraw_texts()

    async def _redraw_texts(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, EnrayaScreen):
                await screen.redraw_texts()

    def learn(self, game: str, level: int, gain: int) -> None:
        """A person's game against *level* ended."""
        self.preferences.learn(game, level, gain)
        save_preferences(self.preferences)

    def choose_level(self, game: str, level: int) -> None:
        """Play *game* at *level* from now on."""
        self.preferences.levels[game] = level
        save_preferences(self.preferences)

    # Screens

    def play(self, settings: MatchSettings, *, moves: Sequence[str] = (), instead: bool = False) -> None:
        """Begin a match; with *instead*, in place of the screen there is."""
        self._show(MatchScreen(settings, moves=moves), instead=instead)

    def go_on(self) -> None:
        """Resume the match that was left; one that cannot be read is reported and forgotten."""
        try:
            kept = kept_match()
        except EnrayaError as error:
            keep_match(None)
            self.notify(error.in_language(self.words.language), severity="error")
            return
        if kept is not None:
            self.push_screen(MatchScreen(kept[0].settings, kept=kept))

    def set_up(self, game: str, settings: MatchSettings | None = None, *, instead: bool = False) -> None:
        """Choose the settings of a match of *game*."""
        self._show(SetupScreen(game, settings or self.preferences.quick_settings(game)), instead=instead)

    def review(self, match: Match) -> None:
        """Look back on the game of *match* that has ended."""
        self.push_screen(ReviewScreen(match))

    def watch_search(self, position: Position) -> None:
        """Watch a search of *position*."""
        self.push_screen(TreeScreen(position))

    def try_again(self, match: Match, plies: int) -> None:
        """Play the game of *match* again from the position after *plies*, against the same opponent."""
        result = match.results[-1]
        settings = replace(match.settings, starter="first" if result.starter == 0 else "second", games=1)
        moves = [made.move for made in result.history[:plies]]
        self.go_home()
        self.play(settings, moves=moves)

    def go_home(self) -> None:
        """Return to the gallery of games."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, GalleryScreen):
            self.pop_screen()
        if isinstance(self.screen, GalleryScreen):
            self.screen.fill()

    def _show(self, screen: EnrayaScreen, *, instead: bool) -> None:
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)


def run(
    language: str,
    *,
    is_language_said: bool = False,
    theme: str | None = None,
    settings: MatchSettings | None = None,
    moves: Sequence[str] = (),
) -> None:
    """Show the app until the user leaves."""
    EnrayaApp(language, is_language_said=is_language_said, theme=theme, settings=settings, moves=moves).run()
