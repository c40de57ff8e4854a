"""The lab's streams: what they say, what they refuse beforehand, and that they stop when nobody listens."""

import asyncio
import json

import pytest

from enraya.server.app import make_app
from enraya.server.limits import Limits
from tests.coroutines import run_coroutine
from tests.unit.server.conftest import serving, streamed


def lines(client, path, **body):
    *told, last = streamed(client, f"/api/lab/{path}", body)
    assert "answer" in last, last
    return [line["progress"] for line in told], last["answer"]


def test_values_deepen_until_they_are_exact(client):
    told, answer = lines(client, "values", game="mnk(3,3,3)", moves="b2 a2")
    assert [each["depth"] for each in told[:2]] == [1, 2]
    assert not told[0]["exact"]
    assert answer["exact"]
    worths = {worth["move"]: (worth["value"], worth["plies"]) for worth in answer["moves"]}
    assert worths["a1"] == ("win", 5)
    assert worths["c2"] == ("draw", None)
    assert answer["best"] == ["a1", "b1", "c1", "a3", "b3", "c3"]


@pytest.mark.parametrize("strategy", ["alphabeta+", "alphabeta", "minimax", "mcts"])
def test_values_are_those_of_the_strategy_and_depth_asked_for(client, strategy):
    # A search to a depth ends by itself, however long it takes where the machine is busy.
    seconds = 0.4 if strategy == "mcts" else 60
    told, answer = lines(client, "values", game="connect", moves="44", strategy=strategy, depth=3, seconds=seconds)
    assert told[-1] == answer
    assert [worth["move"] for worth in answer["moves"]] == ["1", "2", "3", "4", "5", "6", "7"]
    if strategy != "mcts":
        assert answer["depth"] == 3


def test_a_finished_game_has_no_moves_to_value(client):
    told, answer = lines(client, "values", game="mnk(3,3,3)", moves="a1 a2 b1 b2 c1")
    assert (told, answer["moves"]) == ([], [])


def test_only_what_can_be_compared_is_offered(client):
    offered = {
        game: client.post("/api/lab/algorithms", json={"game": game}).json()["algorithms"]
        for game in ("mnk(3,3,3)", "tree([[3 5] [2 9]])")
    }
    assert set(offered["mnk(3,3,3)"]) - set(offered["tree([[3 5] [2 9]])"]) <= {"native"}
    assert "native" not in offered["tree([[3 5] [2 9]])"]
    assert client.post("/api/lab/algorithms", json={"game": "chess"}).status_code in (400, 422)


def test_a_history_from_a_ply_on_is_all_that_is_asked_for(client):
    _, answer = lines(client, "history", game="mnk(3,3,3)", moves="b2 a2 a1", first=2)
    assert [point["ply"] for point in answer["points"]] == [2, 3]
    assert {"move": "a1", "mistake": None, "lost": 0} in answer["points"][0]["losses"]


def test_a_history_marks_the_move_that_threw_the_game_away_and_names_the_better_ones(client):
    told, answer = lines(client, "history", game="mnk(3,3,3)", moves="b2 a2 a1 c3 c1 b1 a3")
    points = answer["points"]
    assert [line["point"] for line in told] == points
    assert [point["ply"] for point in points] == list(range(8))
    assert [(point["move"], point["mistake"]) for point in points if point["mistake"]] == [("a2", "draw_loss")]
    assert points[1]["best"] == ["a1", "c1", "a3", "c3"]
    assert [point["level"] for point in points] == [0, 0, 95, 96, 97, 98, 99, 100]


def test_an_explanation_has_a_line_alternatives_and_sentences(client):
    _, answer = lines(client, "explain", game="mnk(3,3,3)", moves="b2 a2", move="a1", player="rules")
    assert len(answer["line"]) == 5
    assert [sentence["key"] for sentence in answer["sentences"]] == [
        "rule.corner", "why.move.win", "why.equal_more", "why.next.draw",
    ]  # fmt: skip


def test_a_comparison_streams_a_row_for_each_algorithm_and_a_point_for_each_ply(client):
    told, answer = lines(
        client, "compare", game="mnk(3,3,3)", moves="b2", algorithms=["alphabeta", "table"], growth=True
    )
    rows = [line["row"] for line in told if "row" in line]
    assert rows == answer["rows"]
    assert [row["algorithm"] for row in rows] == ["alphabeta", "table"]
    assert [point["depth"] for point in answer["points"]] == [*range(1, 9), *range(1, 9)]
    assert answer["points"][7]["nodes"] == rows[0]["nodes"]


def test_an_experiment_tells_how_deep_each_came_and_what_ended_it(client):
    _, answer = lines(client, "experiment", game="mnk(4,4,4)", nodes=4000)
    reached = {}
    for point in answer["points"]:
        if point["ended"] is None:
            reached[point["algorithm"]] = point["depth"]
    assert reached == {"minimax": 3, "alphabeta": 4, "best": 5}
    assert {point["ended"] for point in answer["points"]} == {None, "nodes"}


def test_all_games_of_tic_tac_toe_are_counted_while_one_watches(client):
    told, answer = lines(client, "count", game="mnk(3,3,3)")
    assert told[0] == {"of": 255_168, "walks": True, "games": 0, "first": 0, "second": 0, "drawn": 0, "plies": []}
    walked = [line["games"] for line in told[1:]]
    assert walked == sorted(walked)
    assert (answer["games"], answer["first"], answer["second"]) == (255_168, 131_184, 77_904)
    assert answer["ends"] == {"first": 91, "second": 44, "drawn": 3}
    assert answer["drawn"] == 46_080
    assert len(answer["endings"]) == 3
    assert len(answer["images"]) == 8


def test_a_game_with_too_many_games_is_counted_without_walking(client):
    _, answer = lines(client, "count", game="mnk(4,3,3)")
    assert not answer["walks"]
    assert (answer["games"], answer["of"]) == (0, 151_188_768)


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("values", {"game": "chess"}, "error.game_unknown"),
        ("values", {"game": "mnk(3,3,3)", "moves": "z9"}, "error.cell_outside"),
        ("values", {"game": "mnk(3,3,3)", "depth": 0}, "server.bad_request"),
        ("values", {"game": "mnk(3,3,3)", "strategy": "oracle"}, "server.bad_request"),
        ("values", {"game": "oso(3,3)", "strategy": "mcts"}, "error.valuer"),
        ("values", {"game": "mnk(3,3,3)", "seconds": 1e9}, "server.bad_request"),
        ("history", {"game": "mnk(3,3,3)", "moves": "a1 a1"}, "error.cell_taken"),
        ("explain", {"game": "mnk(3,3,3)", "move": "z9"}, "error.cell_outside"),
        ("explain", {"game": "mnk(3,3,3)", "moves": "a1 a2 b1 b2 c1"}, "error.over_already"),
        ("compare", {"game": "mnk(3,3,3)", "algorithms": ["guess"]}, "error.algorithm"),
        ("compare", {"game": "mnk(3,3,3)", "algorithms": []}, "server.bad_request"),
        ("experiment", {"game": "mnk(3,3,3)", "nodes": 1}, "server.bad_request"),
        ("count", {"game": "../../etc/passwd.py"}, "server.no_files"),
    ],
)
def test_what_is_wrong_is_refused_before_anything_is_streamed(client, path, body, code):
    answer = client.post(f"/api/lab/{path}", json=body)
    assert answer.status_code == (400 if code == "server.bad_request" else 422)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code


def test_a_game_too_large_to_count_is_refused_in_words(client):
    answer = client.post("/api/lab/count", json={"game": "mnk(4,4,4)"})
    last = json.loads(answer.text.splitlines()[-1])
    assert last["refused"]["code"] == "error.count_large"


def test_when_too_many_wait_the_next_is_refused_and_told_to_come_back(tmp_path):
    with serving(tmp_path / "matches.db", limits=Limits(waiting=0)) as client:
        answer = client.post("/api/lab/values", json={"game": "mnk(3,3,3)"})
    assert answer.status_code == 503
    assert answer.json()["code"] == "server.busy"


def test_a_stream_that_nobody_listens_to_is_stopped(tmp_path):
    """With one place to work in, the next job begins only because the first one was given up."""

    async def talk():
        app = make_app(tmp_path / "matches.db", limits=Limits(processors=1, searches=1000, requests=1000))
        body = {"game": "connect", "seconds": 60, "strategy": "minimax", "depth": 30}
        async with app.router.lifespan_context(app):
            await first_lines(app, body, 1)
            # Had it not been stopped, it would hold the only place for a minute.
            return await asyncio.wait_for(first_lines(app, {"game": "mnk(3,3,3)", "moves": "b2"}, 1), 240)

    assert run_coroutine(talk())[0]["progress"]["depth"] == 1


async def first_lines(app, body, count):
    """The first lines of a stream, after which the client goes away."""
    gone = asyncio.Event()
    told, sent = [], json.dumps(body).encode()
    asked = [{"type": "http.request", "body": sent, "more_body": False}]

    async def receive():
        if asked:
            return asked.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.body" and message["body"]:
            told.extend(json.loads(line) for line in message["body"].decode().splitlines())
            if len(told) >= count:
                gone.set()

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(sent))]
    scope = {
        "type": "http", "method": "POST", "path": "/api/lab/values", "raw_path": b"/api/lab/values", "headers": headers,
        "query_string": b"", "http_version": "1.1", "scheme": "http", "client": ("127.0.0.1", 1), "root_path": "",
        "server": ("localhost", 80),
    }  # fmt: skip
    await app(scope, receive, send)
    return told
