"""Takes pictures of the full-screen terminal, in both languages, as SVG: `python docs/terminal_pictures.py`.

They are put into docs/pictures as tui-NAME.LANGUAGE.svg. Nothing of the user's is touched.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from pathlib import Path

from enraya.match import MatchSettings
from enraya.tui.app import EnrayaApp

FOLDER = Path(__file__).parent / "pictures"
SIZE = (96, 28)
LOOKS = 3000


class Photographer:
    """Somebody at the terminal who takes pictures of it."""

    def __init__(self, app, pilot, language):
        self.app, self.pilot, self._language = app, pilot, language

    async def until(self, condition):
        for _ in range(LOOKS):
            await self.pilot.pause(0.02)
            if condition(self.app.screen):
                return
        sys.exit("A screen never came.")

    async def take(self, name):
        await self.pilot.pause(0.3)
        # Textual names its style rules by chance, and loads a font from afar: neither belongs into a kept picture.
        drawing = re.sub(r"terminal-\d+", "terminal", self.app.export_screenshot(title="enraya tui"))
        drawing = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->", "", drawing, flags=re.DOTALL)
        (FOLDER / f"tui-{name}.{self._language}.svg").write_text(drawing, encoding="utf-8")


async def photograph(language):
    """The four screens that the docs show."""
    app = EnrayaApp(language, is_language_said=True, theme="wood", beat=0)
    async with app.run_test(size=SIZE) as pilot:
        user = Photographer(app, pilot, language)
        await user.until(lambda screen: screen.query("#games"))
        await user.pilot.press(*["down"] * 4)
        await user.take("gallery")
        settings = MatchSettings(second="human", starter="first", seconds=60, games=3, seed=1)
        app.play(settings, moves=["b2", "b1", "a1"])
        await user.until(lambda screen: getattr(screen, "_shown", None) is not None)
        await user.pilot.press("v")
        await user.until(lambda screen: screen._valuation is not None and screen._valuation.exact)
        await user.take("match")
        await user.pilot.press("t")
        await user.until(lambda screen: getattr(screen, "replay", None) is not None)
        await user.pilot.press("n", "n")
        await user.take("tree")
        await user.pilot.press("escape", "m", *"c1", "enter")
        await user.until(lambda screen: len(screen._shown.match.history) == 4)
        await user.pilot.press("m", *"c3", "enter")
        await user.until(lambda screen: screen._shown.match.phase != "playing")
        await user.pilot.press("w")
        await user.until(lambda screen: getattr(screen, "is_done", False))
        await user.pilot.press("home", "n")
        await user.take("review")


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    for language in ("en", "es"):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = folder
            asyncio.run(photograph(language))


if __name__ == "__main__":
    main()
