"""Puzzles over HTTP: listed without their solutions, tried, refuted and solved."""

from __future__ import annotations

from enraya.lab.puzzles.sets import shipped_set


def test_the_set_comes_without_solutions_and_with_the_puzzle_of_the_day(client):
    answer = client.get("/api/puzzles", params={"day": "2026-11-17"}).json()
    assert len(answer["puzzles"]) == len(shipped_set().puzzles)
    assert answer["daily"] in {puzzle["name"] for puzzle in answer["puzzles"]}
    assert not {"solution", "plies", "score"} & set(answer["puzzles"][0])
    assert client.get("/api/puzzles", params={"day": "2026-11-18"}).json()["daily"] != answer["daily"]
    assert client.get("/api/puzzles", params={"day": "soon"}).status_code == 400


def test_a_try_is_judged_and_the_solution_can_be_seen(client):
    puzzle = next(puzzle for puzzle in shipped_set().puzzles if puzzle.kind == "forcing")
    address = f"/api/puzzles/{puzzle.name}"
    solution = client.get(f"{address}/solution").json()
    assert solution["tree"]["moves"] == [puzzle.solution] and len(solution["line"]) == puzzle.plies
    right = client.post(f"{address}/tries", json={"moves": [puzzle.solution]}).json()
    assert right["right"] and not right["solved"] and right["reply"] == solution["line"][1]
    wrong_move = next(move for move in puzzle.position().legal_moves if move != puzzle.solution)
    wrong = client.post(f"{address}/tries", json={"moves": [wrong_move]}).json()
    assert not wrong["right"] and wrong["sentence"]["values"]["move"] == wrong_move
    solved = client.post(f"{address}/tries", json={"moves": solution["line"]}).json()
    assert solved["solved"]


def test_bad_tries_are_refused_in_words(client):
    puzzle = shipped_set().puzzles[0]
    assert client.post("/api/puzzles/none/tries", json={"moves": ["a1"]}).json()["code"] == "error.puzzle_unknown"
    for moves, status in (([], 400), (["z99"], 422)):
        refused = client.post(f"/api/puzzles/{puzzle.name}/tries", json={"moves": moves})
        assert refused.status_code == status and refused.json()["detail"]
