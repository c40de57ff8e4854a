"""Choosing a match by answering questions; every one has an answer that Enter gives."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TextIO, TypeVar

from enraya.catalogue import ALIASES, FAMILIES, find_game
from enraya.errors import EnrayaError, NotationError
from enraya.locale import LANGUAGES, Words
from enraya.match import DEFAULT_OPPONENT, HUMAN, MatchSettings, draw_seed
from enraya.notation import parse_decimal, parse_integer
from enraya.players.catalogue import strategy_names
from enraya.terminal.console import COMMANDS, Console, InputEnded, UserLeft, fold, open_console
from enraya.terminal.play import DONE, INTERRUPTED, play_matches
from enraya.terminal.session import GameFailed

PRESETS = [preset for family in FAMILIES.values() for preset in family.presets]
PERSONS = ("human", "humano", "humana", "persona")
STARTERS = {"azar": "random", "al azar": "random", "primero": "first", "1": "first", "segundo": "second", "2": "second"}
NO_CLOCK = ("none", "no", "ninguno", "0")
OTHER_NAMES = {"castellano": "es", "spanish": "es", "ingles": "en"}
"""Names of languages that are not what a language calls itself."""
USUAL_LEVEL = "5"
MOST_LEVEL = 10

Answer = TypeVar("Answer")


def run(language: str, *, input: TextIO | None = None, output: TextIO | None = None) -> int:
    """Ask what to play, play it, and ask again, until the user leaves; 0, or 130 after Ctrl-C."""
    console = open_console(language, input, output)
    settings = MatchSettings()
    try:
        Menu(console).choose_language()
        while True:
            settings = Menu(console).choose(settings)
            with suppress(GameFailed):
                play_matches(console, settings)
            settings = replace(settings, seed=draw_seed())
    except (UserLeft, InputEnded):
        console.say("menu.goodbye")
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


class Menu:
    """The questions, in order."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def choose_language(self) -> None:
        """Speak the language that is chosen from now on."""
        spoken = self._ask("menu.language", self.console.words.language, _read_language, words=list(LANGUAGES))
        self.console.words = Words(spoken)

    def choose(self, usual: MatchSettings) -> MatchSettings:
        """Settings that have been checked, field by field; what Enter gives is *usual*."""
        say = self.console.say
        say("menu.title")
        say("menu.leaving")
        say("menu.presets")
        self._list(PRESETS, "preset")
        settings = self._field("game", usual, usual.game, _read_game, example="mnk(4,4,3)")
        say("menu.players")
        offered = [HUMAN, *strategy_names(find_game(settings.game))]
        self._list(offered, "strategy")
        for field, otherwise in (("first", HUMAN), ("second", DEFAULT_OPPONENT)):
            # Who played the last game need not know this one.
            is_unknown = field in replace(usual, game=settings.game, position=None).refusals()
            player = otherwise if is_unknown else getattr(usual, field)
            settings = self._field(field, settings, player, lambda text: self._read_player(text, offered))
        settings = self._field("starter", settings, usual.starter, _read_starter)
        time = "none" if usual.seconds is None else f"{usual.seconds:g}"
        settings = self._field("seconds", settings, time, _read_seconds)
        return self._field("games", settings, str(usual.games), _read_games)

    def _field(
        self, field: str, settings: MatchSettings, usual: str, read: Callable[[str], object], **values: object
    ) -> MatchSettings:
        """*settings* with *field* as the user wants it; the match itself judges the value."""

        def accept(text: str) -> MatchSettings:
            changed = replace(settings, **{field: read(text)})  # type: ignore[arg-type]
            if field == "game":
                # Players and a position belong to the game that was chosen before.
                changed = replace(changed, position=None)
            refusal = changed.refusals().get(field)
            if refusal is not None:
                raise refusal
            return changed

        return self._ask(f"menu.{field}", usual, accept, **values)

    def _ask(self, key: str, usual: str, read: Callable[[str], Answer], **values: object) -> Answer:
        """Ask until *read* accepts the answer, and return its result."""
        while True:
            text = self.console.ask(self.console.words(key, usual=usual, **values))
            if COMMANDS.get(fold(text)) == "help":
                self.console.say("menu.help")
                continue
            try:
                return read(text.strip() or usual)
            except EnrayaError as error:
                self.console.refuse(error)

    def _list(self, names: list[str], kind: str) -> None:
        """Print *names*, numbered, each with what there is to say of it."""
        words = self.console.words
        for place, name in enumerate(names, 1):
            said = words(f"{kind}.{name}") if words.has(f"{kind}.{name}") else ""
            self.console.write(f"{words('menu.item', number=place, name=name)}  {said}".rstrip())

    def _read_player(self, text: str, offered: list[str]) -> str:
        name = _pick(text, offered)
        if fold(name) in PERSONS:
            return HUMAN
        if name == "level":
            return f"level:{self._ask('menu.level', USUAL_LEVEL, _read_level, most=MOST_LEVEL)}"
        return name


def _pick(text: str, offered: list[str]) -> str:
    """The one of *offered* that *text* counts to, or *text* itself."""
    if text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= len(offered):
        return offered[int(text) - 1]
    return text


def _read_language(text: str) -> str:
    names = {fold(name): code for code, name in LANGUAGES.items()} | OTHER_NAMES
    code = names.get(fold(text), fold(text))
    if code not in LANGUAGES:
        raise NotationError("menu.language_unknown", text=text, words=list(LANGUAGES))
    return code


def _read_game(text: str) -> str:
    return ALIASES.get(fold(text), _pick(text, PRESETS))


def _read_starter(text: str) -> str:
    return STARTERS.get(fold(text), fold(text))


def _read_seconds(text: str) -> float | None:
    if fold(text) in NO_CLOCK:
        return None
    try:
        return parse_decimal(text.replace(",", "."))
    except ValueError:
        raise NotationError("match.seconds", text=text, most=3600) from None


def _read_games(text: str) -> int:
    return parse_integer(text, "match.games", most=99)


def _read_level(text: str) -> int:
    level = parse_integer(text, "menu.level_unknown", most=MOST_LEVEL)
    if not 0 <= level <= MOST_LEVEL:
        raise NotationError("menu.level_unknown", text=text, most=MOST_LEVEL)
    return level
