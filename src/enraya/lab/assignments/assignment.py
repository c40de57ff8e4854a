"""An assignment: what a teacher sets, part by part. `docs/grading.md` describes the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from enraya.catalogue import find_built_in
from enraya.errors import EnrayaError, NotationError
from enraya.game import Game
from enraya.lab.assignments.keys import Keys
from enraya.lab.exercises.document import ErrorInDocument
from enraya.position import Position
from enraya.search.alphabeta import CutConvention

Kind = Literal["minimax", "alphabeta", "evaluation", "player", "game"]
Aspect = str
FORMAT = "enraya.assignment"
VERSION = 1
TIC_TAC_TOE = "mnk(3,3,3)"
MOST_PARTS, MOST_POSITIONS, DEEPEST = 40, 200, 60
SEARCHES = ("minimax", "alphabeta")

ASPECTS: dict[Kind, tuple[Aspect, ...]] = {
    "minimax": ("value", "move", "nodes"),
    "alphabeta": ("value", "move", "nodes"),
    "evaluation": ("contract", "values", "agreement"),
    "player": ("contract", "moves", "score"),
    "game": ("contract", "value", "counts"),
}
"""The aspects of each kind that can be compared, in the order of reports."""

USUAL: dict[Kind, tuple[Aspect, ...]] = {
    "minimax": ("value", "move"),
    "alphabeta": ("value", "move", "nodes"),
    "evaluation": ("contract", "agreement"),
    "player": ("contract", "score"),
    "game": ("contract", "value"),
}
FUNCTIONS: dict[Kind, str] = {
    "minimax": "minimax",
    "alphabeta": "alphabeta",
    "evaluation": "evaluate",
    "player": "choose",
    "game": "",
}
PART_KEYS = (
    "title", "kind", "function", "game", "position", "positions", "random", "seeds", "depth", "cut", "ties", "win",
    "values_for", "compare", "expected", "against", "games", "seconds", "least", "same_as", "points",
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One part of an assignment: a function of the student's, where it is tried, and what is compared."""

    kind: Kind
    title: str
    functions: tuple[str, ...]
    """One name; or two, for the side that maximises and the side that minimises at the root."""
    game: str
    start: str | None
    """The position that all begin from, where it is not the game's own."""
    positions: tuple[str, ...]
    """Moves from the start, one text for each position."""
    random: int
    """The number of further positions that the seed chooses."""
    seeds_by_student: bool
    depth: int | None
    cut: CutConvention
    ties: Literal["any", "first", "last"]
    win: int
    """The outcome that the student's game gives for a win."""
    for_mover: bool
    """True if the student's values are for the side to move, and not for the first player."""
    compare: tuple[Aspect, ...]
    expected: tuple[float, ...]
    against: str
    games: int
    seconds: float
    least: float
    points: float

    def rules(self) -> Game[Any, Any]:
        """The game that it is about."""
        return find_built_in(self.game)


@dataclass(frozen=True)
class Assignment:
    """A title, parts, and the name of the file to hand in, if it has to have one."""

    title: str
    file: str | None
    seed: int
    parts: tuple[Part, ...]

    @property
    def points(self) -> float:
        """The points of the whole assignment."""
        return sum(part.points for part in self.parts)


def is_assignment(data: Any) -> bool:
    """True if *data*, a document, sets an assignment and not a set of exercises."""
    return isinstance(data, dict) and ("parts" in data or data.get("format") == FORMAT)


def read_assignment(data: Any) -> Assignment:
    """The assignment that *data* sets, or what is wrong with which key of which part."""
    keys = Keys(data, ("format", "version", "title", "file", "seed", "game", "parts"))
    if keys.text("format", FORMAT) != FORMAT or keys.whole("version", 1, 99, VERSION) != VERSION:
        raise NotationError("error.set_version", format=FORMAT, version=VERSION)
    parts = keys.listed("parts", MOST_PARTS)
    if not parts:
        raise NotationError("error.assignment_parts")
    usual_game = keys.text("game", TIC_TAC_TOE)
    file = keys.text("file", "") or None
    seed = keys.whole("seed", 0, 10**9, 0)
    return Assignment(
        keys.text("title", ""),
        file,
        seed,
        tuple(_read_part(number, each, usual_game) for number, each in enumerate(parts, start=1)),
    )


def _read_part(number: int, data: Any, usual_game: str) -> Part:
    try:
        part = _part(Keys(data, PART_KEYS), number, usual_game)
        _try_positions(part)
        return part
    except EnrayaError as error:
        raise ErrorInDocument("error.in_part", error, number=number) from None


def _part(keys: Keys, number: int, usual_game: str) -> Part:
    kind: Kind = keys.one_of("kind", tuple(ASPECTS))  # type: ignore[assignment]
    compare = tuple(keys.texts("compare", USUAL[kind]))
    for aspect in compare:
        if aspect not in ASPECTS[kind]:
            raise NotationError("error.assignment_aspect", text=aspect, kind=kind, known=list(ASPECTS[kind]))
    functions = tuple(keys.texts("function", (FUNCTIONS[kind],)))
    positions = tuple(keys.texts("positions", ()))
    random = keys.whole("random", 0, MOST_POSITIONS, 0)
    depth = keys.whole("depth", 1, DEEPEST, 0) or None
    return Part(
        kind=kind,
        title=keys.text("title", f"{number}. {functions[0] or kind}"),
        functions=functions[:2],
        game=keys.text("same_as", keys.text("game", usual_game)),
        start=keys.text("position", "") or None,
        # Where nothing is said, the start of the game is the one position.
        positions=positions or (() if random else ("",)),
        random=random,
        seeds_by_student=keys.one_of("seeds", ("student", "same"), "student") == "student",
        depth=depth,
        cut=">" if keys.one_of("cut", (">=", "≥", ">", "strict"), ">=") in (">", "strict") else ">=",
        ties=keys.one_of("ties", ("any", "first", "last"), "any"),  # type: ignore[arg-type]
        win=keys.whole("win", 1, 10**9, 1),
        for_mover=keys.one_of("values_for", ("first", "mover"), "first") == "mover",
        compare=compare,
        expected=keys.numbers("expected"),
        against=keys.text("against", "random"),
        games=keys.whole("games", 1, 1000, 20),
        seconds=keys.number("seconds", 0.01, 600, 10 if kind in SEARCHES else 1),
        least=keys.number("least", 0, 1, 0.9 if kind == "evaluation" else 0.8),
        points=keys.number("points", 0, 1000, 10),
    )


def _try_positions(part: Part) -> None:
    """Refuse what cannot be set: an unknown game, an impossible or finished position, numbers that are missing."""
    start = Position.start(part.rules(), part.start)
    for moves in part.positions:
        if start.play_all(moves).is_over:
            raise NotationError("error.over_already")
    if "values" in part.compare and len(part.expected) != len(part.positions):
        raise NotationError("error.assignment_expected", count=len(part.positions), given=len(part.expected))
    if part.kind == "player" and "score" in part.compare:
        from enraya.players.catalogue import find_strategy, is_foreign

        if is_foreign(part.against):
            raise NotationError("error.assignment_against", text=part.against)
        find_strategy(part.against, part.rules())
