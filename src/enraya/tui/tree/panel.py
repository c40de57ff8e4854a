"""The texts around a search tree: the settings of the search, its counts, and the rows of the tree in colours."""

from __future__ import annotations

from rich.style import Style

from enraya.drawing import format_value
from enraya.lab.trace.replay import SearchReplay
from enraya.lab.trace.search_settings import SearchSettings
from enraya.locale import Words
from enraya.terminal.wording import number
from enraya.tui.palettes import Palette
from enraya.tui.tree.rows_view import Piece
from enraya.tui.tree.wording import BEST, HERE, Row

ALGORITHM_NAMES = {"minimax": "minimax", "alphabeta": "alphabeta", "alphabeta+": "plus"}


def settings_in_words(settings: SearchSettings, depth: int | None, words: Words) -> str:
    """The settings in one line; *depth* is the one that was searched, None before that is known."""
    if settings.depth:
        depth_in_words = words("lab.tree.depth_of", count=settings.depth)
    elif depth is not None:
        depth_in_words = words("lab.tree.depth_automatic", depth=depth)
    else:
        depth_in_words = words("lab.tree.depth_free")
    parts = [
        words(f"lab.tree.algorithm.{ALGORITHM_NAMES[settings.algorithm]}"),
        words("lab.tree.cut_equal" if settings.cut == ">=" else "lab.tree.cut_strict"),
        depth_in_words,
        words(f"lab.tree.order.{settings.order}"),
        words("lab.tree.distance_on" if settings.distance else "lab.tree.distance_off"),
    ]
    if settings.algorithm == "minimax":
        del parts[1]
    return " · ".join(parts)


def counts_in_words(replay: SearchReplay, count: int, speed: int | None, words: Words) -> str:
    """The nodes, leaves and cuts of *count* steps and of all, and the window; *speed* is None unless it plays."""
    nodes, leaves, cuts = replay.counts(count)
    all_nodes, all_leaves, all_cuts = replay.counts(replay.steps)
    step = words("lab.tree.step", step=number(count, words), steps=number(replay.steps, words))
    rows = [step[:1].upper() + step[1:]]
    if speed is not None:
        rows[0] += f" ▶ {words('lab.tree.speed_of', speed=speed)}"
    counted = (("nodes", nodes, all_nodes), ("leaves", leaves, all_leaves), ("cuts", cuts, all_cuts))
    for name, here, total in counted:
        rows.append(f"{words(f'lab.tree.count.{name}'):<8}{number(here, words):>8} / {number(total, words)}")
    state = replay.state(replay.node_at(count), count)
    rows.append(f"α = {format_value(state.alpha)}   β = {format_value(state.beta)}")
    return "\n".join(rows)


def draw_rows(rows: list[Row], palette: Palette) -> tuple[list[list[Piece]], int]:
    """The rows in colours, and the index of the one that the search is at."""
    soft, plain = Style(color=palette.soft), Style(color=palette.ink)
    drawn: list[list[Piece]] = []
    here = 0
    for place, row in enumerate(rows):
        text = plain
        if row.node is None:
            text = Style(color=palette.bad)
        elif row.is_best:
            text = Style(color=palette.accent, bold=True)
        pieces: list[Piece] = [(row.indent, soft), (row.text, text)]
        if row.is_best and row.node is not None and row.indent:
            pieces.append((f" {BEST}", text))
        if row.is_here:
            here = place
            pieces.append((f" {HERE}", Style(color=palette.accent, bold=True)))
        drawn.append(pieces)
    return drawn, here
