"""`enraya backup`, `enraya restore` and `enraya database`: the file in which a server keeps everything."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from enraya.commands.framework.options import Json, Lang, words

if TYPE_CHECKING:
    from enraya.store.check import CheckReport

ACTIONS = ("check",)
DatabaseOption = Annotated[str | None, typer.Option("--database", help=words("cli.option.database"))]


def backup(
    file: Annotated[Path, typer.Argument(help=words("cli.option.backup_file"), metavar=words("cli.place.file"))],
    database: DatabaseOption = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Copy the database to a file, also while a server uses it."""
    from enraya.store.backup import back_up

    report = back_up(_file(database), file)
    _tell(report, json, words("cli.backup.done", path=str(file)), file=str(file))


def restore(
    file: Annotated[Path, typer.Argument(help=words("cli.option.restore_file"), metavar=words("cli.place.file"))],
    database: DatabaseOption = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Put a backup in the place of the database."""
    from enraya.errors import EnrayaError, system_reason
    from enraya.store.backup import restore as put_back

    if file.is_dir():
        raise EnrayaError("error.own_unreadable", path=str(file), reason=system_reason(errno.EISDIR))
    path = _file(database)
    report, former = put_back(file, path)
    done = words("cli.restore.done", path=str(path))
    if former is not None:
        done = f"{done} {words('cli.restore.former', path=str(former))}"
    _tell(report, json, done, file=str(path), former=None if former is None else str(former))


def database(
    action: Annotated[str, typer.Argument(help=words("cli.option.database_action"), metavar=words("cli.place.action"))],
    database: DatabaseOption = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Check everything in the database; exit code 1 where something is damaged."""
    from enraya.errors import NotationError
    from enraya.store.check import check_file, check_server

    if action not in ACTIONS:
        raise NotationError("error.database_action", text=action, known=ACTIONS)
    is_server = database is not None and database.startswith("postgresql")
    report = check_server(database) if is_server and database is not None else check_file(_file(database))
    sentence = words("cli.database.sound" if report.is_sound else "cli.database.damaged")
    _tell(report, json, sentence)
    if not report.is_sound:
        raise typer.Exit(1)


def _file(database: str | None) -> Path:
    """The file that is meant; a database of PostgreSQL has tools of its own."""
    from enraya.errors import EnrayaError, system_reason
    from enraya.store.database import file_of
    from enraya.store.location import usual_database

    path = usual_database() if database is None else file_of(database)
    if path is None:
        raise EnrayaError("store.backup_server")
    if path.is_dir():
        raise EnrayaError("store.unusable", database=path, reason=system_reason(errno.EISDIR))
    return path


def _tell(report: CheckReport, json: bool, sentence: str, **more: Any) -> None:
    from enraya.commands.framework.output import print_json

    damaged = [one.in_language(words.language) for one in report.damaged]
    if json:
        counts = {
            "version": report.version,
            "matches": report.matches,
            "events": report.events,
            "records": report.records,
        }
        print_json({**more, **counts, "damaged": damaged, "problems": report.problems, "sound": report.is_sound})
        return
    typer.echo(sentence)
    matches, events, records = (f"{number:,}" for number in (report.matches, report.events, report.records))
    typer.echo(words("cli.database.counts", matches=matches, events=events, records=records))
    for line in [*damaged, *report.problems]:
        typer.echo(f"  {line}")
