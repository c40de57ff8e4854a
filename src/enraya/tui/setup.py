"""All settings of a match: the level first, then opponent, board and clock; errors stand by the field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Select, Static

from enraya.catalogue import FAMILIES, Option, find_game, options_of
from enraya.custom import is_file_name
from enraya.errors import EnrayaError, NotationError
from enraya.match import HUMAN, MatchSettings
from enraya.match.settings import MOST_GAMES, MOST_SECONDS
from enraya.notation import parse_decimal, parse_integer
from enraya.players.catalogue import strategy_names
from enraya.tui.frame import EnrayaScreen, Key
from enraya.tui.help import setup_help
from enraya.tui.preferences import HIGHEST_LEVEL
from enraya.tui.wording import level_in, level_name, player_name, short_title

LEVEL, OWN_PLAYER, NONE = "level", "own", "none"
CLOCKS = (NONE, "5", "10", "20", "60")
SIDES = ("second", "first")
Choices = list[tuple[str, str]]


class SetupScreen(EnrayaScreen):
    """A form; what is wrong is said next to the field before anything starts."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", show=False),
        Binding("f1", "help", show=False),
        Binding("escape", "leave", show=False),
    ]
    KEYS = (
        Key("Tab", "app.focus_next", "tui.key.field"),
        Key("F5", "screen.start", "web.setup.start"),
        Key("F1", "screen.help", "web.help.title"),
        Key("Esc", "screen.leave", "tui.key.back"),
    )
    CSS = """
    SetupScreen VerticalScroll { padding: 0 2; }
    SetupScreen .row { height: 1; }
    SetupScreen .row > Static { width: 26; }
    SetupScreen .row > Select { width: 40; }
    SetupScreen .row > Input { width: 40; }
    SetupScreen .refusal { color: $bad; padding-left: 26; display: none; }
    SetupScreen #note { margin-bottom: 1; }
    SetupScreen Button { margin-top: 1; margin-left: 26; }
    """

    def __init__(self, game: str, settings: MatchSettings) -> None:
        super().__init__()
        self._game, self._settings = game, settings
        self._values: dict[str, str] = {}
        """The values chosen so far, by field, so that a change of language loses nothing."""

    def title_text(self) -> str:
        return f"Enraya · {short_title(self._game, self.words)}"

    # Fields

    def content(self) -> ComposeResult:
        words, settings = self.words, self._settings
        with VerticalScroll():
            note = f"{words('web.setup.title')}. {words('web.setup.level_hint')}"
            yield Static(note, classes="soft", id="note", markup=False)
            level = next((str(each) for each in map(level_in, settings.players[::-1]) if each is not None), None)
            usual = level or str(self.enraya.preferences.level_for(self._game))
            levels = [(level_name(each, words), str(each)) for each in range(HIGHEST_LEVEL + 1)]
            yield from self._select("level", words("web.player.level"), levels, usual)
            for side in SIDES:
                label = words("web.chips.opponent" if side == "second" else "web.setup.first")
                yield from self._select(side, label, self._players(()), _kind(getattr(settings, side)))
                yield from self._input(f"{side}_text", words("tui.player_text"), getattr(settings, side))
            for option in self._options():
                yield from self._option(option)
            if self._game.startswith("tree"):
                yield from self._input("tree", words("web.setup.tree"), self._game.removeprefix("tree").strip()[1:-1])
            clocks = [(_clock(each, words), each) for each in self._clocks()]
            yield from self._select("seconds", words("web.chips.clock"), clocks, _written(settings.seconds))
            starters = [
                (words("web.setup.first"), "first"),
                (words("web.setup.second"), "second"),
                (words("web.setup.starter_random"), "random"),
            ]
            yield from self._select("starter", words("web.setup.starter"), starters, settings.starter)
            yield from self._input("games", words("web.setup.games"), str(settings.games))
            exams = [(words("web.word.false"), "false"), (words("web.word.true"), "true")]
            yield from self._select("exam", words("web.setup.exam"), exams, str(settings.exam).lower())
            yield from self._input("position", words("web.setup.position"), settings.position or "")
            yield Button(words("web.setup.start"), id="start", compact=True)

    def _select(self, name: str, label: str, choices: Choices, value: str) -> ComposeResult:
        value = self._values.get(name, value)
        if value not in [each for _, each in choices]:
            choices = [*choices, (value, value)]
        with Horizontal(classes="row"):
            yield Static(label, markup=False)
            yield Select(choices, value=value, allow_blank=False, id=name, compact=True)
        yield Static(classes="refusal", id=f"refusal-{name}", markup=False)

    def _input(self, name: str, label: str, value: str) -> ComposeResult:
        with Horizontal(classes="row", id=f"row-{name}"):
            yield Static(label, markup=False)
            yield Input(self._values.get(name, value), id=name, compact=True)
        yield Static(classes="refusal", id=f"refusal-{name}", markup=False)

    def _options(self) -> tuple[Option, ...]:
        family = FAMILIES.get(self._game.partition("(")[0])
        return family.options if family and not is_file_name(self._game) else ()

    def _option(self, option: Option) -> ComposeResult:
        words = self.words
        chosen = options_of(self._game)[1].get(option.name)
        name, label = f"option-{option.name}", _capital(words(f"option.{option.name}"))
        if option.kind == "number":
            yield from self._input(name, label, "" if chosen is None else str(chosen))
            return
        offered = ("false", "true") if option.kind == "flag" else option.words
        choices = [(words(f"web.word.{each}") if words.has(f"web.word.{each}") else each, each) for each in offered]
        yield from self._select(name, label, choices, str(chosen).lower())

    def _players(self, machines: Iterable[str]) -> Choices:
        words = self.words
        names = [LEVEL, *(name for name in machines if name != LEVEL), HUMAN]
        named = [(player_name(name, words), name) for name in names if name not in (HUMAN, LEVEL)]
        level, person = (words("web.player.level"), LEVEL), (words("web.setup.here"), HUMAN)
        return [level, *named, person, (words("tui.own_player"), OWN_PLAYER)]

    def _clocks(self) -> list[str]:
        usual = _written(self._settings.seconds)
        return [*CLOCKS] if usual in CLOCKS else [*CLOCKS, usual]

    def fill(self) -> None:
        """Show the fields that belong to what is chosen, and find out who can play."""
        self._show_own()
        self.query_one("#level").focus()
        self.work(self._find_players)

    def _find_players(self) -> None:
        """Find the players of this game in a thread: that may take a moment, and with a custom game any time."""
        try:
            names = strategy_names(find_game(self._game))
        except Exception:
            # What is wrong with the game is said when the match is to start.
            return
        self.tell(self._offer, names)

    def _offer(self, names: list[str]) -> None:
        for side in SIDES:
            select = self.query_one(f"#{side}", Select)
            value = select.value
            choices = self._players(names)
            if value not in [each for _, each in choices]:
                choices.append((player_name(str(value), self.words), str(value)))
            select.set_options(choices)
            select.value = value

    def on_select_changed(self, event: Select.Changed) -> None:
        """Store the choice, and show what belongs to it."""
        if event.select.id:
            self._values[event.select.id] = str(event.value)
        self._show_own()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Store the text typed."""
        if event.input.id:
            self._values[event.input.id] = event.value

    def _show_own(self) -> None:
        for side in SIDES:
            self.query_one(f"#row-{side}_text").display = self.query_one(f"#{side}", Select).value == OWN_PLAYER

    # Starting

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start."""
        self.action_start()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """Start the match, or say what is wrong."""
        for refusal in self.query(".refusal"):
            refusal.display = False
        found: dict[str, EnrayaError] = {}
        changes: dict[str, Any] = {}
        for name, read in (
            ("game", self._read_game),
            ("games", self._read_games),
            ("seconds", self._read_seconds),
        ):
            try:
                changes[name] = read()
            except EnrayaError as error:
                found[name] = error
        for side in SIDES:
            changes[side] = self._read_player(side)
        changes["starter"] = self._value("starter")
        changes["exam"] = self._value("exam") == "true"
        changes["position"] = self._value("position").strip() or None
        if found:
            self._refuse(found)
            return
        if (level := self._value("level")).isdigit() and LEVEL in (self._value("first"), self._value("second")):
            self.enraya.choose_level(changes["game"], int(level))
        settings = replace(self._settings, **changes)
        self.work(lambda: self._check(settings))

    def _check(self, settings: MatchSettings) -> None:
        """Look at the settings off the screen's thread: that may load a file."""
        refusals = settings.refusals()
        if refusals:
            self.tell(self._refuse, refusals)
        else:
            self.tell(self._start, settings)

    def _start(self, settings: MatchSettings) -> None:
        self.enraya.play(settings, instead=True)

    def _refuse(self, refusals: dict[str, EnrayaError]) -> None:
        focused = False
        for name, error in refusals.items():
            place = self._place_of(name, error)
            refusal = self.query_one(f"#refusal-{place}", Static)
            refusal.update(Content(error.in_language(self.words.language)))
            refusal.display = True
            if not focused:
                self.query_one(f"#{place}").focus()
                refusal.scroll_visible(animate=False)
                focused = True

    def _place_of(self, field: str, error: EnrayaError) -> str:
        """The field beside which *error* belongs."""
        if field == "game":
            option = error.values.get("option")
            if option is None and error.code == "error.k_too_large":
                option = "k"
            names = [each.name for each in self._options()]
            if option in names:
                return f"option-{option}"
            return f"option-{names[0]}" if names else "tree" if self._game.startswith("tree") else "second"
        if field in SIDES and self._value(field) == OWN_PLAYER:
            return f"{field}_text"
        return field if self.query(f"#refusal-{field}") else "second"

    def _value(self, name: str) -> str:
        widget = self.query_one(f"#{name}")
        return str(widget.value) if isinstance(widget, (Input, Select)) else ""

    def _read_game(self) -> str:
        if self._game.startswith("tree"):
            return find_game(f"tree({self._value('tree')})").name
        options = self._options()
        if not options:
            return self._game
        said = [
            f"{option.name}={value}"
            for option in options
            if (value := self._value(f"option-{option.name}").strip()) or option.required
        ]
        return find_game(f"{self._game.partition('(')[0]}({','.join(said)})").name

    def _read_games(self) -> int:
        return parse_integer(self._value("games").strip(), "match.games", most=MOST_GAMES)

    def _read_seconds(self) -> float | None:
        text = self._value("seconds")
        try:
            return None if text == NONE else parse_decimal(text)
        except ValueError:
            raise NotationError("match.seconds", text=text, most=MOST_SECONDS) from None

    def _read_player(self, side: str) -> str:
        kind = self._value(side)
        if kind == LEVEL:
            return f"level:{self._value('level')}"
        return self._value(f"{side}_text").strip() if kind == OWN_PLAYER else kind

    def action_help(self) -> None:
        """Show the help of the settings."""
        self.app.push_screen(setup_help(self.words))

    def action_leave(self) -> None:
        """Return without starting anything."""
        self.app.pop_screen()


def _kind(player: str) -> str:
    return LEVEL if level_in(player) is not None else player


def _written(seconds: float | None) -> str:
    return NONE if seconds is None else f"{seconds:g}"


def _clock(value: str, words: Any) -> str:
    return str(words("web.setup.no_clock") if value == NONE else words("web.chips.seconds", count=value))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
