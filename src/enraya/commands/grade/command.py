"""`enraya grade`: what students handed in, marked without a browser: answers to exercises, or programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from enraya.commands.framework.options import Json, Lang, TrustFiles, words

if TYPE_CHECKING:
    from enraya.lab.exercises.sets import ExerciseSet
    from enraya.lab.marking.grading import StudentResult
    from enraya.lab.marking.submissions import Submission
    from enraya.lab.marking.tables import Separator

SOME_UNREAD = 2


def grade(
    set: Annotated[
        Path, typer.Argument(help=words("cli.option.set"), metavar=words("cli.place.set"), show_default=False)
    ],
    answers: Annotated[
        list[Path],
        typer.Argument(help=words("cli.option.answers"), metavar=words("cli.place.answers"), show_default=False),
    ],
    json: Json = False,
    csv: Annotated[Path | None, typer.Option("--csv", help=words("cli.option.csv"))] = None,
    separator: Annotated[Literal["comma", "semicolon"], typer.Option(help=words("cli.option.separator"))] = "comma",
    gradescope: Annotated[Path | None, typer.Option(help=words("cli.option.gradescope"))] = None,
    roster: Annotated[Path | None, typer.Option(help=words("cli.option.roster"))] = None,
    trust_files: TrustFiles = False,
    lang: Lang = None,
) -> None:
    """Mark answers to a set of exercises, or programs handed in for an assignment."""
    from enraya import jail
    from enraya.commands.framework.files import refuse_unwritable
    from enraya.commands.grade.programs import grade_programs
    from enraya.errors import NotationError
    from enraya.lab.assignments.assignment import is_assignment

    data = _document(set)
    refuse_unwritable(csv)
    if is_assignment(data):
        if trust_files:
            jail.trust_files()
        grade_programs(
            set, data, answers, json=json, csv=csv, separator=separator, gradescope=gradescope, roster=roster
        )
        return
    for option, value in (("--gradescope", gradescope), ("--roster", roster)):
        if value is not None:
            raise NotationError("error.grade_option", option=option)
    _grade_answers(set, answers, is_json=json, csv=csv, separator=separator)


def _grade_answers(set: Path, answers: list[Path], *, is_json: bool, csv: Path | None, separator: Separator) -> None:
    from enraya.commands.framework.files import write_file
    from enraya.commands.framework.output import print_json
    from enraya.errors import EnrayaError
    from enraya.lab.marking.grading import as_table
    from enraya.lab.marking.grading import grade as mark_sheet

    exercises = read_set_file(set)
    students: list[StudentResult] = []
    unread = 0
    for path in answers:
        try:
            sheets = _read_answers(path)
        except EnrayaError as error:
            # One student's broken file keeps nobody else's from being marked.
            unread += 1
            print(f"enraya: {' '.join(error.in_language(words.language).split())}", file=sys.stderr)
            continue
        students += [mark_sheet(exercises, sheet) for sheet in sheets]
    if csv is not None:
        write_file(csv, as_table(students, words.language, separator).encode())
    if is_json:
        marked = [student.as_data(words.language) for student in students]
        print_json({"set": exercises.title, "points": exercises.points, "students": marked})
    else:
        for student in students:
            _print_report(exercises, student)
    if unread:
        raise typer.Exit(SOME_UNREAD)


def read_set_file(path: Path) -> ExerciseSet:
    """The set in a file, or a refusal with its name."""
    from enraya.errors import EnrayaError
    from enraya.lab.exercises.document import ErrorInDocument, decode
    from enraya.lab.exercises.sets import read_set

    data = bytes_of(path)
    try:
        return read_set(decode(data))
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=str(path)) from None


def _document(path: Path) -> Any:
    """The data in a file, to see what it sets."""
    from enraya.errors import EnrayaError
    from enraya.lab.exercises.document import ErrorInDocument, decode, read_document

    data = bytes_of(path)
    try:
        return read_document(decode(data))
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=str(path)) from None


def _read_answers(path: Path) -> list[Submission]:
    from enraya.errors import EnrayaError
    from enraya.lab.exercises.document import ErrorInDocument, decode
    from enraya.lab.marking.submissions import read_submissions
    from enraya.lab.marking.tables import decode_table

    data, is_table = bytes_of(path), path.suffix.lower() == ".csv"
    try:
        return read_submissions(decode_table(data) if is_table else decode(data), is_table, path.stem)
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=str(path)) from None


def bytes_of(path: Path) -> bytes:
    """The contents of a file, as far as anything reads it."""
    from enraya.errors import NotationError, system_reason
    from enraya.lab.exercises.document import LARGEST

    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise NotationError("error.own_unreadable", path=str(path), reason=system_reason(error)) from None


def _print_report(exercises: ExerciseSet, student: StudentResult) -> None:
    from enraya.lab.reason import write_number

    points = write_number(exercises.points)
    print(words("practise.grade.student", student=student.student, score=write_number(student.score), points=points))
    for result in student.results:
        said = {"score": write_number(result.score), "points": write_number(result.exercise.points)}
        print(
            "  "
            + words(
                "practise.grade.question",
                number=result.number,
                kind=words(f"practise.kind.{result.exercise.kind}"),
                **said,
            )
        )
        for remark in result.remarks(words.language):
            print(f"    {remark}")
    for number in student.strangers:
        print("  " + words("practise.grade.stranger", number=number))
    print()
