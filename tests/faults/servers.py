"""Real server processes that can be killed, quickly enough to do it a hundred times.

A nursery process imports everything once and forks a server whenever it is asked to.
"""

from __future__ import annotations

import atexit
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache

GIVE_UP = 900.0
NURSERY = """
import os, sys
from enraya.server.operation.running import serve
import uvicorn.protocols.http.httptools_impl, uvicorn.protocols.websockets.websockets_sansio_impl, uvloop
for line in sys.stdin:
    word, *rest = line.split()
    if word == "wait":
        os.waitpid(int(rest[0]), 0)
        print("ended", flush=True)
        continue
    database, port, shared = rest
    pid = os.fork()
    if pid == 0:
        # Nobody is to be kept waiting by the output of a server that has been killed.
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        os.dup2(1, 0)
        serve(port=int(port), database=database, rate=1e6, is_shared=shared == "True", on_address=lambda address: None)
        os._exit(0)
    print(pid, flush=True)
"""


class Nursery:
    """The process that forks servers."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *words):
        """The line that it answers *words* with."""
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self):
        self._process.stdin.close()
        self._process.wait(GIVE_UP)
        self._process.stdout.close()


@cache
def nursery():
    """One for all tests of this process: what it loads takes longer than most of them."""
    made = Nursery()
    atexit.register(made.close)
    return made


class Server:
    """One server over one database on one port, started and killed again and again."""

    def __init__(self, database, port, is_shared=False):
        self.database, self.port, self.is_shared = database, port, is_shared
        self.pid = None

    def start(self):
        """Start it; the seconds until it could play."""
        began = time.monotonic()
        self.pid = int(nursery().ask("start", self.database, self.port, self.is_shared))
        while True:
            try:
                if ask(self.port, "GET", "/healthz")[0] == 200:
                    return time.monotonic() - began
            except (OSError, http.client.HTTPException):
                assert time.monotonic() - began < GIVE_UP, "the server does not come back"
                time.sleep(0.005)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        assert nursery().ask("wait", self.pid) == "ended"
        self.pid = None

    def close(self):
        if self.pid is not None:
            self.kill()


def ask(port, method, path, body=None, token=None):
    """The status and the JSON of one request, on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
    try:
        headers = {"Content-Type": "application/json"} | ({"X-Enraya-Token": token} if token else {})
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()
