"""Reads and runs Python files of users, and finds the game in them."""

from __future__ import annotations

import inspect
import re
import sys
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from enraya.custom.calling import line_of, raise_unless_own, reason_of, remember_file
from enraya.custom.functions import FOUR
from enraya.custom.game import CustomGame
from enraya.custom.output_redirection import redirected_print
from enraya.custom.stray_failures import tell_stray_failures
from enraya.errors import NotationError, system_reason

LARGEST_FILE = 1 << 20
EDITION = re.compile(r"@([0-9a-f]{12})$")
"""The suffix of a file's name that means one edition of it."""

_loaded: dict[str, CustomGame] = {}
"""The games that were loaded, by the name of their file; each is loaded again when the file changes."""


def is_file_name(text: str) -> bool:
    """True if *text* names a Python file, perhaps with `:name` behind it."""
    text = split_edition(text)[0]
    return text.partition(":")[0].strip().endswith(".py") or text.rpartition(":")[0].strip().endswith(".py")


def split_edition(text: str) -> tuple[str, str | None]:
    """`mine.py@0123456789ab` as the name of a file and the edition of it that is meant, if one is."""
    found = EDITION.search(text.strip())
    return (text.strip()[: found.start()], found[1]) if found else (text, None)


def name_edition(text: str, edition: str) -> str:
    """The name that means the game in the file *text* as it is in this *edition* only."""
    return f"{text}@{edition[:12]}" if edition else text


def split_file_name(text: str) -> tuple[str, str | None]:
    """`mine.py:name` as the path and the name."""
    text = split_edition(text)[0]
    if text.strip().endswith(".py"):
        return text.strip(), None
    path, colon, name = text.strip().rpartition(":")
    return (path, name) if colon else (name, None)


def read_source(path: str) -> bytes:
    """The text of the file at *path*, or a sentence that says why it cannot be read."""
    if not path:
        raise NotationError("error.not_a_file", text=path)
    try:
        if Path(path).is_fifo() or Path(path).is_char_device():
            # To read it could take for ever.
            raise NotationError("error.own_pipe", path=path)
        with Path(path).open("rb") as opened:
            source = opened.read(LARGEST_FILE + 1)
    except NotationError:
        raise
    except (OSError, ValueError) as error:
        reason = system_reason(error)
        raise NotationError("error.own_unreadable", path=path, reason=reason) from None
    if len(source) > LARGEST_FILE:
        raise NotationError("error.own_large", path=path, largest=LARGEST_FILE)
    return source


def load_file(path: str) -> ModuleType:
    """The Python file at *path* as a module, or a sentence that says why it cannot be read or run."""
    return _run(path, read_source(path))


def _run(path: str, source: bytes) -> ModuleType:
    file = Path(path)
    try:
        code = compile(source, str(file), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise NotationError(
            "error.own_syntax", path=path, line=line, reason=getattr(error, "msg", None) or reason_of(error)
        ) from None
    if not source.strip():
        raise NotationError("error.own_empty", path=path)
    remember_file(str(file))
    tell_stray_failures()
    module = ModuleType(_module_name(file))
    module.__file__ = str(file)
    # What a command answers may be read by a program: remarks of the file are not part of it.
    module.__dict__["print"] = redirected_print
    # A dataclass looks its own module up by name while it is being made; what the file imports may import it.
    sys.modules[module.__name__] = module
    # Last, so that a file beside it is found, and never in place of a module that the program needs.
    if (folder := str(file.absolute().parent)) not in sys.path:
        sys.path.append(folder)
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        raise_unless_own(error)
        line = line_of(error)
        if isinstance(error, ModuleNotFoundError) and error.name:
            raise NotationError("error.own_no_module", path=path, line=line, module=error.name) from None
        raise NotationError("error.own_fails", path=path, line=line, reason=reason_of(error)) from None
    return module


def _module_name(file: Path) -> str:
    """The name of *file* as a module: its own, or its whole path where others may mean another module by that."""
    name = file.stem
    loaded, found = sys.modules.get(name), PathFinder.find_spec(name)
    is_other = loaded is not None and getattr(loaded, "__file__", None) != str(file)
    is_taken = is_other or name in sys.stdlib_module_names
    if is_taken or (found is not None and found.origin != str(file.absolute())):
        return str(file)
    return name


def load_custom_game(text: str) -> CustomGame:
    """The game in `mine.py`, or the class or object `mine.py:Name` in it: loaded once, and again when the file changes.

    A name that means another edition of the file, `mine.py@0123456789ab`, is refused.
    """
    text, wanted = split_edition(text.strip())
    path, name = split_file_name(text)
    source = read_source(path)
    edition = sha256(source).hexdigest()
    if wanted is not None and not edition.startswith(wanted):
        raise NotationError("error.own_changed", path=path)
    known = _loaded.get(text)
    if known is None or known.edition != edition:
        known = _loaded[text] = _game_in(_run(path, source), path, name, text, edition)
    return known


def _game_in(module: ModuleType, path: str, name: str | None, text: str, edition: str) -> CustomGame:
    if name is not None:
        if not hasattr(module, name):
            raise NotationError("error.own_no_name", path=path, name=name)
        return CustomGame(_instance(getattr(module, name), text), text, edition)
    if hasattr(module, "initial"):
        return CustomGame(module, text, edition)
    whole = [each for each in _own_classes(module) if _functions_in(each) == len(FOUR)]
    # A class that others are derived from is not the game itself.
    games = [each for each in whole if not any(other is not each and issubclass(other, each) for other in whole)]
    if len(games) > 1:
        raise NotationError("error.own_several", path=path, names=[f"{path}:{each.__name__}" for each in games])
    if games:
        return CustomGame(_instance(games[0], text), text, edition)
    raise lacking_game(module, path)


def lacking_game(module: ModuleType, path: str) -> NotationError:
    """The refusal of a file that holds no whole game: what lacks to the class that comes closest, or to the file."""
    holders: list[Any] = [module, *_own_classes(module)]
    closest = max(holders, key=_functions_in)
    name = path if closest is module else f"{path}:{closest.__name__}"
    missing = [function for function in FOUR if not hasattr(closest, function)]
    return NotationError("error.own_missing", name=name, missing=missing)


def _own_classes(module: ModuleType) -> list[type]:
    return [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == module.__name__]


def _functions_in(value: object) -> int:
    """How many of the four functions of a game *value* has."""
    return sum(hasattr(value, function) for function in FOUR)


def _instance(value: Any, name: str) -> Any:
    if not inspect.isclass(value):
        return value
    try:
        return value()
    except BaseException as error:
        raise_unless_own(error)
        raise NotationError("error.own_class", name=name, reason=reason_of(error)) from None
