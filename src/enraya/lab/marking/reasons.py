"""Sentences about a node: why it has its value, why it is cut or not, where its window comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.reason import Reason, because, write_number
from enraya.lab.trace.tree import SearchNode
from enraya.search.alphabeta import CutConvention

INFINITY = float("inf")
Bound = Literal["alpha", "beta"]
BOUNDS: tuple[Bound, Bound] = ("alpha", "beta")
SIGNS = {(False, ">="): "≤", (False, ">"): "<", (True, ">="): "≥", (True, ">"): ">"}
"""The comparison of value and bound that cuts, at a MIN or a MAX node under each convention."""


def best_of(node: SolvedNode) -> Callable[[Iterable[float]], float]:
    """The value that the player at *node* chooses of several: the greatest or the least."""
    return max if node.is_max else min


def wrong_value(node: SolvedNode, given: float) -> Reason:
    """The reason why *given* is not the value of *node*, whose children are rightly known."""
    values = [child.value for child in node.children]
    said = {"node": node.name, "values": values, "right": node.value, "given": given}
    opposite = min(values) if node.is_max else max(values)
    if given == opposite:
        return Reason("practise.value.opposite_max" if node.is_max else "practise.value.opposite_min", said)
    if given not in values:
        return Reason("practise.value.stranger_max" if node.is_max else "practise.value.stranger_min", said)
    return Reason("practise.value.wrong_max" if node.is_max else "practise.value.wrong_min", said)


def following_value(node: SolvedNode, given: float, mistaken: Iterable[tuple[SolvedNode, float]]) -> Reason:
    """The reason for a value that is right for *mistaken* values of the children: *given* follows from them."""
    said = [f"{child.name} = {write_number(value)}" for child, value in mistaken]
    return because("practise.value.follows", node=node.name, given=given, right=node.value, children=said)


def wrong_move(root: SolvedNode, given: SolvedNode) -> Reason:
    """The reason why another move than *given* is to be chosen."""
    best = [child for child in root.children if child.value == root.value]
    key = "practise.move.wrong_max" if root.is_max else "practise.move.wrong_min"
    names = [called(child) for child in best]
    return because(key, given=called(given), worth=given.value, root=root.name, best=names, right=root.value)


def called(node: SolvedNode) -> str:
    """A node by its name, with the move that leads to it where that is another word."""
    return node.name if node.move in (None, node.name) else f"{node.name} ({node.move})"


def why_cut(node: SolvedNode, convention: CutConvention) -> Reason:
    """The reason why the branch to *node* is cut: the bounds known at its parent then."""
    parent, searched = _parent(node, convention)
    last = next(child for child in parent.children if child.move == searched.best)
    bound = searched.beta if parent.is_max else searched.alpha
    return because(
        "practise.cut.max" if parent.is_max else "practise.cut.min",
        node=called(node),
        child=last.name,
        parent=parent.name,
        value=searched.value,
        sign=SIGNS[parent.is_max, convention],
        bound=bound,
    )


def why_open(node: SolvedNode, convention: CutConvention) -> Reason:
    """The reason why the branch to *node*, which alpha-beta searches, is not cut."""
    parent, searched = _parent(node, convention)
    said: dict[str, Any] = {"node": called(node), "parent": parent.name}
    if node.place == 0:
        return Reason("practise.open.first", said)
    so_far = best_of(parent)([child.value for child in searched.children[: node.place]])
    bound = searched.beta if parent.is_max else searched.alpha
    if abs(bound) == INFINITY:
        return Reason("practise.open.nothing_max" if parent.is_max else "practise.open.nothing_min", said)
    said |= {"value": so_far, "bound": bound, "sign": SIGNS[parent.is_max, convention]}
    if so_far == bound:
        return Reason("practise.open.strict_max" if parent.is_max else "practise.open.strict_min", said)
    return Reason("practise.open.max" if parent.is_max else "practise.open.min", said)


def window_of(node: SolvedNode, convention: CutConvention) -> dict[Bound, float] | None:
    """Alpha and beta on entering *node*; None where alpha-beta never enters it."""
    searched = node.searched.get(convention)
    return None if searched is None else {"alpha": searched.alpha, "beta": searched.beta}


def is_inherited(node: SolvedNode, bound: Bound, convention: CutConvention) -> bool:
    """True if *bound* is the same on entering *node* as on entering its parent."""
    _, searched = _parent(node, convention)
    return bool(getattr(searched, bound) == getattr(node.searched[convention], bound))


def why_window(node: SolvedNode, bound: Bound, convention: CutConvention) -> Reason:
    """The origin of alpha or beta on entering *node*."""
    right = getattr(node.searched[convention], bound)
    said = {"node": node.name, "right": right}
    if node.parent is None:
        return Reason("practise.window.root", said)
    parent, searched = _parent(node, convention)
    said["parent"] = parent.name
    if is_inherited(node, bound, convention):
        if abs(right) == INFINITY:
            return Reason("practise.window.alpha_open" if bound == "alpha" else "practise.window.beta_open", said)
        return Reason("practise.window.alpha_as" if bound == "alpha" else "practise.window.beta_as", said)
    earlier = zip(parent.children[: node.place], searched.children, strict=False)
    said["child"] = next(child.name for child, seen in earlier if seen.value == right)
    return Reason("practise.window.alpha_from" if bound == "alpha" else "practise.window.beta_from", said)


def why_never_entered(node: SolvedNode, convention: CutConvention) -> Reason:
    """The cut that keeps alpha-beta from *node*, and the reason for it."""
    top = node
    while top.parent and convention not in top.parent.searched:
        top = top.parent
    return because("practise.window.unvisited", node=node.name, why=why_cut(top, convention))


def _parent(node: SolvedNode, convention: CutConvention) -> tuple[SolvedNode, SearchNode]:
    assert node.parent is not None
    return node.parent, node.parent.searched[convention]
