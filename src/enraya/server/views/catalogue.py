"""The games as the gallery and the set-up panel need them: families, options, presets, players, samples."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from threading import Event
from typing import Any

from enraya.board import Editor, read_plain_board
from enraya.catalogue import FAMILIES, Option, known_names
from enraya.game import Game
from enraya.locale import LANGUAGES
from enraya.match import MatchSettings
from enraya.notation import parse_game_spec
from enraya.players.catalogue import strategy_names
from enraya.players.options import offered_options
from enraya.position import Position
from enraya.samples import EXAMPLE_TREE, sample_moves
from enraya.server.api.answers.games import (
    Catalogue,
    EditorFieldShown,
    EditorShown,
    Family,
    GameAnswer,
    OptionShown,
    Preset,
    Sample,
    StrategyShown,
)
from enraya.server.matches.offered_games import Json, OfferedGames, both, has_words, kind_of
from enraya.server.views.board import Kind
from enraya.server.views.match import changed_cells, show_board, show_free_position
from enraya.server.views.state import show_settings
from enraya.workers.task import OnProgress


@lru_cache(maxsize=4)
def _describer(files: tuple[str, ...]) -> Describer:
    return Describer(OfferedGames(files))


def describe(job: Json, stop: Event, on_progress: OnProgress) -> GameAnswer:
    """One game, as a task of a worker process: to know who can play it may take seconds."""
    return _describer(tuple(job["files"])).describe(job["game"])


def list_games(custom_families: list[Json]) -> str:
    """The catalogue as the text of JSON. It loads no file, and is short work."""
    return _describer(()).catalogue(custom_families).to_text()


class Describer:
    """Describes the games that one server offers."""

    def __init__(self, offered: OfferedGames) -> None:
        self._offered = offered

    def catalogue(self, custom_families: list[Json]) -> Catalogue:
        """Every family of games, and the usual settings; of custom games what `OfferedGames.custom_families` lists."""
        defaults = show_settings(MatchSettings(seed=0), (None, None), None, self._offered)
        families = [self._family(name) for name in known_names()]
        own = [_custom_family(**said) for said in custom_families]
        return Catalogue(families=[*families, *own], defaults=defaults)

    def _family(self, name: str) -> Family:
        family = FAMILIES.get(name)
        presets = family.presets if family else (EXAMPLE_TREE if name == "tree" else name,)
        first = Position.start(self._offered.find(presets[0]))
        title = both(f"family.{name}") if has_words(f"family.{name}") else dict.fromkeys(LANGUAGES, name)
        return Family(
            family=name,
            kind=kind_of(first, first.board),
            title=title,
            rules=self._offered.rules(first.game),
            options=[show_option(option) for option in family.options] if family else [],
            presets=[self._preset(preset) for preset in presets],
            fault=None,
        )

    def _preset(self, preset: str) -> Preset:
        game = self._offered.find(preset)
        return Preset(
            game=self._offered.public_name(game.name),
            title=self._offered.title(game),
            options=_options_of(preset),
            sample=sample(game),
        )

    def describe(self, name: str) -> GameAnswer:
        """One game."""
        game = self._offered.find(name)
        start = Position.start(game)
        family = self._offered.family(game)
        return GameAnswer(
            game=self._offered.public_name(game.name),
            family=family,
            kind=kind_of(start, start.board),
            title=self._offered.title(game),
            rules=self._offered.rules(game),
            forms=game.move_forms(),
            strategies=[show_strategy(player) for player in strategy_names(game)],
            editor=show_editor(game.editor()),
            start=show_free_position(start, self._offered),
        )


def _custom_family(
    family: str, rules: dict[str, str], fault: dict[str, str] | None, sample: list[dict[str, Any]]
) -> Family:
    """A custom game, with the boards of a few moves of it: nothing of it runs here, however faulty it is."""
    title = dict.fromkeys(LANGUAGES, family)
    boards = [read_plain_board(board) for board in sample]
    changed = dict.fromkeys(cell for before, after in pairwise(boards) for cell in changed_cells(before, after))
    order = [cell for cell in changed if not boards[0].cells[cell] and boards[-1].cells[cell]]
    shown = Sample(board=show_board(boards[-1]) if boards else None, order=order)
    preset = Preset(game=family, title=title, options={}, sample=shown)
    kind: Kind = "board" if boards else "text"
    return Family(family=family, kind=kind, title=title, rules=rules, options=[], presets=[preset], fault=fault)


def sample(game: Game[Any, Any]) -> Sample:
    """A position of *game* worth a look, and the order in which its cells were filled."""
    position, order = Position.start(game), []
    for move in sample_moves(game):
        then = position.play(move)
        order += changed_cells(position.board, then.board)
        position = then
    return Sample(board=show_board(position.board) if position.board else None, order=order)


def show_option(option: Option) -> OptionShown:
    """The view of an option of a game or a player."""
    is_number, is_word = option.kind == "number", option.kind == "word"
    return OptionShown(
        name=option.name,
        kind=option.kind,
        default=str(option.default) if is_word else option.default,
        least=option.least if is_number else None,
        most=option.most if is_number else None,
        words=list(option.words) or None,
        required=option.required,
        title=both(f"option.{option.name}"),
    )


def show_strategy(player: str) -> StrategyShown:
    """A machine player, with what may be chosen of it."""
    options = [show_option(option) for option in offered_options(player)]
    title = both(f"strategy.{player}") if has_words(f"strategy.{player}") else both("strategy.engine", name=player)
    return StrategyShown(player=player, title=title, options=options)


def show_editor(editor: Editor | None) -> EditorShown | None:
    """The description of a board editor for a game."""
    if editor is None:
        return None
    fields = [
        EditorFieldShown(
            name=field.name,
            kind="word" if field.words else "number",
            words=list(field.words) or None,
            default=field.default,
            title=both(f"option.{field.name}"),
        )
        for field in editor.fields
    ]
    return EditorShown(signs=list(editor.signs), fields=fields)


def _options_of(preset: str) -> dict[str, int | float | str | bool | None]:
    """The values that a preset chooses, by option."""
    spec = parse_game_spec(preset) if not preset.startswith("tree") else None
    family = FAMILIES.get(spec.name) if spec else None
    if spec is None or family is None:
        return {}
    said = dict(zip((option.name for option in family.options), spec.arguments, strict=False)) | dict(spec.options)
    chosen: dict[str, int | float | str | bool | None] = {}
    for option in family.options:
        value = option.read(said[option.name]) if option.name in said else option.default
        chosen[option.name] = str(value) if option.words and value is not None else value
    return chosen
