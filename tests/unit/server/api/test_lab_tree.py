"""The tree bench over HTTP."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from tests.unit.server.conftest import streamed

LESSON = "tree([[[-2 4] [6 0]] [[-6 -4] [0 0]]])"


def lines(client, path="tree", **body):
    return streamed(client, f"/api/lab/{path}", body)


def test_a_search_comes_with_every_step_of_it(client):
    found = lines(client, game=LESSON)[-1]["answer"]
    assert (len(found["nodes"]["parent"]), found["leaves"], len(found["cuts"]["count"])) == (11, 5, 2)
    assert found["whole"] is True
    assert found["move"] == "B"
    assert found["lines"]["cut"] == 6


@pytest.mark.parametrize(("algorithm", "cut", "nodes"), [("alphabeta", ">=", 18_297), ("alphabeta", ">", 146_120)])
def test_it_has_the_nodes_of_the_textbook_and_tells_how_far_it_is(client, algorithm, cut, nodes):
    told = lines(client, game="mnk(3,3,3)", algorithm=algorithm, cut=cut)
    assert len(told[-1]["answer"]["nodes"]["parent"]) == nodes
    assert [line["progress"]["nodes"] for line in told[:-1]] == list(range(0, nodes, 8192))


def test_a_search_beyond_the_bound_is_shortened_and_says_so(client):
    found = lines(client, game="mnk(3,3,3)", algorithm="minimax")[-1]["answer"]
    assert (len(found["nodes"]["parent"]), found["whole"]) == (300_000, False)


def test_without_a_depth_a_large_game_is_searched_as_deep_as_can_be_looked_at(client):
    found = lines(client, game="connect")[-1]["answer"]
    assert (found["automatic"], found["depth"], found["whole"]) == (True, 5, True)


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess"},
        {"game": "mnk(3,3,3)", "moves": "a1 a1"},
        {"game": "mnk(3,3,3)", "moves": "a1 b1 a2 b2 a3"},
        {"game": "mnk(3,3,3)", "position": "XXX/OOO/..."},
        {"game": "lesson.json"},
        {"game": "mine.py"},
    ],
)
def test_a_wrong_subject_is_a_problem_before_anything_streams(client, body):
    for path in ("tree", "tree/file"):
        answer = client.post(f"/api/lab/{path}", json=body)
        assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json")


@pytest.mark.parametrize("body", [{"depth": 0}, {"depth": 1001}, {"algorithm": "magic"}, {"cut": "="}, {"extra": 1}])
def test_a_wrong_recipe_is_refused(client, body):
    assert client.post("/api/lab/tree", json={"game": LESSON, **body}).status_code == 400


def test_the_whole_tree_comes_as_a_file(client):
    texts = {
        name: lines(client, "tree/file", game=LESSON, format=name)[-1]["answer"]["text"]
        for name in ("json", "svg", "dot")
    }
    assert json.loads(texts["json"])["value"] == 4
    assert ElementTree.fromstring(texts["svg"]).tag.endswith("svg")
    assert texts["dot"].startswith("digraph")


def test_a_picture_too_large_is_refused_in_the_language_asked_for(client):
    body = {"game": "mnk(3,3,3)", "format": "svg"}
    answer = client.post("/api/lab/tree/file", json=body, headers={"accept-language": "es"})
    refused = json.loads(answer.text.splitlines()[-1])["refused"]
    assert refused["code"] == "error.tree_picture_large"
    assert "5000 nodos" in refused["detail"]


def test_boards_of_nodes_come_by_the_moves_that_lead_there(client):
    body = {"game": "mnk(3,3,3)", "moves": "a1", "nodes": [[], ["b2"], ["b2", "c3"]]}
    first, second, third = client.post("/api/lab/boards", json=body).json()["boards"]
    assert (first["last_cells"], second["last_cells"], third["last_cells"]) == ([], [4], [8])
    assert [cell for cell in third["board"]["cells"] if cell] == ["X", "O", "X"]


def test_a_won_board_says_which_line_won_and_a_game_without_a_board_its_text(client):
    won = {"game": "mnk(3,3,3)", "moves": "a1 a2 b1 b2", "nodes": [["c1"]]}
    assert client.post("/api/lab/boards", json=won).json()["boards"][0]["winning_cells"] == [0, 1, 2]
    tree = client.post("/api/lab/boards", json={"game": LESSON, "nodes": [["B"]]}).json()["boards"][0]
    assert tree["board"] is None
    assert "B" in tree["shown"]


@pytest.mark.parametrize("nodes", [[["z9"]], [["a1", "a1"]], [["a" * 300]]])
def test_a_way_that_leads_nowhere_is_refused(client, nodes):
    assert client.post("/api/lab/boards", json={"game": "mnk(3,3,3)", "nodes": nodes}).status_code == 422


def test_no_more_than_64_boards_are_asked_for_at_once(client):
    assert client.post("/api/lab/boards", json={"game": "mnk(3,3,3)", "nodes": [[]] * 64}).status_code == 200
    assert client.post("/api/lab/boards", json={"game": "mnk(3,3,3)", "nodes": [[]] * 65}).status_code == 400


def test_a_tree_that_was_typed_comes_back_in_every_form(client):
    read = client.post("/api/lab/trees", json={"text": "A\n  B\n    3\n    12\n  C\n    x = 2\n"}).json()
    assert read["game"] == "tree(A[B[3 12] C[x=2]])"
    for form in read["forms"].values():
        assert client.post("/api/lab/trees", json={"text": form}).json()["game"] == read["game"]
    assert read["tree"]["nodes"]["x"] == {"children": [], "value": 2, "max": True}


@pytest.mark.parametrize("text", ["", "A[", "A", "{", "A[" + "1 " * 3000 + "]"])
def test_a_tree_that_is_wrong_is_refused_in_words(client, text):
    answer = client.post("/api/lab/trees", json={"text": text})
    assert answer.status_code == 422
    assert answer.json()["detail"]
