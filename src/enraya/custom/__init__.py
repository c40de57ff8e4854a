"""Somebody's own file: loaded, made a `Game`, and held in a process of its own where it must harm nobody.

Belongs here: calling the file's functions and judging what they answer; whatever they do wrong leaves as one sentence.
Does not belong here: checking a file on purpose (`conformance`), and players in files (`enraya.players.file`).
"""

from enraya.custom.calling import cause_of, failure_in_file, is_number, line_of, loaded_files, reason_of, shown
from enraya.custom.file import is_file_name, load_custom_game, load_file, split_file_name
from enraya.custom.game import FOUR, CustomGame

__all__ = [
    "FOUR",
    "CustomGame",
    "cause_of",
    "failure_in_file",
    "is_file_name",
    "is_number",
    "line_of",
    "load_custom_game",
    "load_file",
    "loaded_files",
    "reason_of",
    "shown",
    "split_file_name",
]
