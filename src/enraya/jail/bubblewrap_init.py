"""The first process in the jail that bubblewrap has made: it is given back what the warm process knew."""

from __future__ import annotations

import json
import os
import socket
import sys

from enraya.jail import confinement
from enraya.jail.process_spec import ProcessSpec


def main() -> None:
    """Run the specification that the argument names, as `enraya.jail.bubblewrap.execute` wrote it."""
    given = json.loads(sys.argv[1])
    control = socket.socket(fileno=given["control"])
    try:
        # Bubblewrap adds it.
        os.environ.pop("PWD", None)
        confinement.announce("bubblewrap", control)
        spec = ProcessSpec.from_json(given["spec"])
        confinement.keep_together(spec, "bubblewrap", given["readable"], given["streams"], control)
    except BaseException as error:
        confinement.report_failure(error, control)


if __name__ == "__main__":
    main()
