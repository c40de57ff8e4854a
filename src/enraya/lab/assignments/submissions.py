"""The submissions of students: files, folders and archives, one by one or a whole class in one folder."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from enraya.errors import NotationError
from enraya.lab.reason import because
from enraya.locale import Sentence

MOST_FILES, LARGEST_FILE, LARGEST_IN_ALL = 500, 1 << 20, 64 << 20
"""The largest number of files unpacked from an archive, and the largest sizes, of one and of all."""

MOST_STUDENTS = 2000
MOODLE = re.compile(r"_\d+_assignsubmission.*$")
"""The suffix that Moodle appends to the name of a student."""


@dataclass(frozen=True)
class HandedIn:
    """One student's file, or why there is none."""

    student: str
    file: str | None
    problem: Sentence | None = None


def find_submissions(paths: Sequence[Path], file: str | None, scratch: Path) -> list[HandedIn]:
    """Every student's file under *paths*, by name; archives are unpacked into *scratch*.

    With *file*, the name that was to be handed in, a folder that holds it is one student's. Else every Python file is
    a student's, and so is a folder or archive with a single one.
    """
    found: dict[str, HandedIn] = {}
    for path in paths:
        if not path.exists():
            raise NotationError("error.own_unreadable", path=str(path), reason="No such file or directory")
        for each in _under(path, file, scratch):
            found.setdefault(each.student, each)
            if len(found) > MOST_STUDENTS:
                raise NotationError("error.answers_large", most=MOST_STUDENTS)
    return sorted(found.values(), key=lambda each: each.student.casefold())


def _under(path: Path, file: str | None, scratch: Path) -> Iterator[HandedIn]:
    if path.is_file():
        yield _single(path, file, scratch)
        return
    sources = sorted(path.glob("*.py"))
    if file is not None and (path / file).is_file():
        yield HandedIn(_name(path.name), str(path / file))
        return
    inner = [each for each in sorted(path.iterdir()) if each.is_dir() or each.suffix.lower() == ".zip"]
    for source in sources if file is None or not inner else ():
        yield HandedIn(_name(source.stem), str(source))
    for each in inner:
        if not each.name.startswith((".", "__")):
            yield _single(each, file, scratch)


def _single(path: Path, file: str | None, scratch: Path) -> HandedIn:
    """The submission of one student: a file, a folder or an archive."""
    if path.suffix == ".py" and path.is_file():
        return HandedIn(_name(path.stem), str(path))
    student = _name(path.stem if path.is_file() else path.name)
    folder = path
    if path.is_file():
        folder = scratch / student.replace("/", "_")
        try:
            _unpack(path, folder)
        except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError) as error:
            return HandedIn(student, None, because("grade.bad_archive", file=path.name, reason=str(error)))
    sources = sorted(each for each in folder.rglob("*.py") if "__MACOSX" not in each.parts)
    chosen = [each for each in sources if file is None or each.name == file]
    if len(chosen) == 1:
        return HandedIn(student, str(chosen[0]))
    others = sources or sorted(each for each in folder.rglob("*") if each.is_file())
    names = [each.name for each in others[:10]]
    if not names or (file is None and not sources):
        return HandedIn(student, None, because("grade.nothing", file=file or "*.py"))
    if file is not None:
        return HandedIn(student, None, because("grade.no_file", file=file, found=names))
    return HandedIn(student, None, because("grade.which_file", found=names))


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the Python files of *archive*: nothing outside of *folder*, and not more than fits."""
    with zipfile.ZipFile(archive) as opened:
        entries = [each for each in opened.infolist() if each.filename.endswith(".py")][:MOST_FILES]
        total = 0
        for entry in entries:
            target = (folder / entry.filename).resolve()
            if not target.is_relative_to(folder.resolve()):
                raise ValueError(entry.filename)
            with opened.open(entry) as source:
                data = source.read(LARGEST_FILE + 1)
            total += len(data)
            if len(data) > LARGEST_FILE or total > LARGEST_IN_ALL:
                raise ValueError(f"{entry.filename}: > {LARGEST_FILE} bytes")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def _name(written: str) -> str:
    return MOODLE.sub("", written).strip() or written
