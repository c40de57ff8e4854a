"""A long list of rows of which one is picked: only what can be seen is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

Piece = tuple[str, Style]


class RowsView(ScrollView, can_focus=True):
    """Rows made of pieces of text, each with its style."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False),
        Binding("down", "go(1)", show=False),
        Binding("pageup", "go(-10)", show=False),
        Binding("pagedown", "go(10)", show=False),
        Binding("enter", "pick", show=False),
    ]

    class RowPicked(Message):
        """A row was clicked, or Enter pressed on it."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Sequence[Piece]] = ()
        self._blank = Style()
        self._marked = Style()
        self.row = 0

    def show(self, rows: Sequence[Sequence[Piece]], row: int, blank: Style, marked: Style) -> None:
        """Show *rows* on *blank*, and scroll to *row*, which is *marked*."""
        self._rows, self.row, self._blank, self._marked = rows, row, blank, marked
        width = max((sum(len(text) for text, _ in pieces) for pieces in rows), default=1)
        self.virtual_size = Size(width, len(rows))
        self._follow()
        self.refresh()

    def _follow(self) -> None:
        indent = sum(len(text) for text, _ in self._rows[self.row][:1]) if self.row < len(self._rows) else 0
        left = max(0, indent - 8)
        region = Region(left, max(0, self.row - 3), max(1, self.size.width - 1), 7)
        self.scroll_to_region(region, animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """One row of what can be seen."""
        width, row = self.size.width, y + int(self.scroll_offset.y)
        if row >= len(self._rows):
            return Strip([Segment(" " * width, self._blank)], width)
        base = self._marked if row == self.row else self._blank
        shift = int(self.scroll_offset.x)
        strip = Strip([Segment(text, base + style) for text, style in self._rows[row]])
        return strip.crop(shift, shift + width).extend_cell_length(width, base)

    def action_go(self, rows: int) -> None:
        """Mark another row."""
        self.row = min(len(self._rows) - 1, max(0, self.row + rows))
        self._follow()
        self.refresh()

    def action_pick(self) -> None:
        """Pick the row that is marked."""
        self.post_message(self.RowPicked(self.row))

    def on_click(self, event: events.Click) -> None:
        """Pick the row under the mouse."""
        row = event.y + int(self.scroll_offset.y)
        if row < len(self._rows):
            self.row = row
            self.action_pick()
