"""The lessons there are: the course that comes with the program, and those of a teacher's folder behind it."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from enraya.errors import EnrayaError, NotationError, system_reason
from enraya.lab.exercises.document import ErrorInDocument
from enraya.lab.lessons.lesson import Lesson
from enraya.lab.lessons.reading import name_of, read_lesson

ENDINGS = (".yaml", ".yml", ".json")
MOST_LESSONS = 100


def course_files() -> list[Traversable]:
    """The files of the course, in its order."""
    return _files(resources.files("enraya.lab.lessons") / "course")


def own_files(folder: str | None) -> list[Traversable]:
    """The files of a teacher's folder, by their names."""
    if folder is None:
        return []
    path = Path(folder)
    if not path.is_dir():
        raise NotationError("error.lesson_folder", path=folder)
    return _files(path)


def read_file(file: Traversable) -> Lesson:
    """The lesson in *file*, or what is wrong, with the name of the file."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise NotationError("error.own_unreadable", path=file.name, reason=system_reason(error)) from None
    try:
        return read_lesson(data, file.name)
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=file.name) from None


def read_lessons(folder: str | None) -> tuple[list[Lesson], list[Lesson]]:
    """The course, and the lessons of *folder*."""
    shipped, own = [read_file(file) for file in course_files()], [read_file(file) for file in own_files(folder)]
    names = [lesson.name for lesson in (*shipped, *own)]
    for name in names:
        if names.count(name) > 1:
            raise NotationError("error.lesson_twice", name=name)
    return shipped, own


def find_lesson(name: str, folder: str | None) -> Lesson:
    """The lesson that goes by *name*."""
    for file in (*course_files(), *own_files(folder)):
        if name_of(file.name) == name:
            return read_file(file)
    raise NotationError("error.lesson_unknown", name=name)


def _files(folder: Traversable) -> list[Traversable]:
    found = [file for file in folder.iterdir() if file.name.lower().endswith(ENDINGS) and file.is_file()]
    return sorted(found, key=lambda file: file.name)[:MOST_LESSONS]
