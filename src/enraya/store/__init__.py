"""Matches, tournaments, hand-ins and classes on disk. A match is its settings and its numbered events.

Belongs here: the database, its schema, the one thread that writes. Does not belong here: what the events mean
(`match`), and who may see a match (`server`).
"""

from enraya.store.changes import Changes, Write
from enraya.store.database import NotStored, Taken
from enraya.store.ownership import HeldElsewhere, NoSuchMatch, NotHeld
from enraya.store.store import Store
from enraya.store.stored_match import Damaged, StoredMatch

__all__ = [
    "Changes",
    "Damaged",
    "HeldElsewhere",
    "NoSuchMatch",
    "NotHeld",
    "NotStored",
    "Store",
    "StoredMatch",
    "Taken",
    "Write",
]
