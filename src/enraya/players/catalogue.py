"""Every machine player by its name: built in, plugged in, or in a student's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from enraya.custom import is_file_name, split_file_name
from enraya.errors import NotationError
from enraya.game import Game
from enraya.notation import parse_player_spec
from enraya.players.deepening import USUAL, DeepeningPlayer
from enraya.players.file import FilePlayer, load_evaluate
from enraya.players.levels import LevelPlayer
from enraya.players.mcts import MctsPlayer
from enraya.players.options import FILE, NATIVE, OPTIONS_OF, SEED, GivenOptions
from enraya.players.oso import OsoEasy, OsoHard, OsoMedium
from enraya.players.perfect import PerfectPlayer
from enraya.players.perfect import is_offered as is_solvable
from enraya.players.random import RandomPlayer
from enraya.players.rules import RulesPlayer
from enraya.players.strategy import Strategy
from enraya.players.textbook import Textbook
from enraya.search.limit import Limit
from enraya.search.value import Evaluate

ENTRY_POINTS = "enraya.players"


@dataclass(frozen=True)
class Kind:
    """A kind of player: how it is made, and for which games it is there. Its options are in `OPTIONS_OF`."""

    make: Callable[[str, Game[Any, Any], GivenOptions, int | None], Strategy]
    is_for: Callable[[Game[Any, Any]], bool] = lambda game: True


def _is_tic_tac_toe(game: Game[Any, Any]) -> bool:
    return game.name == "mnk(3,3,3)"


def _is_oso(game: Game[Any, Any]) -> bool:
    return game.name.startswith("oso(")


def _textbook(text: str, game: Game[Any, Any], options: GivenOptions, seed: int | None) -> Strategy:
    return Textbook(
        parse_player_spec(text).name,
        own_limit=options.limit(),
        cut=options.text("cut"),  # type: ignore[arg-type]
        evaluate=_evaluation(options, game),
        distance=options.flag("distance"),
        native=options.flag(NATIVE),
        seed=seed,
        name=text,
    )


def _greedy(text: str, game: Game[Any, Any], options: GivenOptions, seed: int | None) -> Strategy:
    """The "pseudo-minimax" that a first practice begins with: the best-looking position after one ply."""
    return Textbook("minimax", own_limit=Limit(depth=1), evaluate=_evaluation(options, game), seed=seed, name=text)


def _deepening(text: str, game: Game[Any, Any], options: GivenOptions, seed: int | None) -> Strategy:
    return DeepeningPlayer(
        own_limit=options.limit(USUAL),
        evaluate=_evaluation(options, game),
        native=options.flag(NATIVE),
        seed=seed,
        name=text,
    )


def _evaluation(options: GivenOptions, game: Game[Any, Any]) -> Evaluate | None:
    if options.evaluate is not None:
        return options.evaluate
    return load_evaluate(options.text(FILE), game) if options.has(FILE) else None


def _level(text: str, game: Game[Any, Any], options: GivenOptions, seed: int | None) -> Strategy:
    return LevelPlayer(options.number("level") or 0, native=options.flag(NATIVE), seed=seed)


KINDS: dict[str, Kind] = {
    "random": Kind(lambda text, game, options, seed: RandomPlayer(seed)),
    "rules": Kind(lambda text, game, options, seed: RulesPlayer(seed), _is_tic_tac_toe),
    "greedy": Kind(_greedy),
    "minimax": Kind(_textbook),
    "minimax-pair": Kind(_textbook),
    "alphabeta": Kind(_textbook),
    "alphabeta+": Kind(_deepening),
    "mcts": Kind(lambda text, game, options, seed: MctsPlayer(own_limit=options.limit(USUAL), seed=seed, name=text)),
    "perfect": Kind(lambda text, game, options, seed: PerfectPlayer(game, seed), is_solvable),
    "level": Kind(_level),
    "oso-easy": Kind(lambda text, game, options, seed: OsoEasy(seed), _is_oso),
    "oso-medium": Kind(lambda text, game, options, seed: OsoMedium(seed), _is_oso),
    "oso-hard": Kind(
        lambda text, game, options, seed: OsoHard(
            plies=options.number("plies") or 1, native=options.flag(NATIVE), seed=seed
        ),
        _is_oso,
    ),
}


_offered: dict[str, Kind] = {}
"""Players that were put on offer in this process; they take no options."""


def offer(name: str, kind: Kind) -> None:
    """Register a player of *kind* under *name*."""
    _offered[name] = kind


def withdraw(name: str) -> None:
    """The player *name* is no longer offered."""
    _offered.pop(name, None)


def strategy_names(game: Game[Any, Any]) -> list[str]:
    """The players that can be offered for *game*, in the order to offer them."""
    return [name for name, kind in {**KINDS, **_offered}.items() if kind.is_for(game)]


def is_foreign(text: str) -> bool:
    """True if the player that *text* names runs code from outside: a file, a plug-in, or a file's evaluation."""
    name = text.partition(":")[0].strip()
    return name not in KINDS or FILE in parse_player_spec(text).options


def files_of_player(text: str) -> tuple[str, ...]:
    """The files that the player *text* runs: its own, or that of its evaluation."""
    name = text.partition(":")[0].strip()
    file = text.strip() if name not in KINDS else parse_player_spec(text).options.get(FILE, "")
    return (split_file_name(file)[0],) if is_file_name(file) else ()


def find_strategy(
    text: str, game: Game[Any, Any], seed: int | None = None, *, evaluate: Evaluate | None = None
) -> Strategy:
    """The player that *text* names, ready for *game*; a seed in the text goes before *seed*.

    *evaluate* judges unfinished positions for a search that takes an evaluation.

    >>> from enraya import Limit, Position, find_strategy
    >>> start = Position.start("connect")
    >>> player = find_strategy("alphabeta:depth=4", start.game)
    >>> start.game.format_move(player.choose(start, Limit()).move)
    '4'
    """
    if evaluate is not None and FILE not in OPTIONS_OF.get(text.partition(":")[0].strip(), ()):
        takers = [name for name in KINDS if FILE in OPTIONS_OF.get(name, ())]
        raise NotationError("error.evaluate_not_for", player=text, known=takers)
    # An option of a built-in player may name a file too.
    if text.partition(":")[0].strip() not in KINDS and is_file_name(text):
        return FilePlayer(text.strip(), game)
    spec = parse_player_spec(text)
    if spec.name not in (*KINDS, *_offered):
        if spec.name in _plug_ins():
            return _plugged_in(spec.name, game, seed)
        raise NotationError("error.player_unknown", text=text, known=[*KINDS, *sorted(_plug_ins())])
    kind = KINDS.get(spec.name) or _offered[spec.name]
    if not kind.is_for(game):
        raise NotationError("error.player_not_for", player=spec.name, game=game.name, known=strategy_names(game))
    options = GivenOptions(spec, spec.name, evaluate)
    return kind.make(text.strip(), game, options, options.number(SEED) if options.has(SEED) else seed)


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
