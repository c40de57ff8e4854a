"""The files that a tournament leaves behind, where the command line says."""

from __future__ import annotations

from pathlib import Path

from enraya.arena.tournament.progress import TournamentProgress
from enraya.commands.framework.files import write_file
from enraya.commands.framework.options import words
from enraya.tournament_files import FILES


def write_results(
    progress: TournamentProgress, *, csv: Path | None, games_csv: Path | None, pgn: Path | None, page: Path | None
) -> None:
    """Write the files that were asked for."""
    for name, path in {"table": csv, "games": games_csv, "pgn": pgn}.items():
        if path is not None:
            write_file(path, FILES[name].write(progress, words.language).encode())
    if page is not None:
        from enraya.arena.page import tournament_page

        write_file(page, tournament_page(progress, words.language).encode())
