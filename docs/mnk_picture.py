"""Draws the table of m,n,k-games as a picture: `python docs/mnk_picture.py`.

The values are those of docs/mnk-table.jsonl, which bench/mnk_table.py has the solver find out. A win is told from a
draw by its letter and its shade, not by its colour alone.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent
CELL, GAP, MARGIN, HEAD = 34, 46, 34, 58
COLOURS = {"win": ("#1746ad", "#ffffff"), "draw": ("#dfe7f7", "#1c2434"), "loss": ("#7a2e2e", "#ffffff")}
LETTERS = {"win": "W", "draw": "=", "loss": "L"}


def draw(rows: list[dict[str, object]]) -> str:
    """The picture as SVG: a board for each length k, columns across and rows down."""
    parts: list[str] = []
    left = MARGIN
    tallest = 0
    for k in sorted({row["board"][2] for row in rows}):
        values = {tuple(row["board"][:2]): row["value"] for row in rows if row["board"][2] == k}
        columns = range(min(m for m, _ in values), max(m for m, _ in values) + 1)
        lines = range(min(n for _, n in values), max(n for _, n in values) + 1)
        parts.append(f'<text class="t" x="{left}" y="20">k = {k}</text>')
        for place, m in enumerate(columns):
            parts.append(f'<text x="{left + place * CELL + CELL / 2}" y="{HEAD - 10}">{m}</text>')
        for place, n in enumerate(lines):
            top = HEAD + place * CELL
            parts.append(f'<text x="{left - 14}" y="{top + CELL / 2 + 5}">{n}</text>')
            for across, m in enumerate(columns):
                value = values.get((m, n)) or values.get((n, m))
                if value is not None:
                    parts += _cell(left + across * CELL, top, f"{m},{n},{k}: {value}", value)
        left += len(columns) * CELL + GAP
        tallest = max(tallest, len(lines))
    width, height = left - GAP + 12, HEAD + tallest * CELL + 34
    legend = "W the first player wins · = draw · columns across, rows down · blank: not solved here"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            'aria-label="Who wins each m,n,k-game">',
            "<style>text { font: 14px sans-serif; text-anchor: middle; fill: #1c2434 } .t, .l { text-anchor: start }"
            " .t { font-weight: bold }</style>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *parts,
            f'<text class="l" x="{MARGIN}" y="{height - 12}">{legend}</text>',
            "</svg>\n",
        )
    )


def _cell(left: float, top: float, title: str, value: str) -> list[str]:
    paper, ink = COLOURS[value]
    middle = f'x="{left + CELL / 2}" y="{top + CELL / 2 + 5}"'
    return [
        f'<rect x="{left + 1}" y="{top + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="4" fill="{paper}">'
        f"<title>{title}</title></rect>",
        f'<text {middle} style="fill: {ink}">{LETTERS[value]}</text>',
    ]


def main() -> None:
    rows = [json.loads(row) for row in (HERE / "mnk-table.jsonl").read_text("utf-8").splitlines()]
    (HERE / "pictures" / "mnk-table.svg").write_text(draw(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
