"""`enraya play` and `enraya menu`: the plain terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from enraya.commands.framework.options import Lang, NamedGame, Seed, Start, one_game, words

DEFAULT_GAME = "mnk(3,3,3)"
NO_CLOCK = ("none", "no", "ninguno")


def play(
    named: NamedGame = None,
    chosen: Annotated[
        str | None, typer.Option("--game", help=words("cli.option.play_game"), show_default=DEFAULT_GAME)
    ] = None,
    first: Annotated[str, typer.Option(help=words("cli.option.first"))] = "human",
    second: Annotated[str, typer.Option(help=words("cli.option.second"))] = "alphabeta+",
    starter: Annotated[Literal["random", "first", "second"], typer.Option(help=words("cli.option.starter"))] = "random",
    seconds: Annotated[str, typer.Option(help=words("cli.option.seconds"))] = "20",
    games: Annotated[int, typer.Option(help=words("cli.option.games"))] = 3,
    exam: Annotated[bool, typer.Option("--exam", help=words("cli.option.exam"))] = False,
    position: Start = None,
    load: Annotated[Path | None, typer.Option("--load", help=words("cli.option.load"))] = None,
    seed: Seed = None,
    lang: Lang = None,
) -> None:
    """Play a match in the terminal."""
    from enraya import jail
    from enraya.match import MatchSettings
    from enraya.match.settings import draw_seed
    from enraya.terminal.play import run

    jail.run_without_jail_where_there_is_none()
    game = one_game(named, chosen)
    if game is None:
        game = DEFAULT_GAME
    moves: list[str] = []
    if load is not None:
        from enraya.errors import NotationError
        from enraya.terminal.game_files import load_game

        if position is not None:
            raise NotationError("error.load_and_position")
        record = load_game(load)
        # Who made the first move of the game in the file sits first, unless it is said otherwise.
        starter = "first" if starter == "random" else starter
        game, position, moves = record.game, record.start_text, record.position.move_texts
    settings = MatchSettings(
        game=game,
        first=first,
        second=second,
        starter=starter,
        seconds=_seconds(seconds),
        games=games,
        exam=exam,
        position=position,
        seed=draw_seed() if seed is None else seed,
    )
    raise typer.Exit(run(settings, words.language, moves=moves))


def _seconds(text: str) -> float | None:
    from enraya.errors import NotationError
    from enraya.match.settings import MOST_SECONDS
    from enraya.notation import parse_decimal

    if text.strip().lower() in NO_CLOCK:
        return None
    try:
        return parse_decimal(text)
    except ValueError:
        raise NotationError("match.seconds", text=text, most=MOST_SECONDS) from None


def menu(lang: Lang = None) -> None:
    """Ask for a game and its players in the terminal, and play."""
    from enraya.terminal.menu import run

    raise typer.Exit(run(words.language))
