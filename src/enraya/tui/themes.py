"""The themes for Textual, made of the palettes, and the style sheet that all screens share."""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

from enraya.tui.board.canvas import LEAST_BRIGHT
from enraya.tui.palettes import PALETTES, Palette


def make_theme(name: str, palette: Palette) -> Theme:
    """*palette* under the names that Textual's own widgets know."""
    is_dark = Color.parse(palette.ground).brightness < LEAST_BRIGHT
    return Theme(
        name=name,
        primary=palette.accent,
        secondary=palette.soft,
        accent=palette.focus,
        foreground=palette.ink,
        background=palette.ground,
        surface=palette.panel,
        panel=palette.sunken,
        success=palette.good,
        warning=palette.even,
        error=palette.bad,
        dark=is_dark,
        text_alpha=1.0,
        variables={
            "soft": palette.soft,
            "sunken": palette.sunken,
            "line": palette.soft if name == "contrast" else palette.line,
            "primary-fill": palette.primary,
            "on-primary": palette.on_primary,
            "good": palette.good,
            "bad": palette.bad,
            "block-cursor-foreground": palette.on_primary,
            "block-cursor-background": palette.primary,
            "block-cursor-blurred-foreground": palette.ink,
            "block-cursor-blurred-background": palette.sunken,
            "block-hover-background": palette.sunken,
            "input-cursor-background": palette.ink,
            "input-cursor-foreground": palette.panel,
            "input-selection-background": palette.sunken,
            "scrollbar": palette.soft,
            "scrollbar-hover": palette.accent,
            "scrollbar-active": palette.accent,
            "scrollbar-background": palette.sunken,
            "scrollbar-background-hover": palette.sunken,
            "scrollbar-background-active": palette.sunken,
            "scrollbar-corner-color": palette.sunken,
            "border": palette.accent,
            "border-blurred": palette.line,
        },
    )


THEMES = {name: make_theme(name, palette) for name, palette in PALETTES.items()}

STYLES = """
Screen { background: $background; color: $foreground; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 1; }
TitleBar { dock: top; height: 1; background: $primary-fill; color: $on-primary; padding: 0 1; }
TitleBar .name { width: 1fr; height: 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis; }
TitleBar .switches { width: auto; height: 1; }
KeyBar { dock: bottom; height: auto; background: $sunken; color: $foreground; padding: 0 1; link-style: none; }
KeyBar, TitleBar Static, .links { link-color: $foreground; link-background: transparent; link-style: none; }
TitleBar Static { link-color: $on-primary; link-color-hover: $on-primary; link-background-hover: transparent; }
KeyBar { link-color-hover: $on-primary; link-background-hover: $primary-fill; }
#too-small { layer: above; display: none; width: 100%; height: 100%; background: $background; color: $foreground;
    content-align: center middle; text-align: center; padding: 1; }
.small #too-small { display: block; }
Screen.small { overflow: hidden; }
Screen { layers: below above; }
BoardView { width: 1fr; height: 1fr; background: $background; }
OptionList { background: $surface; border: none; padding: 0 1; height: auto; max-height: 100%;
    scrollbar-size-vertical: 1; }
OptionList:focus { border: none; background: $surface; }
OptionList > .option-list--option-disabled { color: $soft; text-style: bold; }
.panel { width: 36; height: 1fr; background: $surface; padding: 0 1; }
.soft { color: $soft; }
.heading { text-style: bold; }
.wrong { color: $bad; }
Static { height: auto; }
VerticalScroll { scrollbar-size-vertical: 1; }
Select > SelectOverlay { background: $surface; color: $foreground; }
Input, Select, SelectCurrent { background: $sunken; color: $foreground; }
Input:focus, Select:focus > SelectCurrent { background: $sunken; text-style: bold; color: $accent; }
Button { background: $primary-fill; color: $on-primary; }
Button:focus { background: $accent; color: $surface; text-style: bold underline; }
DialogScreen { align: center middle; background: $background 70%; }
DialogScreen > #dialog { width: 66; max-width: 96%; height: auto; max-height: 90%; background: $surface;
    border: round $primary; padding: 1 2; }
DialogScreen OptionList { margin-top: 1; }
"""
