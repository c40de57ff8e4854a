"""The list of a class: who was to hand something in."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Sequence
from io import StringIO

from enraya.errors import NotationError
from enraya.lab.assignments.submissions import MOST_STUDENTS, HandedIn
from enraya.lab.marking.tables import separator_of

HEADS = ("student", "name", "alumno", "alumna", "estudiante", "nombre")
"""The headings that the column of names may have; without any of them it is the first, and has no heading."""


def read_roster(text: str) -> list[str]:
    """The names in a table, each once."""
    try:
        rows = [row for row in csv.reader(StringIO(text), delimiter=separator_of(text), strict=True) if any(row)]
    except csv.Error as error:
        raise NotationError("error.document_syntax", line=1, reason=str(error)) from None
    if not rows:
        raise NotationError("error.document_empty")
    heads = [_plain(cell) for cell in rows[0]]
    column = next((heads.index(head) for head in HEADS if head in heads), None)
    names = [row[column or 0].strip() for row in rows[0 if column is None else 1 :] if len(row) > (column or 0)]
    if len(names) > MOST_STUDENTS:
        raise NotationError("error.answers_large", most=MOST_STUDENTS)
    return [name for name in dict.fromkeys(names) if name]


def by_roster(names: Sequence[str], handed_in: Sequence[HandedIn]) -> list[HandedIn]:
    """A submission for each name, in that order, empty where there is none; then what was handed in by others.

    Names are the same whatever their accents, capitals, blanks and underscores.
    """
    given = {_plain(each.student): each for each in handed_in}
    found = []
    for name in names:
        each = given.pop(_plain(name), None)
        found.append(HandedIn(name, None) if each is None else HandedIn(name, each.file, each.problem))
    return [*found, *given.values()]


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in letters if each.isalnum())
