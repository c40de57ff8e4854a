"""The tree of a search as text: a row for each node, indented below its parent, with its value and what was cut."""

from __future__ import annotations

from collections.abc import Iterator

from enraya.drawing import format_value
from enraya.game import Player
from enraya.lab.trace.tree import SearchNode
from enraya.search.alphabeta import CutConvention

SIGNS = {"exact": "", "lower": "≥", "upper": "≤"}
BEST, CUT = "*", "✂"
FORK, LAST, BAR, SPACE = "├─ ", "└─ ", "│  ", "   "


def worth_of(node: SearchNode) -> str:
    """The value of *node*, with `≥` or `≤` where it is a bound and `≈` where it is an estimate."""
    return SIGNS[node.bound] + ("≈" if node.is_estimate else "") + format_value(node.value)


def window_of(node: SearchNode) -> str:
    """The window that *node* was left with."""
    return f"α {format_value(node.last_alpha)}, β {format_value(node.last_beta)}"


def best_child(node: SearchNode) -> SearchNode | None:
    """The child that the value of *node* comes from."""
    return next((child for child in node.children if child.move == node.best), None)


def tree_as_text(root: SearchNode, cut: CutConvention) -> Iterator[str]:
    """A row for each node: its move, with `*` on the principal variation; who moves; its value; its window.

    The moves that a cut left out follow in one row, with the comparison that allowed it. Iterative, because a tree may
    be deeper than Python's stack.
    """
    yield f"{_row(root)}\n"
    waiting = _below(root, "", is_on_line=True, cut=cut)
    while waiting:
        row, indent, node, is_on_line = waiting.pop()
        yield f"{row}\n"
        if node is not None:
            waiting += _below(node, indent, is_on_line=is_on_line, cut=cut)


Waiting = tuple[str, str, SearchNode | None, bool]


def _below(node: SearchNode, indent: str, *, is_on_line: bool, cut: CutConvention) -> list[Waiting]:
    """The rows below *node*, the last one first: each with the indent of what hangs from it."""
    best = best_child(node) if is_on_line else None
    rows: list[tuple[str, SearchNode | None]] = [(_named(child, child is best), child) for child in node.children]
    if node.cut:
        rows.append((f"{CUT} {', '.join(node.cut)}: {_comparison(node, cut)}", None))
    found: list[Waiting] = []
    for place, (row, child) in enumerate(rows, start=1):
        is_last = place == len(rows)
        deeper = indent + (SPACE if is_last else BAR)
        found.append((indent + (LAST if is_last else FORK) + row, deeper, child, child is not None and child is best))
    return found[::-1]


def _named(node: SearchNode, is_best: bool) -> str:
    return f"{node.move}{BEST if is_best else ''}: {_row(node)}"


def _row(node: SearchNode) -> str:
    if not node.children:
        return worth_of(node)
    role = "MAX" if node.player == Player.FIRST else "MIN"
    return f"{role} {worth_of(node)}  ({window_of(node)})"


def _comparison(node: SearchNode, cut: CutConvention) -> str:
    """The comparison of value and bound by which the rest of *node* need not be searched."""
    value = format_value(node.value)
    if node.player == Player.FIRST:
        return f"{value} {'≥' if cut == '>=' else '>'} β = {format_value(node.last_beta)}"
    return f"{value} {'≤' if cut == '>=' else '<'} α = {format_value(node.last_alpha)}"
