"""The `enraya` command, in a process of its own each time, without loading Python and the libraries each time.

A nursery process loads once what is below the command line, and forks whenever it is asked. The child gets its
arguments, environment, folder and standard files first, and loads `enraya.cli` after that, because it is while loading
that it looks at them (for the language); it ends as every program ends. So no command can leave anything to another.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path

ENRAYA = str(Path(sys.executable).with_name("enraya"))
"""The program as it is installed, for the tests that are about starting and stopping it."""

BELOW_THE_COMMAND_LINE = (
    "concurrent.futures.process",
    "importlib.metadata",
    "importlib.readers",
    "pydantic.fields",
    "pydantic.type_adapter",
    "typer.rich_utils",
    "enraya.arena.duel",
    "enraya.arena.tournament.running",
    "enraya.conformance",
    "enraya.lab.marking.grading",
    "enraya.lab.trace.log",
    "enraya.lab.exercises.sets",
    "enraya.match",
    "enraya.players.catalogue",
    "enraya.solve.parallel.job",
    "enraya.solve.solver",
    "enraya.terminal.menu",
)


class Nursery:
    """The process that forks, one command after the other."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

    def run(self, arguments, environment, written, folder, patience):
        """Run `enraya` with *arguments* and *written* as its standard input; return the completed process, in bytes."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as told:
            given.write(written)
            given.seek(0)
            request = json.dumps([arguments, environment, str(folder)]).encode()
            files = [given.fileno(), said.fileno(), told.fileno()]
            socket.send_fds(self._socket, [len(request).to_bytes(4, "big")], files)
            self._socket.sendall(request)
            child = self._number()
            self._socket.settimeout(patience)
            try:
                code = self._number()
            except TimeoutError:
                os.kill(child, signal.SIGKILL)
                self._socket.settimeout(None)
                self._number()
                raise subprocess.TimeoutExpired(["enraya", *arguments], patience) from None
            self._socket.settimeout(None)
            said.seek(0)
            told.seek(0)
            return subprocess.CompletedProcess(["enraya", *arguments], code, said.read(), told.read())

    def close(self) -> None:
        self._socket.close()
        self._process.wait()

    def _number(self) -> int:
        answer = self._socket.recv(4, socket.MSG_WAITALL)
        assert len(answer) == 4, "the nursery is no more"
        return int.from_bytes(answer, "big", signed=True)


@cache
def _nursery() -> Nursery:
    nursery = Nursery()
    atexit.register(nursery.close)
    return nursery


def run_enraya(arguments, *, written=b"", environment=None, folder=None, patience=240):
    """The completed process, in bytes, of `enraya` with *arguments*."""
    return _nursery().run(
        [str(argument) for argument in arguments],
        dict(os.environ if environment is None else environment),
        written,
        folder or Path.cwd(),
        patience,
    )


def _become_next_command(asked: socket.socket) -> None:
    """Fork for every command *asked* for, and come back in the child alone, which stands where a new process would."""
    while True:
        length, files, _, _ = socket.recv_fds(asked, 4, 3)
        if not length:
            sys.exit()
        request = asked.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
        child = os.fork()
        if child == 0:
            break
        for file in files:
            os.close(file)
        asked.sendall(child.to_bytes(4, "big"))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        asked.sendall(code.to_bytes(4, "big", signed=True))
    asked.close()
    for standard, file in enumerate(files):
        os.dup2(file, standard)
        os.close(file)
    arguments, environment, folder = json.loads(request)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [ENRAYA, *arguments]
    sys.path[0] = str(Path(ENRAYA).parent)


if __name__ == "__main__":
    for name in BELOW_THE_COMMAND_LINE:
        import_module(name)
    assert not any(name.startswith(("enraya.commands", "enraya.cli")) for name in sys.modules)
    gc.freeze()
    _become_next_command(socket.socket(fileno=int(sys.argv[1])))
    from enraya.cli import main

    main()
