"""`enraya play`, and the menu that `enraya` alone opens."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from enraya.commands.options import Lang, Seed, Start, words

NO_CLOCK = ("none", "no", "ninguno")


def play(
    game: Annotated[str, typer.Option(help=words("cli.option.play_game"))] = "mnk(3,3,3)",
    first: Annotated[str, typer.Option(help=words("cli.option.first"))] = "human",
    second: Annotated[str, typer.Option(help=words("cli.option.second"))] = "alphabeta+",
    starter: Annotated[Literal["random", "first", "second"], typer.Option(help=words("cli.option.starter"))] = "random",
    seconds: Annotated[str, typer.Option(help=words("cli.option.seconds"))] = "20",
    games: Annotated[int, typer.Option(help=words("cli.option.games"))] = 3,
    exam: Annotated[bool, typer.Option("--exam", help=words("cli.option.exam"))] = False,
    position: Start = None,
    seed: Seed = None,
    lang: Lang = None,
) -> None:
    """Play a match in the terminal."""
    from enraya.match import MatchSettings
    from enraya.match.settings import draw_seed
    from enraya.terminal.play import run

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
    raise typer.Exit(run(settings, words.language))


def _seconds(text: str) -> float | None:
    from enraya.errors import NotationError
    from enraya.match.settings import MOST_SECONDS

    if text.strip().lower() in NO_CLOCK:
        return None
    try:
        return float(text)
    except ValueError:
        raise NotationError("match.seconds", text=text, most=MOST_SECONDS) from None


def menu(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version", help=words("cli.option.version"))] = False,
) -> None:
    """Open the menu, unless a command was given."""
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"enraya {version_of('enraya')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from enraya.terminal.menu import run

        raise typer.Exit(run(words.language))
