"""Hints, one at a time: first a node, then what is known there, at last its answer."""

from __future__ import annotations

from typing import NamedTuple

from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.marking.answers import Given
from enraya.lab.marking.marks import Mark, mark
from enraya.lab.marking.reasons import Bound, why_open, why_window
from enraya.lab.reason import Reason, because
from enraya.search.alphabeta import CutConvention

LAST_STEP = 3


class Hint(NamedTuple):
    """A hint about a node, and its step: the last step is the answer there."""

    node: str
    step: int
    reason: Reason

    @property
    def is_last(self) -> bool:
        """True if there is nothing more to say about this node."""
        return self.step >= LAST_STEP


def next_hint(exercise: Exercise, given: Given, before: tuple[str, int] | None = None) -> Hint | None:
    """The hint after *before*, a node and the last step told there; None where everything is right already.

    It is about the first node, in the order in which one works, that is missing or wrong.
    """
    marked = mark(exercise, given)
    open_marks = {said.node: said for said in reversed(marked.marks) if said.state not in ("right", "unasked")}
    if not open_marks:
        return None
    order = _in_working_order(exercise, marked.convention)
    name = min(open_marks, key=lambda name: order.index(name) if name in order else len(order))
    step = min(before[1] + 1, LAST_STEP) if before and before[0] == name else 1
    node = exercise.solved_tree.nodes[name]
    return Hint(name, step, _said(exercise, node, step, open_marks[name], marked.convention))


def _in_working_order(exercise: Exercise, convention: CutConvention) -> list[str]:
    """Values come up from the leaves; alpha-beta goes down the tree from left to right."""
    if exercise.kind != "values":
        return list(exercise.solved_tree.nodes)

    def upwards(node: SolvedNode) -> list[str]:
        return [name for child in node.children for name in upwards(child)] + [node.name]

    return upwards(exercise.solved_tree.root)


def _said(exercise: Exercise, node: SolvedNode, step: int, said: Mark, convention: CutConvention) -> Reason:
    match exercise.kind:
        case "values":
            return _about_value(node, step)
        case "move":
            return _about_move(exercise, step)
        case "cuts":
            return _about_cut(node, step, said, convention)
        case "windows":
            return _about_window(node, step, said, convention)


def _about_value(node: SolvedNode, step: int) -> Reason:
    if step == 1:
        return because("practise.hint.value_next", node=node.name)
    if step == 2:
        key = "practise.hint.value_max" if node.is_max else "practise.hint.value_min"
        return because(key, node=node.name, values=[child.value for child in node.children])
    return because("practise.hint.value_is", node=node.name, value=node.value)


def _about_move(exercise: Exercise, step: int) -> Reason:
    root = exercise.solved_tree.root
    if step == 1:
        key = "practise.hint.move_max" if root.is_max else "practise.hint.move_min"
        return because(key, root=root.name, children=[child.name for child in root.children])
    if step == 2:
        return because("practise.hint.move_worth", root=root.name, values=[child.value for child in root.children])
    return because("practise.hint.move_is", best=[child.name for child in exercise.solved_tree.best_moves()])


def _about_cut(node: SolvedNode, step: int, said: Mark, convention: CutConvention) -> Reason:
    parent = node.parent
    if parent is None or said.reason is None:
        return because("practise.open.root", node=node.name)
    if step == 1:
        return because("practise.hint.cut_look", parent=parent.name)
    if step == 2:
        searched = parent.searched[convention]
        bound, symbol = (searched.beta, "β") if parent.is_max else (searched.alpha, "α")
        known = [child.value for child in searched.children[: node.place]]
        if not known:
            return because("practise.hint.cut_first", parent=parent.name)
        return because("practise.hint.cut_known", parent=parent.name, values=known, symbol=symbol, bound=bound)
    return said.reason if said.state == "missing" else why_open(node, convention)


def _about_window(node: SolvedNode, step: int, said: Mark, convention: CutConvention) -> Reason:
    if said.state == "extra" and said.reason is not None:
        return because("practise.hint.window_never", node=node.name) if step == 1 else said.reason
    if step == 1:
        return because("practise.hint.window_next", node=node.name)
    bound: Bound = "alpha" if said.part == "alpha" else "beta"
    if step == 2:
        return because("practise.hint.window_way", node=node.name)
    return why_window(node, bound, convention)
