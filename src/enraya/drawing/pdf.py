"""Pages as a PDF, with the fonts that every reader of PDF has: nothing is embedded, and text stays text.

Helvetica has the letters of Spanish and English, Symbol the Greek ones and the signs of mathematics, and ZapfDingbats
the triangles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import groupby

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from enraya.drawing.page import Page, Polygon, Segment, Text

FONTS = {"Symbol": "αβ∞−≤≥≠→", "ZapfDingbats": "▲▼"}
"""The signs that are taken from other fonts."""


def pages_as_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """The pages in one file."""
    file = BytesIO()
    canvas = Canvas(file, invariant=True, lang=language)
    canvas.setTitle(title)
    canvas.setCreator("Enraya")
    canvas.setLineJoin(1)
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        for mark in page.marks:
            match mark:
                case Segment():
                    _pen(canvas, mark.colour, mark.width, mark.dashed)
                    canvas.line(mark.x1, page.height - mark.y1, mark.x2, page.height - mark.y2)
                case Polygon():
                    _polygon(canvas, mark, page.height)
                case Text():
                    _text(canvas, mark, page.height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _pen(canvas: Canvas, colour: str, width: float, dashed: bool) -> None:
    canvas.setStrokeColor(HexColor(colour))
    canvas.setLineWidth(width)
    canvas.setDash([3, 2.5] if dashed else [])


def _polygon(canvas: Canvas, shape: Polygon, height: float) -> None:
    _pen(canvas, shape.colour, shape.stroke, shape.dashed)
    canvas.setFillColor(HexColor(shape.fill))
    path = canvas.beginPath()
    (x, y), *rest = shape.points
    path.moveTo(x, height - y)
    for x, y in rest:
        path.lineTo(x, height - y)
    path.close()
    canvas.drawPath(path, stroke=1, fill=1)


def _text(canvas: Canvas, words: Text, height: float) -> None:
    runs = list(_runs(words.text, "Helvetica-Bold" if words.bold else "Helvetica"))
    wide = sum(stringWidth(text, font, words.size) for text, font in runs)
    x = words.x - {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    canvas.setFillColor(HexColor(words.colour))
    for text, font in runs:
        canvas.setFont(font, words.size)
        canvas.drawString(x, height - words.y, text)
        x += stringWidth(text, font, words.size)


def _runs(text: str, usual: str) -> Iterable[tuple[str, str]]:
    """*text* in pieces, each with the font that has its letters; what none has is a question mark."""

    def font_of(letter: str) -> str:
        return next((font for font, letters in FONTS.items() if letter in letters), usual)

    for font, letters in groupby(text, font_of):
        piece = "".join(letters)
        yield (piece if font in FONTS else piece.encode("cp1252", "replace").decode("cp1252")), font
