"""`enraya jail`: which protections hold on this machine for the files of others."""

from __future__ import annotations

import typer

from enraya.commands.framework.options import Json, Lang, words


def jail(json: Json = False, lang: Lang = None) -> None:
    """Try each protection from inside the jail; exit code 1 where there is none."""
    from enraya.commands.framework.output import print_json
    from enraya.jail.report import report

    found = report()
    if json:
        print_json({"mode": found.mode, "protections": found.holds})
    elif found.mode is None:
        typer.echo(words("jail.missing"))
    else:
        typer.echo(words(f"jail.mode.{found.mode}"))
        for name, holds in found.holds.items():
            typer.echo(f"  {words('jail.yes') if holds else words('jail.no')}  {words(f'jail.{name}')}")
    if found.mode is None:
        raise typer.Exit(1)
