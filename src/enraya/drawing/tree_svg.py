"""Game trees as textbooks draw them: a triangle points up where the mover maximises, down where they minimise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from enraya.drawing.svg import PALE_PLAYERS, PAPER, PAPER_INK, PAPER_LINE, PLAYERS, background, picture, tag, text_tag

MARGIN = 28
ROLES = 48
LEVEL = 96
HALF = 22
LETTER_WIDTH = 9
LONGEST_INSIDE = 2
SOFT_INK = "#6b5a49"
CUT_LINE = "#8f7d68"
SCISSORS = "✂"


class Branch(NamedTuple):
    """A node to draw: a leaf has a value, an inner node children.

    In the tree of a search an inner node has a worth too, and the window it was left with; a node may lie on the
    principal variation, and one that was cut was never looked at.
    """

    name: str
    value: float | None
    is_max: bool
    children: tuple[Branch, ...]
    worth: str | None = None
    window: str = ""
    is_best: bool = False
    is_cut: bool = False


def draw_tree(root: Branch, path: Sequence[str]) -> str:
    """The tree with the nodes on *path* brought out, its last one most."""
    return _TreePicture(root, path).draw(" > ".join(path))


def draw_search_tree(root: Branch, title: str) -> str:
    """The tree that a search went through: values, windows, the principal variation, and what was cut."""
    return _TreePicture(root, ()).draw(title)


def format_value(value: float) -> str:
    """A value as it stands in a picture: a true minus, and no more decimals than can be read."""
    return f"{value:.4g}".replace("-", "−").replace("inf", "∞")


class _TreePicture:
    """One tree being drawn: leaves side by side, each inner node above the middle of its children."""

    def __init__(self, root: Branch, path: Sequence[str]) -> None:
        self.path = path
        self.on_path = set(path)
        self.edges: list[str] = []
        self.path_edges: list[str] = []
        self.marks: list[str] = []
        self.roles: dict[int, set[bool]] = {}
        self.right = float(MARGIN + ROLES)
        self.deepest = 0
        self._place(root, 0)

    def draw(self, title: str) -> str:
        width, height = self.right + MARGIN - 12, MARGIN * 2 + self.deepest * LEVEL + 2 * HALF + 12
        roles = [
            text_tag("MAX" if is_max else "MIN", MARGIN + 10, _height(depth), font_size=13, fill=PLAYERS[not is_max])
            for depth, players in self.roles.items()
            for is_max in players
            # Where whoever scores moves again, a level may belong to both.
            if len(players) == 1
        ]
        # Edges lie below the nodes, and those of the path above the others.
        content = [background(width, height), *self.edges, *self.path_edges, *self.marks]
        return picture(width, height, title, "".join(content) + tag("g", "".join(roles), font_weight=700))

    def _place(self, node: Branch, depth: int) -> float:
        """Draw what hangs from *node*, then the node; its x."""
        self.deepest = max(self.deepest, depth)
        if not node.children:
            return self._leaf(node, depth)
        self.roles.setdefault(depth, set()).add(node.is_max)
        left = self.right
        places = [self._place(child, depth + 1) for child in node.children]
        x = (places[0] + places[-1]) / 2
        # What is written beside a triangle must not reach into the next one.
        space = HALF * 1.15 + 7 * len(node.window) if node.worth is not None else 0.0
        self.right = max(self.right, x + space, left + space)
        for child, place in zip(node.children, places, strict=True):
            self._edge(node, child, (x, _height(depth)), (place, _height(depth + 1)))
        self._triangle(node, x, _height(depth))
        return x

    def _edge(self, node: Branch, child: Branch, above: tuple[float, float], below: tuple[float, float]) -> None:
        chosen = child.is_best or (node.name in self.on_path and child.name in self.on_path)
        stroke: dict[str, object] = {"x1": above[0], "y1": above[1], "x2": below[0], "y2": below[1]}
        if child.is_cut:
            self.edges.append(tag("line", stroke=CUT_LINE, stroke_width=1.6, stroke_dasharray="5 6", **stroke))
            x, y = above[0] + (below[0] - above[0]) * 0.55, above[1] + (below[1] - above[1]) * 0.55
            self.edges.append(text_tag(SCISSORS, x, y, font_size=17, fill=SOFT_INK))
        else:
            colour = PLAYERS[not node.is_max] if child.is_best else PAPER_INK if chosen else PAPER_LINE
            (self.path_edges if chosen else self.edges).append(
                tag("line", stroke=colour, stroke_width=3.2 if chosen else 1.6, **stroke)
            )

    def _leaf(self, node: Branch, depth: int) -> float:
        value = node.worth if node.worth is not None else "" if node.value is None else format_value(node.value)
        wide = max(40, LETTER_WIDTH * len(value) + 18)
        space = max(wide, LETTER_WIDTH * len(node.name)) + 12
        x, y = self.right + space / 2, _height(depth)
        self.right += space
        stroke = self._outline(node, PAPER_LINE)
        if node.is_cut:
            stroke = {"stroke": CUT_LINE, "stroke_width": 1.6, "stroke_dasharray": "4 4"}
        self.marks.append(tag("rect", x=x - wide / 2, y=y - 16, width=wide, height=32, rx=7, fill=PAPER, **stroke))
        if value:
            self.marks.append(text_tag(value, x, y, font_size=16, font_weight=650, fill=PAPER_INK))
        self.marks.append(text_tag(node.name, x, y + 28, font_size=12, fill=SOFT_INK))
        return x

    def _triangle(self, node: Branch, x: float, y: float) -> None:
        player = 0 if node.is_max else 1
        tip, foot = (-HALF, HALF * 0.8) if node.is_max else (HALF, -HALF * 0.8)
        here = bool(self.path) and node.name == self.path[-1]
        points = f"{x:.5g},{y + tip:.5g} {x + HALF * 1.15:.5g},{y + foot:.5g} {x - HALF * 1.15:.5g},{y + foot:.5g}"
        fill = PLAYERS[player] if here else PALE_PLAYERS[player]
        stroke = self._outline(node, PLAYERS[player])
        self.marks.append(tag("polygon", points=points, fill=fill, stroke_linejoin="round", **stroke))
        inside, above = (node.name, "") if node.worth is None else (node.worth, node.name)
        if node.worth is None and len(inside) > LONGEST_INSIDE:
            inside, above = "", node.name
        middle = y + (foot - tip) / 9
        if inside:
            ink = "#ffffff" if here else PAPER_INK
            size = 14 if len(inside) <= LONGEST_INSIDE + 1 else 11
            self.marks.append(text_tag(inside, x, middle, font_size=size, font_weight=700, fill=ink))
        if above:
            self.marks.append(text_tag(above, x, y - HALF - 9, font_size=13, font_weight=650, fill=PAPER_INK))
        if node.window:
            beside = x + HALF * 1.15 + 4
            self.marks.append(text_tag(node.window, beside, y, font_size=11, fill=SOFT_INK, text_anchor="start"))

    def _outline(self, node: Branch, colour: str) -> dict[str, object]:
        chosen = node.name in self.on_path
        return {"stroke": PAPER_INK if chosen else colour, "stroke_width": 2.6 if chosen or node.is_best else 1.6}


def _height(depth: int) -> float:
    return MARGIN + HALF + depth * LEVEL + 6
