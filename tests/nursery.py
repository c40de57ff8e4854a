"""The `enraya` command, in a process of its own each time, without loading Python and the libraries each time.

A first process loads what is below the command line, and forks a nursery for each way in which a language is asked for:
by the variables of the environment and by `--lang`, at which `enraya.cli` looks while it is loaded. The nursery loads
that under them, builds the commands from it, and forks whenever it is asked. The child gets its arguments, environment,
folder and standard files, and ends as every program ends. So no command can leave anything to another.
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
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

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


LANGUAGE_VARIABLES = ("ENRAYA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


class FirstProcess:
    """The process that has loaded what is below the command line, and forks nurseries."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._nurseries: dict[str, Nursery] = {}

    def nursery(self, variables, lang):
        """The nursery whose commands are asked for a language by *variables* and the arguments *lang*."""
        asked = json.dumps([variables, lang])
        if asked not in self._nurseries:
            ours, theirs = socket.socketpair()
            with theirs:
                send_request(self._socket, asked, [theirs.fileno()])
            self._nurseries[asked] = Nursery(ours)
        return self._nurseries[asked]

    def close(self) -> None:
        for nursery in self._nurseries.values():
            nursery.close()
        self._socket.close()
        self._process.wait()


class Nursery:
    """The process that forks, one command after the other."""

    def __init__(self, ours: socket.socket) -> None:
        self._socket = ours

    def run(self, arguments, environment, written, folder, patience):
        """Run `enraya` with *arguments* and *written* as its standard input; return the completed process, in bytes."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as told:
            given.write(written)
            given.seek(0)
            request = json.dumps([arguments, environment, str(folder)])
            send_request(self._socket, request, [given.fileno(), said.fileno(), told.fileno()])
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

    def _number(self) -> int:
        answer = self._socket.recv(4, socket.MSG_WAITALL)
        assert len(answer) == 4, "the nursery is no more"
        return int.from_bytes(answer, "big", signed=True)


def send_request(to: socket.socket, request: str, files: list[int]) -> None:
    """Ask a nursery for something, and give it *files*."""
    socket.send_fds(to, [len(request.encode()).to_bytes(4, "big")], files)
    to.sendall(request.encode())


@cache
def _first_process() -> FirstProcess:
    first = FirstProcess()
    atexit.register(first.close)
    return first


def run_enraya(arguments, *, written=b"", environment=None, folder=None, patience=240):
    """The completed process, in bytes, of `enraya` with *arguments*."""
    arguments = [str(argument) for argument in arguments]
    environment = dict(os.environ if environment is None else environment)
    variables = {name: environment[name] for name in LANGUAGE_VARIABLES if name in environment}
    nursery = _first_process().nursery(variables, _lang_of(arguments))
    return nursery.run(arguments, environment, written, folder or Path.cwd(), patience)


def _lang_of(arguments: list[str]) -> list[str]:
    """Those of *arguments* that ask for a language."""
    for index, word in enumerate(arguments):
        if word.partition("=")[0] == "--lang":
            return arguments[index : index + (1 if "=" in word else 2)]
    return []


def next_request(asked: socket.socket, files: int) -> tuple[list, list[int]]:
    """What is asked for next, with so many files; the process ends when nothing can be asked any more."""
    length, given, _, _ = socket.recv_fds(asked, 4, files)
    if not length:
        sys.exit()
    return json.loads(asked.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)), given


def _become_nursery(asked: socket.socket) -> socket.socket:
    """Fork for every nursery *asked* for, and come back in the child alone, with the commands built."""
    while True:
        (variables, lang), (theirs,) = next_request(asked, 1)
        if os.fork() == 0:
            break
        os.close(theirs)
    asked.close()
    for name in LANGUAGE_VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(variables)
    sys.argv = [ENRAYA, *lang]
    from enraya import cli
    from enraya.commands.framework import registry

    # What the commands are depends on nothing but the words that were loaded.
    cli.get_command = cache(cli.get_command)
    cli.get_command(cli.app)
    for name in registry.MODULES:
        registry.build_command(name)
    return socket.socket(fileno=theirs)


def _become_next_command(asked: socket.socket) -> None:
    """Fork for every command *asked* for, and come back in the child alone, which stands where a new process would."""
    while True:
        (arguments, environment, folder), files = next_request(asked, 3)
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
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = [ENRAYA, *arguments]
    sys.path[0] = str(Path(ENRAYA).parent)


def end_as_a_program_does(main) -> NoReturn:
    """Run *main*, then do what an interpreter does at its end, but for emptying its modules, which all end with it.

    That would touch, and with that copy, most of the memory that is shared with the process it was forked from.
    """
    code: object = 0
    try:
        main()
    except SystemExit as leaving:
        code = leaving.code
        if code is None:
            code = 0
        elif not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for file in (sys.stdout, sys.stderr):
        if file is not None:
            with suppress(ValueError):
                file.flush()
    os._exit(code & 0xFF)


if __name__ == "__main__":
    for name in BELOW_THE_COMMAND_LINE:
        import_module(name)
    assert not any(name.startswith(("enraya.commands", "enraya.cli")) for name in sys.modules)
    nursery_asked = _become_nursery(socket.socket(fileno=int(sys.argv[1])))
    gc.freeze()
    _become_next_command(nursery_asked)
    from enraya.cli import main

    end_as_a_program_does(main)
