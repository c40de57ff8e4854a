"""Reasons that keep the right answers to themselves: what to think of, and not what comes out."""

from __future__ import annotations

from dataclasses import replace

from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.solved_tree import SolvedNode
from enraya.lab.marking.marks import Mark, Marked
from enraya.lab.reason import Reason, because
from enraya.search.alphabeta import CutConvention

TELLING = ("wrong", "missing", "extra", "follows")
"""The marks whose reasons would give the right answer away."""


def without_answers(exercise: Exercise, marked: Marked) -> Marked:
    """The same marks; for whoever may still find out alone."""
    kept = tuple(
        replace(mark, reason=_reason(exercise, mark, marked.convention)) if mark.state in TELLING else mark
        for mark in marked.marks
    )
    return replace(marked, marks=kept)


def _reason(exercise: Exercise, mark: Mark, convention: CutConvention) -> Reason | None:
    node = exercise.solved_tree.nodes.get(mark.node)
    if node is None or (mark.state == "missing" and exercise.kind in ("values", "windows", "move")):
        # What is empty was told to be empty, and nothing else.
        return mark.reason
    match exercise.kind:
        case "values":
            return _of_value(node, mark)
        case "move":
            root = exercise.solved_tree.root
            key = "practise.hint.move_max" if root.is_max else "practise.hint.move_min"
            return because(key, root=root.name, children=[child.name for child in root.children])
        case "cuts":
            return _of_cut(node, convention) or mark.reason
        case "windows":
            if mark.state == "extra":
                return because("practise.hint.window_never", node=node.name)
            return because("practise.hint.window_way", node=node.name)


def _of_value(node: SolvedNode, mark: Mark) -> Reason:
    if mark.state == "follows":
        return because("practise.discreet.follows", node=node.name)
    key = "practise.hint.value_max" if node.is_max else "practise.hint.value_min"
    if any(child.children for child in node.children):
        # The values of its children are answers too.
        key = "practise.discreet.value_max" if node.is_max else "practise.discreet.value_min"
    return because(key, node=node.name, values=[child.value for child in node.children])


def _of_cut(node: SolvedNode, convention: CutConvention) -> Reason | None:
    parent = node.parent
    if parent is None or convention not in parent.searched:
        return None
    return because("practise.hint.cut_look", parent=parent.name)
