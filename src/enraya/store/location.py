"""The default location of the store."""

from __future__ import annotations

from pathlib import Path


def usual_database() -> Path:
    """A file in the user's own data directory."""
    from platformdirs import user_data_path

    return user_data_path("enraya", appauthor=False) / "matches.db"
