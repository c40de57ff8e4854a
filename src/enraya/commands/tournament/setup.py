"""The set-up of a tournament: from the options, a tournament file, or an earlier file of games,
to a plan and its file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from enraya.arena.hosted_rules import host_rules
from enraya.arena.tournament.log import KIND, GameLog
from enraya.arena.tournament.plan import LARGEST_SEED, Plan, plan_from
from enraya.catalogue import find_game
from enraya.commands.framework.files import read_positions
from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.lab.exercises.document import decode, read_document
from enraya.match.settings import draw_seed
from enraya.solve.tables.directory import data_folder

FILES = (".yaml", ".yml", ".json")
"""The endings of a tournament file: one stands where players would."""


@dataclass(frozen=True)
class TypedOptions:
    """The options typed; one that was not typed is None. What is typed goes before what a tournament file says."""

    players: list[str]
    game: str | None = None
    format: str | None = None
    games: int | None = None
    rounds: int | None = None
    seconds: float | None = None
    clock: str | None = None
    openings: Path | None = None
    plies: int | None = None
    sprt: tuple[float, float] | None = None
    seed: int | None = None
    resume: Path | None = None

    @property
    def file(self) -> Path | None:
        """The tournament file, if one was named."""
        is_file = len(self.players) == 1 and self.players[0].lower().endswith(FILES)
        return Path(self.players[0]) if is_file else None


def open_log(typed: TypedOptions, check: Callable[[Plan], None]) -> GameLog:
    """The file of games to go on with, or a new one; *check* refuses a plan whose players cannot play."""
    data = _read_file(typed.file) if typed.file else {}
    named = data.pop("resume", None)
    if named is not None and not isinstance(named, str):
        raise NotationError("arena.file_text", field="resume")
    path = typed.resume or (Path(named) if named else None)
    if path is not None and typed.file is not None and path.absolute() == typed.file.absolute():
        raise EnrayaError("arena.resume_itself", path=str(path))
    is_there = path is not None and path.exists()
    if is_there and path is not None and not typed.players:
        return GameLog(path)
    if not typed.players:
        raise EnrayaError("arena.nobody" if path is None else "arena.nothing_to_resume", path=str(path))
    data |= _typed(typed)
    if is_there and path is not None:
        log = GameLog(path)
        # A seed that nobody chose is that of the start.
        if plan_from(_with_openings({"seed": log.plan.seed, **data})) != log.plan:
            raise EnrayaError("arena.log_plan", path=str(path))
        return log
    plan = plan_from(_with_openings({"seed": draw_seed() % LARGEST_SEED, **data}))
    check(plan)
    return GameLog.begin(path or _new_path(), plan)


def usual_processes() -> int:
    """The number of processors available."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _read_file(path: Path) -> dict[str, Any]:
    try:
        if KIND.is_kind_of(path):
            raise EnrayaError("arena.file_is_log", path=str(path))
        data = read_document(decode(path.read_bytes()))
    except OSError as error:
        raise NotationError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None
    if not isinstance(data, dict):
        raise NotationError("arena.file_shape")
    return {str(name): value for name, value in data.items()}


def _typed(typed: TypedOptions) -> dict[str, Any]:
    """The options typed, as the fields of a tournament file."""
    said: dict[str, Any] = {
        "players": None if typed.file else typed.players,
        "game": typed.game,
        "format": typed.format,
        "games": typed.games,
        "rounds": typed.rounds,
        "seconds": typed.seconds,
        "clock": typed.clock,
        "sprt": None if typed.sprt is None else {"elo0": typed.sprt[0], "elo1": typed.sprt[1]},
        "seed": typed.seed,
    }
    if typed.openings is not None and typed.plies is not None:
        raise NotationError("arena.two_openings")
    if typed.openings is not None:
        said["openings"] = {"file": str(typed.openings)}
    elif typed.plies is not None:
        said["openings"] = {"plies": typed.plies}
    return {name: value for name, value in said.items() if value is not None}


def _with_openings(data: dict[str, Any]) -> dict[str, Any]:
    """*data* with the moves of a file of openings in the place of its name: a resumed tournament needs no such file."""
    openings = data.get("openings")
    if not isinstance(openings, dict) or set(openings) != {"file"}:
        return data
    if not isinstance(openings["file"], str):
        raise NotationError("arena.openings_shape")
    name, path = str(data.get("game", "mnk(3,3,3)")), Path(openings["file"])
    host_rules(name)
    game = find_game(name)
    read = list(read_positions(path, game))
    if any(position.is_over for position in read):
        raise NotationError("arena.opening_over", path=str(path))
    return {**data, "openings": {"moves": [position.move_texts for position in read]}}


def _new_path() -> Path:
    """A file that is not there yet, in the user's data folder."""
    folder = data_folder() / "tournaments"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnrayaError("error.unwritable", path=str(folder), reason=system_reason(error)) from None
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.tournament"
