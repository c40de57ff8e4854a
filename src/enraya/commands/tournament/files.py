"""The files that a tournament leaves behind, where the command line says."""

from __future__ import annotations

from pathlib import Path

from enraya.arena.tournament.progress import TournamentProgress
from enraya.commands.framework.files import write_file
from enraya.commands.framework.options import words
from enraya.errors import NotationError
from enraya.tournament_files import FILES


def require_place(path: Path | None) -> None:
    """Refuse, before anything is played, a file whose folder is not there."""
    if path is not None and not path.absolute().parent.is_dir():
        raise NotationError("error.unwritable", path=str(path), reason=words("tournament.no_folder"))


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
