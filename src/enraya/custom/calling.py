"""Calls the functions of a custom file; an exception becomes one sentence with its line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from numbers import Real
from types import FrameType
from typing import Any, NoReturn

from enraya.errors import CustomGameError, LocalizedError
from enraya.interrupt import is_interrupt

LONGEST_REASON = 300
LARGEST = 1e15
"""The largest number that a game may return: beyond it floats no longer distinguish neighbours."""

MODULE = "<module>"
"""The name of a file's own code, as Python gives it to code objects."""

_files: set[str] = set()
"""The files that were loaded, as their code objects name them."""


_told_files: list[Callable[[str], None]] = []


def remember_file(path: str) -> None:
    """Register *path* as a custom file, whose lines are named in error messages."""
    _files.add(path)
    for tell in _told_files:
        tell(path)


def tell_files_to(tell: Callable[[str], None]) -> None:
    """From now on *tell* is called with each custom file before it is run."""
    _told_files.append(tell)


def is_custom_code(path: str) -> bool:
    """True if *path*, as a code object names it, is a custom file that was loaded."""
    return path in _files


def is_called_by_file(frame: FrameType | None) -> bool:
    """True if a custom file is on the stack at *frame*, perhaps through a module that it has imported."""
    while frame is not None:
        if is_custom_code(frame.f_code.co_filename):
            return True
        frame = frame.f_back
    return False


def loaded_files() -> list[str]:
    """The custom files that were loaded."""
    return sorted(_files)


def call_custom(name: str, function: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """Call *call*, the *function* of the file *name*, and return its answer; an exception becomes a sentence."""
    try:
        return call(*arguments)
    except BaseException as error:
        raise_failure(error, name, function, call)


def raise_failure(error: BaseException, name: str, function: str, call: object = None) -> NoReturn:
    """Raise the sentence that tells *error*, raised in *function* of the file *name*.

    A sentence passes as it is, and so does Ctrl-C, which is not the file's.
    """
    raise_unless_own(error)
    raise failure_of(error, name, function, call) from None


def raise_unless_own(error: BaseException) -> None:
    """Raise *error* again unless it is an exception of a custom file's own."""
    if isinstance(error, LocalizedError) or is_interrupt(error):
        raise error


def failure_of(error: BaseException, name: str, function: str, call: object = None) -> CustomGameError:
    """The sentence that tells *error*, raised in *function* of the file *name*: by *call*, where that is known."""
    values = {"function": function, "line": line_of(error, call), "reason": reason_of(error)}
    return CustomGameError("check.raises", name=name, **values)


def failure_in_file(error: BaseException) -> CustomGameError | None:
    """The sentence for an *error* that a loaded file raised outside of any call of ours, as in a state's `__eq__`."""
    in_file = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in _files]
    return failure_of(error, in_file[-1].filename, in_file[0].name) if in_file else None


def line_of(error: BaseException, call: object = None) -> int:
    """The line of a custom file where *error* was raised; where none ran, as with wrong arguments, the line
    that *call* is defined at.
    """
    frames = traceback.extract_tb(error.__traceback__)
    in_file = [frame for frame in frames if frame.filename in _files]
    if in_file:
        return in_file[-1].lineno or 1
    if (line := line_defining(call)) is not None:
        return line
    return (frames[-1].lineno if frames and not _files else None) or 1


def line_defining(call: object) -> int | None:
    """The line of a custom file where the definition of *call* begins; None for what is not defined in one."""
    code = getattr(inspect.unwrap(call), "__code__", None) if callable(call) else None
    return int(code.co_firstlineno) if code is not None and code.co_filename in _files else None


def cause_of(error: BaseException) -> LocalizedError | str:
    """The cause of *error*, without the name of the game."""
    return error.cause if isinstance(error, CustomGameError) else reason_of(error)


def reason_of(error: BaseException) -> str:
    """The cause of an exception, as Python would say it, in one line."""
    try:
        said = " ".join(str(error).split())
    except BaseException as failure:
        # The __str__ of a custom exception may raise.
        raise_unless_own(failure)
        said = ""
    return f"{type(error).__name__}: {said[:LONGEST_REASON]}" if said else type(error).__name__


def is_by_identity(kind: type) -> bool:
    """True if objects of *kind* equal nothing but themselves."""
    equal: object = kind.__eq__
    return equal is object.__eq__


def is_number(value: object) -> bool:
    """True if *value* is a finite number that searches can tell from the next; True and False are none."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return -LARGEST <= float(value) <= LARGEST
    except (OverflowError, ValueError):
        return False


def shown(value: object) -> str:
    """The `repr` of *value*, cut short; the class name where `repr` raises."""
    try:
        text = " ".join(repr(value).split())
    except BaseException as failure:
        raise_unless_own(failure)
        text = ""
    if not text:
        return f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:80]}…"
