"""The preferences on disk: language, theme, levels, and the match that was left."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from enraya.locale import LANGUAGES
from enraya.match import Match, MatchSettings, match_from_json, match_to_json
from enraya.tui.palettes import PALETTES

FIRST_LEVEL = 2
"""Easy, but not by chance alone: who never played before wins most of the time."""

HIGHEST_LEVEL = 10


@dataclass
class Preferences:
    """The choices of one user. `levels` are those chosen for good, by game; `suited` those that the results lead to."""

    language: str | None = None
    theme: str = next(iter(PALETTES))
    levels: dict[str, int] = field(default_factory=dict)
    suited: dict[str, int] = field(default_factory=dict)

    def level_for(self, game: str) -> int:
        """The level to play *game* at."""
        return self.levels.get(game, self.suited.get(game, FIRST_LEVEL))

    def quick_settings(self, game: str) -> MatchSettings:
        """One game at once: the person first, against the level that suits them, without a clock."""
        level = self.level_for(game)
        return MatchSettings(game=game, second=f"level:{level}", starter="first", seconds=None, games=1)

    def learn(self, game: str, level: int, gain: int) -> None:
        """A game against *level* ended: won (1) the next one is stronger, lost (-1) weaker."""
        self.suited[game] = min(HIGHEST_LEVEL, max(0, level + gain))


def folder() -> Path:
    """The folder of the preferences."""
    from platformdirs import user_data_path

    return user_data_path("enraya") / "tui"


def load_preferences() -> Preferences:
    """Load the preferences; unreadable ones count as absent."""
    with suppress(OSError, ValueError):
        kept = json.loads((folder() / "preferences.json").read_text(encoding="utf-8"))
        if isinstance(kept, dict):
            known = {each.name for each in fields(Preferences)}
            return _checked(Preferences(**{name: value for name, value in kept.items() if name in known}))
    return Preferences()


def save_preferences(preferences: Preferences) -> None:
    """Save *preferences*. A disk that takes nothing is no reason to stop playing."""
    _write("preferences.json", asdict(preferences))


def keep_match(match: Match | None) -> None:
    """Save *match* as the one to resume, or that there is none."""
    if match is None or match.phase == "finished":
        with suppress(OSError):
            (folder() / "kept.json").unlink()
        return
    _write("kept.json", {"match": match_to_json(match), "kept": time.time()})


def kept_summary() -> dict[str, Any] | None:
    """The settings of the match that was left, as they are written, without playing it through; None if none was."""
    kept = _kept()
    settings = kept["match"].get("settings") if kept and isinstance(kept.get("match"), dict) else None
    return settings if isinstance(settings, dict) and isinstance(settings.get("game"), str) else None


def kept_match() -> tuple[Match, float] | None:
    """The match that was left, and how many seconds ago; refuses one that is damaged."""
    kept = _kept()
    if kept is None:
        return None
    when = kept.get("kept")
    away = max(0.0, time.time() - when) if isinstance(when, (int, float)) else 0.0
    return match_from_json(kept.get("match")), away


def _kept() -> dict[str, Any] | None:
    with suppress(OSError, ValueError):
        kept = json.loads((folder() / "kept.json").read_text(encoding="utf-8"))
        return kept if isinstance(kept, dict) else None
    return None


def _write(name: str, data: Any) -> None:
    """Put *data* into the file *name* at once or not at all."""
    path = folder() / name
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{name}.{os.getpid()}")
        temporary.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        temporary.replace(path)


def _checked(read: Preferences) -> Preferences:
    """*read* with what is of the wrong kind left out: anybody can write into the file."""
    usual = Preferences()
    return Preferences(
        read.language if read.language in LANGUAGES else None,
        read.theme if read.theme in PALETTES else usual.theme,
        _levels(read.levels),
        _levels(read.suited),
    )


def _levels(read: object) -> dict[str, int]:
    if not isinstance(read, dict):
        return {}
    return {game: level for game, level in read.items() if type(level) is int and 0 <= level <= HIGHEST_LEVEL}
