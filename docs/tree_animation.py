"""Draws the tree of the README being searched and pruned: `python docs/tree_animation.py`, or `make pictures`.

The frames are drawn by Enraya from the events of the real search; a browser turns them into pixels.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.web.browser import ARGUMENTS, find

from enraya import BackUp, Cut, Enter, Leaf, Leave, Position, Window, search
from enraya.drawing import Branch, draw_search_tree, format_value

TREE = "tree(A[B[D[3 5] E[6 9]] C[F[1 2] G[0 7]]])"
FRAME, PAUSE, END = 420, 1100, 3200
"""Milliseconds of a step, of a cut, and of the last frame."""

WIDTH = 760
TARGET = Path(__file__).with_name("pictures") / "pruning.webp"


@dataclass
class Node:
    """A node of the whole tree, with what the search knows of it so far."""

    name: str
    is_max: bool
    children: list[Node] = field(default_factory=list)
    worth: str = ""
    window: str = ""
    is_best: bool = False
    is_cut: bool = False

    def branch(self) -> Branch:
        """The node as it is drawn; what was cut off is drawn without what hangs from it."""
        below = () if self.is_cut else tuple(child.branch() for child in self.children)
        return Branch(self.name, None, self.is_max, below, self.worth, self.window, self.is_best, self.is_cut)


def whole_tree(position: Position) -> Node:
    """The tree from *position* on, with nothing known of it."""
    node = Node(position.move_texts[-1] if position.moves else "A", position.to_move == 0)
    node.children = [whole_tree(position.play(move)) for move in position.legal_moves]
    return node


def frames() -> list[tuple[str, int]]:
    """Each step of alpha-beta as an SVG, with the milliseconds to show it."""
    start = Position.start(TREE)
    root = whole_tree(start)
    path: list[Node] = []
    drawn = [(draw_search_tree(root.branch(), "alpha-beta"), PAUSE)]

    def show(milliseconds: int) -> None:
        drawn.append((draw_search_tree(root.branch(), "alpha-beta"), milliseconds))

    def observe(event: object) -> None:
        match event:
            case Enter(_, move, ply, _, alpha, beta):
                del path[ply:]
                path.append(next(child for child in path[-1].children if child.name == move) if path else root)
                if path[-1].children:
                    path[-1].window = f"α {format_value(alpha)}, β {format_value(beta)}"
                    show(FRAME)
            case Leaf(_, value, _):
                path[-1].worth = format_value(value)
                show(FRAME)
            case BackUp(ply, move, value):
                path[ply].worth = format_value(value)
                for child in path[ply].children:
                    child.is_best = child.name == move
            case Window(ply, alpha, beta):
                path[ply].window = f"α {format_value(alpha)}, β {format_value(beta)}"
                show(FRAME)
            case Cut(ply, _, _, _, skipped):
                for child in path[ply].children:
                    child.is_cut |= child.name in skipped
                show(PAUSE)
            case Leave(ply, _):
                del path[ply:]

    search(start, "alphabeta", observer=observe)
    return [*drawn[:-1], (drawn[-1][0], END)]


def main() -> None:
    path = find()
    if path is None:
        sys.exit("No browser was found.")
    steps = frames()
    pictures = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        page = browser.new_page(viewport={"width": WIDTH, "height": 600})
        for svg, _ in steps:
            # What hangs from a cut branch is gone from the frame, and the rest must not jump: the first is the widest.
            page.set_content(f'<body style="margin:0">{svg}')
            page.evaluate(
                "width => { const svg = document.querySelector('svg'); svg.style.width = width + 'px'; "
                "svg.style.height = 'auto'; svg.style.display = 'block' }",
                WIDTH,
            )
            pictures.append(Image.open(BytesIO(page.locator("svg").screenshot())).convert("RGB"))
        browser.close()
    size = pictures[0].size
    even = [picture if picture.size == size else picture.resize(size) for picture in pictures]
    durations = [milliseconds for _, milliseconds in steps]
    even[0].save(TARGET, save_all=True, append_images=even[1:], duration=durations, loop=0, quality=70, method=6)
    print(f"{TARGET.name}: {len(even)} frames, {TARGET.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
