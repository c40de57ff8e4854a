"""Lessons over HTTP: the course, one lesson with its steps, a teacher's folder, and the duel of an experiment."""

from __future__ import annotations

import json

from enraya.lab.lessons.folder import course_files
from tests.unit.server.conftest import serving


def test_the_course_is_listed_and_a_lesson_has_its_steps_with_the_facts_filled_in(client):
    answer = client.get("/api/lessons").json()
    assert len(answer["course"]) == 10 and answer["own"] == []
    cuts = client.get("/api/lessons/cuts").json()
    assert [step["kind"] for step in cuts["steps"]] == answer["course"][4]["kinds"]
    conclusion = next(step["conclusion"] for step in cuts["steps"] if step["kind"] == "experiment")
    assert "18,297" in conclusion["en"] and "18.297" in conclusion["es"]
    refused = client.get("/api/lessons/none")
    assert refused.status_code == 422 and refused.json()["code"] == "error.lesson_unknown"


def test_a_duel_is_played_game_by_game_and_only_where_a_lesson_has_one(client):
    steps = client.get("/api/lessons/depth").json()["steps"]
    number = next(place for place, step in enumerate(steps, start=1) if step.get("run") == "duel")
    lines = client.post("/api/lessons/depth/duel", json={"step": number, "seed": 1}).text.splitlines()
    said = [json.loads(line) for line in lines]
    assert [line["progress"]["starter"] for line in said[:-1]] == [0, 1] * (len(said[:-1]) // 2)
    # Whoever judges positions beats whoever takes them all for 0.
    wins, draws = said[-1]["answer"]["wins"], said[-1]["answer"]["draws"]
    assert wins[0] > wins[1] and sum(wins) + draws == len(said) - 1
    assert client.post("/api/lessons/depth/duel", json={"step": 1}).json()["code"] == "error.lesson_no_duel"


def test_the_lessons_of_a_folder_are_offered_and_read_again_when_they_change(tmp_path):
    folder = tmp_path / "lessons"
    folder.mkdir()
    file = folder / "mine.yaml"
    text = course_files()[0].read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    with serving(tmp_path / "matches.db", lessons_folder=str(folder)) as client:
        assert [lesson["name"] for lesson in client.get("/api/lessons").json()["own"]] == ["mine"]
        file.write_text(text.replace("Games as trees", "Trees, again"), encoding="utf-8")
        assert client.get("/api/lessons/mine").json()["title"]["en"] == "Trees, again"
