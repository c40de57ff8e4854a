"""Matches on disk: their settings and their numbered events. Replaying the events is loading."""

from enraya.store.store import NotStored, Store, StoredMatch
from enraya.store.writer import Write

__all__ = ["NotStored", "Store", "StoredMatch", "Write"]
