"""The statement of an exercise in words: the task, the tree, the convention and the accepted answers."""

from __future__ import annotations

from enraya.lab.exercises.exercise import Exercise
from enraya.lab.reason import Reason, because

TASKS = {
    "values": "practise.task.values",
    "move": "practise.task.move",
    "cuts": "practise.task.cuts",
    "windows": "practise.task.windows",
}


def task(exercise: Exercise) -> Reason:
    """The task, in one sentence."""
    return because(TASKS[exercise.kind], root=exercise.solved_tree.root.name)


def statement(exercise: Exercise) -> list[Reason]:
    """The conventions that the task assumes, a sentence each."""
    tree, said = exercise.solved_tree, []
    said.append(
        because("practise.says.root_max" if tree.root.is_max else "practise.says.root_min", root=tree.root.name)
    )
    if not exercise.is_textbook:
        said.append(_where_values_come_from(exercise))
    if exercise.uses_convention:
        said.append(because("practise.says.order"))
        said.append(because("practise.says.reach" if exercise.convention == ">=" else "practise.says.beyond"))
        if exercise.either:
            said.append(because("practise.says.either"))
    if exercise.kind == "move":
        said.append(because("practise.says.tied"))
    if exercise.kind == "cuts":
        said.append(because("practise.says.top"))
    if exercise.kind == "windows":
        said.append(because("practise.says.entering"))
    return said


def _where_values_come_from(exercise: Exercise) -> Reason:
    tree, game = exercise.solved_tree, exercise.position.game
    if game.scored:
        return because("practise.says.points")
    if not tree.has_estimates:
        return because("practise.says.outcomes")
    return because("practise.says.estimates", win=tree.win, depth=exercise.depth)
