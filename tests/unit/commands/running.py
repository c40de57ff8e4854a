"""The helpers by which the tests of the commands run them."""

import json
import os
import subprocess

from tests.nursery import ENRAYA, run_enraya

__all__ = ["ENRAYA", "PATIENCE", "data", "run", "run_installed"]

PATIENCE = 900


def run(*arguments, language="en", input="", cwd=None, **variables):
    environment = {**os.environ, "ENRAYA_LANG": language, **variables}
    done = run_enraya(arguments, written=input.encode(), environment=environment, folder=cwd, patience=PATIENCE)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_installed(*arguments, language="en"):
    """The same by the program as it is installed, which takes its time to load."""
    return subprocess.run(
        [ENRAYA, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "ENRAYA_LANG": language},
    )


def data(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
