"""The files of handed-in players where the jail can read them: a folder for each, made from the store when needed."""

from __future__ import annotations

import re
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

from enraya.errors import NotationError
from enraya.store.hand_ins import HandIn, HandInKind

ENDINGS = (".py", ".js", ".mjs")
"""Files that can be handed in: they need nothing but their interpreter."""

CHOOSES = re.compile(rb"^(async\s+)?def\s+choose\s*\(|^choose\s*=|^from\s.*import\s.*\bchoose\b", re.MULTILINE)
EVALUATES = re.compile(rb"^def\s+evaluate\s*\(|^evaluate\s*=", re.MULTILINE)


def kind_of(file: str, body: bytes) -> HandInKind:
    """The kind of the file called *file*, by its ending and its contents; another ending is refused.

    A file of Python that defines neither `choose` nor `evaluate` speaks the protocol of docs/bots.md.
    """
    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise NotationError("handin.ending", file=file, known=list(ENDINGS))
    if not body.strip():
        raise NotationError("handin.empty", file=file)
    if ending == ".py" and CHOOSES.search(body):
        return "choose"
    return "evaluate" if ending == ".py" and EVALUATES.search(body) else "bot"


class PlayerFiles:
    """A temporary folder, of this process alone, with a folder for each different file."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def player_of(self, hand_in: HandIn) -> str:
        """The text that names the player *hand_in*, whose file is there from now on."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="enraya-players-"))
        # Each in a folder of its own, so that nobody can read the file of another.
        digest = sha256(hand_in.body).hexdigest()[:24]
        path = self._place(hand_in.arena, hand_in.name) / digest / f"player{Path(hand_in.file).suffix.lower()}"
        if not path.exists():
            path.parent.mkdir(exist_ok=True, parents=True)
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(hand_in.body)
            unfinished.replace(path)
        match hand_in.kind:
            case "choose":
                return str(path)
            case "evaluate":
                return f"alphabeta+:evaluate={path}"
            case "bot":
                return f"bot:{path}"

    def forget(self, arena: str, name: str | None = None) -> None:
        """Remove the files of the player *name* of *arena*, or of all its players; those are made again if needed."""
        if self._folder is not None:
            shutil.rmtree(self._place(arena, name), ignore_errors=True)

    def _place(self, arena: str, name: str | None) -> Path:
        """The folder for the files of a arena, or of one player in it."""
        assert self._folder is not None
        parts = (arena,) if name is None else (arena, name)
        return self._folder.joinpath(*(sha256(part.encode()).hexdigest()[:24] for part in parts))

    def close(self) -> None:
        """Leave nothing behind."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def without_path(text: str, player: str, name: str) -> str:
    """*text*, a sentence about the *player* of `player_of`, with what people call it in the place of its path."""
    path = player.removeprefix("bot:").rpartition("=")[2]
    return text.replace(player, name).replace(path, name).replace(str(Path(path).parent), name)
