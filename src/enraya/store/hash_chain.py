"""Checksums that tell a changed byte, a gap and a lost tail.

Each event carries the hash of the one before it, its own number, time and text: a chain, as in a ledger. The row of a
match holds the number of its events and the hash of the last, and a checksum over all its columns. So whatever a disk
changes is noticed by whoever reads it, though nothing here protects against somebody who can write a database.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

HASH_LENGTH = 32
NO_EVENT = ""
"""The hash that the first event of a chain refers to."""


def event_hash(previous: str, match: str, number: int, written: float, body: str) -> str:
    """The hash of an event of *match* that follows the event hashed as *previous*."""
    return _hash([previous, match, number, written, body])


def row_checksum(row: Mapping[str, Any]) -> str:
    """The checksum of a row: over all its columns by name, but for `checksum` itself."""
    return _hash(sorted((column, value) for column, value in row.items() if column != "checksum"))


def _hash(values: object) -> str:
    # A damaged column may hold bytes, which JSON does not know.
    text = json.dumps(values, default=repr)
    return hashlib.blake2b(text.encode(), digest_size=HASH_LENGTH // 2).hexdigest()
