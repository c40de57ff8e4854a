"""The schema in docs/exercises.md holds for what is read, and refuses what is not."""

import json
import re
from pathlib import Path

import jsonschema_rs
import pytest

from enraya.lab.exercises.document import read_document
from enraya.lab.exercises.sets import read_set
from enraya.lab.marking.submissions import read_submissions

DOCS = Path(__file__).parents[4] / "docs"
TEXT = (DOCS / "exercises.md").read_text("utf-8")
SCHEMA = json.loads(re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)[1])
YAML = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def is_valid(text):
    return jsonschema_rs.validator_for(SCHEMA).is_valid(read_document(text))


@pytest.mark.parametrize("text", [YAML[0], (DOCS / "examples" / "exercises.yaml").read_text("utf-8")])
def test_sets_in_the_docs_are_read_and_keep_the_schema(text):
    assert is_valid(text) and read_set(text).questions


@pytest.mark.parametrize("text", YAML[1:])
def test_answers_in_the_docs_are_read(text):
    assert read_submissions(text, False, "x")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title: t", "A set is a mapping with title and questions"),
        ("questions: []", "A set is a mapping with title and questions"),
        ("questions: [{kind: x, seed: 1}]", "Question 1: kind is «x»"),
        ("questions: [{kind: move, seed: 1, tree: A}]", "Question 1: Exactly one of tree, game, seed"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses_too(text, reason):
    assert not is_valid(text)
    with pytest.raises(ValueError, match=reason):
        read_set(text)
