"""`enraya lesson check` on the command line."""

from __future__ import annotations

from enraya.lab.lessons.folder import course_files
from tests.unit.commands.running import data, run


def test_a_sentence_with_the_step_for_what_is_broken_and_the_others_are_checked_all_the_same(tmp_path):
    text = next(file for file in course_files() if "order" in file.name).read_text(encoding="utf-8")
    fine, broken, binary = tmp_path / "fine.yaml", tmp_path / "broken.yaml", tmp_path / "binary.yaml"
    fine.write_text(text, encoding="utf-8")
    broken.write_text(text.replace("order: worst", "order: luck"), encoding="utf-8")
    binary.write_bytes(b"\xff\x00")
    ended = run("lesson", "check", fine, broken, binary, "--lang", "es")
    assert ended.returncode == 1 and "fine.yaml: 10 pasos" in ended.stdout
    said = ended.stderr.splitlines()
    assert said[0].startswith("broken.yaml: Paso 3: «luck» no vale para «order».") and len(said) == 2
    assert [each["ok"] for each in data("lesson", "check", fine, "--json")["lessons"]] == [True]


def test_another_action_is_refused(tmp_path):
    ended = run("lesson", "write", tmp_path / "x.yaml", "--lang", "en")
    assert ended.returncode == 2 and "What can be done: check." in ended.stderr
