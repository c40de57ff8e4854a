"""Small windows that ask one thing: one of several, a text, or nothing but to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from enraya.tui.frame import Localised


class DialogScreen(Localised, ModalScreen[str | None]):
    """A window over the screen; Escape closes it with no answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss_none", show=False)]

    def action_dismiss_none(self) -> None:
        """Close it."""
        self.dismiss(None)


class ChoiceDialog(DialogScreen):
    """Asks for one of several; the answer is its name. A letter or number that a choice begins with chooses it."""

    def __init__(self, question: str, choices: Sequence[tuple[str, str]]) -> None:
        """Each choice is its name and what is said of it."""
        super().__init__()
        self._question, self._choices = question, choices

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(self._question, classes="heading", markup=False)
            yield OptionList(*(Option(Content(said), id=name) for name, said in self._choices))

    def on_mount(self) -> None:
        """The list is what keys go to."""
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option.id)

    def key_for(self, key: str) -> str | None:
        """The choice that *key* stands for."""
        return next((name for name, said in self._choices if said.lower().startswith(key.lower())), None)

    def on_key(self, event: object) -> None:
        """A letter chooses, too."""
        character = getattr(event, "character", None)
        if character and character.isalnum() and (name := self.key_for(character)) is not None:
            self.dismiss(name)


class TextDialog(DialogScreen):
    """Asks for a text; an empty one is no answer."""

    def __init__(self, question: str, note: str = "", text: str = "") -> None:
        super().__init__()
        self._question, self._note, self._text = question, note, text

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Static(self._question, classes="heading", markup=False)
            if self._note:
                yield Static(self._note, classes="soft", markup=False)
            yield Input(self._text)

    def on_mount(self) -> None:
        """The text is what keys go to."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        self.dismiss(event.value.strip() or None)


class ReadingDialog(DialogScreen):
    """A dialog to read: headings, and under each its rows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,f1,question_mark", "dismiss_none", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("pagedown,space", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, parts: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._parts = parts

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog"):
            for heading, text in self._parts:
                yield Static(heading, classes="heading", markup=False)
                yield Static(f"{text}\n", markup=False)
            yield Static(self.words("tui.close_note"), classes="soft", markup=False)

    def on_mount(self) -> None:
        """Keys scroll it."""
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, rows: int) -> None:
        """Move the text by so many rows."""
        self.query_one(VerticalScroll).scroll_relative(y=rows, animate=False)
