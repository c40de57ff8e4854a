"""The board on the screen: as large as there is room, scrolled where there is not, pointed at by keys or mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from enraya.board import Board
from enraya.tui.board.canvas import Canvas, Marks
from enraya.tui.board.cell_size import lay_out
from enraya.tui.palettes import PALETTES

if TYPE_CHECKING:
    from enraya.tui.app import EnrayaApp


class BoardView(ScrollView, can_focus=True):
    """A board with a cursor on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1, 0, 0)", show=False),
        Binding("right", "go(1, 0, 0)", show=False),
        Binding("up", "go(0, -1, 0)", show=False),
        Binding("down", "go(0, 1, 0)", show=False),
        Binding("pageup", "go(0, 0, -1)", show=False),
        Binding("pagedown", "go(0, 0, 1)", show=False),
        Binding("home", "go(-99, 0, 0)", show=False),
        Binding("end", "go(99, 0, 0)", show=False),
        Binding("enter,space", "point", show=False),
    ]

    class CellPointed(Message):
        """A cell was pointed at, by a click or by Enter."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    class CursorMoved(Message):
        """The cursor stands somewhere else."""

    def __init__(self, id: str | None = None, *, can_point: bool = True) -> None:
        super().__init__(id=id)
        self.can_focus = can_point
        self._can_point = can_point
        self._board: Board | None = None
        self._marks = Marks()
        self._canvas: Canvas | None = None
        self.cursor = 0

    @property
    def board(self) -> Board | None:
        """The board shown."""
        return self._board

    def show(self, board: Board, marks: Marks) -> None:
        """Show *board*; the cursor of *marks* is where the cursor's piece would come to stand."""
        self._board, self._marks = board, marks
        self._draw()

    def prepare(self, board: Board) -> None:
        """Put the cursor in the middle of *board*, if it is the first of its size to be shown."""
        if self._board is None or len(self._board.cells) != len(board.cells):
            self.cursor = _middle(board)

    def _draw(self) -> None:
        if self._board is None or not self.size.width:
            return
        app = cast("EnrayaApp", self.app)
        layout = lay_out(self._board, self.size.width, self.size.height)
        self._canvas = Canvas(layout, PALETTES[app.theme], self._marks, app.words("board.cube.level", level="{level}"))
        self.virtual_size = Size(layout.width, layout.height)
        self._follow_cursor()
        self.refresh()

    def _follow_cursor(self) -> None:
        """Scroll so that the cursor can be seen, where not all of the board can."""
        if self._canvas is None or not self._can_point:
            return
        layout = self._canvas.layout
        if layout.width <= self.size.width and layout.height <= self.size.height:
            return
        left, top = layout.place(self.cursor)
        size = layout.size
        region = Region(
            max(0, left - layout.margin - size.width),
            max(0, top - size.height - 1),
            3 * size.width + 4,
            3 * size.height + 1,
        )
        self.scroll_to_region(region, animate=False, force=True)

    def on_resize(self, event: events.Resize) -> None:
        """Draw it in the new room."""
        self._draw()

    def _origin(self) -> tuple[int, int]:
        """The offset of the board in the view: centred, if it is smaller."""
        if self._canvas is None:
            return 0, 0
        layout = self._canvas.layout
        return max(0, (self.size.width - layout.width) // 2), max(0, (self.size.height - layout.height) // 2)

    def render_line(self, y: int) -> Strip:
        """One row of what can be seen."""
        blank = Style(bgcolor=PALETTES[cast("EnrayaApp", self.app).theme].ground)
        width = self.size.width
        left, top = self._origin()
        row = y - top + int(self.scroll_offset.y)
        if self._canvas is None or not 0 <= row < len(self._canvas.rows):
            return Strip([Segment(" " * width, blank)], width)
        segments = [Segment(" " * left, blank)] if left else []
        segments += _joined(self._canvas.rows[row])
        shift = int(self.scroll_offset.x)
        strip = Strip(segments).crop(shift, shift + width)
        return strip.extend_cell_length(width, blank)

    # Pointing

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a place in the view."""
        if self._canvas is None:
            return None
        left, top = self._origin()
        column, row = x - left + int(self.scroll_offset.x), y - top + int(self.scroll_offset.y)
        if not (0 <= row < len(self._canvas.cells) and 0 <= column < len(self._canvas.cells[row])):
            return None
        return self._canvas.cells[row][column]

    def place_of(self, cell: int) -> tuple[int, int]:
        """The offset of *cell* in the view, for a click there."""
        assert self._canvas is not None
        (left, top), (x, y) = self._origin(), self._canvas.layout.place(cell)
        size = self._canvas.layout.size
        middle = x + (size.width - 1) // 2, y + (size.height - 1) // 2
        return left + middle[0] - int(self.scroll_offset.x), top + middle[1] - int(self.scroll_offset.y)

    def on_click(self, event: events.Click) -> None:
        """Point at the cell under the mouse."""
        if not self._can_point or (cell := self.cell_at(event.x, event.y)) is None:
            return
        self.cursor = cell
        self.post_message(self.CellPointed(cell))

    def action_go(self, columns: int, rows: int, levels: int) -> None:
        """Move the cursor, at the edge to the level beside it."""
        board = self._board
        if board is None:
            return
        level, flat = divmod(self.cursor, board.columns * board.rows)
        row, column = divmod(flat, board.columns)
        if board.levels > 1 and abs(columns) == 1 and not 0 <= column + columns < board.columns:
            if 0 <= level + columns < board.levels:
                level, column = level + columns, (0 if columns > 0 else board.columns - 1)
        else:
            column = min(board.columns - 1, max(0, column + columns))
        across = self._canvas.layout.across if self._canvas else 1
        if board.levels > 1 and rows and not 0 <= row + rows < board.rows:
            if 0 <= level + rows * across < board.levels:
                level, row = level + rows * across, (0 if rows > 0 else board.rows - 1)
        else:
            row = min(board.rows - 1, max(0, row + rows))
        level = min(board.levels - 1, max(0, level + levels))
        self.cursor = (level * board.rows + row) * board.columns + column
        self.post_message(self.CursorMoved())

    def action_point(self) -> None:
        """Point at the cell under the cursor."""
        self.post_message(self.CellPointed(self.cursor))


def _middle(board: Board) -> int:
    """The cell in the middle of the lowest level."""
    return (board.rows // 2) * board.columns + board.columns // 2 if board.rows > 1 else board.columns // 2


def _joined(row: list[tuple[str, Style]]) -> list[Segment]:
    """The characters of a row, those of one style together."""
    found: list[Segment] = []
    text, style = "", None
    for character, own in row:
        if own is not style and own != style:
            if text:
                found.append(Segment(text, style))
            text, style = "", own
        text += character
    return [*found, Segment(text, style)] if text else found
