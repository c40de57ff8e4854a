"""A question as data: what a set holds, an address names and a request carries. `docs/exercises.md` describes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from enraya.catalogue import find_built_in
from enraya.errors import NotationError
from enraya.game import Game
from enraya.games.tree import Tree, parse_tree
from enraya.games.tree_notation import ROOTS
from enraya.lab.exercises.exercise import DEEPEST, POINTS, Exercise
from enraya.lab.exercises.generator import DIFFICULTIES, make_exercise
from enraya.lab.exercises.kinds import KINDS, Kind
from enraya.lab.exercises.outline import tree_of_outline
from enraya.notation import LONGEST_TEXT
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

FindGame = Callable[[str], Game[Any, Any]]
SOURCES = ("tree", "game", "seed")
KEYS = {
    "kind": None,
    "convention": None,
    "accept": None,
    "points": None,
    "tree": "tree",
    "root": "tree",
    "game": "game",
    "position": "game",
    "moves": "game",
    "depth": "game",
    "seed": "seed",
    "difficulty": "seed",
}
"""Every key, and the source that it belongs to where it belongs to one."""

WRITTEN_CONVENTIONS: dict[str, CutConvention] = {">=": ">=", "≥": ">=", ">": ">", "strict": ">"}
ACCEPTED = {"stated": False, "either": True}
LARGEST_SEED = 10**9
MOST_POINTS = 1000


def read_question(data: Any, find: FindGame = find_built_in) -> Exercise:
    """The exercise that *data* asks for, worked out; or what is wrong with which key."""
    if not isinstance(data, dict):
        raise NotationError("error.question_shape")
    for key in data:
        if key not in KEYS:
            raise NotationError("error.question_key", key=str(key), known=list(KEYS))
    said = {key: value for key, value in data.items() if value is not None}
    sources = [source for source in SOURCES if source in said]
    if len(sources) != 1:
        raise NotationError("error.question_source", sources=list(SOURCES))
    for key in said:
        if KEYS[key] not in (None, sources[0]):
            raise NotationError("error.question_beside", key=key, source=KEYS[key])
    kind: Kind = _one_of(said, "kind", {each: each for each in KINDS})
    convention = _one_of(said, "convention", WRITTEN_CONVENTIONS) if "convention" in said else None
    either = _one_of(said, "accept", ACCEPTED) if "accept" in said else False
    points = _number(said, "points", 0, MOST_POINTS, POINTS)
    if sources[0] == "seed":
        seed, difficulty = _whole(said, "seed", 0, LARGEST_SEED), _whole(said, "difficulty", 1, DIFFICULTIES[-1], 1)
        made = make_exercise(kind, difficulty, seed, convention)
        exercise = Exercise(kind, made.position, made.depth, made.convention, either, points, seed, difficulty)
    else:
        position = Position.start(_tree(said)) if sources[0] == "tree" else _position(said, find)
        depth = _whole(said, "depth", 1, DEEPEST) if "depth" in said else None
        if depth is not None and isinstance(position.game, Tree):
            raise NotationError("error.question_beside", key="depth", source="game")
        exercise = Exercise(kind, position, depth, convention or ">=", either, points)
    return exercise.fitted()


def _tree(said: Mapping[str, Any]) -> Tree:
    written = said["tree"]
    if isinstance(written, str):
        # In a set the whole name of the game does no harm.
        text = written.strip()
        tree = parse_tree(text[5:-1] if text.startswith("tree(") and text.endswith(")") else text)
    elif isinstance(written, dict) and written:
        tree = Tree(tree_of_outline(written))
    else:
        raise NotationError(
            "error.question_type", key="tree", wanted="A[B[3 12] C[2 4]], {A: [B, C], B: [3, 12], C: [2, 4]}"
        )
    return Tree(tree.root, _one_of(said, "root", ROOTS)) if "root" in said else tree


def _position(said: Mapping[str, Any], find: FindGame) -> Position:
    moves = said.get("moves", "")
    if isinstance(moves, int) and not isinstance(moves, bool):
        # `moves: 4453` looks like a number to YAML.
        moves = str(moves)
    if isinstance(moves, list) and len(moves) <= LONGEST_TEXT:
        moves = " ".join(str(move) for move in moves)
    for key, text in (("game", said["game"]), ("position", said.get("position", "")), ("moves", moves)):
        if not isinstance(text, str) or len(text) > LONGEST_TEXT:
            raise NotationError("error.question_type", key=key, wanted="text")
    return Position.start(find(said["game"]), said.get("position")).play_all(moves)


def _one_of(said: Mapping[str, Any], key: str, known: Mapping[str, Any]) -> Any:
    value = said.get(key)
    if not isinstance(value, str) or value not in known:
        raise NotationError("error.question_word", key=key, text="" if value is None else str(value), known=list(known))
    return known[value]


def _whole(said: Mapping[str, Any], key: str, least: int, most: int, otherwise: int | None = None) -> int:
    value = said.get(key, otherwise)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise NotationError("error.question_number", key=key, least=least, most=most)
    return value


def _number(said: Mapping[str, Any], key: str, least: float, most: float, otherwise: float) -> float:
    value = said.get(key, otherwise)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not least <= value <= most:
        raise NotationError("error.question_number", key=key, least=least, most=most)
    return value
