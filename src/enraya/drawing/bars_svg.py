"""A chart of bars on a logarithmic scale: numbers that differ by powers of ten, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from enraya.drawing.svg import PAPER_INK, PLAYERS, background, picture, tag, text_tag

ROW, MARGIN, NAMES, LENGTH = 30, 18, 128, 300


def draw_bars(bars: Sequence[tuple[str, int]], title: str) -> str:
    """A bar for each name and number, with the number behind it; each tick on the way is ten times more."""
    most = max((log10(max(number, 1)) for _, number in bars), default=0) or 1
    width, height = 2 * MARGIN + NAMES + LENGTH + 90, 2 * MARGIN + ROW * (len(bars) + 1)
    content = [background(width, height), text_tag(title, width / 2, MARGIN + 4, font_size=15, fill=PAPER_INK)]
    left = MARGIN + NAMES
    for power in range(int(most) + 1):
        x = left + LENGTH * power / most
        content.append(
            tag("line", x1=x, x2=x, y1=MARGIN + ROW - 8, y2=height - MARGIN, stroke="#d8c8ac", stroke_width=1)
        )
    for at, (name, number) in enumerate(bars):
        y = MARGIN + ROW * (at + 1) + 4
        long = LENGTH * log10(max(number, 1)) / most
        content.append(text_tag(name, left - 8, y + 9, font_size=13, fill=PAPER_INK, text_anchor="end"))
        content.append(tag("rect", x=left, y=y, width=max(1.0, long), height=ROW - 12, rx=3, fill=PLAYERS[0]))
        content.append(
            text_tag(f"{number:,}", left + long + 6, y + 9, font_size=13, fill=PAPER_INK, text_anchor="start")
        )
    return picture(width, height, title, "".join(content))
