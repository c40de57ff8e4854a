"""The colours of each theme: those of the web page, so that both look alike (`web/src/theme/themes.css`).

Each pair that meets on a screen has been checked for contrast there, and a test compares the two tables.
"""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """The colours of a theme, by the names they have on the page."""

    ground: str
    panel: str
    sunken: str
    ink: str
    soft: str
    line: str
    accent: str
    primary: str
    on_primary: str
    first: str
    second: str
    good: str
    even: str
    bad: str
    focus: str
    board_1: str
    board_2: str
    board_3: str
    board_line: str
    board_label: str
    mark_first: str
    mark_second: str
    letter: str
    stone_black: str
    stone_white: str
    well: str
    disc_first: str
    disc_second: str
    disc_sign: str
    last: str


# fmt: off
PALETTES = {
    "wood": Palette(
        "#f5eee3", "#fffbf4", "#ece0cd", "#2b2018", "#695747", "#e2d3be", "#7a4d20", "#2b2018",
        "#fffbf4", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#efce97",
        "#e5b878", "#d7a362", "#5a3614", "#4d2d0f", "#1747ad", "#a41b13", "#2f1a08", "#1d1b1a",
        "#f7f3ea", "#fdf6ea", "#1747ad", "#b3221a", "#fff6e6", "#4d2d0f",
    ),
    "paper": Palette(
        "#f2efe8", "#fffefb", "#e8e4da", "#26282b", "#5b5f66", "#dcd8cd", "#2f5078", "#26282b",
        "#fffefb", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1d4fb8", "#fffdf6",
        "#fcf8ee", "#f6f1e4", "#5f7287", "#55606c", "#1d4fb8", "#b3261e", "#26282b", "#2a2b2e",
        "#f7f3ea", "#dfe3e6", "#1d4fb8", "#b3261e", "#fff6e6", "#55606c",
    ),
    "slate": Palette(
        "#e8ecef", "#fafcfd", "#dbe2e7", "#1c262d", "#4f5e69", "#d0d9df", "#23566f", "#1f2d36",
        "#fafcfd", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#3d4a52",
        "#35424a", "#2d3940", "#b9c7cd", "#d3dee3", "#a9cdff", "#ffb09f", "#f2f5f2", "#12181b",
        "#eef2f2", "#161d21", "#8fbcff", "#ff9683", "#161d21", "#e9d9a6",
    ),
    "dark": Palette(
        "#16120e", "#211b16", "#2d251e", "#f3eadd", "#bfae9b", "#3a3027", "#e3b06f", "#f3eadd",
        "#211b16", "#8db6ff", "#ff9585", "#74cf9f", "#dcbc5c", "#ff9480", "#8db6ff", "#553a26",
        "#48301f", "#3b2719", "#c4a179", "#e2c7a4", "#9cc1ff", "#ff9f8f", "#f6e9d6", "#0e0c0b",
        "#e9e2d6", "#120d09", "#86b1ff", "#ff8b79", "#120d09", "#f0cf98",
    ),
    "contrast": Palette(
        "#000000", "#000000", "#1c1c1c", "#ffffff", "#ffffff", "#ffffff", "#ffe14d", "#ffffff",
        "#000000", "#8fc7ff", "#ffb84d", "#66ff99", "#ffe14d", "#ff9c8f", "#ffe14d", "#000000",
        "#000000", "#000000", "#ffffff", "#ffffff", "#8fc7ff", "#ffb84d", "#ffffff", "#000000",
        "#ffffff", "#000000", "#8fc7ff", "#ffb84d", "#000000", "#ffe14d",
    ),
    "white": Palette(
        "#ffffff", "#ffffff", "#f1f2f4", "#1b1e24", "#585d66", "#dddfe3", "#1f4fae", "#1f4fae",
        "#ffffff", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#ffffff",
        "#ffffff", "#fafafa", "#6c727b", "#50555e", "#1747ad", "#b01d15", "#1b1e24", "#1d1b1a",
        "#f7f3ea", "#e9ebee", "#1747ad", "#b01d15", "#ffffff", "#50555e",
    ),
    "red": Palette(
        "#fcf1ef", "#fffaf9", "#f5dfdb", "#331612", "#70504a", "#ecd0cb", "#8e2a1d", "#8e2a1d",
        "#ffffff", "#1b4db8", "#a31a11", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#f8d9d3",
        "#f4cdc6", "#efc1b9", "#8a4a40", "#5f2a21", "#1747ad", "#9c120b", "#331612", "#1d1b1a",
        "#f7f3ea", "#fffaf9", "#1747ad", "#9c120b", "#ffffff", "#5f2a21",
    ),
    "green": Palette(
        "#eff6ef", "#fafdfa", "#dcebdd", "#12281a", "#48614c", "#cbdfcd", "#1f6038", "#1f6038",
        "#ffffff", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#d6ebd8",
        "#c9e3cc", "#bcdac0", "#41704b", "#24502f", "#1747ad", "#b01d15", "#12281a", "#1d1b1a",
        "#f7f3ea", "#fafdfa", "#1747ad", "#b01d15", "#ffffff", "#24502f",
    ),
    "blue": Palette(
        "#eef3fb", "#fafcff", "#dbe6f6", "#101f36", "#475a77", "#c9d7ec", "#1d4a94", "#1d4a94",
        "#ffffff", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#d7e5f8",
        "#c9dbf3", "#bbd0ed", "#3f628f", "#1f406d", "#123f9f", "#b01d15", "#101f36", "#1d1b1a",
        "#f7f3ea", "#fafcff", "#123f9f", "#b01d15", "#ffffff", "#1f406d",
    ),
    "grey": Palette(
        "#eeeeef", "#fafafa", "#dfe0e1", "#1d1e20", "#55575b", "#d0d1d3", "#3a3d42", "#3a3d42",
        "#ffffff", "#1b4db8", "#ad2118", "#1a6b43", "#6d560f", "#962a17", "#1b4db8", "#e0e1e3",
        "#d6d7d9", "#cbccce", "#5d6064", "#404347", "#1747ad", "#b01d15", "#1d1e20", "#1d1b1a",
        "#f7f3ea", "#fafafa", "#1747ad", "#b01d15", "#ffffff", "#404347",
    ),
}
# fmt: on
"""Every theme by its name; the first is what a new user sees."""
