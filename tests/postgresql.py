"""A PostgreSQL of our own for the tests: a cluster in a temporary folder, on a free port of this machine alone.

It is not installed where it is missing: Debian's package would start a database server for the whole machine.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

GIVE_UP = 900.0
USER = "enraya"


def find() -> Path | None:
    """The folder of the server's programs: Debian keeps them off the path."""
    candidates = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("initdb"):
        candidates.append(Path(found).resolve().parent)
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return None


class Cluster:
    """A running PostgreSQL; `make_database` gives the URL of a new, empty database in it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._numbers = count(1)
        # Not in pytest's folder, which only its owner may enter: PostgreSQL refuses to run as root.
        self.folder = Path(tempfile.mkdtemp(prefix="enraya-postgresql-"))
        self._as: dict[str, object] = {"cwd": self.folder, "env": {**os.environ, "LC_ALL": "C"}}
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            somebody = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self.folder, somebody.pw_uid, somebody.pw_gid)
            self._as |= {"user": somebody.pw_uid, "group": somebody.pw_gid, "extra_groups": []}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._log = (self.folder / "log").open("wb")
        self._run("initdb", "--pgdata=data", f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, stdout=self._log, stderr=self._log, timeout=GIVE_UP, **self._as)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        import psycopg

        # Programs are killed here and machines are not: without fsync all that was committed is still there.
        settings = (f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")
        command = [str(self._programs / "postgres"), "-D", "data"]
        for setting in settings:
            command += ["-c", setting]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log, **self._as)
        until = time.monotonic() + GIVE_UP
        while True:
            try:
                psycopg.connect(self._url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "PostgreSQL does not answer"
                time.sleep(0.05)

    def stop(self) -> None:
        """End it without any goodbye; it finds what was committed when it starts again."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(GIVE_UP)

    def close(self) -> None:
        self.stop()
        self._log.close()
        shutil.rmtree(self.folder)

    def _url(self, database: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def make_database(self) -> str:
        """The URL of a new database."""
        import psycopg

        name = f"enraya_{next(self._numbers)}"
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self._url(name)
