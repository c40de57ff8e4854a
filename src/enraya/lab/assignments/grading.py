"""Grades what students handed in for an assignment."""

from __future__ import annotations

import time
from collections import OrderedDict
from random import Random

from enraya.errors import LocalizedError
from enraya.lab.assignments.assignment import SEARCHES, Assignment, Part
from enraya.lab.assignments.file_parts import mark_file
from enraya.lab.assignments.reference import Reference
from enraya.lab.assignments.results import PartResult, StudentMarks
from enraya.lab.assignments.search_part import mark_search
from enraya.lab.assignments.student_process import StudentProcess, said_of
from enraya.lab.assignments.submissions import HandedIn
from enraya.lab.reason import because
from enraya.position import Position

MOST_TRIES = 200
LEAST_PLIES = 2
MOST_REFERENCES = 500


class Grader:
    """Grades one student after another; what our own searches found is kept for the next."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._references: OrderedDict[tuple[int, tuple[str, ...]], Reference] = OrderedDict()

    def grade(self, handed_in: HandedIn) -> StudentMarks:
        """The marks of one student."""
        started = time.monotonic()
        if handed_in.file is None:
            problem = handed_in.problem or because("grade.nothing", file=self._assignment.file or "*.py")
            return StudentMarks(handed_in.student, None, self._empty(), 0.0, problem)
        process = StudentProcess(handed_in.file)
        try:
            process.load()
            results = tuple(
                self._mark(number, part, process, handed_in.student)
                for number, part in enumerate(self._assignment.parts)
            )
        except LocalizedError as error:
            problem = said_of(error, handed_in.file)
            return StudentMarks(handed_in.student, handed_in.file, self._empty(), time.monotonic() - started, problem)
        finally:
            process.close()
        return StudentMarks(handed_in.student, handed_in.file, results, time.monotonic() - started)

    def _empty(self) -> tuple[PartResult, ...]:
        return tuple(PartResult(part) for part in self._assignment.parts)

    def _mark(self, number: int, part: Part, process: StudentProcess, student: str) -> PartResult:
        seed = f"{self._assignment.seed} {number} {student if part.seeds_by_student else ''}"
        positions = positions_of(part, seed)
        if part.kind in SEARCHES:
            return mark_search(part, positions, process, self._reference)
        return mark_file(part, positions, process, self._reference, seed)

    def _reference(self, part: Part, position: Position) -> Reference:
        key = id(part), tuple(position.move_texts)
        if key not in self._references:
            self._references[key] = Reference(part, position)
            if len(self._references) > MOST_REFERENCES:
                self._references.popitem(last=False)
        return self._references[key]


def positions_of(part: Part, seed: str) -> list[Position]:
    """The positions that *part* names, and those that *seed* makes: unfinished ones of random games, each once."""
    start = Position.start(part.rules(), part.start)
    found = [start.play_all(moves) for moves in part.positions]
    dice, seen = Random(seed), {position.state for position in found}
    most = (start.game.longest or 2 * LEAST_PLIES * 4) // 2
    wanted = len(found) + part.random
    for _ in range(MOST_TRIES * part.random):
        if len(found) == wanted:
            break
        position = start
        for _ in range(dice.randint(min(LEAST_PLIES, most), max(LEAST_PLIES, most))):
            if position.is_over:
                break
            position = position.play(dice.choice(position.playable()))
        if not position.is_over and position.state not in seen:
            seen.add(position.state)
            found.append(position)
    return found
