"""Small pieces of HTML for a notebook: a table, things side by side, pictures in rows. Styles are inline and few."""

from __future__ import annotations

from collections.abc import Sequence

from enraya.drawing.svg import escaped

CELL = "padding:.2em .8em;text-align:right"
LEFT = "padding:.2em .8em;text-align:left"


def draw_table(head: Sequence[str], rows: Sequence[Sequence[object]], caption: str) -> str:
    """A table whose first column is set to the left, with *caption* below it."""
    above = "".join(_cell("th", text, at) for at, text in enumerate(head))
    body = "".join(f"<tr>{''.join(_cell('td', value, at) for at, value in enumerate(row))}</tr>" for row in rows)
    below = f'<caption style="caption-side:bottom;text-align:left">{escaped(caption)}</caption>' if caption else ""
    return f"<table>{below}<thead><tr>{above}</tr></thead><tbody>{body}</tbody></table>"


def _cell(name: str, value: object, column: int) -> str:
    return f'<{name} style="{CELL if column else LEFT}">{escaped(str(value))}</{name}>'


def draw_beside(*parts: str) -> str:
    """Pieces of HTML side by side, where there is room."""
    items = "".join(f'<div style="max-width:100%;overflow:auto">{part}</div>' for part in parts)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">{items}</div>'


def draw_gallery(title: str, pictures: Sequence[tuple[str, str]], width: int = 180) -> str:
    """Pictures, each an SVG with the words below it, under a *title*."""
    items = "".join(
        f'<figure style="margin:0;width:{width}px">{_scaled(svg, width)}<figcaption>{escaped(words)}</figcaption>'
        "</figure>"
        for svg, words in pictures
    )
    return f'<p><b>{escaped(title)}</b></p><div style="display:flex;flex-wrap:wrap;gap:1em">{items}</div>'


def _scaled(svg: str, width: int) -> str:
    """*svg* as wide as *width*: its own size gives way to the style."""
    return svg.replace("<svg ", f'<svg style="width:{width}px;height:auto" ', 1)
