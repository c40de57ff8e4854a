"""`enraya check`: whether a game in a file keeps the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from enraya.commands.options import Json, Lang, Seed, words

MOST_MOVES_SHOWN = 30


def check(
    file: Annotated[
        str, typer.Argument(help=words("cli.option.file"), metavar=words("cli.place.file"), show_default=False)
    ],
    games: Annotated[int, typer.Option(help=words("cli.option.check_games"), min=1, max=100_000)] = 300,
    seed: Seed = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Tell each way in which a game in a file breaks the contract; exit code 1 if any."""
    from enraya.check import check_game
    from enraya.commands.output import print_json
    from enraya.errors import NotationError
    from enraya.own import is_file_name, load_own_game

    if not is_file_name(file):
        raise NotationError("error.not_a_file", text=file)
    game = load_own_game(file)
    breaches = check_game(game, games=games, seed=seed or 0)
    told = [words(breach.code, **breach.values) for breach in breaches]
    if json:
        found = [
            {"code": breach.code, "text": text, "moves": list(breach.moves)}
            for breach, text in zip(breaches, told, strict=True)
        ]
        print_json({"game": game.name, "games": games, "ok": not breaches, "breaches": found})
    elif not breaches:
        typer.echo(words("check.fine", file=file, count=games))
    else:
        for breach, text in zip(breaches, told, strict=True):
            after = words("check.after", moves=_shown(breach.moves)) if breach.moves else words("check.at_start")
            typer.echo(f"{text} {after}", err=True)
    if breaches:
        raise typer.Exit(1)


def _shown(moves: Sequence[str]) -> list[str]:
    """The moves, or the last of them where they are many."""
    return list(moves) if len(moves) <= MOST_MOVES_SHOWN else ["…", *moves[-MOST_MOVES_SHOWN:]]
