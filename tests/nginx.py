"""A real nginx with the site of docs/deploy.md as it stands there, but for its ports, names and files."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import debian

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
NAME = "games.example.edu"
GIVE_UP = 900.0


def find_nginx() -> str | None:
    """The program, where one is installed or Debian's can be unpacked."""
    found = os.environ.get("ENRAYA_NGINX") or shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    return found or debian.unpack("nginx", "usr/sbin/nginx", "-v")


@contextmanager
def site(folder: Path, server: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """The port of an nginx before the server at the port *server*, and the settings that trust its certificate."""
    program, openssl = find_nginx(), shutil.which("openssl")
    if program is None or openssl is None:
        pytest.skip("no nginx or no openssl is installed here; on Debian: apt-get install nginx openssl")
    key, certificate, port = folder / "key.pem", folder / "certificate.pem", free_port()
    making = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    making += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(making, check=True, capture_output=True, timeout=GIVE_UP)
    said = re.search(r"```nginx\n(.*?)```", PAGE, re.DOTALL)
    assert said is not None
    text = said[1]
    for old, new in {
        "listen 443": f"listen 127.0.0.1:{port}",
        "127.0.0.1:8001": f"127.0.0.1:{server}",
        # Nobody is there: the proxy goes on to the other.
        "127.0.0.1:8002": f"127.0.0.1:{free_port()}",
        "/etc/ssl/certs/games.example.edu.pem": str(certificate),
        "/etc/ssl/private/games.example.edu.key": str(key),
    }.items():
        assert old in text
        text = text.replace(old, new)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/errors; {user}\n"
    whole += f"events {{}}\nhttp {{\naccess_log off;\n{folders}{text}}}\n"
    (folder / "nginx.conf").write_text(whole)
    running = subprocess.Popen([program, "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")])
    until = time.monotonic() + GIVE_UP
    try:
        while not is_listening(port):
            assert running.poll() is None, (folder / "errors").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        yield port, ssl.create_default_context(cafile=certificate)
    finally:
        running.terminate()
        running.wait(GIVE_UP)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def is_listening(port: int) -> bool:
    """True if somebody listens on *port*."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
