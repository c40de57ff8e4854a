"""How the tests of the commands run them."""

import json
import os
import subprocess
import sys
from pathlib import Path

ENRAYA = str(Path(sys.executable).with_name("enraya"))
PATIENCE = 120


def run(*arguments, language="en", **more):
    environment = {**os.environ, "ENRAYA_LANG": language}
    return subprocess.run(
        [ENRAYA, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=environment,
        **more,
    )


def data(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
