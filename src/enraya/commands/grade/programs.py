"""The part of `enraya grade` that marks programs."""

from __future__ import annotations

import json as json_format
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from enraya.commands.framework.options import words
from enraya.commands.grade.command import bytes_of

if TYPE_CHECKING:
    from enraya.lab.assignments.assignment import Assignment
    from enraya.lab.assignments.results import StudentMarks
    from enraya.lab.marking.tables import Separator

SOME_MISSING = 2


def grade_programs(
    task: Path,
    data: Any,
    paths: list[Path],
    *,
    json: bool,
    csv: Path | None,
    separator: Separator,
    gradescope: Path | None,
    roster: Path | None,
) -> None:
    """Mark the programs under *paths* by the assignment *data* of the file *task*, and write what was asked for."""
    from enraya.commands.framework.files import write_file
    from enraya.commands.framework.output import print_json
    from enraya.commands.framework.progress import Progress
    from enraya.errors import EnrayaError
    from enraya.lab.assignments.assignment import read_assignment
    from enraya.lab.assignments.grading import Grader
    from enraya.lab.assignments.reports import as_table
    from enraya.lab.assignments.results import class_means
    from enraya.lab.assignments.roster import by_roster, read_roster
    from enraya.lab.assignments.submissions import find_submissions
    from enraya.lab.exercises.document import ErrorInDocument
    from enraya.lab.marking.tables import decode_table

    try:
        assignment = read_assignment(data)
    except EnrayaError as error:
        raise ErrorInDocument("error.in_file", error, path=str(task)) from None
    names = None if roster is None else read_roster(decode_table(bytes_of(roster)))
    marks: list[StudentMarks] = []
    with tempfile.TemporaryDirectory(prefix="enraya-grade-") as scratch, Progress() as progress:
        # A process in the jail has rights of its own, and must be able to come here.
        Path(scratch).chmod(0o755)
        handed_in = find_submissions(paths, assignment.file, Path(scratch))
        if names is not None:
            handed_in = by_roster(names, handed_in)
        grader = Grader(assignment)
        for each in handed_in:
            marks.append(grader.grade(each))
            progress.update_students(len(marks), len(handed_in))
            if not json:
                progress.make_way()
                _print_marks(assignment, marks[-1])
    if csv is not None:
        write_file(csv, as_table(assignment, marks, words.language, separator).encode())
    if gradescope is not None:
        _write_gradescope(gradescope, assignment, marks)
    means = class_means(assignment, marks)
    if json:
        students = [student.as_data(words.language) for student in marks]
        said = {"assignment": assignment.title, "points": assignment.points, "means": means, "students": students}
        print_json(said)
    elif len(marks) > 1:
        _print_means(assignment, marks, means)
    if any(student.file is None for student in marks):
        raise typer.Exit(SOME_MISSING)


def _write_gradescope(target: Path, assignment: Assignment, marks: list[StudentMarks]) -> None:
    """One student's results into a file that ends in .json; several into a folder, a file each."""
    from enraya.commands.framework.files import write_file
    from enraya.errors import NotationError, system_reason
    from enraya.lab.assignments.reports import as_gradescope

    is_file = target.suffix == ".json"
    if is_file and len(marks) != 1:
        raise NotationError("error.grade_gradescope", count=len(marks), path=str(target))
    if not is_file:
        try:
            target.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotationError("error.unwritable", path=str(target), reason=system_reason(error)) from None
    for student in marks:
        path = target if is_file else target / f"{student.student.replace('/', '_')}.json"
        results = as_gradescope(assignment, student, words.language)
        write_file(path, json_format.dumps(results, ensure_ascii=False, indent=2).encode())


def _print_marks(assignment: Assignment, student: StudentMarks) -> None:
    from enraya.lab.reason import write_number

    said = {"score": write_number(student.score), "points": write_number(assignment.points)}
    typer.echo(words("practise.grade.student", student=student.student, **said))
    if student.problem is not None:
        typer.echo(f"  {student.problem.in_language(words.language)}")
    for result in student.parts if student.problem is None else ():
        score, points = write_number(result.score), write_number(result.part.points)
        typer.echo("  " + words("grade.part", title=result.part.title, score=score, points=points))
        for remark in result.said(words.language):
            typer.echo(f"    {remark}")
        for row in (result.tree or "").splitlines():
            typer.echo(f"      {row}")
    typer.echo()


def _print_means(assignment: Assignment, marks: list[StudentMarks], means: list[float | None]) -> None:
    from enraya.lab.reason import write_number

    mean = sum(student.score for student in marks) / len(marks)
    said = {"score": write_number(round(mean, 2)), "points": write_number(assignment.points)}
    typer.echo(words("grade.class_mean", count=len(marks), **said))
    for part, each in zip(assignment.parts, means, strict=True):
        said = {"score": write_number(each or 0), "points": write_number(part.points)}
        typer.echo("  " + words("grade.part", title=part.title, **said))
