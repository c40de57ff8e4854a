"""Matches on disk: their settings and their numbered events. Replaying the events is loading."""

from enraya.store.database import NotStored, Taken
from enraya.store.store import Store
from enraya.store.stored import Damaged, StoredMatch
from enraya.store.writer import Write

__all__ = ["Damaged", "NotStored", "Store", "StoredMatch", "Taken", "Write"]
