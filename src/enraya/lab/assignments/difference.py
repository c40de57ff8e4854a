"""The first difference between two searches, drawn into the tree of the right one as text."""

from __future__ import annotations

from dataclasses import replace

from enraya.lab.assignments.reference import Path
from enraya.lab.trace.text import tree_as_text
from enraya.lab.trace.tree import SearchNode
from enraya.search.alphabeta import CutConvention

HERE = "◄"
"""Stands behind the move at which the searches part."""

MORE = "…"
MOST_CHILDREN = 12


def draw_difference(root: SearchNode, path: Path, cut: CutConvention) -> str:
    """The tree under *root* around *path*, with a mark at its end.

    What does not lie on the way there is shown without what hangs from it.
    """
    return "".join(tree_as_text(_around(root, path), cut))


def _around(node: SearchNode, path: Path) -> SearchNode:
    """*node* with only those below it that lead to *path*, or stand beside them."""
    if not path:
        return replace(node, children=[], cut=None)
    move, rest = path[0], path[1:]
    children = []
    for child in node.children[:MOST_CHILDREN]:
        is_on_way = child.move == move
        shown = _around(child, rest) if is_on_way else replace(child, children=[], cut=None)
        mark = f" {HERE}" if is_on_way and not rest else ""
        children.append(replace(shown, move=f"{child.move}{mark}"))
    if all(child.move != move for child in node.children[:MOST_CHILDREN]):
        beyond = [child for child in node.children[MOST_CHILDREN:] if child.move == move]
        children += [replace(_around(child, rest), move=f"{MORE} {child.move} {HERE}") for child in beyond]
    cut = None if node.cut is None else tuple(f"{each} {HERE}" if each == move else each for each in node.cut)
    best = next((child.move for child in children if child.move and child.move.split(" ")[0] == node.best), node.best)
    return replace(node, children=children, cut=cut, best=best)
