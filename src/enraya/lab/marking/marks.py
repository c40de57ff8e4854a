"""Marking an answer node by node, each mistake with its reason.

What is right earns its share of the points. A value that follows from an earlier mistake of one's own earns half of
its share. A branch said to be cut that is not, or a window at a node never entered, loses a share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from enraya.lab.exercises.exercise import HINT_COST, Exercise
from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.marking.answers import Given, Unreadable, Window
from enraya.lab.marking.reasons import (
    BOUNDS,
    best_of,
    following_value,
    is_inherited,
    why_cut,
    why_never_entered,
    why_open,
    why_window,
    window_of,
    wrong_move,
    wrong_value,
)
from enraya.lab.reason import Reason, because
from enraya.search.alphabeta import CutConvention

Part = Literal["value", "move", "cut", "alpha", "beta"]
State = Literal["right", "wrong", "follows", "missing", "extra", "unasked"]
CREDIT: dict[State, float] = {"right": 1, "follows": 0.5, "extra": -1}


@dataclass(frozen=True)
class Mark:
    """One answer: at which node, of what, how it stands and why. `unasked` neither earns nor costs anything."""

    node: str
    part: Part
    state: State
    reason: Reason | None = None
    given: Any = None


@dataclass(frozen=True)
class Marked:
    """An answer to a whole exercise, marked under the convention that suits it best of those accepted."""

    marks: tuple[Mark, ...]
    items: int
    """The number of answers asked for."""
    convention: CutConvention
    points: float
    hints: int = 0

    @property
    def fraction(self) -> float:
        """The part of it that is right, before hints, between 0 and 1."""
        earned = sum(CREDIT.get(mark.state, 0) for mark in self.marks)
        # Where nothing is cut, nothing is to be said, and saying nothing is all right.
        return max(0.0, earned / self.items) if self.items else max(0.0, 1 + earned)

    @property
    def score(self) -> float:
        """The points earned, hints paid for."""
        return round(self.points * self.fraction * max(0.0, 1 - HINT_COST * self.hints), 2)

    @property
    def is_perfect(self) -> bool:
        """True if every answer asked for is right and there are no others."""
        return all(mark.state == "right" for mark in self.marks)

    def count(self, *states: State) -> int:
        """The number of answers with this mark."""
        return sum(mark.state in states for mark in self.marks)


def mark(exercise: Exercise, given: Given, hints: int = 0) -> Marked:
    """*given* marked under each convention accepted; the best of these, the one stated where they are equal."""
    marker: Callable[[Exercise, Given, CutConvention], tuple[list[Mark], int]] = MARKERS[exercise.kind]
    found = []
    for convention in exercise.conventions:
        marks, items = marker(exercise, given, convention)
        marks += _unasked_marks(exercise, given, {said.node for said in marks})
        found.append(Marked(tuple(marks), items, convention, exercise.points, hints))
    return max(found, key=lambda marked: marked.fraction)


def solution(exercise: Exercise, convention: CutConvention | None = None) -> Given:
    """The right answer; of equally good moves the first."""
    convention = convention or exercise.convention
    tree = exercise.solved_tree
    match exercise.kind:
        case "values":
            return {node.name: float(node.value) for node in tree.inner}
        case "move":
            return {tree.best_moves()[0].name: True}
        case "cuts":
            return {node.name: True for node in tree.cut(convention)}
        case "windows":
            windows = ((node.name, window_of(node, convention)) for node in tree.inner)
            return {name: (window["alpha"], window["beta"]) for name, window in windows if window}


def _mark_values(exercise: Exercise, given: Given, convention: CutConvention) -> tuple[list[Mark], int]:
    inner = exercise.solved_tree.inner
    return [_mark_value(node, given) for node in inner], len(inner)


def _mark_value(node: SolvedNode, given: Given) -> Mark:
    said = given.get(node.name)
    if said is None:
        key = "practise.value.missing_max" if node.is_max else "practise.value.missing_min"
        return Mark(node.name, "value", "missing", because(key, node=node.name))
    if isinstance(said, Unreadable):
        return Mark(node.name, "value", "wrong", _unreadable(node.name, said), said)
    if said == node.value:
        return Mark(node.name, "value", "right", None, said)
    own = [(child, given.get(child.name)) for child in node.children]
    mistaken = [(child, float(value)) for child, value in own if child.children and _is_other(value, child.value)]
    if mistaken:
        taken = {child.name: value for child, value in mistaken}
        if said == best_of(node)([taken.get(child.name, child.value) for child in node.children]):
            return Mark(node.name, "value", "follows", following_value(node, said, mistaken), said)
    return Mark(node.name, "value", "wrong", wrong_value(node, said), said)


def _is_other(value: Any, right: float) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and value != right


def _mark_move(exercise: Exercise, given: Given, convention: CutConvention) -> tuple[list[Mark], int]:
    tree = exercise.solved_tree
    best = tree.best_moves()
    chosen = [child for child in tree.root.children if child.name in given]
    if not chosen:
        return [Mark(tree.root.name, "move", "missing", because("practise.move.missing", root=tree.root.name))], 1
    child = chosen[0]
    if child not in best:
        return [Mark(child.name, "move", "wrong", wrong_move(tree.root, child), child.name)], 1
    others = [other.name for other in best if other is not child]
    tied = because("practise.move.tied", given=child.name, others=others, worth=child.value) if others else None
    return [Mark(child.name, "move", "right", tied, child.name)], 1


def _mark_cuts(exercise: Exercise, given: Given, convention: CutConvention) -> tuple[list[Mark], int]:
    tree, marks = exercise.solved_tree, []
    cut = tree.cut(convention)
    for node in tree.nodes.values():
        if node in cut:
            is_said = _is_covered(node, given)
            state: State = "right" if is_said else "missing"
            marks.append(Mark(node.name, "cut", state, why_cut(node, convention), is_said or None))
        elif node.name in given and node.parent is None:
            marks.append(Mark(node.name, "cut", "extra", because("practise.open.root", node=node.name), True))
        elif node.name in given and convention in node.searched:
            marks.append(Mark(node.name, "cut", "extra", why_open(node, convention), True))
    return marks, len(cut)


def _is_covered(node: SolvedNode, given: Given) -> bool:
    """True if *node* is said to be cut, or all that hangs from it is."""
    return node.name in given or (bool(node.children) and all(_is_covered(child, given) for child in node.children))


def _mark_windows(exercise: Exercise, given: Given, convention: CutConvention) -> tuple[list[Mark], int]:
    marks: list[Mark] = []
    items = 0
    for node in exercise.solved_tree.inner:
        said: Window = given.get(node.name, (None, None))
        window = window_of(node, convention)
        if window is None:
            why = why_never_entered(node, convention)
            answered = [(bound, value) for bound, value in zip(BOUNDS, said, strict=True) if value is not None]
            marks += [Mark(node.name, bound, "extra", why, value) for bound, value in answered]
            continue
        items += len(BOUNDS)
        swapped = said == (window["beta"], window["alpha"]) and said[0] != said[1]
        for bound, value in zip(BOUNDS, said, strict=True):
            right = window[bound]
            if value is None:
                reason = because("practise.window.missing", node=node.name, bound="α" if bound == "alpha" else "β")
                marks.append(Mark(node.name, bound, "missing", reason))
            elif isinstance(value, Unreadable):
                marks.append(Mark(node.name, bound, "wrong", _unreadable(node.name, value), value))
            elif value == right:
                marks.append(Mark(node.name, bound, "right", None, value))
            elif swapped:
                marks.append(Mark(node.name, bound, "wrong", because("practise.window.swapped", node=node.name), value))
            else:
                marks.append(_mark_bound(node, BOUNDS.index(bound), value, given, convention))
    return marks, items


def _mark_bound(node: SolvedNode, place: int, value: float, given: Given, convention: CutConvention) -> Mark:
    """A wrong bound: wrong in itself, or handed down from a wrong one at the parent."""
    bound = BOUNDS[place]
    if node.parent and is_inherited(node, bound, convention):
        above = given.get(node.parent.name, (None, None))[place]
        if above == value:
            symbol = "α" if bound == "alpha" else "β"
            reason = because("practise.window.follows", node=node.name, parent=node.parent.name, bound=symbol)
            return Mark(node.name, bound, "follows", reason, value)
    return Mark(node.name, bound, "wrong", why_window(node, bound, convention), value)


def _unreadable(node: str, said: Unreadable) -> Reason:
    return because("practise.unreadable", node=node, text=said.text)


PARTS: dict[str, Part] = {"values": "value", "move": "move", "cuts": "cut", "windows": "alpha"}


def _unasked_marks(exercise: Exercise, given: Given, marked: set[str]) -> list[Mark]:
    """Answers where nothing was asked."""
    found = []
    for name, value in given.items():
        node = exercise.solved_tree.nodes.get(name)
        if node is None:
            key = "practise.move.unknown" if exercise.kind == "move" else "practise.unknown"
            found.append(Mark(name, PARTS[exercise.kind], "unasked", because(key, node=name), value))
        elif node.is_leaf and exercise.kind in ("values", "windows"):
            key = "practise.value.leaf" if exercise.kind == "values" else "practise.window.leaf"
            found.append(Mark(name, PARTS[exercise.kind], "unasked", because(key, node=name), value))
        elif exercise.kind == "move" and name not in marked:
            found.append(Mark(name, "move", "unasked", because("practise.move.unknown", node=name), value))
    return found


MARKERS = {"values": _mark_values, "move": _mark_move, "cuts": _mark_cuts, "windows": _mark_windows}
