"""Games as answers: the catalogue, one game, and what is wrong with a set-up."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from enraya.server.api.answers.refusals import Refused
from enraya.server.views.board import BoardShown, Both, Kind, PositionAnswer, Seat, WireModel


class OptionShown(WireModel):
    """An option of a game or a player."""

    name: str
    kind: Literal["number", "word", "flag", "text"]
    default: int | float | str | bool | None
    least: float | None
    most: float | None
    words: list[str] | None
    required: bool
    title: Both


class Sample(WireModel):
    """A position for the gallery."""

    board: BoardShown | None
    order: list[int]


class Preset(WireModel):
    """A game that people know by a name."""

    game: str
    title: Both
    options: dict[str, int | float | str | bool | None]
    sample: Sample


class Family(WireModel):
    """A family of games."""

    family: str
    kind: Kind
    title: Both
    rules: Both
    options: list[OptionShown]
    presets: list[Preset]
    fault: Both | None = Field(description="why a custom game cannot be played, if it cannot")


class SettingsShown(WireModel):
    """The choices of a match."""

    game: str
    first: str
    second: str
    starter: Literal["random", "first", "second"]
    seconds: float | None
    games: int
    exam: bool
    position: str | None
    names: tuple[str | None, str | None]
    invite: Seat | None


class Catalogue(WireModel):
    """All there is to play."""

    families: list[Family]
    defaults: SettingsShown


class StrategyShown(WireModel):
    """A machine player."""

    player: str
    title: Both
    options: list[OptionShown]


class EditorFieldShown(WireModel):
    """A field of the position editor that stands beside the board."""

    name: str
    kind: Literal["word", "number"]
    words: list[str] | None
    default: str
    title: Both


class EditorShown(WireModel):
    """The signs and the fields that a board editor offers."""

    signs: list[str]
    fields: list[EditorFieldShown]


class GameAnswer(WireModel):
    """One game."""

    game: str
    family: str
    kind: Kind
    title: Both
    rules: Both
    forms: str
    strategies: list[StrategyShown]
    editor: EditorShown | None
    start: PositionAnswer


class CheckAnswer(WireModel):
    """The refusals of a set-up, by field."""

    game: str | None
    refusals: dict[str, Refused]
