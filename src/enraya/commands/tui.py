"""`enraya tui`: the full-screen terminal."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from enraya.commands.framework.options import Lang, NamedGame, one_game, words


def tui(
    named: NamedGame = None,
    chosen: Annotated[str | None, typer.Option("--game", help=words("cli.option.tui_game"))] = None,
    load: Annotated[Path | None, typer.Option("--load", help=words("cli.option.load"))] = None,
    theme: Annotated[str | None, typer.Option(help=words("cli.option.theme"))] = None,
    lang: Lang = None,
) -> None:
    """Play, look back and watch searches in a full-screen terminal."""
    from enraya.errors import NotationError

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NotationError("tui.no_terminal")
    from enraya import jail
    from enraya.catalogue import find_game
    from enraya.custom import is_file_name
    from enraya.terminal.game_files import load_game
    from enraya.tui.app import run
    from enraya.tui.palettes import PALETTES
    from enraya.tui.preferences import load_preferences

    if theme is not None and theme not in PALETTES:
        raise NotationError("tui.theme_unknown", text=theme, known=list(PALETTES))
    game = one_game(named, chosen)
    if game is not None and load is not None:
        raise NotationError("tui.game_and_load")
    jail.run_without_jail_where_there_is_none()
    settings, moves = None, []
    if load is not None:
        record = load_game(load)
        settings = replace(load_preferences().quick_settings(record.game), position=record.start_text)
        moves = record.position.move_texts
    elif game is not None:
        settings = load_preferences().quick_settings(game if is_file_name(game) else find_game(game).name)
        settings.check()
    run(words.language, is_language_said=lang is not None, theme=theme, settings=settings, moves=moves)
