"""The first screen: the games, each with a position worth a look; one key plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from enraya.catalogue import FAMILIES, find_game, known_names
from enraya.samples import EXAMPLE_TREE, sample_position
from enraya.tui.board.canvas import Marks
from enraya.tui.board.view import BoardView
from enraya.tui.dialogs import TextDialog
from enraya.tui.frame import EnrayaScreen, Key
from enraya.tui.help import gallery_help
from enraya.tui.preferences import HIGHEST_LEVEL, kept_summary
from enraya.tui.wording import game_rules, game_title, level_name, player_name, short_title

GO_ON, OWN = "go on", "own file"
MISERE = "mnk(3,3,3,misere=true)"
FEATURED = ("mnk", "connect", "gomoku", "cube", "terni", "oso")
"""The families in the order in which they are offered."""


def offered_games() -> list[str]:
    """Every game of the gallery by its name."""
    presets = [preset for family in FEATURED for preset in FAMILIES[family].presets]
    presets.insert(len(FAMILIES["mnk"].presets), MISERE)
    plug_ins = [name for name in known_names() if name not in FAMILIES and name != "tree"]
    return [*presets, EXAMPLE_TREE, *plug_ins]


class GalleryScreen(EnrayaScreen):
    """Pick a game and play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "setup", show=False),
        Binding("left", "level(-1)", show=False, priority=True),
        Binding("right", "level(1)", show=False, priority=True),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]
    KEYS = (
        Key("↵", "screen.play", "tui.key.play_now"),
        Key("← →", "screen.level(1)", "web.player.level"),
        Key("S", "screen.setup", "tui.key.setup"),
        Key("?", "screen.help", "web.help.title"),
        Key("Q", "app.quit", "tui.key.quit"),
    )
    CSS = """
    GalleryScreen #games { width: 39; height: 1fr; }
    GalleryScreen #about { width: 1fr; height: 1fr; padding: 0 2; }
    GalleryScreen #name { text-style: bold; }
    GalleryScreen #rules { color: $soft; height: auto; max-height: 6; }
    GalleryScreen #offer { margin-top: 1; }
    GalleryScreen #sample { height: 1fr; min-height: 6; margin: 1 0; }
    """

    def content(self) -> ComposeResult:
        with Horizontal():
            yield OptionList(id="games")
            with Vertical(id="about"):
                yield Static(id="name", markup=False)
                yield Static(id="offer", markup=False)
                yield BoardView("sample", can_point=False)
                with VerticalScroll(id="rules", can_focus=False):
                    yield Static(id="rules-text", markup=False)

    def title_text(self) -> str:
        return f"Enraya · {self.words('web.gallery.title')}"

    def fill(self) -> None:
        """List the games anew: there may be a match to go on with, and the language may be another."""
        games = self.query_one("#games", OptionList)
        chosen = games.highlighted
        name = games.get_option_at_index(chosen).id if chosen is not None and games.option_count else None
        games.clear_options()
        games.add_options(list(self._options()))
        ids = [option.id for option in games.options]
        games.highlighted = ids.index(name) if name in ids else 0
        games.focus()
        self._show_game()

    def _options(self) -> Iterable[Option]:
        words, kept = self.words, kept_summary()
        if kept is not None:
            yield Option(Content(f"▸ {words('tui.go_on', game=short_title(kept['game'], words))}"), id=GO_ON)
        games = offered_games()
        short = Counter(short_title(game, words) for game in games)
        for game in games:
            title = short_title(game, words)
            yield Option(Content(title if short[title] == 1 else game_title(game, words)), id=game)
        yield Option(Content(words("tui.own_file")), id=OWN)

    @property
    def chosen(self) -> str:
        """The game that is picked, `GO_ON` or `OWN`."""
        games = self.query_one("#games", OptionList)
        return games.get_option_at_index(games.highlighted or 0).id or ""

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what is picked."""
        self._show_game()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play it."""
        self.action_play()

    def _show_game(self) -> None:
        words, game = self.words, self.chosen
        view = self.query_one(BoardView)
        view.display = False
        if game in (GO_ON, OWN):
            kept = kept_summary()
            is_kept = game == GO_ON and kept is not None
            text = words("tui.go_on_text") if is_kept else words("tui.own_text")
            against = ""
            if is_kept and kept is not None:
                against = " – ".join(player_name(str(kept.get(side)), words) for side in ("first", "second"))
            self._update("name", short_title(kept["game"], words) if is_kept and kept else words("tui.own_file"))
            self._update("offer", against)
            self._update("rules-text", text)
            return
        level = level_name(self.enraya.preferences.level_for(game), words)
        self._update("name", game_title(game, words))
        self._update("offer", words("tui.offer", level=level))
        self._update("rules-text", game_rules(game, words) or "")
        if game.partition("(")[0] in FAMILIES:
            position = sample_position(find_game(game))
            if position.board is not None:
                view.display = True
                view.show(position.board, Marks())

    def _update(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(Content(text))

    def action_level(self, step: int) -> None:
        """A stronger or a weaker opponent for this game, from now on."""
        game = self.chosen
        if game in (GO_ON, OWN):
            return
        level = self.enraya.preferences.level_for(game) + step
        if 0 <= level <= HIGHEST_LEVEL:
            self.enraya.choose_level(game, level)
            self._show_game()

    def action_play(self) -> None:
        """Play at once, go on, or ask for a file."""
        game = self.chosen
        if game == GO_ON:
            self.enraya.go_on()
        elif game == OWN:
            self._ask_for_file(lambda path: self.enraya.play(self.enraya.preferences.quick_settings(path)))
        else:
            self.enraya.play(self.enraya.preferences.quick_settings(game))

    def action_setup(self) -> None:
        """Choose the settings first."""
        game = self.chosen
        if game == OWN:
            self._ask_for_file(self.enraya.set_up)
        elif game != GO_ON:
            self.enraya.set_up(game)

    def _ask_for_file(self, then: Callable[[str], None]) -> None:
        def take(path: str | None) -> None:
            if path is not None:
                then(path)

        self.app.push_screen(TextDialog(self.words("tui.own_title"), self.words("tui.own_note")), take)

    def action_help(self) -> None:
        """Show the help of this screen."""
        self.app.push_screen(gallery_help(self.words))
