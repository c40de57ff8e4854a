"""Worker processes of the server (`enraya.server.workers.worker`), without loading Python and the libraries each time.

A process that has loaded what they load forks whenever one is asked for. The child gets its arguments, environment,
folder and standard files, leads a session of its own, and serves as one that was started does. For the servers of
`tests/web` it forks a nursery each. The tests in `tests/faults` start their workers as the server does.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock

from enraya.jail import TrustedProcess
from tests.nursery import end_as_a_program_does, next_request, send_request

WORKER = "enraya.server.workers.worker"
GIVEN = "ENRAYA_TEST_NURSERY"
"""The variable that tells a server of the tests the number of the socket of its nursery."""

LOADED = (
    WORKER,
    "enraya.server.views.catalogue",
    "enraya.server.workers.exports",
    "enraya.server.workers.lessons",
    "enraya.server.workers.puzzles",
    "enraya.server.workers.tournaments",
    "enraya.server.workers.views",
)


class WarmWorker:
    """A forked worker process, with those parts of `subprocess.Popen` that its owner uses."""

    stderr = None

    def __init__(self, arguments, folder) -> None:
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(ours_in, "wb", buffering=0), os.fdopen(ours_out, "rb", buffering=0)
        request = json.dumps([[str(argument) for argument in arguments], dict(os.environ), str(folder)])
        self.pid, self._ending = _nursery().fork(request, [theirs_in, theirs_out, 2])
        os.close(theirs_in)
        os.close(theirs_out)

    def poll(self) -> int | None:
        return 0 if select.select([self._ending], [], [], 0)[0] else None

    def wait(self) -> int:
        select.select([self._ending], [], [])
        return 0

    def kill(self) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            # Just forked, it may not lead its group yet.
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._ending, signal.SIGKILL)

    def __del__(self) -> None:
        os.close(self._ending)
        self.stdin.close()
        self.stdout.close()


class WorkerNursery:
    """The process that forks: started here, or forked by another whose end *asking* it is given."""

    def __init__(self, asking: socket.socket | None = None) -> None:
        self._lock = Lock()
        if asking is not None:
            self._socket, self._process = asking, None
            return
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tests.worker_nursery", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
            )

    def fork(self, request: str, files: list[int]) -> tuple[int, int]:
        """The number of a new process, and a file that can be read once it has ended."""
        with self._lock:
            send_request(self._socket, request, files)
            pid, (ending,), _, _ = socket.recv_fds(self._socket, 4, 1)
        return int.from_bytes(pid, "big"), ending

    def another(self) -> socket.socket:
        """The end at which a nursery that is forked from this one is asked."""
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            send_request(self._socket, json.dumps(None), [theirs.fileno()])
            assert self._socket.recv(1)
        return ours

    def close(self) -> None:
        self._socket.close()
        if self._process is not None:
            self._process.wait()


@cache
def _nursery() -> WorkerNursery:
    given = os.environ.pop(GIVEN, None)
    nursery = WorkerNursery(None if given is None else socket.socket(fileno=int(given)))
    atexit.register(nursery.close)
    return nursery


def nursery_for_a_server() -> socket.socket:
    """The end at which a new nursery is asked: a server that inherits it, and its number as GIVEN, forks there."""
    return _nursery().another()


def start_worker(order, stderr=None):
    """A process as `enraya.workers.process` starts it, but that the server's own are forked."""
    if order.module != WORKER:
        return TrustedProcess(order, stderr)
    return WarmWorker(order.arguments, order.directory or Path.cwd())


def serve() -> None:
    """The `enraya` command, whose server has its workers forked."""
    from enraya.cli import main
    from enraya.workers import process

    _nursery()
    process.TrustedProcess = start_worker
    main()


def _become_next_worker(asked: socket.socket) -> None:
    """Fork for every worker *asked* for, and come back in the child alone, which stands where a new process would."""
    while True:
        request, files = next_request(asked, 3)
        child = os.fork()
        if request is None and child == 0:
            asked.close()
            asked = socket.socket(fileno=files[0])
            continue
        if child == 0:
            break
        for file in files:
            os.close(file)
        if request is None:
            asked.sendall(b"+")
            continue
        ending = os.pidfd_open(child)
        socket.send_fds(asked, [child.to_bytes(4, "big")], [ending])
        os.close(ending)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
    asked.close()
    arguments, environment, folder = request
    os.setsid()
    for standard, file in enumerate(files):
        os.dup2(file, standard)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [WORKER, *arguments]


if __name__ == "__main__":
    for name in LOADED:
        import_module(name)
    gc.freeze()
    try:
        _become_next_worker(socket.socket(fileno=int(sys.argv[1])))
    except SystemExit:
        # Nobody is left who asks: what was forked is ending too, and is waited for.
        with suppress(ChildProcessError):
            while True:
                os.wait()
        raise
    from enraya.server.workers.worker import main

    end_as_a_program_does(main)
