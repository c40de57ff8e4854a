"""A question of one's own for each student: the same difficulty and kind, another seed."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from enraya.lab.exercises.question import LARGEST_SEED


def question_for(
    class_id: str, assignment: int, number: int, student: str, question: Mapping[str, Any]
) -> dict[str, Any]:
    """*question* as *student* gets it: with a seed of their own, equal each time, where it is made from a seed.

    A tree or a position that the teacher wrote is the same for everybody.
    """
    if "seed" not in question:
        return dict(question)
    text = f"enraya class {class_id} {assignment} {number} {student} {question['seed']}"
    seed = int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) % LARGEST_SEED
    return {**question, "seed": seed}
