"""The frame of every screen: a title with the switches of theme and language, and a bar with its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Static

from enraya.locale import LANGUAGES, Words
from enraya.tui.palettes import PALETTES, Palette

if TYPE_CHECKING:
    from enraya.tui.app import EnrayaApp

LEAST = Size(80, 24)
"""The smallest terminal in which everything can be seen."""


class Key(NamedTuple):
    """A key as the bar shows it, the action it stands for, and the message that names that."""

    shown: str
    action: str
    message: str


def link(action: str, key: str, name: str) -> Content:
    """*key* and what it is for, which does *action* when it is clicked."""
    # Not by markup, in which an action could not have a negative number.
    return Content.assemble((key, "bold"), f" {name}").stylize(Style.from_meta({"@click": action}))


class KeyBar(Widget):
    """The keys of a screen, which can be clicked too; as many rows as they need."""

    def __init__(self, keys: Iterable[tuple[Key, str]]) -> None:
        """Each key with its name in the language spoken."""
        super().__init__()
        self._keys = list(keys)

    def show(self, keys: Iterable[tuple[Key, str]]) -> None:
        """Show these keys from now on."""
        keys = list(keys)
        if keys != self._keys:
            self._keys = keys
            self.refresh(layout=True)

    def _lines(self, width: int) -> list[Content]:
        lines: list[list[Content]] = [[]]
        used = 0
        for key, name in self._keys:
            wide = len(key.shown) + 1 + len(name)
            if used and used + 2 + wide > width:
                lines.append([])
                used = 0
            lines[-1].append(link(key.action, key.shown, name))
            used += wide + (2 if used else 0)
        return [Content("  ").join(line) for line in lines]

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.content_size.width or LEAST.width - 2))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))


class TitleBar(Horizontal):
    """The name of the screen on the left, theme and language on the right."""

    def __init__(self, title: str, theme: str, language: str) -> None:
        super().__init__()
        self._title, self._theme, self._language = title, theme, language

    def compose(self) -> ComposeResult:
        yield Static(self._title, classes="name", markup=False)
        switches = [link("app.next_theme", "F3", self._theme), link("app.next_language", "F2", self._language)]
        yield Static(Content("   ").join(switches), classes="switches")


class Localised:
    """The base of screens and dialogs: the app's language and colours, and the notice of a terminal too small."""

    @property
    def enraya(self) -> EnrayaApp:
        """The app."""
        return cast("EnrayaApp", self.app)  # type: ignore[attr-defined]

    @property
    def words(self) -> Words:
        """The language spoken."""
        return self.enraya.words

    @property
    def palette(self) -> Palette:
        """The colours."""
        return PALETTES[self.enraya.theme]


class Working:
    """A screen that has work done in the background.

    Not by Textual's own workers: those are waited for when the app ends, and a search would keep the program alive.
    """

    def work(self, job: Callable[[], None]) -> None:
        """Do *job* in a thread that nobody waits for."""
        Thread(target=job, name="enraya-work", daemon=True).start()

    def tell(self, take: Callable[..., None], *values: object) -> None:
        """Call *take* with *values* on the screen's own thread, from another one, unless the screen has gone."""
        with suppress(RuntimeError):
            self.call_later(take, *values)  # type: ignore[attr-defined]


class EnrayaScreen(Working, Localised, Screen[None]):
    """A full screen: `title_text`, `content` and `keys` are what it adds; `fill` writes what can change."""

    KEYS: ClassVar[tuple[Key, ...]] = ()

    def title_text(self) -> str:
        """The title of the screen."""
        return "Enraya"

    def content(self) -> ComposeResult:
        """The content between title and keys."""
        yield from ()

    def keys(self) -> Iterable[Key]:
        """The keys to show."""
        return self.KEYS

    def fill(self) -> None:
        """Write what changes, into widgets that have just been made."""

    def compose(self) -> ComposeResult:
        words, app = self.words, self.enraya
        yield TitleBar(self.title_text(), words(f"board.theme.{app.theme}"), LANGUAGES[words.language])
        yield from self.content()
        yield KeyBar(self._named_keys())
        yield Static(id="too-small", markup=False)

    def _named_keys(self) -> list[tuple[Key, str]]:
        return [(key, self.words(key.message)) for key in self.keys()]

    def show_keys(self) -> None:
        """Show the keys there are now."""
        self.query_one(KeyBar).show(self._named_keys())

    async def redraw_texts(self) -> None:
        """Redraw all texts in the language and the colours that have just been chosen."""
        await self.recompose()
        self._look_at_size(self.app.size)
        self.fill()

    def on_mount(self) -> None:
        """Fill in what can change, once it can be seen."""
        self._look_at_size(self.app.size)
        self.fill()

    def on_resize(self, event: events.Resize) -> None:
        """Show a notice where the terminal is too small."""
        self._look_at_size(event.size)

    def _look_at_size(self, size: Size) -> None:
        is_small = size.width < LEAST.width or size.height < LEAST.height
        self.set_class(is_small, "small")
        if is_small:
            values = {"columns": size.width, "rows": size.height}
            least = {"least_columns": LEAST.width, "least_rows": LEAST.height}
            self.query_one("#too-small", Static).update(self.words("tui.too_small", **values, **least))
