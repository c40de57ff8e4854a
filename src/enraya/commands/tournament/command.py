"""The command: options in, a tournament played, its table and files out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from enraya.commands.framework.options import Json, Lang, Seed, TrustFiles, words

Players = Annotated[
    list[str] | None,
    typer.Argument(help=words("cli.option.contestants"), metavar=words("cli.place.players"), show_default=False),
]
Format = Annotated[
    Literal["round-robin", "gauntlet", "swiss", "knockout"] | None,
    typer.Option("--format", help=words("cli.option.format")),
]


def tournament(
    players: Players = None,
    game: Annotated[str | None, typer.Option(help=words("cli.option.tournament_game"))] = None,
    format: Format = None,
    games: Annotated[int | None, typer.Option(help=words("cli.option.meeting_games"), min=1, max=100_000)] = None,
    rounds: Annotated[int | None, typer.Option(help=words("cli.option.rounds"), min=1, max=100)] = None,
    seconds: Annotated[float | None, typer.Option(help=words("cli.option.move_seconds"), min=0.01, max=86_400)] = None,
    clock: Annotated[str | None, typer.Option(help=words("cli.option.clock"))] = None,
    openings: Annotated[Path | None, typer.Option(help=words("cli.option.openings"))] = None,
    plies: Annotated[int | None, typer.Option(help=words("cli.option.opening_plies"), min=0, max=60)] = None,
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help=words("cli.option.sprt"), metavar="ELO0 ELO1")
    ] = None,
    seed: Seed = None,
    processes: Annotated[int | None, typer.Option(help=words("cli.option.processes"), min=1, max=256)] = None,
    resume: Annotated[Path | None, typer.Option(help=words("cli.option.resume"))] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help=words("cli.option.table_csv"))] = None,
    games_csv: Annotated[Path | None, typer.Option("--games-csv", help=words("cli.option.games_csv"))] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", help=words("cli.option.pgn"))] = None,
    page: Annotated[Path | None, typer.Option("--page", help=words("cli.option.page"))] = None,
    json: Json = False,
    trust_files: TrustFiles = False,
    lang: Lang = None,
) -> None:
    """Play a tournament between machine players."""
    from enraya import jail
    from enraya.arena.tournament.progress import RecordMismatch, TournamentProgress
    from enraya.arena.tournament.running import check_players, play_tournament
    from enraya.arena.tournament.standings import results_as_data
    from enraya.commands.framework.files import refuse_unwritable
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.stopping import INTERRUPTED, stop_on_interrupt
    from enraya.commands.tournament import files, table
    from enraya.commands.tournament.setup import TypedOptions, open_log, usual_processes
    from enraya.errors import EnrayaError

    if trust_files:
        jail.trust_files()
    typed = TypedOptions(
        players or [], game, format, games, rounds, seconds, clock, openings, plies, sprt, seed, resume
    )
    for path in (csv, games_csv, pgn, page):
        refuse_unwritable(path)
    with stop_on_interrupt() as stop, open_log(typed, lambda plan: check_players(plan, stop)) as log:
        try:
            progress = TournamentProgress(log.plan, log.records)
        except RecordMismatch as error:
            raise EnrayaError("arena.log_misfit", path=str(log.path), number=error.args[0] + 1) from None
        with table.Live(progress, is_quiet=json) as live:
            for records in play_tournament(progress, log, processes or usual_processes(), stop):
                live.update(records)
        if json:
            print_json(results_as_data(progress, words.language))
        else:
            table.print_table(progress)
        files.write_results(progress, csv=csv, games_csv=games_csv, pgn=pgn, page=page)
        if progress.is_over:
            if resume is None:
                print(words("tournament.kept", path=log.path), file=sys.stderr)
            return
        # The command stands alone: it is to be copied, however long it is.
        told = words("tournament.stopped", done=len(progress.records), all=progress.expected_games)
        print(f"{told}\n  enraya tournament --resume {log.path}", file=sys.stderr)
    raise typer.Exit(INTERRUPTED)
