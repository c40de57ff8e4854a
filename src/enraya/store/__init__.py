"""Matches on disk: their settings and their numbered events. Replaying the events is loading."""

from enraya.store.database import NotStored, Taken
from enraya.store.store import Store, StoredMatch
from enraya.store.writer import Write

__all__ = ["NotStored", "Store", "StoredMatch", "Taken", "Write"]
