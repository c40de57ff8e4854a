"""What every picture shares: its frame, its colours and its ink."""

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
    said = "".join(
        f' {key.replace("__", ":").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def text_tag(text: str, x: float, y: float, **attributes: object) -> str:
    """*text* with its middle at (x, y)."""
    # Not every renderer knows `dominant-baseline`, so a third of the letters' height does its work.
    size = float(str(attributes["font_size"]))
    return tag("text", written(text), x=x, y=y + size * 0.35, **{"text_anchor": "middle", **attributes})


def picture(width: float, height: float, title: str, content: str) -> str:
    """A whole picture, with the words that a screen reader says."""
    return tag(
        "svg",
        f"<title>{written(title)}</title>{content}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
    )


def draw_words(text: str) -> str:
    """Plain text as a picture: for games that have no board of their own."""
    lines = text.expandtabs().splitlines() or [""]
    size, margin = 16, 24
    width = max(map(len, lines)) * size * 0.61 + 2 * margin
    height = len(lines) * size * 1.4 + 2 * margin - size * 0.4
    shown = [
        tag("text", written(line), x=margin, y=margin + size * (0.85 + 1.4 * at), xml__space="preserve")
        for at, line in enumerate(lines)
        if line.strip()
    ]
    group = tag("g", "".join(shown), font_family=MONOSPACE, font_size=size, fill=PAPER_INK)
    return picture(width, height, " ".join(text.split()), paper(width, height) + group)


def paper(width: float, height: float) -> str:
    """The ground of a picture that is not a board."""
    return tag("rect", x=0.5, y=0.5, width=width - 1, height=height - 1, rx=12, fill=PAPER, stroke=PAPER_LINE)


def written(text: str) -> str:
    """*text* as it may stand in a picture: escaped, and without the control characters that XML does not allow."""
    return escape("".join(character if character.isprintable() else " " for character in text))


def _value(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else written(str(value))
