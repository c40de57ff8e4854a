"""`enraya serve`, and the web app that `enraya` alone opens."""

from __future__ import annotations

import gc
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.commands.framework.options import Lang, TrustFiles, words

if TYPE_CHECKING:
    from enraya.server.operation.shutdown import ShutdownSignal


class Log(StrEnum):
    """How the server logs."""

    text = "text"
    json = "json"


def serve(
    host: Annotated[str, typer.Option(help=words("cli.option.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=words("cli.option.port"), min=0, max=65535)] = 8000,
    database: Annotated[str | None, typer.Option(help=words("cli.option.database"))] = None,
    game: Annotated[list[str] | None, typer.Option("--game", help=words("cli.option.own_game"))] = None,
    engine: Annotated[list[str] | None, typer.Option("--engine", help=words("cli.option.engine"))] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help=words("cli.option.host_name"))] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", help=words("cli.option.proxy"))] = None,
    rate: Annotated[float | None, typer.Option(help=words("cli.option.rate"), min=1, max=10**6)] = None,
    teacher_key: Annotated[str | None, typer.Option("--teacher-key", help=words("cli.option.teacher_key"))] = None,
    lessons: Annotated[str | None, typer.Option("--lessons", help=words("cli.option.lessons"))] = None,
    shared: Annotated[bool, typer.Option("--shared", help=words("cli.option.shared"))] = False,
    metrics: Annotated[bool, typer.Option("--metrics", help=words("cli.option.metrics"))] = False,
    log: Annotated[Log, typer.Option(help=words("cli.option.log"))] = Log.text,
    opens: Annotated[bool, typer.Option("--open/--no-open", help=words("cli.option.open"))] = False,
    trust_files: TrustFiles = False,
    lang: Lang = None,
) -> None:
    """Serve the web app until interrupted."""
    from enraya import jail
    from enraya.server.operation.shutdown import until_ended

    if trust_files:
        jail.trust_files()
    if lessons is not None:
        from enraya.lab.lessons.folder import read_lessons

        # A lesson that cannot be read is refused here, and not in front of a class.
        read_lessons(lessons)

    def run(shutdown: ShutdownSignal) -> None:
        _load_server()
        from enraya.server.operation.log import log_as_json
        from enraya.server.operation.running import serve
        from enraya.server.transport.guard import LOOPBACK

        if log is Log.json:
            log_as_json()
        if host not in LOOPBACK and not proxy:
            typer.echo(words("server.without_tls"), err=True)
        serve(
            host=host,
            port=port,
            database=database,
            games_files=game or [],
            engines=engine or [],
            names=name or [],
            proxies=proxy or [],
            rate=rate,
            teacher_key=teacher_key,
            lessons=lessons,
            has_metrics=metrics,
            is_shared=shared,
            opens=opens,
            on_address=_print_address,
            on_teacher_key=_print_teacher_key,
            shutdown=shutdown,
        )

    until_ended(run)


def open_web_app(
    context: typer.Context,
    lang: Lang = None,
    version: Annotated[bool, typer.Option("--version", help=words("cli.option.version"))] = False,
) -> None:
    """Unless a command was given, serve on any free port of this machine and open the browser there."""
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"enraya {version_of('enraya')}")
    elif context.invoked_subcommand is None:
        from enraya.server.operation.shutdown import until_ended

        until_ended(_open)


def _load_server() -> None:
    """Load the server without the garbage collector, which would look through its thousands of classes again and
    again for nothing: an eighth of the time until the first page."""
    gc.disable()
    try:
        import_module("enraya.server.operation.running")
    finally:
        gc.enable()


def _open(shutdown: ShutdownSignal) -> None:
    _load_server()
    from enraya.server.operation.running import serve, show
    from enraya.store import Taken

    try:
        serve(opens=True, on_address=_print_address, on_teacher_key=_print_teacher_key, shutdown=shutdown)
    except Taken as taken:
        # Started twice: what was wanted is the page of the first.
        if taken.address is None:
            raise
        typer.echo(words("server.already", address=taken.address))
        show(taken.address)


def _print_address(address: str) -> None:
    typer.echo(words("server.listening", address=address))


def _print_teacher_key(key: str) -> None:
    typer.echo(words("server.teacher_key_told", key=key))
