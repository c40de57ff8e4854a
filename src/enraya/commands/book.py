"""`enraya book`: build an opening book of Connect 4, or check one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.commands.framework.options import Json, Lang, Seed, Time, words

if TYPE_CHECKING:
    from enraya.games.connect import Connect

ACTIONS = ("build", "check")
PLIES = 9
MOST_PLIES = 20


def book(
    action: Annotated[str, typer.Argument(help=words("cli.option.book_action"), metavar=words("cli.place.action"))],
    game: Annotated[
        str, typer.Argument(help=words("cli.option.game"), metavar=words("cli.place.game"))
    ] = "connect(7,6,4)",
    plies: Annotated[int, typer.Option(help=words("cli.option.book_plies"), min=1, max=MOST_PLIES)] = PLIES,
    file: Annotated[Path | None, typer.Option("--file", help=words("cli.option.book_file"))] = None,
    positions: Annotated[int, typer.Option(help=words("cli.option.book_positions"), min=0, max=10**6)] = 20,
    seed: Seed = 1,
    cluster: Annotated[str | None, typer.Option("--cluster", help=words("cli.option.cluster"))] = None,
    time: Time = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Build an opening book of Connect 4, or check the one there is."""
    from enraya.catalogue import find_game
    from enraya.errors import EnrayaError, NotationError
    from enraya.solve.books.build import can_have_book

    if action not in ACTIONS:
        raise NotationError("error.book_action", text=action, known=ACTIONS)
    found = find_game(game)
    if not can_have_book(found):
        raise EnrayaError("book.no_such", game=found.name)
    if action == "build":
        _build(found, plies, file, cluster, time, json)
    else:
        _check(found, file, positions, seed or 0, json)


def _build(game: Connect, plies: int, file: Path | None, cluster: str | None, time: float | None, json: bool) -> None:
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.search.limit import OutOfBudget
    from enraya.solve.books.book import Book, book_name, find_book, write_book
    from enraya.solve.books.build import Journal, all_scores, jobs_of, score_jobs
    from enraya.solve.parallel.executor import executor_at
    from enraya.solve.tables.directory import folder

    path = file or folder() / book_name(game)
    shorter = [book for book in (Book(path, game) if path.exists() else None, find_book(game)) if book is not None]
    jobs = jobs_of(game, plies, next((book for book in shorter if book.plies == plies - 1), None))
    journal = Journal(path.with_name(path.name + ".journal"), game, plies)
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        try:
            for done in score_jobs(jobs, journal, executor_at(cluster), stop, time):
                progress.update_jobs(done, len(jobs))
        except OutOfBudget:
            journal.close(delete=False)
            typer.echo(
                words("cli.book.unfinished", done=len(journal.done), jobs=len(jobs), path=str(journal.path)), err=True
            )
            leave(stop)
    scores = all_scores(game, jobs, journal)
    size = write_book(path, game, plies, scores)
    journal.close(delete=True)
    if json:
        print_json({"game": game.name, "plies": plies, "positions": len(scores), "bytes": size, "book": str(path)})
    else:
        typer.echo(words("cli.book.built", positions=f"{len(scores):,}", bytes=f"{size:,}", path=str(path)))


def _check(game: Connect, file: Path | None, positions: int, seed: int, json: bool) -> None:
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.commands.framework.stopping import leave, stop_on_interrupt
    from enraya.errors import EnrayaError
    from enraya.search.limit import UNLIMITED, OutOfBudget
    from enraya.solve.books.book import Book, find_book
    from enraya.solve.books.check import check_book

    opened = find_book(game) if file is None else Book(file, game)
    if opened is None:
        raise EnrayaError("book.none", game=game.name)
    with Progress(quiet=json) as progress, stop_on_interrupt() as stop:
        try:
            solved = check_book(opened, positions, seed, progress.budget(UNLIMITED, stop))
        except OutOfBudget:
            leave(stop)
    said = {"book": str(opened.path), "positions": len(opened), "plies": opened.plies, "solved": solved}
    if json:
        print_json(said)
    else:
        typer.echo(words("cli.book.checked", **{**said, "positions": f"{len(opened):,}"}))
