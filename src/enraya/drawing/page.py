"""A printed page as data: segments, polygons and texts, in points from the top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from enraya.drawing.svg import escaped, picture, tag

Anchor = Literal["start", "middle", "end"]
A4 = (595.0, 842.0)
INK = "#111111"
GREY = "#8a8a8a"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Segment(NamedTuple):
    """A straight stroke from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.8
    colour: str = INK
    dashed: bool = False


class Polygon(NamedTuple):
    """A closed shape."""

    points: tuple[tuple[float, float], ...]
    stroke: float = 1.0
    colour: str = INK
    fill: str = "#ffffff"
    dashed: bool = False


class Text(NamedTuple):
    """A text on one line; *y* is its baseline."""

    text: str
    x: float
    y: float
    size: float
    anchor: Anchor = "start"
    bold: bool = False
    colour: str = INK


Mark = Segment | Polygon | Text


@dataclass
class Page:
    """A sheet, upright or on its side, and what stands on it, the later above the earlier."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)


def box(
    x: float, y: float, width: float, height: float, stroke: float = 1.0, colour: str = INK, dashed: bool = False
) -> Polygon:
    """A rectangle by its top left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, stroke, colour, dashed=dashed)


def page_as_svg(page: Page, title: str) -> str:
    """The page as a picture that prints at its true size."""
    drawn = "".join(map(_drawn, page.marks))
    ground = tag("rect", width=page.width, height=page.height, fill="#ffffff")
    return picture(page.width, page.height, title, ground + tag("g", drawn, font_family=FONT))


def _drawn(mark: Mark) -> str:
    match mark:
        case Segment():
            return tag(
                "line",
                x1=mark.x1,
                y1=mark.y1,
                x2=mark.x2,
                y2=mark.y2,
                stroke=mark.colour,
                stroke_width=mark.width,
                **_dashes(mark.dashed),
            )
        case Polygon():
            points = " ".join(f"{x:.5g},{y:.5g}" for x, y in mark.points)
            return tag(
                "polygon",
                points=points,
                fill=mark.fill,
                stroke=mark.colour,
                stroke_width=mark.stroke,
                stroke_linejoin="round",
                **_dashes(mark.dashed),
            )
        case Text():
            weight = {"font_weight": 700} if mark.bold else {}
            return tag(
                "text",
                escaped(mark.text),
                x=mark.x,
                y=mark.y,
                font_size=mark.size,
                text_anchor=mark.anchor,
                fill=mark.colour,
                **weight,
            )


def _dashes(dashed: bool) -> dict[str, object]:
    return {"stroke_dasharray": "3 2.5"} if dashed else {}


def wrap(text: str, width: float, size: float) -> Sequence[str]:
    """*text* in rows of about *width*: by the mean width of a letter, with some to spare."""
    most, rows = max(10, int(width / (size * 0.5))), [""]
    for word in text.split():
        joined = f"{rows[-1]} {word}".strip()
        if len(joined) > most and rows[-1]:
            rows.append(word)
        else:
            rows[-1] = joined
    return rows
