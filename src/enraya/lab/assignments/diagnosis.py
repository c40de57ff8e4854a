"""Says in one sentence how a student's search differs from the one that was set.

A wrong depth, a wrong cut, a wrong order of moves and a wrong choice among equal moves leave different traces: the
student's tree is compared with the trees that such mistakes make, and only then node by node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enraya.lab.assignments.difference import draw_difference
from enraya.lab.assignments.reference import Path, Reference, Searched, node_at
from enraya.lab.reason import Reason, because
from enraya.lab.trace.tree import SearchNode
from enraya.search.alphabeta import CutConvention

ROUNDING = 1e-6


@dataclass(frozen=True)
class StudentSearch:
    """The answer of a student's search: a value for the first player, a move, and the nodes that it visited."""

    value: float | None
    move: str | None
    paths: tuple[Path, ...] | None
    """The paths in order, without the root; None if they were too many to be recorded."""


@dataclass(frozen=True)
class Difference:
    """A wrong answer, and the node of the tree where it shows."""

    reason: Reason
    tree: str | None = None


def read_search(said: Any, *, is_for_mover: bool, mover: int) -> StudentSearch:
    """Read the answer of a student's process to one search; TypeError, KeyError or ValueError
    if it is no such thing.
    """
    value = said["value"]
    if value is not None:
        value = float(value)
        value = -value if is_for_mover and mover else value
    paths: list[Path] | None = None
    if said["nodes"] is not None:
        paths = []
        for parent, move in said["nodes"]:
            paths.append((*(paths[parent] if parent >= 0 else ()), str(move)) if move else ())
    shown = None if paths is None else tuple(path for path in paths if path)
    return StudentSearch(value, None if said["move"] is None else str(said["move"]), shown)


def is_same(one: float | None, other: float) -> bool:
    """True if two values are the same but for rounding."""
    return one is not None and abs(one - other) <= ROUNDING * max(1.0, abs(other))


def diagnose(reference: Reference, search: StudentSearch, wrong: set[str]) -> Difference:
    """Diagnose why the aspects in *wrong* are wrong: the most telling sentence that holds."""
    tree = reference.tree()
    if tree is not None and search.paths != tree.paths and (found := _by_tree(reference, tree, search)):
        return found
    if "value" in wrong:
        return Difference(_wrong_value(reference, search))
    if "move" in wrong:
        return Difference(_wrong_move(reference, search))
    return Difference(because("grade.nodes_unknown"))


def _wrong_value(reference: Reference, search: StudentSearch) -> Reason:
    if search.value is None:
        return because("grade.no_value")
    said = {"value": search.value, "right": reference.value}
    if reference.value and is_same(search.value, -reference.value):
        return because("grade.opposite", **said)
    if is_same(search.value, reference.exchanged_value):
        return because("grade.exchanged", **said)
    for depth in _neighbours(reference):
        other = reference.search(reference.part.kind, depth, reference.part.cut)
        if other is not None and is_same(search.value, other.value):
            return because("grade.depth_value", **said, plies=int(depth), depth=int(reference.depth))
    return because("grade.value", **said)


def _wrong_move(reference: Reference, search: StudentSearch) -> Reason:
    if search.move is None:
        return because("grade.no_move")
    right = reference.accepted_moves()[0]
    if search.move in reference.best_moves:
        rule = because(f"grade.ties.{reference.part.ties}")
        return because("grade.tie", move=search.move, right=right, value=reference.value, rule=rule)
    worth = reference.root_values[search.move]
    return because("grade.move", move=search.move, worth=worth, right=right, value=reference.value)


def _neighbours(reference: Reference) -> list[float]:
    return [] if reference.part.depth is None else [reference.depth - 1, reference.depth + 1]


def _by_tree(reference: Reference, tree: Searched, search: StudentSearch) -> Difference | None:
    """The mistake that makes just the tree of *search*, else the first node at which it differs from *tree*."""
    if search.paths is None:
        return Difference(because("grade.too_many", count=len(tree.paths)))
    if not search.paths:
        # It plays on states of its own: nothing of its tree was seen.
        return None
    part, paths = reference.part, search.paths
    place = _first_difference(tree.paths, paths)
    picture = draw_difference(tree.root, place, part.cut)
    for depth in _neighbours(reference):
        other = reference.search(part.kind, depth, part.cut)
        if other is not None and other.paths == paths:
            return Difference(because("grade.depth", plies=int(depth), depth=int(reference.depth)), picture)
    others: dict[CutConvention, CutConvention] = {">=": ">", ">": ">="}
    if part.kind == "alphabeta":
        if _has_paths(reference.search("alphabeta", reference.depth, others[part.cut]), paths):
            return Difference(
                because("grade.convention", wanted=_sign(part.cut), used=_sign(others[part.cut])), picture
            )
        if _has_paths(reference.search("minimax", reference.depth, part.cut), paths):
            return Difference(because("grade.no_cut", count=len(paths), right=len(tree.paths)), picture)
    elif any(_has_paths(reference.search("alphabeta", reference.depth, cut), paths) for cut in others):
        return Difference(because("grade.prunes", count=len(paths), right=len(tree.paths)), picture)
    if set(paths) == set(tree.paths):
        return Difference(because("grade.order", node=_written(place)), picture)
    return Difference(_at(tree, place, set(paths), part.kind), picture)


def _has_paths(searched: Searched | None, paths: tuple[Path, ...]) -> bool:
    return searched is not None and searched.paths == paths


def _first_difference(right: tuple[Path, ...], given: tuple[Path, ...]) -> Path:
    for one, other in zip(right, given, strict=False):
        if one != other:
            # What is looked at too much comes before what is missing, and is the cause of it.
            return one if one not in given else other
    return right[len(given)] if len(right) > len(given) else given[len(right)]


def _at(tree: Searched, place: Path, given: set[Path], kind: str) -> Reason:
    parent = node_at(tree.root, place[:-1])
    node = node_at(tree.root, place)
    where = {"node": _written(place), "parent": _written(place[:-1])}
    if node is None:
        if parent is not None and parent.cut and place[-1] in parent.cut:
            return because("grade.cut_missing", **where, comparison=_comparison(parent))
        return because("grade.too_deep", **where)
    if kind == "alphabeta" and parent is not None and any(path[:-1] == place[:-1] for path in given):
        before = parent.children[parent.children.index(node) - 1] if parent.children.index(node) else node
        window = {"alpha": _window(parent, before)[0], "beta": _window(parent, before)[1]}
        return because("grade.cut_wrong", **where, **window)
    return because("grade.missing", **where)


def _window(parent: SearchNode, before: SearchNode) -> tuple[float, float]:
    """The window of *parent* when the child after *before* was to be looked at."""
    index = parent.children.index(before) + 1
    following = parent.children[index] if index < len(parent.children) else before
    return following.alpha, following.beta


def _comparison(node: SearchNode) -> Reason:
    is_max = node.player == 0
    return because(
        "grade.past_beta" if is_max else "grade.past_alpha",
        value=node.value,
        bound=node.last_beta if is_max else node.last_alpha,
    )


def _sign(cut: CutConvention) -> str:
    return "≥" if cut == ">=" else ">"


def _written(path: Path) -> Any:
    return " ".join(path) if path else because("grade.root")
