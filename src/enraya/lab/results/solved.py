"""The file of solved games, and the commands that solve a game again and check its certificate."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

FILE = "solved.json"
CERTIFICATE = "certificate.proof"
LARGEST_OSO = 10
"""The rows and columns of the largest OSO board that has a name in the notation."""


@cache
def shipped_results() -> dict[str, Any]:
    """What `solved.json` holds: sections of rows, rows of OSO boards, the m,n,k-table and the sources."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / FILE).read_text(encoding="utf-8"))
    return found


def command_of(game: str, moves: str = "", options: str = "") -> str:
    """The command that solves the position after *moves*."""
    return " ".join(part for part in (f'enraya solve "{game}"', _after(moves), options) if part)


def proving_command(game: str, moves: str = "") -> str:
    """The command that writes the certificate; of a position on a wide board with the memory that it was given."""
    after = f"{_after(moves)} --memory 1000" if moves else ""
    return " ".join(part for part in (f'enraya solve "{game}"', after, f"--proof {CERTIFICATE}") if part)


def checking_commands() -> tuple[str, str]:
    """The commands that check a certificate: in Python, and with the separate checker in C++, built first."""
    build = "c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp"
    return f"enraya solve --verify {CERTIFICATE}", f"{build} && ./check_proof {CERTIFICATE}"


def oso_command(boards: list[list[int]]) -> str:
    """The command that solves OSO boards, each of rows and columns."""
    rows, columns = boards[0]
    if len(boards) == 1 and max(rows, columns) <= LARGEST_OSO:
        return f'enraya solve "oso({columns},{rows})"'
    sizes = " ".join(f"{rows}x{columns}" for rows, columns in boards)
    return f"python bench/oso_rows.py {sizes} --out rows.jsonl"


def _after(moves: str) -> str:
    return f'--moves "{moves}"' if moves else ""
