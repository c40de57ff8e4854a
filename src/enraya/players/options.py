"""The options of players: one table that the parser, the server, the set-up form and `--help` read."""

from __future__ import annotations

from collections.abc import Mapping

from enraya.catalogue import Option
from enraya.errors import NotationError
from enraya.notation import Spec
from enraya.search.limit import DEEPEST, UNLIMITED, Limit
from enraya.search.value import Evaluate

LARGEST_SEED = 10**9
HIGHEST_LEVEL = 10
NATIVE, FILE, SEED = "native", "evaluate", "seed"

OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        Option("depth", None, 1, DEEPEST),
        Option("seconds", None, 0.001, 86_400, decimal=True),
        Option("nodes", None, 1, 10**11 - 1),
        Option("distance", True),
        Option("cut", ">=", words=(">=", ">")),
        Option("level", 5, 0, HIGHEST_LEVEL, required=True),
        Option("plies", 3, 1, 60),
        Option(FILE, None),
        Option(SEED, None, 0, LARGEST_SEED),
        Option(NATIVE, True),
    )
}
"""The options by name; the message `option.NAME` describes each."""

LIMITS = ("depth", "seconds", "nodes")
OPTIONS_OF: Mapping[str, tuple[str, ...]] = {
    "random": (),
    "rules": (),
    "greedy": (FILE,),
    "minimax": (*LIMITS, FILE, "distance", NATIVE),
    "minimax-pair": (*LIMITS, FILE, "distance"),
    "alphabeta": (*LIMITS, FILE, "distance", "cut", NATIVE),
    "alphabeta+": (*LIMITS, FILE, NATIVE),
    "mcts": LIMITS,
    "perfect": (),
    "level": ("level", NATIVE),
    "oso-easy": (),
    "oso-medium": (),
    "oso-hard": ("plies", NATIVE),
}
"""The options of each kind of player; what stands first may be said without its name, as in `level:5`.
Players that are put on offer have none."""

ALIASES: Mapping[str, Mapping[str, str]] = {"oso-hard": {"depth": "plies"}}
"""Other names for options of a player: how far to look ahead is `depth` for whoever searches."""


def documented_options(player: str) -> list[Option]:
    """The options of *player* that people are told of: whether C++ is used is for tests and measurements."""
    return [OPTIONS[name] for name in OPTIONS_OF.get(player, ()) if name != NATIVE]


def offered_options(player: str) -> list[Option]:
    """The options of *player* that a form offers and that may be asked for over the network: no files."""
    return [option for option in documented_options(player) if option.name != FILE]


class GivenOptions:
    """The options said after a player's name; what its kind does not know is refused."""

    def __init__(self, spec: Spec, player: str, evaluate: Evaluate | None = None) -> None:
        """*evaluate* is an evaluation that was given as a function and not said."""
        self.evaluate = evaluate
        known = OPTIONS_OF.get(player, ())
        names = [option.name for option in documented_options(player)]
        if len(spec.arguments) > 1 or (spec.arguments and not known):
            raise NotationError("error.option_unknown", option=",".join(spec.arguments), options=names or ["–"])
        other_names = ALIASES.get(player, {})
        self._said = {other_names.get(name, name): text for name, text in spec.options.items()}
        said = [*(known[:1] if spec.arguments else ()), *(other_names.get(name, name) for name in spec.options)]
        if twice := next((name for name in said if said.count(name) > 1), None):
            raise NotationError("error.option_twice", option=twice)
        if spec.arguments:
            self._said[known[0]] = spec.arguments[0]
        for name in self._said:
            if name not in (*known, SEED):
                raise NotationError("error.option_unknown", option=name, options=[*names, SEED])

    def has(self, name: str) -> bool:
        """True if the option was given."""
        return name in self._said

    def text(self, name: str) -> str:
        """A word, or any text."""
        return str(self._value(name))

    def flag(self, name: str) -> bool:
        """The value of a yes-or-no option."""
        return bool(self._value(name))

    def number(self, name: str) -> int | None:
        """A whole number."""
        value = self._value(name)
        assert value is None or isinstance(value, int)
        return value

    def limit(self, usual: Limit = UNLIMITED) -> Limit:
        """The limits said; the usual time holds only if nothing is said at all."""
        depth, nodes, seconds = self.number("depth"), self.number("nodes"), self._value("seconds")
        if depth is None and nodes is None and seconds is None:
            return Limit(usual.seconds)
        return Limit(None if seconds is None else float(seconds), depth, nodes)

    def _value(self, name: str) -> int | float | str | bool | None:
        option = OPTIONS[name]
        if name in self._said:
            return option.read(self._said[name])
        return option.read("") if option.required else option.default
