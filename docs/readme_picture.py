"""Draws the picture at the top of the README: `python docs/readme_picture.py`."""

import re
from pathlib import Path

from enraya import Position

SHOWN = [
    ("mnk(3,3,3)", "b2 a1 c1 a3 a2 c2 b1 b3 c3"),
    ("connect", "4 4 3 5 3 3 5 2 4 5 6 2 6 6 5"),
    ("gomoku", "h8 i9 h9 h10 i8 j8 g8 f8 g10 j7 g9 g11 f9 i9".replace("i9", "i10", 1)),
    ("oso(6,6)", "O@c2 S@d2 O@e2 S@d3 O@d4 S@b3 O@a4 O@c4 S@e3 O@f4"),
]
SIDE, GAP = 300, 20


def main() -> None:
    parts = []
    for index, (game, moves) in enumerate(SHOWN):
        svg = Position.start(game).play_all(moves)._repr_svg_()
        # Two drawings in one file must not share the names of their gradients.
        svg = re.sub(r'\b(id="|url\(#|href="#)', rf"\g<1>p{index}-", svg)
        box = re.search(r'viewBox="([^"]+)"', svg)
        inside = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
        parts.append(
            f'<svg x="{index * (SIDE + GAP)}" y="0" width="{SIDE}" height="{SIDE}" viewBox="{box[1]}">{inside}</svg>'
        )
    width = len(SHOWN) * (SIDE + GAP) - GAP
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}">{"".join(parts)}</svg>\n'
    Path(__file__).with_name("pictures").joinpath("games.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
