"""What docs/deploy.md says: the proxy's site is run as it stands there, and every limit has its test."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests import debian
from tests.unit.server.test_running import GIVE_UP, address_of, command  # noqa: F401

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
NAME = "games.example.edu"


def find_nginx():
    found = os.environ.get("ENRAYA_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    return found or debian.unpack("nginx", "usr/sbin/nginx", "-v")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def is_listening(port):
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def proxied(tmp_path, command):  # noqa: F811
    """The port of a real nginx with the site of the page, before a real server."""
    nginx, openssl = find_nginx(), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("no nginx or no openssl is installed here; on Debian: apt-get install nginx openssl")
    server = re.search(r":(\d+)/", address_of(command("--port", "0", "--proxy", "127.0.0.1", "--name", NAME)))[1]
    key, certificate, port = tmp_path / "key.pem", tmp_path / "certificate.pem", free_port()
    making = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    making += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(making, check=True, capture_output=True, timeout=GIVE_UP)
    site = re.search(r"```nginx\n(.*?)```", PAGE, re.DOTALL)[1]
    for old, new in {
        "listen 443": f"listen 127.0.0.1:{port}",
        "127.0.0.1:8001": f"127.0.0.1:{server}",
        # Nobody is there: the proxy goes on to the other.
        "127.0.0.1:8002": f"127.0.0.1:{free_port()}",
        "/etc/ssl/certs/games.example.edu.pem": str(certificate),
        "/etc/ssl/private/games.example.edu.key": str(key),
    }.items():
        assert old in site
        site = site.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {tmp_path / kind};\n" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    whole = f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; {user}\n"
    whole += f"events {{}}\nhttp {{\naccess_log off;\n{folders}{site}}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    running = subprocess.Popen([nginx, "-e", str(tmp_path / "errors"), "-c", str(tmp_path / "nginx.conf")])
    until = time.monotonic() + GIVE_UP
    while not is_listening(port):
        assert running.poll() is None, (tmp_path / "errors").read_text()
        assert time.monotonic() < until
        time.sleep(0.05)
    yield port, ssl.create_default_context(cafile=certificate)
    running.terminate()
    running.wait(GIVE_UP)


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


def test_the_site_of_the_page_serves_matches_and_lines_over_tls(proxied):
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
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    written = {
        name
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 10
    assert named - written == set()


def test_a_server_that_others_reach_without_a_proxy_says_so_at_its_start(command):  # noqa: F811
    process = command("--port", "0", "--host", "0.0.0.0")
    address_of(process)
    assert "TLS" in process.stderr.readline()
