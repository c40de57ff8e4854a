"""What docs/deploy.md says: the proxy's site is run as it stands there, and every limit has its test."""

from __future__ import annotations

import json
import re
import socket
from http.client import HTTPSConnection

import pytest
from websockets.sync.client import connect

from tests import nginx
from tests.nginx import NAME
from tests.unit.server.server_process import GIVE_UP, address_of


@pytest.fixture
def proxied(tmp_path, command):
    """The port of a real nginx with the site of the page, before a real server, and whom to trust."""
    server = re.search(r":(\d+)/", address_of(command("--port", "0", "--proxy", "127.0.0.1", "--name", NAME)))[1]
    with nginx.site(tmp_path, int(server)) as site:
        yield site


class Connection(HTTPSConnection):
    """A connection to this machine under the name of the site."""

    def connect(self):
        line = socket.create_connection(("127.0.0.1", self.port), GIVE_UP)
        self.sock = self._context.wrap_socket(line, server_hostname=NAME)


def asked(proxied, method, path, body=None, **headers):
    port, trusted = proxied
    line = Connection(NAME, port, timeout=GIVE_UP, context=trusted)
    said = {"Content-Type": "application/json", "Origin": f"https://{NAME}:{port}", **headers}
    line.request(method, path, None if body is None else json.dumps(body), said)
    answer = line.getresponse()
    try:
        return answer, answer.read()
    finally:
        line.close()


def test_the_site_of_the_page_serves_matches_and_sockets_over_tls(proxied):
    port, trusted = proxied
    assert asked(proxied, "HEAD", "/")[0].status == 200
    answer, body = asked(proxied, "POST", "/api/matches", {"first": "human", "second": "human", "starter": "first"})
    assert answer.status == 201, body
    made = json.loads(body)
    cookie = answer.getheader("set-cookie")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    headers = {"X-Enraya-Token": made["token"]}
    line = socket.create_connection(("127.0.0.1", port), GIVE_UP)
    address = f"wss://{NAME}:{port}/api/matches/{made['match']}/live"
    with connect(address, sock=line, ssl=trusted, additional_headers=headers, origin=f"https://{NAME}:{port}") as live:
        assert json.loads(live.recv(timeout=GIVE_UP))["you"]["seats"] == [0, 1]
        live.send(json.dumps({"type": "play", "id": 1, "move": "b2", "ply": 0, "game": 1}))
        while (frame := json.loads(live.recv(timeout=GIVE_UP)))["type"] != "done":
            continue
        assert frame["move"] == "b2"


def test_every_test_that_the_page_names_exists():
    named = set(re.findall(r"`(test_\w+)`", nginx.PAGE))
    written = {
        name
        for file in (nginx.ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 10
    assert named - written == set()


def test_a_server_that_others_reach_without_a_proxy_says_so_at_its_start(command):
    process = command("--port", "0", "--host", "0.0.0.0")
    address_of(process)
    assert "TLS" in process.stderr.readline()
