"""Game trees as textbooks draw them: a triangle points up where the mover maximises, down where they minimise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enraya.drawing.canvas import PALE_PLAYERS, PAPER, PAPER_INK, PAPER_LINE, PLAYERS, paper, picture, tag, text_tag

MARGIN = 28
ROLES = 48
LEVEL = 96
HALF = 22
LETTER_WIDTH = 9
LONGEST_INSIDE = 2


class Branch(NamedTuple):
    """A node to draw: a leaf has a value, an inner node children."""

    name: str
    value: int | None
    is_max: bool
    children: tuple[Branch, ...]


def draw_tree(root: Branch, path: Sequence[str]) -> str:
    """The tree with the nodes on *path* brought out, its last one most."""
    return _TreePicture(root, path).draw()


class _TreePicture:
    """One tree being drawn: leaves side by side, each inner node above the middle of its children."""

    def __init__(self, root: Branch, path: Sequence[str]) -> None:
        self.path = path
        self.on_path = set(path)
        self.edges: list[str] = []
        self.path_edges: list[str] = []
        self.marks: list[str] = []
        self.roles: dict[int, bool] = {}
        self.right = float(MARGIN + ROLES)
        self.deepest = 0
        self._place(root, 0)

    def draw(self) -> str:
        width, height = self.right + MARGIN - 12, MARGIN * 2 + self.deepest * LEVEL + 2 * HALF + 12
        roles = [
            text_tag("MAX" if is_max else "MIN", MARGIN + 10, _height(depth), font_size=13, fill=PLAYERS[not is_max])
            for depth, is_max in self.roles.items()
        ]
        # Edges lie below the nodes, and those of the path above the others.
        content = [paper(width, height), *self.edges, *self.path_edges, *self.marks]
        return picture(
            width, height, " > ".join(self.path), "".join(content) + tag("g", "".join(roles), font_weight=700)
        )

    def _place(self, node: Branch, depth: int) -> float:
        """Draw what hangs from *node*, then the node; its x."""
        self.deepest = max(self.deepest, depth)
        if node.value is not None:
            return self._leaf(node, depth)
        self.roles[depth] = node.is_max
        places = [self._place(child, depth + 1) for child in node.children]
        x = (places[0] + places[-1]) / 2
        for child, place in zip(node.children, places, strict=True):
            chosen = node.name in self.on_path and child.name in self.on_path
            line = {"x1": x, "y1": _height(depth), "x2": place, "y2": _height(depth + 1)}
            (self.path_edges if chosen else self.edges).append(
                tag("line", stroke=PAPER_INK if chosen else PAPER_LINE, stroke_width=3.2 if chosen else 1.6, **line)
            )
        self._triangle(node, x, _height(depth))
        return x

    def _leaf(self, node: Branch, depth: int) -> float:
        value = str(node.value).replace("-", "−")
        wide = max(40, LETTER_WIDTH * len(value) + 18)
        room = max(wide, LETTER_WIDTH * len(node.name)) + 12
        x, y = self.right + room / 2, _height(depth)
        self.right += room
        line = self._outline(node, PAPER_LINE)
        self.marks.append(tag("rect", x=x - wide / 2, y=y - 16, width=wide, height=32, rx=7, fill=PAPER, **line))
        self.marks.append(text_tag(value, x, y, font_size=16, font_weight=650, fill=PAPER_INK))
        self.marks.append(text_tag(node.name, x, y + 28, font_size=12, fill="#6b5a49"))
        return x

    def _triangle(self, node: Branch, x: float, y: float) -> None:
        player = 0 if node.is_max else 1
        tip, foot = (-HALF, HALF * 0.8) if node.is_max else (HALF, -HALF * 0.8)
        here = bool(self.path) and node.name == self.path[-1]
        points = f"{x:.5g},{y + tip:.5g} {x + HALF * 1.15:.5g},{y + foot:.5g} {x - HALF * 1.15:.5g},{y + foot:.5g}"
        fill = PLAYERS[player] if here else PALE_PLAYERS[player]
        line = self._outline(node, PLAYERS[player])
        self.marks.append(tag("polygon", points=points, fill=fill, stroke_linejoin="round", **line))
        if len(node.name) <= LONGEST_INSIDE:
            ink = "#ffffff" if here else PAPER_INK
            middle = y + (foot - tip) / 9
            self.marks.append(text_tag(node.name, x, middle, font_size=14, font_weight=700, fill=ink))
        else:
            self.marks.append(text_tag(node.name, x, y - HALF - 9, font_size=13, font_weight=650, fill=PAPER_INK))

    def _outline(self, node: Branch, colour: str) -> dict[str, object]:
        chosen = node.name in self.on_path
        return {"stroke": PAPER_INK if chosen else colour, "stroke_width": 2.6 if chosen else 1.6}


def _height(depth: int) -> float:
    return MARGIN + HALF + depth * LEVEL + 6
