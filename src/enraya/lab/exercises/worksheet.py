"""Exercises on paper: blank, with space to write, or solved."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.drawing.page import A4, GREY, INK, Page, Polygon, Segment, Text, box, wrap
from enraya.drawing.printed_board import PrintedBoard
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.exercises.statement import statement, task
from enraya.lab.marking.reasons import called, window_of
from enraya.lab.reason import write_number
from enraya.locale import Words

MARGIN = 40.0
SOLVED = "#0b5d2f"
STOREY = 66.0
LEAF_WIDTH = 31.0
INNER_WIDTH = {"values": 64.0, "move": 36.0, "cuts": 36.0, "windows": 68.0}
BOX_SHIFT = 14.0
SMALLEST = 0.62
"""Below this part of its full size a tree is no longer easy to read, and the page is turned on its side."""


def print_exercises(questions: Sequence[Exercise], title: str, language: str, solved: bool) -> list[Page]:
    """The questions one below the other on A4, as many to a page as fit."""
    printer = _Printer(title, Words(language), solved)
    for number, exercise in enumerate(questions, start=1):
        printer.add(number, exercise)
    return printer.finish()


class _Printer:
    """Fills page after page."""

    def __init__(self, title: str, words: Words, solved: bool) -> None:
        self.title, self.words, self.solved = title, words, solved
        self.pages: list[Page] = []
        self.y = 0.0

    def add(self, number: int, exercise: Exercise) -> None:
        space = A4[0] - 2 * MARGIN
        drawing = _Drawing(exercise, self.words, self.solved, space)
        is_wide = drawing.size < SMALLEST
        if is_wide:
            space = A4[1] - 2 * MARGIN
            drawing = _Drawing(exercise, self.words, self.solved, space)
        said = " ".join(sentence.in_language(self.words.language) for sentence in statement(exercise))
        rows = wrap(said, space, 9)
        lead = task(exercise).in_language(self.words.language)
        heads = wrap(f"{number}. {lead} ({write_number(exercise.points)} p.)", space, 13)
        board, position = self._position_of(exercise)
        tall = 17 * len(heads) + 12 * (len(rows) + len(position)) + drawing.height + 34
        tall += board.height + 14 if board else 0
        page = self._page_with_room(is_wide, tall)
        for head in heads:
            page.marks.append(Text(head, MARGIN, self.y + 12, 12, bold=True))
            self.y += 17
        for row in (*rows, *position):
            page.marks.append(Text(row, MARGIN, self.y + 9, 9))
            self.y += 12
        if board:
            board.draw(page, MARGIN + (space - board.width) / 2, self.y + 8)
            self.y += board.height + 14
        drawing.draw(page, MARGIN + (space - drawing.width) / 2, self.y + 10)
        self.y += drawing.height + 34

    def finish(self) -> list[Page]:
        """All pages, numbered."""
        for number, page in enumerate(self.pages, start=1):
            foot = f"{number} / {len(self.pages)}"
            page.marks.append(Text(foot, page.width / 2, page.height - 20, 8, "middle", colour=GREY))
        return self.pages

    def _position_of(self, exercise: Exercise) -> tuple[PrintedBoard | None, Sequence[str]]:
        """The position that a tree grows from: its board, or where there is none, what is said of it."""
        if exercise.is_textbook:
            return None, []
        game, state = exercise.position.game, exercise.position.state
        if (board := game.board(state)) is not None:
            return PrintedBoard(board), []
        said = game.format_state(state) or " ".join(exercise.position.move_texts)
        return None, wrap(self.words("practise.print.position", position=said), A4[0] - 2 * MARGIN, 9)

    def _page_with_room(self, is_wide: bool, tall: float) -> Page:
        """The last page if it lies the same way and *tall* points are left on it, else a new one."""
        width, height = A4[::-1] if is_wide else A4
        if self.pages and self.pages[-1].width == width and self.y + tall <= height - MARGIN:
            return self.pages[-1]
        page = Page(width, height)
        self.pages.append(page)
        self.y = MARGIN
        page.marks.append(Text(self.title, MARGIN, self.y + 8, 11, colour=GREY))
        label = self.words("practise.print.solved") if self.solved else self.words("practise.print.name")
        page.marks.append(Text(label, width - MARGIN - (0 if self.solved else 170), self.y + 8, 11, "end", colour=GREY))
        if not self.solved:
            page.marks.append(Segment(width - MARGIN - 165, self.y + 9, width - MARGIN, self.y + 9, 0.6, GREY))
        self.y += 30
        return page


class _Drawing:
    """One tree: triangles up where MAX moves and down where MIN does, leaves as boxes, space for the answers."""

    def __init__(self, exercise: Exercise, words: Words, solved: bool, space: float) -> None:
        self.exercise, self.words, self.solved = exercise, words, solved
        tree = exercise.solved_tree
        needed = self._needed(tree.root)
        self.size = min(1.0, space / needed)
        self.spread = self.size * min(1.8, space / (needed * self.size))
        deepest = max(node.depth for node in tree.nodes.values())
        self.width = needed * self.spread
        self.height = deepest * STOREY + 50 + (24 if exercise.kind == "move" else 0)
        self.places: dict[str, tuple[float, float]] = {}
        self._place(tree.root, 0)
        cut = tree.cut(exercise.convention) if solved and exercise.kind == "cuts" else []
        self.cut = {node.name for node in cut}

    def _needed(self, node: SolvedNode) -> float:
        """The width that *node* and all below it take, at full size."""
        if node.is_leaf:
            return LEAF_WIDTH
        return max(INNER_WIDTH[self.exercise.kind], sum(map(self._needed, node.children)))

    def _place(self, node: SolvedNode, left: float) -> None:
        """Lay out *node* and all below it, from *left* on."""
        below = sum(map(self._needed, node.children))
        spare = max(0.0, self._needed(node) - below) / 2 if node.children else 0.0
        # Where there is just space for it, a node stands left of its middle, for its boxes stand to the right.
        at = left + max(0.0, spare - BOX_SHIFT) * self.spread
        for child in node.children:
            self._place(child, at)
            at += self._needed(child) * self.spread
        if node.children:
            x = (self.places[node.children[0].name][0] + self.places[node.children[-1].name][0]) / 2
        else:
            x = left + LEAF_WIDTH * self.spread / 2
        self.places[node.name] = (x, node.depth * STOREY + 18)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Put the tree on *page*."""
        best = {node.name for node in self.exercise.solved_tree.best_moves()}
        chosen = best if self.solved and self.exercise.kind == "move" else set()
        nodes = list(self.exercise.solved_tree.nodes.values())
        for node in nodes:
            if node.parent:
                self._branch(page, node, left, top, node.name in chosen)
        for node in nodes:
            x, y = self.places[node.name]
            if node.is_leaf:
                self._leaf(page, node, left + x, top + y)
            else:
                self._inner(page, node, left + x, top + y)
        if self.exercise.kind == "move":
            answer = ", ".join(map(called, self.exercise.solved_tree.best_moves())) if self.solved else "________"
            text = self.words("practise.print.move", move=answer)
            colour = SOLVED if self.solved else INK
            page.marks.append(Text(text, left, top + self.height - 8, 11, bold=True, colour=colour))

    def _is_gone(self, node: SolvedNode) -> bool:
        return node.name in self.cut or any(above.name in self.cut for above in node.above())

    def _branch(self, page: Page, node: SolvedNode, left: float, top: float, is_chosen: bool) -> None:
        assert node.parent is not None
        (x1, y1), (x2, y2) = self.places[node.parent.name], self.places[node.name]
        x1, y1, x2, y2 = left + x1, top + y1, left + x2, top + y2
        gone = self._is_gone(node)
        width, colour = (2.2, SOLVED) if is_chosen else (0.8, GREY if gone else INK)
        page.marks.append(Segment(x1, y1, x2, y2, width, colour, dashed=gone))
        x, y = x1 + (x2 - x1) * 0.55, y1 + (y2 - y1) * 0.55
        if node.name in self.cut:
            for shift in (-2, 2):
                page.marks.append(Segment(x - 6, y + 4 + shift, x + 6, y - 4 + shift, 1.4, SOLVED))
        if node.move not in (None, node.name):
            size = max(5.0, 8 * self.size)
            x, y = x1 + (x2 - x1) * 0.72, y1 + (y2 - y1) * 0.72
            wide = len(str(node.move)) * size * 0.55 + 2
            page.marks.append(box(x - wide / 2, y - size * 0.55, wide, size * 1.1, stroke=0.0, colour="#ffffff"))
            page.marks.append(Text(str(node.move), x, y + size * 0.35, size, "middle", colour="#555555"))

    def _leaf(self, page: Page, node: SolvedNode, x: float, y: float) -> None:
        half, size = 14 * self.size, max(5.5, 11 * self.size)
        gone = self._is_gone(node)
        colour = GREY if gone else INK
        page.marks.append(box(x - half, y - 9, 2 * half, 18, stroke=0.8, colour=colour, dashed=gone))
        page.marks.append(Text(write_number(node.value), x, y + size * 0.35, size, "middle", colour=colour))
        page.marks.append(Text(node.name, x, y + 18, max(4.5, 7 * self.size), "middle", colour="#555555"))

    def _inner(self, page: Page, node: SolvedNode, x: float, y: float) -> None:
        half = 15 * max(0.6, self.size)
        tip, foot = (-half, half * 0.75) if node.is_max else (half, -half * 0.75)
        gone = self._is_gone(node)
        colour = GREY if gone else INK
        page.marks.append(
            Polygon(((x, y + tip), (x + half * 1.15, y + foot), (x - half * 1.15, y + foot)), 1.1, colour, dashed=gone)
        )
        size = max(6.0, 10 * self.size)
        middle = y + (foot - tip) / 7 + size * 0.35
        page.marks.append(Text(node.name, x, middle, size, "middle", bold=True, colour=colour))
        if self.exercise.kind == "values":
            self._answer_box(page, x + half * 1.3, y - 8, [write_number(node.value)])
        elif self.exercise.kind == "windows":
            window = window_of(node, self.exercise.convention)
            values = [write_number(window["alpha"]), write_number(window["beta"])] if window else ["", ""]
            self._answer_box(page, x + half * 1.3, y - 14, values, ("α", "β"))

    def _answer_box(self, page: Page, x: float, y: float, values: list[str], labels: Sequence[str] = ("",)) -> None:
        """Boxes to write in, one below the other; solved, the answers stand in them."""
        scale = max(0.6, self.size)
        tall, wide = 14 * scale, 24 * scale
        for label, value in zip(labels, values, strict=True):
            if label:
                page.marks.append(Text(label, x, y + tall * 0.7, 8 * scale))
            start = x + (7 * scale if label else 0)
            page.marks.append(box(start, y, wide, tall, stroke=0.6))
            if self.solved:
                page.marks.append(
                    Text(value, start + wide / 2, y + tall * 0.72, 9 * scale, "middle", bold=True, colour=SOLVED)
                )
            y += tall
