"""A server that is told to end, however often and whenever, puts everything away and leaves nothing behind."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from tests.faults.servers import GIVE_UP, ask

SCRIPT = "from enraya.cli import main; main()"
TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}


@pytest.fixture
def start(tmp_path):
    started = []

    def start(*arguments, **options):
        command = [sys.executable, "-c", SCRIPT, "serve", "--port", "0", "--rate", "100000"]
        process = subprocess.Popen(
            [*command, "--database", str(tmp_path / "matches.db"), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "ENRAYA_LANG": "en"},
            **options,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def port_of(process):
    port = int(re.search(r"http://127.0.0.1:(\d+)/", process.stdout.readline())[1])
    until = time.monotonic() + GIVE_UP
    while True:
        try:
            if ask(port, "GET", "/healthz")[0] == 200:
                return port
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.02)


def play_a_game(port):
    """Play until a game is won; the match and its acknowledged moves."""
    _, made = ask(port, "POST", "/api/matches", TWO)
    moves = ["a1", "a2", "b1", "b2", "c1"]
    for ply, move in enumerate(moves):
        body = {"move": move, "ply": ply, "game": 1}
        assert ask(port, "POST", f"/api/matches/{made['match']}/moves", body, made["token"])[0] == 200
    return made["match"], moves


def kept_moves(database, match):
    """The moves that the file *database* alone holds, without what lies beside it."""
    alone = database.with_name("alone.db")
    shutil.copyfile(database, alone)
    with sqlite3.connect(alone) as opened:
        bodies = opened.execute("SELECT body FROM events WHERE match = ? ORDER BY number", (match,)).fetchall()
    return [event["move"] for (body,) in bodies if "move" in (event := json.loads(body))]


def children_of(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        if task.name != str(pid)
        for child in (task / "children").read_text().split()
    ]


def is_alive(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_server_with_everything_in_the_file_alone(start, tmp_path, number):
    # Who runs the tests by `nohup` has them ignore a hang-up, and with them whatever they start.
    process = start(preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    match, moves = play_a_game(port_of(process))
    process.send_signal(number)
    assert process.wait(GIVE_UP) == 0
    assert process.stderr.read() == ""
    assert kept_moves(tmp_path / "matches.db", match) == moves


def test_more_signals_while_it_ends_change_nothing(start, tmp_path):
    process = start()
    match, moves = play_a_game(port_of(process))
    while process.poll() is None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            process.send_signal(number)
        time.sleep(0.01)
    assert process.returncode == 0
    assert process.stderr.read() == ""
    assert kept_moves(tmp_path / "matches.db", match) == moves


def test_a_hang_up_that_is_ignored_does_not_end_it(start):
    process = start(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    port = port_of(process)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert ask(port, "GET", "/healthz")[0] == 200


def test_an_interrupt_ends_it_in_the_background_of_a_shell_too(start):
    process = start(preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    port_of(process)
    process.send_signal(signal.SIGINT)
    assert process.wait(GIVE_UP) == 0


HEARD = """
import os, signal, sys, threading
import enraya.server.operation.shutdown
from enraya.cli import main
at = float(sys.argv.pop(1))
until_ended = enraya.server.operation.shutdown.until_ended
def timed(work):
    def run(ending):
        threading.Timer(at, os.kill, (os.getpid(), signal.SIGTERM)).start()
        work(ending)
    until_ended(run)
enraya.server.operation.shutdown.until_ended = timed
main()
"""


@pytest.mark.parametrize("after", [0.0, 0.05, 0.2, 0.5, 1.0, 1.5])
def test_a_signal_while_it_starts_ends_it(tmp_path, after):
    command = [sys.executable, "-c", HEARD, str(after), "serve", "--port", "0", "--database", str(tmp_path / "x.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=GIVE_UP, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_signal_in_the_middle_of_everything_leaves_no_process_behind(start, tmp_path):
    """Two hundred lines, machines that think in threads and in processes, jobs of the lab, and requests half sent."""
    process = start()
    port = port_of(process)
    match, moves = play_a_game(port)
    lines = [connect(f"ws://127.0.0.1:{port}/api/matches/{match}/live", compression=None) for _ in range(200)]
    for first in ("minimax:depth=9", "alphabeta+:seconds=60", "minimax:depth=9"):
        slow = {"game": "gomoku(15,freestyle,free)", "first": first, "second": "human", "starter": "first"}
        assert ask(port, "POST", "/api/matches", {**slow, "seconds": 3600})[0] == 201
    halves = []
    for _ in range(20):
        half = socket.create_connection(("127.0.0.1", port))
        half.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        halves.append(half)

    def ask_the_lab():
        subject = {"game": "mnk(5,5,4)", "algorithms": ["minimax"], "depth": 12, "seconds": None, "growth": False}
        try:
            ask(port, "POST", "/api/lab/compare", subject)
        except (OSError, ValueError, http.client.HTTPException):
            return

    jobs = [threading.Thread(target=ask_the_lab) for _ in range(4)]
    for job in jobs:
        job.start()
    until = time.monotonic() + GIVE_UP
    while len(children := children_of(process.pid)) < 4 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(children) >= 3
    process.send_signal(signal.SIGTERM)
    assert process.wait(GIVE_UP) == 0
    assert process.stderr.read() == ""
    until = time.monotonic() + GIVE_UP
    while any(map(is_alive, children)):
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.05)
    assert kept_moves(tmp_path / "matches.db", match) == moves
    for job in jobs:
        job.join(GIVE_UP)
    for line in lines:
        line.close_socket()
    for half in halves:
        half.close()
