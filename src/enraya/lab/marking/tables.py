"""Tables as spreadsheets write and read them: commas or semicolons, with or without a byte order mark."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Literal

from enraya.errors import NotationError
from enraya.lab.exercises.document import LARGEST

Separator = Literal["comma", "semicolon"]
SEPARATORS: dict[Separator, str] = {"comma": ",", "semicolon": ";"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
BYTE_ORDER_MARK = "\ufeff"


def decode_table(data: bytes) -> str:
    """The text of a table: UTF-8 or UTF-16 by its byte order mark, else UTF-8, else code page 1252."""
    if len(data) > LARGEST:
        raise NotationError("error.document_large", most=LARGEST // 1024)
    codes = ["utf-16"] if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "cp1252"]
    for code in codes:
        try:
            text = data.decode(code)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise NotationError("error.document_binary")


def separator_of(text: str) -> str:
    """The separator of the columns: the most frequent of semicolon, tab and comma in the first row."""
    first = text.lstrip(BYTE_ORDER_MARK).split("\n", 1)[0]
    return max(";\t,", key=first.count) if any(each in first for each in ";\t,") else ","


def write_table(rows: Iterable[Sequence[Any]], separator: Separator = "comma") -> str:
    """CSV. With semicolons as a spreadsheet set to Spanish reads it: decimal commas, and a byte order mark."""
    written = StringIO()
    table = csv.writer(written, delimiter=SEPARATORS[separator], lineterminator="\n")
    for row in rows:
        table.writerow([cell(value, separator) for value in row])
    return (BYTE_ORDER_MARK if separator == "semicolon" else "") + written.getvalue()


def cell(value: Any, separator: Separator = "comma") -> Any:
    """*value* as a cell of a CSV file may hold it."""
    if isinstance(value, float) and separator == "semicolon":
        return f"{value:g}".replace(".", ",")
    # A spreadsheet would take a name that begins like a formula for one.
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
