"""A step of a search in words, and the rows of its tree, as the tree viewer shows them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from enraya.drawing import format_value
from enraya.game import Player
from enraya.lab.trace.replay import NodeState, SearchReplay
from enraya.lab.trace.text import SIGNS
from enraya.locale import Words

ROLES = ("▲", "▼")
FORK, LAST, BAR, SPACE = "├─", "└─", "│ ", "  "
HERE, BEST, CUT_SIGN = "◀", "*", "✂"
MOST_SKIPPED = 6


class Row(NamedTuple):
    """A row of the tree: the text before the node, the node's own, and the node; None for moves that were cut."""

    indent: str
    text: str
    node: int | None
    is_here: bool = False
    is_best: bool = False


def worth(state: NodeState) -> str:
    """A node's value with what it says: `4`, `≥6`, `≈12`, `3…` where it may still go either way."""
    if state.value is None:
        return ""
    sign = SIGNS[state.bound] if state.bound else ""
    return sign + ("≈" if state.is_estimate else "") + format_value(state.value) + ("" if state.bound else "…")


def name_of(replay: SearchReplay, node: int, root: str | None, words: Words) -> str:
    """The name of a node: the move that leads there; at the root, its name in a tree that has one."""
    return replay.move_to(node) or root or words("lab.tree.root")


def say(replay: SearchReplay, count: int, is_strict: bool, words: Words, root: str | None = None) -> str:
    """The event of the last of *count* steps, and its reason, as a sentence."""
    if not count:
        return words("lab.tree.say.start")
    node = replay.node_at(count)
    what, value = replay.step(count)
    state = replay.state(node, count)
    is_max = replay.player(node) == Player.FIRST
    side = "max" if is_max else "min"
    values = {
        "node": name_of(replay, node, root, words),
        "role": side.upper(),
        "value": format_value(value),
        "alpha": format_value(state.alpha),
        "beta": format_value(state.beta),
        "child": "" if state.best is None else name_of(replay, state.best, root, words),
    }
    if what == "cut":
        head = words("lab.tree.say.cut", **values)
        return f"{head} {comparison(values, is_max, is_strict)}. {words(f'lab.tree.say.cut_{side}', **values)}"
    is_open = abs(state.alpha) == float("inf") and abs(state.beta) == float("inf")
    names = {
        "enter": "enter" if is_open else "enter_window",
        "leaf": replay.kind(node),
        "back_up": f"back_up_{side}",
        "window": "alpha" if is_max else "beta",
        "leave": {"lower": "leave_lower", "upper": "leave_upper"}.get(state.bound or "", "leave"),
    }
    return words(f"lab.tree.say.{names[what]}", **values)


def comparison(values: dict[str, str], is_max: bool, is_strict: bool) -> str:
    """The comparison that allowed a cut: `3 ≥ β = 2`."""
    if is_max:
        return f"{values['value']} {'>' if is_strict else '≥'} β = {values['beta']}"
    return f"{values['value']} {'<' if is_strict else '≤'} α = {values['alpha']}"


def rows_of(
    replay: SearchReplay,
    count: int,
    opened: Collection[int],
    closed: Collection[int],
    is_strict: bool,
    words: Words,
    root_name: str | None = None,
) -> list[Row]:
    """The tree as it is known after *count* steps: open along the path to the node being searched, and where asked."""
    here = replay.node_at(count)
    path = replay.path_to(here)
    line = set(replay.best_line(here, count))
    rows: list[Row] = []
    # What is still to be written, the next one last: a node with what stands before it and its children, or a row.
    waiting: list[tuple[int, str, str] | Row] = [(path[0], "", "")]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Row):
            rows.append(item)
            continue
        node, lead, deeper = item
        state = replay.state(node, count)
        is_open = (node in path or node in opened) and node not in closed
        below = [child for child in replay.children(node) if replay.is_entered(child, count)]
        skipped = replay.skipped(node, count)
        text = _row_text(replay, node, state, root_name, words)
        is_more = bool(below or skipped) and not is_open
        rows.append(Row(lead, f"{text} +" if is_more else text, node, node == here and count > 0, node in line))
        if not is_open:
            continue
        found: list[tuple[int, str, str] | Row] = []
        for place, child in enumerate(below, 1):
            is_last = place == len(below) and not skipped
            found.append((child, deeper + (LAST if is_last else FORK), deeper + (SPACE if is_last else BAR)))
        if skipped:
            found.append(Row(deeper + LAST, _cut_text(replay, node, state, skipped, is_strict), None))
        waiting += reversed(found)
    return rows


def _row_text(replay: SearchReplay, node: int, state: NodeState, root: str | None, words: Words) -> str:
    name = name_of(replay, node, root, words)
    if replay.kind(node) != "inner":
        return f"{name} = {worth(state)}" if state.value is not None else name
    window = ""
    if state.phase == "open" and not (state.alpha == -float("inf") and state.beta == float("inf")):
        window = f"  α {format_value(state.alpha)} β {format_value(state.beta)}"
    return f"{ROLES[replay.player(node)]} {name} {worth(state)}".rstrip() + window


def _cut_text(replay: SearchReplay, node: int, state: NodeState, skipped: list[str], is_strict: bool) -> str:
    is_max = replay.player(node) == Player.FIRST
    values = {
        "value": format_value(state.value or 0),
        "alpha": format_value(state.alpha),
        "beta": format_value(state.beta),
    }
    named = ", ".join(skipped[:MOST_SKIPPED]) + (", …" if len(skipped) > MOST_SKIPPED else "")
    return f"{CUT_SIGN} {named}: {comparison(values, is_max, is_strict)}"
