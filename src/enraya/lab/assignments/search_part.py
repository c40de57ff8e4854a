"""Marks a student's minimax or alpha-beta: value, move and nodes at every position of the part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from enraya.errors import LocalizedError
from enraya.lab.assignments.assignment import Part
from enraya.lab.assignments.diagnosis import StudentSearch, diagnose, is_same, read_search
from enraya.lab.assignments.reference import Reference
from enraya.lab.assignments.results import PartResult
from enraya.lab.assignments.student_process import StudentProcess, said_of
from enraya.lab.reason import because
from enraya.position import Position

MOST_REMARKS = 5
FindReference = Callable[[Part, Position], Reference]


def mark_search(
    part: Part, positions: Sequence[Position], process: StudentProcess, reference_of: FindReference
) -> PartResult:
    """The marks for *part*; every position counts the same."""
    result = PartResult(part, dict.fromkeys(part.compare, 0.0))
    for position in positions:
        reference = reference_of(part, position)
        try:
            search = _asked(part, position, process)
        except LocalizedError as error:
            _remark(result, position, said_of(error, process.file))
            continue
        right = {aspect for aspect in part.compare if _is_right(aspect, reference, search)}
        for aspect in right:
            result.shares[aspect] += 1 / len(positions)
        if wrong := set(part.compare) - right:
            difference = diagnose(reference, search, wrong)
            _remark(result, position, difference.reason)
            result.tree = result.tree or difference.tree
    return result


def _asked(part: Part, position: Position, process: StudentProcess) -> StudentSearch:
    said = process.ask(
        "search",
        part.seconds,
        functions=list(part.functions),
        game=part.game,
        start=part.start,
        moves=" ".join(position.move_texts),
        depth=part.depth,
        win=part.win,
        compare=list(part.compare),
    )
    try:
        return read_search(said, is_for_mover=part.for_mover, mover=int(position.to_move))
    except (KeyError, TypeError, ValueError, IndexError):
        raise LocalizedError("check.unasked", function=part.functions[0]) from None


def _is_right(aspect: str, reference: Reference, search: StudentSearch) -> bool:
    if aspect == "value":
        return is_same(search.value, reference.value)
    if aspect == "move":
        return search.move in reference.accepted_moves()
    tree = reference.tree()
    return tree is not None and search.paths == tree.paths


def _remark(result: PartResult, position: Position, reason: object) -> None:
    if len(result.remarks) < MOST_REMARKS:
        key = "grade.at" if position.moves else "grade.at_start"
        result.remarks.append(because(key, moves=" ".join(position.move_texts), reason=reason))
