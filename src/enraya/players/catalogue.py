"""Every machine player by its name: built in, plugged in, or in a student's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from enraya.custom import is_file_name
from enraya.errors import NotationError
from enraya.game import Game
from enraya.notation import Spec, parse_player_spec
from enraya.players.deepening import USUAL, DeepeningPlayer
from enraya.players.file import FilePlayer, load_evaluate
from enraya.players.levels import LEVELS, LevelPlayer
from enraya.players.mcts import MctsPlayer
from enraya.players.oso import OsoEasy, OsoHard, OsoMedium
from enraya.players.perfect import PerfectPlayer
from enraya.players.perfect import is_offered as is_solvable
from enraya.players.random import RandomPlayer
from enraya.players.rules import RulesPlayer
from enraya.players.strategy import Strategy
from enraya.players.textbook import Textbook
from enraya.search.limit import DEEPEST, UNLIMITED, Limit

ENTRY_POINTS = "enraya.players"
HARD_PLIES = 3


class Options:
    """The options said after a player's name, each read once; what nobody reads is refused."""

    def __init__(self, spec: Spec, known: tuple[str, ...]) -> None:
        names = [name for name in known if name != "native"]
        if len(spec.arguments) > 1 or (spec.arguments and not known):
            raise NotationError("error.option_unknown", option=",".join(spec.arguments), options=names or ["–"])
        self._said = dict(spec.options)
        if spec.arguments:
            self._said.setdefault(known[0], spec.arguments[0])
        for name in self._said:
            if name not in (*known, "seed"):
                raise NotationError("error.option_unknown", option=name, options=[*names, "seed"])

    def text(self, name: str, default: str, words: tuple[str, ...] = ()) -> str:
        """A word, one of *words* where they are given."""
        said = self._said.get(name, default)
        if words and said not in words:
            raise NotationError("error.option_word", option=name, text=said, words=words)
        return said

    def number(self, name: str, default: int | None, least: int, most: int) -> int | None:
        """A whole number between limits."""
        said = self._said.get(name)
        if said is None:
            return default
        if not (said.isascii() and said.isdigit() and len(said) < 12) or not least <= int(said) <= most:
            raise NotationError("error.option_number", option=name, text=said, least=least, most=most)
        return int(said)

    def seconds(self, default: float | None) -> float | None:
        """A time to think."""
        said = self._said.get("seconds")
        if said is None:
            return default
        try:
            value = float(said)
        except ValueError:
            value = -1.0
        if not 0.001 <= value <= 86400:
            raise NotationError("error.option_number", option="seconds", text=said, least="0.001", most=86400)
        return value

    def limit(self, usual: Limit = UNLIMITED) -> Limit:
        """The limits said; the usual time holds only if nothing is said at all."""
        depth, nodes = self.number("depth", None, 1, DEEPEST), self.number("nodes", None, 1, 10**11 - 1)
        is_free = depth is None and nodes is None
        return Limit(self.seconds(usual.seconds if is_free else None), depth, nodes)

    def has(self, name: str) -> bool:
        """Whether the option was said."""
        return name in self._said


@dataclass(frozen=True)
class Kind:
    """A kind of player: what may be said of it, how it is made, and for which games it is there."""

    options: tuple[str, ...]
    make: Callable[[str, Game[Any, Any], Options, int | None], Strategy]
    is_for: Callable[[Game[Any, Any]], bool] = lambda game: True


def _is_tic_tac_toe(game: Game[Any, Any]) -> bool:
    return game.name == "mnk(3,3,3)"


def _is_oso(game: Game[Any, Any]) -> bool:
    return game.name.startswith("oso(")


def _textbook(text: str, game: Game[Any, Any], options: Options, seed: int | None) -> Strategy:
    return Textbook(
        parse_player_spec(text).name,
        own_limit=options.limit(),
        cut=options.text("cut", ">=", (">=", ">")),  # type: ignore[arg-type]
        evaluate=load_evaluate(options.text("evaluate", ""), game) if options.has("evaluate") else None,
        distance=options.text("distance", "true", ("true", "false")) == "true",
        native=options.text("native", "true", ("true", "false")) == "true",
        seed=seed,
        name=text,
    )


def _deepening(text: str, game: Game[Any, Any], options: Options, seed: int | None) -> Strategy:
    return DeepeningPlayer(
        own_limit=options.limit(USUAL),
        evaluate=load_evaluate(options.text("evaluate", ""), game) if options.has("evaluate") else None,
        native=options.text("native", "true", ("true", "false")) == "true",
        seed=seed,
        name=text,
    )


def _level(text: str, game: Game[Any, Any], options: Options, seed: int | None) -> Strategy:
    level = options.number("level", None, 0, len(LEVELS) - 1)
    if level is None:
        raise NotationError("error.option_number", option="level", text="", least=0, most=len(LEVELS) - 1)
    return LevelPlayer(level, native=options.text("native", "true", ("true", "false")) == "true", seed=seed)


LIMITS = ("depth", "seconds", "nodes")
KINDS: dict[str, Kind] = {
    "random": Kind((), lambda text, game, options, seed: RandomPlayer(seed)),
    "rules": Kind((), lambda text, game, options, seed: RulesPlayer(seed), _is_tic_tac_toe),
    "minimax": Kind((*LIMITS, "evaluate", "distance", "native"), _textbook),
    "alphabeta": Kind((*LIMITS, "evaluate", "distance", "cut", "native"), _textbook),
    "alphabeta+": Kind((*LIMITS, "evaluate", "native"), _deepening),
    "mcts": Kind(
        LIMITS, lambda text, game, options, seed: MctsPlayer(own_limit=options.limit(USUAL), seed=seed, name=text)
    ),
    "perfect": Kind((), lambda text, game, options, seed: PerfectPlayer(game, seed), is_solvable),
    "level": Kind(("level", "native"), _level),
    "oso-easy": Kind((), lambda text, game, options, seed: OsoEasy(seed), _is_oso),
    "oso-medium": Kind((), lambda text, game, options, seed: OsoMedium(seed), _is_oso),
    "oso-hard": Kind(
        ("plies", "native"),
        lambda text, game, options, seed: OsoHard(
            plies=options.number("plies", HARD_PLIES, 1, 60) or HARD_PLIES,
            native=options.text("native", "true", ("true", "false")) == "true",
            seed=seed,
        ),
        _is_oso,
    ),
}


def strategy_names(game: Game[Any, Any]) -> list[str]:
    """The players that can be offered for *game*, in the order to offer them."""
    return [name for name, kind in KINDS.items() if kind.is_for(game)]


def is_foreign(text: str) -> bool:
    """Whether the player that *text* names runs code from outside: a file, a plug-in, or a file's evaluation."""
    name = text.partition(":")[0].strip()
    return name not in KINDS or "evaluate" in parse_player_spec(text).options


def find_strategy(text: str, game: Game[Any, Any], seed: int | None = None) -> Strategy:
    """The player that *text* names, ready for *game*; a seed in the text goes before *seed*."""
    # An option of a built-in player may name a file too.
    if text.partition(":")[0].strip() not in KINDS and is_file_name(text):
        return FilePlayer(text.strip(), game)
    spec = parse_player_spec(text)
    if spec.name not in KINDS:
        if spec.name in _plug_ins():
            return _plugged_in(spec.name, game, seed)
        raise NotationError("error.player_unknown", text=text, known=[*KINDS, *sorted(_plug_ins())])
    kind = KINDS[spec.name]
    if not kind.is_for(game):
        raise NotationError("error.player_not_for", player=spec.name, game=game.name, known=strategy_names(game))
    options = Options(spec, kind.options)
    return kind.make(text.strip(), game, options, options.number("seed", seed, 0, 10**9))


@cache
def _plug_ins() -> Mapping[str, Any]:
    # Reads every installed package, so only when a name is asked for that is not built in.
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def _plugged_in(name: str, game: Game[Any, Any], seed: int | None) -> Strategy:
    """A plug-in is a class or function that takes the game and the seed and gives a strategy."""
    try:
        made: Strategy = _plug_ins()[name].load()(game, seed)
    except Exception as error:
        raise NotationError("error.plug_in", name=name, reason=f"{type(error).__name__}: {error}") from None
    return made
