"""What is solved, over HTTP."""

from __future__ import annotations

from enraya.lab.results.solved import shipped_results
from enraya.locale import LANGUAGES


def test_what_is_solved_comes_with_titles_in_every_language_and_commands(client):
    answer = client.get("/api/results").json()
    shipped = shipped_results()
    assert [section["name"] for section in answer["sections"]] == [each["name"] for each in shipped["sections"]]
    for section, told in zip(answer["sections"], shipped["sections"], strict=True):
        for row, said in zip(section["rows"], told["rows"], strict=True):
            assert all(row["title"][language] for language in LANGUAGES)
            assert (row["nodes"], row["seconds"]) == (said.get("nodes"), said.get("seconds"))
            assert said["game"] in row["command"]
            assert (row["prove"] is None) == (row["certificate"] is None)
    assert len(answer["table"]) == len(shipped["table"])
    assert answer["oso"][0]["boards"][0] == {"columns": 3, "rows": 1}
    assert any("--verify" in command for command in answer["checks"])
