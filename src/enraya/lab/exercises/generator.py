"""Exercises from a seed: the same seed, kind and difficulty give the same exercise everywhere.

1 and 2 are trees of two plies, 3 and 4 of three, the latter uneven; 5 are endings of real small games, 6 are positions
of Connect 4. What teaches nothing is not produced: trees where nothing is cut, or all is worth the same.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from enraya.errors import EnrayaError
from enraya.game import Player
from enraya.games.tree import Tree
from enraya.games.tree_notation import Node, name_nodes, nodes_by_level
from enraya.lab.exercises.exercise import Exercise
from enraya.lab.exercises.kinds import KINDS, Kind
from enraya.lab.exercises.solved_tree import CONVENTIONS, SolvedNode, SolvedTree
from enraya.lab.marking.reasons import window_of
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

DIFFICULTIES = (1, 2, 3, 4, 5, 6)
ATTEMPTS = 2000
FEWEST_NODES, MOST_NODES = 9, 48
INFINITY = float("inf")


class EndgameSource(NamedTuple):
    """A game whose positions make exercises: how many moves have been played there, and how far one looks ahead."""

    game: str
    plies: tuple[int, int]
    depths: tuple[int | None, ...]


SMALL = (
    EndgameSource("mnk(3,3,3)", (5, 6), (None,)),
    EndgameSource("mnk(4,3,3)", (7, 9), (None, 3)),
    EndgameSource("terni", (6, 14), (2,)),
    EndgameSource("mnk(3,3,3,misere=true)", (5, 6), (None,)),
)
CONNECT_FOUR = (EndgameSource("connect(7,6,4)", (20, 34), (2, 3)), EndgameSource("connect(7,6,4)", (32, 38), (None,)))


@lru_cache(maxsize=256)
def make_exercise(kind: Kind, difficulty: int, seed: int, convention: CutConvention | None = None) -> Exercise:
    """The exercise that *seed* stands for; the seed chooses the convention too, unless it is given."""
    # Text as a seed is hashed alike by every version of Python, and numbers from it are drawn by the same steps.
    dice = Random(f"enraya {kind} {difficulty} {seed}")
    drawn = CONVENTIONS[dice.randrange(2)] if difficulty > 2 else ">="
    convention = convention or drawn
    for _ in range(ATTEMPTS):
        position, depth = _random_tree(dice, difficulty) if difficulty < 5 else _random_ending(dice, difficulty)
        exercise = Exercise(kind, position, depth, convention, seed=seed, difficulty=difficulty)
        if _teaches(exercise):
            return exercise
    raise EnrayaError("error.exercise_none", kind=kind, difficulty=difficulty, seed=seed)


def pick_kind(seed: int) -> Kind:
    """The kind that *seed* gives where none was chosen."""
    return KINDS[Random(f"enraya kind {seed}").randrange(len(KINDS))]


def _random_tree(dice: Random, difficulty: int) -> tuple[Position, None]:
    starter = Player.SECOND if difficulty > 2 and dice.randrange(2) else Player.FIRST
    root = _random_node(dice, difficulty, 2 if difficulty < 3 else 3)
    name_nodes(root)
    for node in nodes_by_level(root):
        for child in node.children:
            child.parent, child.depth = node, node.depth + 1
    return Position.start(Tree(root, starter)), None


def _random_node(dice: Random, difficulty: int, plies: int) -> Node:
    # On the uneven trees a branch may end early.
    if plies == 0 or (difficulty == 4 and plies == 1 and dice.randrange(6) == 0):
        least, most = ((1, 9), (0, 12), (-9, 9), (-9, 12))[difficulty - 1]
        return Node("", value=dice.randint(least, most))
    branches = (2, 3, 2, dice.randint(2, 3))[difficulty - 1]
    return Node("", children=[_random_node(dice, difficulty, plies - 1) for _ in range(branches)])


def _random_ending(dice: Random, difficulty: int) -> tuple[Position, int | None]:
    chosen = dice.choice(SMALL if difficulty == 5 else CONNECT_FOUR)
    position, depth = Position.start(chosen.game), dice.choice(chosen.depths)
    for _ in range(dice.randint(*chosen.plies)):
        if position.is_over:
            break
        position = position.play(dice.choice(position.playable()))
    return position, depth


def _teaches(exercise: Exercise) -> bool:
    """True if the exercise has distinct answers, and a plausible wrong one."""
    if exercise.position.is_over:
        return False
    try:
        tree = exercise.solved_tree
    except EnrayaError:
        return False
    if exercise.difficulty and exercise.difficulty > 4 and not FEWEST_NODES <= len(tree.nodes) <= MOST_NODES:
        return False
    if len({node.value for node in tree.leaves}) < 2 or len(tree.root.children) < 2:
        return False
    match exercise.kind:
        case "values":
            return len({node.value for node in tree.inner}) > 1
        case "move":
            return len(tree.best_moves()) < len(tree.root.children)
        case "cuts":
            return bool(tree.cut(exercise.convention)) and _tempts(tree, exercise)
        case "windows":
            windows = [window_of(node, exercise.convention) for node in tree.inner]
            return any(window and window != {"alpha": -INFINITY, "beta": INFINITY} for window in windows)


def _tempts(tree: SolvedTree, exercise: Exercise) -> bool:
    """True if some branch that is searched might have been cut: past the smallest trees, one compared with a bound."""
    convention = exercise.convention

    def might_be_cut(node: SolvedNode) -> bool:
        if node.parent is None or node.place == 0 or convention not in node.searched:
            return False
        searched = node.parent.searched[convention]
        bound = searched.beta if node.parent.is_max else searched.alpha
        return abs(bound) < INFINITY or exercise.difficulty in (1, 2)

    return any(map(might_be_cut, tree.nodes.values()))
