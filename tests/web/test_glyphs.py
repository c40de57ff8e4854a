"""Every sign that the page can show is in the fonts of a plain Debian."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageFont

from enraya import locale

ROOT = Path(__file__).parents[2]
FONTS = Path("/usr/share/fonts/truetype/dejavu")
LACKING = "\ufffe"


def signs():
    """The non-ASCII characters of the messages, of the page's own files and of the pictures that Python draws."""
    folders = (Path(locale.__file__).parent, ROOT / "web" / "src", ROOT / "src" / "enraya" / "drawing")
    files = [
        file for folder in folders for file in folder.rglob("*") if file.suffix in {".json", ".svelte", ".ts", ".py"}
    ]
    return sorted(
        {sign for file in files for sign in file.read_text("utf-8") if ord(sign) > 127 and sign.isprintable()}
    )


@pytest.mark.parametrize("name", ["DejaVuSans", "DejaVuSans-Bold"])
def test_the_default_fonts_of_debian_have_every_sign(name):
    file = FONTS / f"{name}.ttf"
    if not file.is_file():
        pytest.skip("the fonts that Debian installs by default are not here")
    font = ImageFont.truetype(str(file), 24)

    def drawn(sign):
        mask = font.getmask(sign)
        return mask.size, bytes(mask)

    lacking = drawn(LACKING)
    assert [sign for sign in signs() if drawn(sign) == lacking] == []
    # What they lack would be seen: an emoji is not in them.
    assert drawn("\U0001f3b2") == lacking
