"""The value of a game ply by ply as two rows of bars: above the middle the first player is better, below the second."""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text

from enraya.tui.palettes import Palette

BARS = " ▁▂▃▄▅▆▇█"


def draw_plot(
    levels: Mapping[int, float], plies: int, at: int, width: int, mistakes: set[int], palette: Palette
) -> Text:
    """The *levels* by ply of a game of *plies*, with a mark under the ply looked *at* and one at each mistake.

    A game longer than *width* is shown around the ply looked at.
    """
    most = max((abs(level) for level in levels.values()), default=0) or 1
    begin = 0 if plies < width else min(max(0, at - width // 2), plies + 1 - width)
    shown = range(begin, min(plies + 1, begin + width))
    first = Style(color=palette.first, bgcolor=palette.sunken)
    # A bar that hangs is the rest of one that stands, in the colours of the other.
    second = Style(color=palette.sunken, bgcolor=palette.second)
    blank = Style(bgcolor=palette.sunken)
    text = Text()
    for ply in shown:
        level = levels.get(ply, 0)
        text.append(BARS[round(8 * max(0.0, level) / most)], first)
    text.append("\n")
    for ply in shown:
        size = round(8 * max(0.0, -levels.get(ply, 0)) / most)
        text.append(BARS[8 - size] if size else " ", second if size else blank)
    text.append("\n")
    for ply in shown:
        mark = "▲" if ply == at else "?" if ply in mistakes else "·" if ply not in levels else " "
        text.append(mark, Style(color=palette.bad if mark == "?" else palette.accent, bold=True))
    return text
