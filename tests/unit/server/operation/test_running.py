from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

import pytest

from tests.unit.server.server_process import GIVE_UP, SCRIPT, address_of


def test_the_server_tells_its_address_plays_and_ends_with_control_c(command):
    process = command("--port", "0")
    address = address_of(process)
    assert address.startswith("http://127.0.0.1:")
    until = time.monotonic() + GIVE_UP
    while True:
        try:
            with urlopen(f"{address}healthz", timeout=GIVE_UP) as answer:
                assert json.load(answer) == {"status": "ok"}
                break
        except OSError:
            assert time.monotonic() < until, "the server told its address and never answered there"
            time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(GIVE_UP) == 0
    assert process.stderr.read() == ""


def test_a_port_that_is_taken_is_told_in_one_line(command):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = command("--port", str(taken.getsockname()[1]))
        output, errors = process.communicate(timeout=GIVE_UP)
    assert process.returncode == 2
    assert output == ""
    assert "no se puede usar" in errors
    assert len(errors.splitlines()) == 1


def test_a_database_that_cannot_be_used_is_told_in_one_line(command):
    process = command("--port", "0", "--database", "sqlite:////no/such/x.db")
    output, errors = process.communicate(timeout=GIVE_UP)
    assert process.returncode == 2
    assert output == ""
    assert "no se puede usar" in errors
    assert len(errors.splitlines()) == 1


def test_a_second_server_on_one_database_is_told_where_the_first_is(command):
    address = address_of(command("--port", "0"))
    output, errors = command("--port", "0").communicate(timeout=GIVE_UP)
    assert output == ""
    assert address in errors
    assert len(errors.splitlines()) == 1


def test_enraya_started_twice_shows_the_page_of_the_first(tmp_path):
    environment = {**os.environ, "ENRAYA_LANG": "es", "BROWSER": "true", "XDG_DATA_HOME": str(tmp_path)}
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": environment}
    with subprocess.Popen([sys.executable, "-c", SCRIPT], **options) as first:
        try:
            address = address_of(first)
            second = subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=GIVE_UP, **options)
            assert second.stdout == f"Enraya ya está en marcha en {address}\n"
            assert second.stderr == ""
        finally:
            first.kill()


def test_a_game_file_that_does_not_load_is_told_in_one_line(command):
    process = command("--port", "0", "--game", "nothing.py")
    _, errors = process.communicate(timeout=GIVE_UP)
    assert process.returncode == 2
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        # It would have been every address of the machine.
        (["--host", ""], "«» no es el nombre de un servidor"),
        (["--name", "a b"], "«a b» no es el nombre de un servidor"),
        (["--game", "notes.txt"], "«notes.txt» no es un archivo de Python"),
        (["--log", "xml"], "--log admite una de estas palabras: text, json."),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(command, arguments, sentence):
    process = command("--port", "0", *arguments)
    output, errors = process.communicate(timeout=GIVE_UP)
    assert (process.returncode, output) == (2, "")
    assert sentence in errors.splitlines()[-1]
