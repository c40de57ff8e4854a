"""The set-up of the tests of the full-screen terminal: keys and mouse of Textual's pilot, a folder of their own."""

import pytest

from enraya.match import MatchSettings
from enraya.tui.app import EnrayaApp
from tests.coroutines import run_coroutine

LOOKS = 3000
"""The number of looks for something before it is given up as never coming; nothing is measured by it."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Nothing is remembered from one test to the next, nor from the user of this machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


class Sitting:
    """Somebody at the app."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot

    @property
    def screen(self):
        return self.app.screen

    async def press(self, *keys):
        await self.pilot.press(*keys)

    async def until(self, condition):
        """Wait for *condition*, whatever it takes."""
        for _ in range(LOOKS):
            await self.pilot.pause(0.01)
            if condition():
                return
        raise AssertionError(f"it never came; to be read: {self.text()}")

    async def until_said(self, *parts):
        await self.until(lambda: all(part in self.text() for part in parts))

    async def until_in(self, name, part):
        """Wait for *part* in the widget *name*, however its rows are broken."""
        await self.until(lambda: part in str(self.screen.query_one(f"#{name}").render()))

    async def until_played(self, plies):
        await self.until(lambda: self.match is not None and len(self.match.history) == plies)

    async def click_cell(self, cell):
        view = self.screen.query_one("#board")
        await self.pilot.click(view, offset=view.place_of(cell))

    @property
    def match(self):
        shown = getattr(self.screen, "_shown", None)
        return shown.match if shown else None

    def text(self):
        """The text on the screen, row by row."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(line.text for line in lines)


@pytest.fixture
def sit():
    """Sits somebody down at the app, who does what a coroutine function says."""

    def run(journey, *, language="en", size=(80, 24), **options):
        async def main():
            app = EnrayaApp(language, is_language_said=True, beat=0, **options)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                return await journey(Sitting(app, pilot))

        return run_coroutine(main())

    return run


def match_of(game="mnk(3,3,3)", *, first="human", second="human", seconds=None, games=1, **others):
    """Settings of a match without surprises."""
    return MatchSettings(
        game=game, first=first, second=second, starter="first", seconds=seconds, games=games, seed=5, **others
    )
