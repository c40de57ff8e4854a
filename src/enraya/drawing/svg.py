"""SVG elements, and the frame and colours that every picture shares."""

from __future__ import annotations

from html import escape

# First is blue and second red; each stands out 3:1 from the wood, and their shapes differ too.
PLAYERS = ("#1746ad", "#a01c14")
PALE_PLAYERS = ("#dfe8fb", "#fbe4e0")
INK = "#4a2c10"
PAPER = "#fffaf2"
PAPER_INK = "#2b2018"
PAPER_LINE = "#cbb597"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """One element; in an attribute's name `__` stands for `:` and `_` for `-`."""
    written = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text_tag(text: str, x: float, y: float, **attributes: object) -> str:
    """*text* with its middle at (x, y)."""
    # Not every renderer knows `dominant-baseline`, so a third of the letters' height does its work.
    size = float(str(attributes["font_size"]))
    return tag("text", escaped(text), x=x, y=y + size * 0.35, **{"text_anchor": "middle", **attributes})


def picture(width: float, height: float, title: str, content: str) -> str:
    """A whole picture, with the words that a screen reader says."""
    return tag(
        "svg",
        f"<title>{escaped(title)}</title>{content}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
    )


def draw_plain_text(text: str) -> str:
    """Plain text as a picture: for games that have no board of their own."""
    rows = text.expandtabs().splitlines() or [""]
    size, margin = 16, 24
    width = max(map(len, rows)) * size * 0.61 + 2 * margin
    height = len(rows) * size * 1.4 + 2 * margin - size * 0.4
    shown = [
        tag("text", escaped(row), x=margin, y=margin + size * (0.85 + 1.4 * at), xml__space="preserve")
        for at, row in enumerate(rows)
        if row.strip()
    ]
    group = tag("g", "".join(shown), font_family=MONOSPACE, font_size=size, fill=PAPER_INK)
    return picture(width, height, " ".join(text.split()), background(width, height) + group)


def background(width: float, height: float) -> str:
    """The background of a picture that is not a board."""
    return tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, fill=PAPER, stroke=PAPER_LINE)


def escaped(text: str) -> str:
    """*text* escaped for SVG, with a blank for each control character, which XML does not allow."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def _value(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else escaped(str(value))
