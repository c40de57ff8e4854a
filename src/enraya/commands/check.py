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
    from enraya import jail
    from enraya.commands.output import print_json
    from enraya.conformance import check_file
    from enraya.conformance.contract import SECONDS
    from enraya.custom import is_file_name
    from enraya.errors import NotationError

    jail.run_without_jail_where_there_is_none()
    if not is_file_name(file):
        raise NotationError("error.not_a_file", text=file)
    checked = check_file(file, games=games, seed=seed or 0)
    breaches = checked.breaches
    sentences = [words(breach.code, **breach.values) for breach in breaches]
    if json:
        found = [
            {"code": breach.code, "text": text, "moves": None if breach.moves is None else list(breach.moves)}
            for breach, text in zip(breaches, sentences, strict=True)
        ]
        print_json({"game": file, "games": checked.games, "ok": not breaches, "breaches": found})
    elif not breaches and checked.games < games:
        typer.echo(words("check.stopped", file=file, count=checked.games, games=games, seconds=round(SECONDS)))
    elif not breaches:
        typer.echo(words("check.fine", file=file, count=games))
    else:
        for breach, text in zip(breaches, sentences, strict=True):
            typer.echo(f"{text} {_place(breach.moves)}".rstrip(), err=True)
    if breaches:
        raise typer.Exit(1)


def _place(moves: Sequence[str] | None) -> str:
    """After which moves a breach happens, the last of them where they are many; empty where that is not known."""
    if moves is None:
        return ""
    if not moves:
        return words("check.at_start")
    return words("check.after", moves=moves if len(moves) <= MOST_MOVES_SHOWN else ["…", *moves[-MOST_MOVES_SHOWN:]])
