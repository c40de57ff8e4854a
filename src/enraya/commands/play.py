"""`enraya play`, and the menu that `enraya` alone opens."""

from __future__ import annotations

import typer


def play() -> None:
    pass


def menu(context: typer.Context) -> None:
    pass
