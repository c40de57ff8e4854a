"""The colours of the terminal's themes are those of the page's."""

import re
from pathlib import Path

from enraya.tui.palettes import PALETTES, Palette

SHEET = Path(__file__).parents[3] / "web" / "src" / "theme" / "themes.css"


def test_every_theme_of_the_page_has_the_same_colours_here():
    blocks = re.findall(r'data-theme="(\w+)"\] \{([^}]*)\}', SHEET.read_text(encoding="utf-8"))
    on_page = {name: dict(re.findall(r"--([\w-]+): (#\w+);", block)) for name, block in blocks}
    assert on_page.keys() == PALETTES.keys()
    for name, palette in PALETTES.items():
        assert palette == Palette(*(on_page[name][field.replace("_", "-")] for field in Palette._fields)), name
