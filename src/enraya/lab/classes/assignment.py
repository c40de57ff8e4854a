"""An assignment: what a class is to do, until when, and what of it students are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from enraya.errors import NotationError, Refusal
from enraya.lab.exercises.exercise import POINTS

Kind = Literal["set", "lessons", "puzzles", "player", "game"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Stage = Literal["hidden", "open", "frozen", "revealed"]
STAGES: tuple[Stage, ...] = get_args(Stage)
Shows = Literal["nothing", "marks", "reasons"]
"""What a student is shown once an answer was handed in."""

LONGEST_TITLE = 100
MOST_ITEMS = 60
LATEST = 10**11


@dataclass(frozen=True)
class Assignment:
    """What is assigned. `content` depends on the kind:

    `set`: `text`, the YAML file, and `questions`, what makes each question again. `lessons`: `lessons`, each with
    `name`, `title`, `steps` and the `kinds` of those. `puzzles`: `puzzles`, their names. `player`: `game`, and
    `tournament` once there is one; `has_arena` says that its players are apart from those of other assignments.
    `game`: nothing.

    A hidden one is seen by the teacher alone; a frozen one takes nothing more; a revealed one shows its solutions too.
    `published` says that the class sees everybody's marks in it.
    """

    number: int
    kind: Kind
    title: str
    content: Mapping[str, Any]
    stage: Stage = "hidden"
    shows: Shows = "marks"
    deadline: float | None = None
    has_variants: bool = False
    published: bool = False

    @property
    def items(self) -> list[str]:
        """What is to be handed in, item by item."""
        match self.kind:
            case "set":
                return [str(number) for number in range(1, len(self.content["questions"]) + 1)]
            case "lessons":
                return [str(lesson["name"]) for lesson in self.content["lessons"]]
            case "puzzles":
                return [str(name) for name in self.content["puzzles"]]
            case "player" | "game":
                return [self.kind]

    def points_of(self, item: str) -> float:
        """What *item* is worth."""
        if self.kind == "set":
            return float(self.content["questions"][int(item) - 1].get("points", POINTS))
        return float(POINTS)

    @property
    def points(self) -> float:
        """What all of it is worth."""
        return sum(self.points_of(item) for item in self.items)

    @property
    def is_seen(self) -> bool:
        """Whether students see it."""
        return self.stage != "hidden"

    @property
    def tells_marks(self) -> bool:
        """Whether a student is told how their own answers were marked."""
        return self.stage == "revealed" or self.shows != "nothing"

    @property
    def tells_reasons(self) -> bool:
        """Whether a student is told why."""
        return self.stage == "revealed" or self.shows == "reasons"

    @property
    def tells_solutions(self) -> bool:
        """Whether the right answers are told: only when the teacher has revealed them."""
        return self.stage == "revealed"

    def check_takes(self, now: float) -> None:
        """Refuse what is handed in while nothing is taken."""
        if self.stage == "hidden":
            raise Refusal("class.hidden")
        if self.stage != "open":
            raise Refusal("class.frozen")
        if self.deadline is not None and now > self.deadline:
            raise Refusal("class.late")

    def changed(self, said: Mapping[str, Any]) -> Assignment:
        """This assignment with other options."""
        return replace(self, **_options({**self.to_json(), **said}))

    def to_json(self) -> dict[str, Any]:
        """It as plain data, which `assignment_from` reads."""
        return {name: value for name, value in vars(self).items() if name != "number"}


def assignment_from(number: int, data: Mapping[str, Any]) -> Assignment:
    """The assignment that *data* holds, or a refusal."""
    kind = data.get("kind")
    if kind not in KINDS:
        raise NotationError("class.kind", text=str(kind), known=list(KINDS))
    made = Assignment(number, kind, content=data.get("content", {}), **_options(data))
    if not 1 <= len(made.items) <= MOST_ITEMS:
        raise NotationError("class.items", most=MOST_ITEMS)
    return made


def _options(data: Mapping[str, Any]) -> dict[str, Any]:
    """The options among *data*, each of its kind; or a refusal."""
    title = " ".join(str(data.get("title", "")).split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise NotationError("class.title", most=LONGEST_TITLE)
    stage, shows, deadline = data.get("stage", "hidden"), data.get("shows", "marks"), data.get("deadline")
    if stage not in STAGES or shows not in get_args(Shows):
        raise NotationError("class.option", text=f"{stage}, {shows}")
    if deadline is not None and not (isinstance(deadline, (int, float)) and 0 <= deadline <= LATEST):
        raise NotationError("class.deadline")
    return {
        "title": title,
        "stage": stage,
        "shows": shows,
        "deadline": None if deadline is None else float(deadline),
        "has_variants": bool(data.get("has_variants", False)),
        "published": bool(data.get("published", False)),
    }
