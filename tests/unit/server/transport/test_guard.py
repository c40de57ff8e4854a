from __future__ import annotations

import re
from dataclasses import replace

import pytest
from starlette.websockets import WebSocketDisconnect

from enraya.server.limits import Buckets, Limits, counted_address
from enraya.server.transport.connections import OpenConnections
from enraya.server.transport.guard import caller_of
from tests.unit.server.conftest import TWO, Table, serving


@pytest.mark.parametrize("path", ["/", "/healthz", "/docs", "/docs.css", "/api/games", "/api/nothing", "/openapi.json"])
def test_every_answer_carries_the_policy_without_anything_unsafe(client, path):
    policy = client.get(path).headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


def test_pages_hold_neither_scripts_nor_styles_of_their_own(client):
    for path in ("/", "/docs"):
        page = client.get(path).text
        # The web app's page names its script; what runs comes from a file.
        assert not re.search(r"<script(?![^>]* src=)", page)
        assert "<style" not in page
        assert "style=" not in page


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[", "127.0.0.1.evil.example"])
def test_a_host_by_another_name_is_refused(client, host):
    answer = client.get("/healthz", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (403, "server.host")


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:80", "[::1]:80"])
def test_a_host_by_a_local_name_is_served(client, host):
    assert client.get("/healthz", headers={"host": host}).status_code == 200


def test_bare_addresses_are_served_only_where_told(tmp_path):
    with serving(tmp_path / "matches.db", hosts=["school.example"], any_address=True) as client:
        for host, status in (("10.0.0.7:8000", 200), ("school.example", 200), ("evil.example", 403)):
            assert client.get("/healthz", headers={"host": host}).status_code == status


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9999"])
def test_another_page_can_neither_post_nor_listen(client, origin):
    answer = client.post("/api/matches", json=TWO, headers={"origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "server.origin")
    table = Table(client, **TWO)
    with pytest.raises(WebSocketDisconnect) as closed, table.live(headers={"origin": origin}):
        pass
    assert closed.value.code == 4403


def test_the_page_itself_may_post(client):
    assert client.post("/api/matches", json=TWO, headers={"origin": "http://localhost"}).status_code == 201


def test_a_body_that_is_too_large_is_refused_however_its_length_is_told(client):
    large = b'{"game": "' + b"x" * 20_000 + b'"}'
    headers = {"content-type": "application/json"}
    answer = client.post("/api/settings/check", content=large, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "server.too_large")
    answer = client.post("/api/settings/check", content=iter([large]), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "server.too_large")


def test_too_many_requests_are_told_when_to_come_back(tmp_path):
    with serving(tmp_path / "matches.db", limits=Limits(requests=1, burst=3)) as client:
        answers = [client.get("/healthz") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_a_bucket_fills_again():
    buckets = Buckets(rate=2, burst=1)
    assert [buckets.take("a", now=0) for _ in range(3)] == [0, 0, 0.5]
    assert buckets.take("b", now=0) == 0
    assert buckets.take("a", now=0.5) == 0
    assert buckets.take("a", now=0.5) == 0.5


def test_buckets_do_not_grow_without_end():
    buckets = Buckets(rate=1, burst=1)
    for caller in range(Buckets.MOST + 10):
        buckets.take(str(caller), now=0)
    assert len(buckets._tokens) == Buckets.MOST


@pytest.mark.parametrize("path", ["/api/nothing", "/missing.js", "/../etc/passwd.txt", "/assets/%2e%2e/pyproject.toml"])
def test_what_is_not_there_is_a_problem_in_words(client, path):
    answer = client.get(path, headers={"accept-language": "es"})
    assert answer.status_code == 404
    assert answer.json()["detail"] == "No hay nada en esta dirección."


def test_a_request_that_is_not_understood_says_where(client):
    answer = client.post("/api/matches/x/moves", json={"move": "b2", "ply": -1, "game": 1})
    assert answer.status_code == 400
    assert "ply" in answer.json()["detail"]


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/words/es", "/api/nothing"])
def test_head_is_answered_as_get_is_without_a_body(client, path):
    asked, got = client.head(path), client.get(path)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert asked.headers["content-length"] == str(len(got.content))


def test_what_is_personal_is_kept_by_no_browser_and_no_proxy(client):
    table = Table(client, **TWO)
    table.play("b2")
    match = f"/api/matches/{table.match}"
    for path in (match, "/api/matches", f"{match}/events", f"{match}/games/1"):
        assert client.get(path, headers=table.headers).headers["cache-control"] == "no-store", path
    assert client.post("/api/matches", json=TWO).headers["cache-control"] == "no-store"
    assert client.get("/api/matches/none").headers["cache-control"] == "no-store"
    # What is the same for everybody may be kept, and asked for again.
    assert client.get("/api/words/es").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("local", "local"),
    ],
)
def test_the_addresses_of_one_ipv6_network_count_as_one(address, counted):
    assert counted_address(address) == counted
    scope = {"type": "http", "client": (address, 1)}
    assert caller_of(scope) == counted
    connections = OpenConnections(replace(Limits(), open_of_one=1))
    assert connections.enter(address) is None
    assert connections.enter(counted).code == "server.too_many_connections"
