"""The settings of a match: game, players, who starts, time, number of games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from enraya.custom import cause_of
from enraya.errors import EnrayaError, IllegalPosition, NotationError
from enraya.match.clock import is_number
from enraya.position import Position

HUMAN = "human"
DEFAULT_OPPONENT = "alphabeta+"
MOST_GAMES = 99
MOST_SECONDS = 3600
LARGEST_SEED = 2**63 - 1
VERSION = 1

Starter = Literal["random", "first", "second"]
STARTERS: tuple[str, ...] = get_args(Starter)


def draw_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbits(32)


@dataclass(frozen=True)
class MatchSettings:
    """The choices of one match; with its events they say everything that happened in it.

    `first` and `second` are the players of seat 0 and seat 1: `human`, or the text of a strategy. `starter` is
    the seat that makes the first move of the first game. `seconds` is the time for each move, None for no clock.
    Every game begins at `position`, a text of the game's, or at its usual start. All chance comes from `seed`.
    """

    game: str = "mnk(3,3,3)"
    first: str = HUMAN
    second: str = DEFAULT_OPPONENT
    starter: Starter = "random"
    seconds: float | None = 20
    games: int = 3
    exam: bool = False
    position: str | None = None
    seed: int = field(default_factory=draw_seed)

    @property
    def players(self) -> tuple[str, str]:
        """The player in each seat."""
        return self.first, self.second

    def is_human(self, seat: int) -> bool:
        """True if a person plays in *seat*."""
        return self.players[seat] == HUMAN

    @property
    def has_human(self) -> bool:
        """True if any seat is a person's."""
        return HUMAN in self.players

    @property
    def waits(self) -> bool:
        """True if the clock waits while the only person is away: against a machine, and not in an exam."""
        return self.players.count(HUMAN) == 1 and not self.exam

    def opening(self) -> Position:
        """The position that each game begins from, or a refusal: it must not be the end."""
        opening = Position.start(self.game, self.position)
        if opening.is_over:
            raise IllegalPosition("match.start_over", field="position" if self.position else "game")
        return opening

    def check(self) -> None:
        """Raise the first of `refusals`, if any."""
        for refusal in self.refusals().values():
            raise refusal

    def refusals(self) -> dict[str, EnrayaError]:
        """The refusals by field; a refusal carries the name of its field too, as `field`."""
        found: dict[str, EnrayaError] = {}
        checks: list[tuple[str, Callable[[], None]]] = [
            ("game", self._check_game),
            ("position", self._check_position),
            ("first", lambda: self._check_player(self.first)),
            ("second", lambda: self._check_player(self.second)),
            ("starter", self._check_starter),
            ("seconds", self._check_seconds),
            ("games", self._check_games),
            ("exam", self._check_exam),
            ("seed", self._check_seed),
        ]
        for name, check in checks:
            # Neither a position nor a strategy can be judged without the game.
            if "game" in found and name in ("position", "first", "second"):
                continue
            try:
                check()
            except EnrayaError as error:
                found[name] = type(error)(error.code, **{**error.values, "field": name})
        return found

    def check_values(self) -> None:
        """Refuse numbers and words out of their range; the game and the players are not looked at."""
        for check in (self._check_starter, self._check_seconds, self._check_games, self._check_exam, self._check_seed):
            check()

    def _check_game(self) -> None:
        if not isinstance(self.game, str):
            raise NotationError("match.field_text", field="game")
        self._opening_of(None)

    def _check_position(self) -> None:
        if self.position is None:
            return
        if not isinstance(self.position, str):
            raise NotationError("match.field_text", field="position")
        self._opening_of(self.position)

    def _opening_of(self, position: str | None) -> None:
        try:
            MatchSettings(game=self.game, position=position, seed=0).opening()
        except EnrayaError:
            raise
        except Exception as error:
            # A custom game may raise anything.
            raise NotationError("match.game_fails", game=self.game, reason=cause_of(error)) from None

    def _check_player(self, text: str) -> None:
        if not isinstance(text, str) or not text.strip():
            raise NotationError("match.player", text=str(text))
        if text != HUMAN:
            from enraya.players.catalogue import find_strategy

            find_strategy(text, Position.start(self.game).game, self.seed)

    def _check_starter(self) -> None:
        if self.starter not in STARTERS:
            raise NotationError("match.starter", field="starter", text=str(self.starter), words=STARTERS)

    def _check_seconds(self) -> None:
        if self.seconds is None:
            return
        if not is_number(self.seconds) or not 1 <= self.seconds <= MOST_SECONDS:
            raise NotationError("match.seconds", field="seconds", text=str(self.seconds), most=MOST_SECONDS)

    def _check_games(self) -> None:
        if type(self.games) is not int or not 1 <= self.games <= MOST_GAMES:
            raise NotationError("match.games", field="games", text=str(self.games), most=MOST_GAMES)

    def _check_exam(self) -> None:
        if not isinstance(self.exam, bool):
            raise NotationError("match.exam_word", field="exam", text=str(self.exam))

    def _check_seed(self) -> None:
        if type(self.seed) is not int or not -LARGEST_SEED <= self.seed <= LARGEST_SEED:
            raise NotationError("match.seed", field="seed", most=LARGEST_SEED)

    def to_json(self) -> dict[str, Any]:
        """The settings as plain data that `from_json` reads."""
        return {"version": VERSION, **asdict(self)}

    @classmethod
    def from_json(cls, data: object) -> MatchSettings:
        """The settings that `to_json` wrote, their values in range; the game and the players may still be unknown."""
        if not isinstance(data, Mapping):
            raise NotationError("match.save_fields")
        if data.get("version") != VERSION:
            raise NotationError("match.save_version", version=str(data.get("version")), known=VERSION)
        values = {key: value for key, value in data.items() if key != "version"}
        names = {field.name for field in fields(cls)}
        if set(values) != names or not all(isinstance(values[name], str) for name in ("game", "first", "second")):
            raise NotationError("match.save_fields")
        if not isinstance(values["position"], str | None):
            raise NotationError("match.save_fields")
        settings = cls(**values)
        settings.check_values()
        return settings
