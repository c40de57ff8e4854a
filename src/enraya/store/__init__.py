"""Matches on disk: their settings and their numbered events. Replaying the events is loading.

Belongs here: the database, its schema, the one thread that writes. Does not belong here: what the events mean
(`match`), and who may see a match (`server`).
"""

from enraya.store.database import NotStored, Taken
from enraya.store.store import Store
from enraya.store.stored import Damaged, StoredMatch
from enraya.store.writer import Write

__all__ = ["Damaged", "NotStored", "Store", "StoredMatch", "Taken", "Write"]
