"""`enraya lesson check`: whether files are lessons, and whether what they claim is so."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from enraya.commands.framework.options import Json, Lang, words

ACTIONS = ("check",)


def lesson(
    action: Annotated[str, typer.Argument(help=words("cli.option.lesson_action"), metavar=words("cli.place.action"))],
    files: Annotated[
        list[Path],
        typer.Argument(help=words("cli.option.lesson_files"), metavar=words("cli.place.file"), show_default=False),
    ],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Check lessons: their shape, positions and exercises, and the numbers that they claim."""
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.errors import EnrayaError, NotationError
    from enraya.lab.lessons.facts import check_lesson
    from enraya.lab.lessons.folder import read_file

    if action not in ACTIONS:
        raise NotationError("error.lesson_action", text=action, known=ACTIONS)
    found = []
    with stop_on_interrupt() as stop:
        for path in files:
            if stop.is_set():
                break
            try:
                read = read_file(path)
                check_lesson(read, path.name)
            except EnrayaError as error:
                sentence = " ".join(error.in_language(words.language).split())
                found.append({"file": str(path), "ok": False, "error": sentence})
                if not json:
                    print(sentence, file=sys.stderr)
            else:
                counts = {"steps": len(read.steps), "facts": len(read.facts)}
                found.append({"file": str(path), "ok": True, "error": None, **counts})
                if not json:
                    typer.echo(words("cli.lesson.fine", path=path.name, **counts))
    if json:
        print_json({"lessons": found})
    if stop.is_set():
        leave(stop)
    if not all(each["ok"] for each in found):
        raise typer.Exit(1)
