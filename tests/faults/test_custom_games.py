"""A server with a game that never answers: others play on, and the server ends when it is told to."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

from tests.faults.servers import GIVE_UP, ask

SCRIPT = "from enraya.cli import main; main()"
TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}
LOOPING = """
def initial(): return (20, 0)
def to_move(state): return state[1]
def legal_moves(state): return [n for n in (1, 2, 3) if n <= state[0]]
def play(state, move):
    while (state[0], move) == (17, 3): pass
    return (state[0] - move, 1 - state[1])
def outcome(state): return None if state[0] else 1
"""


def test_a_server_whose_game_loops_plays_other_games_and_ends_when_it_is_told_to(tmp_path):
    file = tmp_path / "loop.py"
    file.write_text(LOOPING, encoding="utf-8")
    command = [sys.executable, "-c", SCRIPT, "serve", "--port", "0", "--game", str(file)]
    server = subprocess.Popen(
        [*command, "--database", str(tmp_path / "matches.db")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ENRAYA_LANG": "en"},
    )
    try:
        port = int(re.search(r"http://127.0.0.1:(\d+)/", server.stdout.readline())[1])

        def begin(**settings):
            _, made = ask(port, "POST", "/api/matches", {**TWO, **settings})
            return f"/api/matches/{made['match']}/moves", made["token"]

        looping, token = begin(game="loop.py")
        assert ask(port, "POST", looping, {"move": "3", "ply": 0, "game": 1}, token)[0] == 200
        answers = []

        def loop(address, token, ply):
            with suppress(OSError, http.client.HTTPException):
                answers.append(ask(port, "POST", address, {"move": "3", "ply": ply, "game": 1}, token))

        stuck = threading.Thread(target=loop, args=(looping, token, 1))
        stuck.start()
        other, other_token = begin()
        for ply, move in enumerate(["a1", "b2", "c3"]):
            assert ask(port, "POST", other, {"move": move, "ply": ply, "game": 1}, other_token)[0] == 200
        stuck.join()
        status, problem = answers[0]
        assert (status, problem["code"]) == (409, "match.game_fails")
        assert "play did not answer in 5 seconds: it was at line 6." in problem["detail"]
        # It loops again, in another match, while the server is told to end.
        again, token = begin(game="loop.py")
        for ply, move in enumerate(["1", "2"]):
            assert ask(port, "POST", again, {"move": move, "ply": ply, "game": 1}, token)[0] == 200
        stuck = threading.Thread(target=loop, args=(again, token, 2))
        stuck.start()
        time.sleep(0.5)
        server.send_signal(signal.SIGTERM)
        assert server.wait(GIVE_UP) == 0
        stuck.join()
        assert not any("did not answer" in problem["detail"] for _, problem in answers[1:])
    finally:
        server.kill()
        server.communicate()
