"""Custom games: Python files of users, loaded, wrapped as a `Game`, and run in a child process by the server.

Belongs here: calling a file's functions and validating what they return; every error becomes one sentence.
Does not belong here: `enraya check` (`conformance`), and players in files (`enraya.players.file`).
"""

from enraya.custom.calling import (
    cause_of,
    failure_in_file,
    is_number,
    line_of,
    loaded_files,
    raise_unless_own,
    reason_of,
    shown,
)
from enraya.custom.file import (
    is_file_name,
    lacking_game,
    load_custom_game,
    load_file,
    name_edition,
    split_edition,
    split_file_name,
)
from enraya.custom.functions import FOUR
from enraya.custom.game import CustomGame

__all__ = [
    "FOUR",
    "CustomGame",
    "cause_of",
    "failure_in_file",
    "is_file_name",
    "is_number",
    "lacking_game",
    "line_of",
    "load_custom_game",
    "load_file",
    "loaded_files",
    "name_edition",
    "raise_unless_own",
    "reason_of",
    "shown",
    "split_edition",
    "split_file_name",
]
