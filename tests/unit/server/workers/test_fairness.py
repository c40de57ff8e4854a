"""Nobody denies the others: what one address asks for is bounded, and people's moves are always taken."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import ExitStack
from dataclasses import replace

import pytest

from enraya import catalogue
from enraya.server.api.frames import FULL
from enraya.server.app import make_app
from enraya.server.limits import Limits
from enraya.server.workers.pool import shares_for, slots_for
from enraya.server.workers.queue import FairQueue, Rank
from tests.coroutines import run_coroutine
from tests.loop_watch import watching
from tests.unit.server.conftest import TWO, Table, serving
from tests.unit.server.workers.test_pool import GIVE_UP, FakeProcessPool, until

MANY = Limits.for_rate(100_000)


def hints_refused(client, sockets, each):
    """The number of refused hints, when *each* are asked on so many sockets, each of a match of its own; and their
    codes.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(Table(client, **TWO).live()) for _ in range(sockets)]
        for live in opened:
            for id in range(each):
                live.say(type="hint", id=id)
        codes = []
        for live in opened:
            for _ in range(each):
                message = live.socket.receive_json()
                while message["type"] not in ("done", "refused"):
                    message = live.socket.receive_json()
                codes += [message["problem"]["code"]] if message["type"] == "refused" else []
        return codes


def test_hints_over_ten_sockets_are_charged_to_one_budget_of_the_address(tmp_path):
    limits = replace(MANY, searches=0.001, burst=5000)  # five in all, and no more for a long time
    with serving(tmp_path / "matches.db", limits=limits) as client:
        assert hints_refused(client, sockets=10, each=1) == ["server.too_many"] * 5


def test_hints_over_a_socket_and_over_http_are_charged_to_the_same_budget(tmp_path):
    limits = replace(MANY, searches=0.001, burst=2000)
    with serving(tmp_path / "matches.db", limits=limits) as client:
        table = Table(client, **TWO)
        assert table.post("hint").status_code == 200
        with table.live() as live:
            live.say(type="hint", id=1)
            live.next("done")
            live.say(type="hint", id=2)
            assert live.next("refused")["problem"]["status"] == 429
        assert table.post("hint").json()["code"] == "server.too_many"


def test_hints_in_one_match_are_charged_to_the_match_too(tmp_path):
    limits = replace(MANY, hints=0.001, burst=3000)
    with serving(tmp_path / "matches.db", limits=limits) as client:
        assert hints_refused(client, sockets=1, each=5) == ["server.too_many"] * 2
        assert hints_refused(client, sockets=1, each=1) == []


@pytest.mark.parametrize("overload", [{"lag": -1.0}, {"waiting_writes": -1}, {"waiting": 0, "waiting_of_one": 0}])
def test_a_persons_move_is_never_refused_because_of_load(client, overload):
    table = Table(client, **TWO)
    context = client.app.state.context
    context.limits = context.registry.limits = replace(MANY, **overload)
    table.play("b2")
    with table.live() as live:
        live.say(type="play", id=1, move="a1", ply=1, game=1)
        assert live.next("done")["number"] == 3
    assert table.post("undo").status_code == 200


MOVES = {"game": "mnk(3,3,3)", "moves": ["b2", "a1"]}
QUESTION = {"kind": "values", "tree": "A[B[3 12] C[2 4]]"}
SUBJECT = {"game": "mnk(3,3,3)", "moves": "b2"}


@pytest.mark.parametrize(
    ("path", "body", "task", "rank"),
    [
        ("/api/games/describe?game=mnk(3,3,3)", None, "catalogue.describe", Rank.FILE),
        ("/api/replays/export/gif", MOVES, "exports.export_moves", Rank.FILE),
        ("/api/replays/export/svg", MOVES, "exports.export_moves", Rank.FILE),
        ("/api/lab/sheets", {"questions": [QUESTION]}, "exports.print_sheet", Rank.FILE),
        ("/api/replays", MOVES, "views.replay_moves", Rank.VIEW),
        ("/api/positions", {"game": "mnk(3,3,3)", "moves": "b2"}, "views.show", Rank.VIEW),
        ("/api/positions/picture?game=mnk(3,3,3)", None, "views.draw", Rank.VIEW),
        ("/api/settings/check", {"second": "perfect"}, "views.judge_setup", Rank.VIEW),
        ("/api/matches", {"second": "perfect"}, "views.judge_setup", Rank.VIEW),
        ("/api/lab/boards", {**SUBJECT, "nodes": [["a1"]]}, "views.show_boards", Rank.VIEW),
        ("/api/lab/trees", {"text": "A[3 4]"}, "views.read_tree", Rank.VIEW),
        ("/api/lab/algorithms", SUBJECT, "views.name_algorithms", Rank.VIEW),
        ("/api/lab/values", {**SUBJECT, "seconds": 0.05}, "views.check_subject", Rank.VIEW),
        ("/api/lab/exercises", {"question": QUESTION}, "views.put_exercises", Rank.VIEW),
        ("/api/lab/marks", {"question": QUESTION, "answers": {}}, "views.mark_answers", Rank.VIEW),
        ("/api/lab/hints", {"question": QUESTION, "answers": {}}, "views.give_hint", Rank.VIEW),
    ],
)
def test_what_takes_long_is_worked_out_by_a_worker_in_its_rank(client, monkeypatch, path, body, task, rank):
    asked = spied(client, monkeypatch)
    answer = client.get(path) if body is None else client.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    assert asked == [(task, rank)]


def spied(client, monkeypatch):
    """Record the jobs given to the workers from now on."""
    pool, asked = client.app.state.context.registry.pool, []
    ask = pool.answer

    async def answer(job, rank, address):
        asked.append((job["task"], rank))
        return await ask(job, rank, address)

    monkeypatch.setattr(pool, "answer", answer)
    return asked


@pytest.mark.parametrize("what", ["games/1", "games/1/export/gif", "games/1/export/json"])
def test_a_game_of_a_match_is_drawn_and_written_by_a_worker(client, monkeypatch, what):
    table = Table(client, **TWO)
    table.play("b2")
    asked = spied(client, monkeypatch)
    assert client.get(f"/api/matches/{table.match}/{what}").status_code == 200
    assert [task for task, _ in asked] == ["views.replay_played" if what == "games/1" else "exports.export_played"]


def test_a_set_up_that_needs_no_search_waits_for_no_worker(client, monkeypatch):
    asked = spied(client, monkeypatch)
    assert client.post("/api/settings/check", json={"second": "alphabeta+"}).status_code == 200
    Table(client, **TWO)
    assert asked == []


def test_a_description_is_kept_for_who_asks_next(client, monkeypatch):
    asked = spied(client, monkeypatch)
    answers = [
        client.get("/api/games/describe", params={"game": game}).json() for game in ("mnk(3,3,3)", " mnk(3,3,3) ")
    ]
    assert answers[0] == answers[1]
    assert len(asked) == 1


def test_a_file_that_nobody_waits_for_any_more_is_given_up(tmp_path):
    async def leave_in_the_middle():
        app = make_app(tmp_path / "matches.db", limits=MANY)
        async with app.router.lifespan_context(app):
            fake = app.state.context.registry.pool.staff[Rank.FILE] = FakeProcessPool()
            told = [{"type": "http.request", "body": json.dumps(MOVES).encode(), "more_body": False}]

            async def receive():
                if told:
                    return told.pop()
                await until(lambda: fake.asked)
                return {"type": "http.disconnect"}

            async def send(message):
                pass

            path = "/api/replays/export/gif"
            scope = {
                "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"",
                "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")], "http_version": "1.1",
                "scheme": "http", "client": ("127.0.0.1", 1), "root_path": "", "server": ("localhost", 80),
            }  # fmt: skip
            await app(scope, receive, send)
            await until(lambda: fake.stopped)
            return [job["task"] for job in fake.stopped]

    assert run_coroutine(asyncio.wait_for(leave_in_the_middle(), GIVE_UP)) == ["exports.export_moves"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games/describe?game=mnk(9,7,5)", None),
        ("/api/settings/check", {"game": "mnk(9,7,5)", "second": "perfect"}),
        ("/api/settings/check", {"game": "mnk(9,7,5)"}),
        ("/api/matches", {"game": "mnk(9,7,5)"}),
        ("/api/lab/values", {"game": "mnk(9,7,5)", "seconds": 0.05}),
    ],
)
def test_a_board_is_laid_out_off_the_event_loop(client, monkeypatch, path, body):
    """The lines of 19x19 take a tenth of a second to be found."""
    loop = client.portal.call(threading.get_ident)
    threads, of_family = [], catalogue._of_family

    def spy(*arguments):
        threads.append(threading.get_ident())
        return of_family(*arguments)

    monkeypatch.setattr(catalogue, "_of_family", spy)
    catalogue._named.cache_clear()
    answer = client.get(path) if body is None else client.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    assert loop not in threads


@pytest.mark.parametrize("processors", [1, 2, 8])
@pytest.mark.parametrize("rank", [Rank.LAB, Rank.FILE, Rank.VIEW, Rank.HINT, Rank.MACHINE_MATCH, Rank.ANSWER])
def test_whatever_one_address_has_waiting_another_begins_at_once(processors, rank):
    queue = FairQueue(slots_for(processors), of_one=50, in_all=1000, shares=shares_for(processors))
    for _ in range(28):
        queue.enter(rank, "greedy")
    begun = 0
    while queue.call():
        begun += 1
    assert begun == max(2 if rank is Rank.ANSWER else 1, processors - 1)
    ticket = queue.enter(rank, "ana")
    assert queue.call() is ticket


def test_one_watcher_too_many_is_told_so_and_who_plays_is_let_in(tmp_path):
    with serving(tmp_path / "matches.db", limits=replace(MANY, watchers=2)) as client:
        table = Table(client, **TWO)
        with table.live(headers={}), table.live(headers={}):
            address = f"ws://localhost/api/matches/{table.match}/live"
            with client.websocket_connect(address, headers={"accept-language": "es"}) as live:
                problem = live.receive_json()["problem"]
                assert "Ya hay 2 personas mirando" in problem["detail"]
                assert live.receive()["code"] == FULL
            with table.live() as live:
                assert live.welcome["you"]["seats"] == [0, 1]


def test_a_match_takes_only_so_many_events_and_says_so(tmp_path):
    with serving(tmp_path / "matches.db", limits=replace(MANY, events=4)) as client:
        table = Table(client, **TWO)
        table.play("b2", "a1", "a2")
        answer = table.post("moves", move="a3", ply=3, game=1)
        assert (answer.status_code, answer.json()["code"]) == (409, "server.too_many_events")
        assert "takes no more" in answer.json()["detail"]
        assert len(table.state["history"]) == 3


LARGE = "gomoku(19,freestyle,free)"


def test_nothing_a_client_can_ask_for_holds_the_event_loop(tmp_path):
    """Twenty milliseconds of processor on the loop are twenty that everybody's moves wait.

    Each kind of request is made three times, and only what holds the loop every time is held against it.
    """
    moves = [f"{column}{row}" for row in range(1, 7) for column in "abcdefghijklmnopqrs"]
    with serving(tmp_path / "matches.db") as client:
        table = Table(client, game=LARGE, **TWO)
        with table.live(), table.live(headers={}):
            table.play(*moves[:4])

        def watch():
            with table.live(headers={}) as live:
                assert live.welcome["state"]

        def undo():
            table.play(moves[-1])
            assert table.post("undo").status_code == 200

        kinds = {
            "a new match": lambda: Table(client, game=LARGE, **TWO),
            "a move and an undo": undo,
            "a state": lambda: table.state,
            "what happened": lambda: client.get(f"/api/matches/{table.match}/events?after=1"),
            "a watcher": watch,
            "the list of matches": lambda: client.get("/api/matches", headers=table.headers),
            "a description": lambda: client.get("/api/games/describe", params={"game": LARGE}),
            "a replay": lambda: client.post("/api/replays", json={"game": LARGE, "moves": moves}),
            "the words": lambda: client.get("/api/words/es"),
            "a picture": lambda: client.get("/api/positions/picture", params={"game": LARGE}),
            "a set-up": lambda: client.post("/api/settings/check", json={"game": LARGE}),
            "a code": lambda: client.post("/api/invitations/code", json={"text": "http://localhost/" + "x" * 250}),
            "the description of the interface": lambda: client.get("/openapi.json"),
            "the interface as a page": lambda: client.get("/docs"),
            "the page": lambda: client.get("/"),
        }
        with watching(0.1) as first:
            for path in ("/openapi.json", "/docs", "/"):
                assert client.get(path).status_code == 200
        assert list(map(str, first.holds)) == []
        holding = {}
        for kind, ask in kinds.items():
            ask()
            tries = []
            for _ in range(3):
                with watching() as watch_dog:
                    ask()
                tries.append(watch_dog.holds)
                if not tries[-1]:
                    break
            else:
                holding[kind] = "\n".join(map(str, tries[-1]))
    assert holding == {}


def test_the_watchdog_says_where_a_loop_was_held():
    def compute_on_the_loop():
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            continue

    async def hold():
        compute_on_the_loop()

    with watching() as watch_dog:
        run_coroutine(hold())
    assert ["compute_on_the_loop" in str(held) for held in watch_dog.holds] == [True]
