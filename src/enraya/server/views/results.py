"""What is solved as a page needs it: titles in every language, and commands."""

from __future__ import annotations

from typing import Any

from enraya.lab.results.solved import checking_commands, command_of, oso_command, proving_command, shipped_results
from enraya.locale import LANGUAGES, Words
from enraya.naming import title_of
from enraya.server.api.answers.results import (
    BoardSize,
    OsoSolved,
    ResultsAnswer,
    SectionShown,
    SolvedShown,
    TableCell,
)


def show_results() -> str:
    """What is solved, as the text of JSON."""
    found = shipped_results()
    answer = ResultsAnswer(
        sections=[
            SectionShown(name=section["name"], rows=[_solved(**row) for row in section["rows"]])
            for section in found["sections"]
        ],
        oso=[_oso(**row) for row in found["oso"]],
        table=[
            TableCell(columns=columns, rows=rows, length=length, value=value)
            for columns, rows, length, value in found["table"]
        ],
        sources=found["sources"],
        checks=list(checking_commands()),
    )
    return answer.to_text()


def _solved(
    game: str,
    moves: str = "",
    value: Any = None,
    first: Any = None,
    nodes: int | None = None,
    rounded: bool = False,
    seconds: float | None = None,
    options: str = "",
    certificate: Any = None,
) -> SolvedShown:
    return SolvedShown(
        title={language: title_of(game, Words(language)) or "" for language in LANGUAGES},
        moves=moves.split(),
        value=value,
        first=first,
        nodes=nodes,
        rounded=rounded,
        seconds=seconds,
        command=command_of(game, moves, options),
        prove=proving_command(game, moves) if certificate else None,
        certificate=certificate,
    )


def _oso(boards: list[list[int]], scores: list[int], nodes: int, seconds: float) -> OsoSolved:
    sizes = [BoardSize(columns=columns, rows=rows) for rows, columns in boards]
    return OsoSolved(boards=sizes, scores=scores, nodes=nodes, seconds=seconds, command=oso_command(boards))
