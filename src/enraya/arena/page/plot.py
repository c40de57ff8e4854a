"""Ratings with error bars, as a picture without words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from enraya.arena.tournament.standings import Row
from enraya.drawing.svg import INK, PAPER_INK, PAPER_LINE, PLAYERS, escaped, picture, tag

WIDTH, ROW, TOP, LEFT, RIGHT = 720.0, 30.0, 12.0, 190.0, 24.0
MOST_TICKS = 8
LONGEST_NAME = 24


def rating_plot(rows: Sequence[Row], title: str) -> str:
    """A line for each player, best first: a point for its rating, and a bar for its interval."""
    low, high = min(row.interval[0] for row in rows), max(row.interval[1] for row in rows)
    step = _step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step

    def across(rating: float) -> float:
        return LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = TOP + ROW * len(rows)
    drawn = []
    for number in range(round((high - low) / step) + 1):
        x, rating = across(low + number * step), low + number * step
        colour, width = (INK, 1.4) if abs(rating) < step / 2 else (PAPER_LINE, 1)
        drawn.append(tag("line", x1=x, y1=TOP, x2=x, y2=bottom, stroke=colour, stroke_width=width))
        drawn.append(_text(f"{rating:+.0f}" if rating else "0", x, bottom + 18, "middle"))
    for place, row in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        left, right = (across(bound) for bound in row.interval)
        drawn.append(_text(_short(row.name), LEFT - 14, y + 5, "end"))
        drawn.append(tag("line", x1=left, y1=y, x2=right, y2=y, stroke=PLAYERS[0], stroke_width=3))
        for end in (left, right):
            drawn.append(tag("line", x1=end, y1=y - 6, x2=end, y2=y + 6, stroke=PLAYERS[0], stroke_width=2))
        drawn.append(tag("circle", cx=across(row.rating), cy=y, r=5.5, fill=PLAYERS[0]))
    return picture(WIDTH, bottom + 30, title, "".join(drawn))


def _text(text: str, x: float, y: float, anchor: str) -> str:
    return tag("text", escaped(text), x=round(x, 2), y=y, font_size=14, text_anchor=anchor, fill=PAPER_INK)


def _step(spread: float) -> float:
    """A round number of Elo of which at most MOST_TICKS fit into *spread*."""
    rough = max(spread, 10.0) / MOST_TICKS
    power = 10 ** math.floor(math.log10(rough))
    return float(next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
