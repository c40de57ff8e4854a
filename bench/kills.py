"""A server killed again and again while people play: no acknowledged move is lost, changed or doubled.

    python -m bench.kills 500
    python -m bench.kills 50 --database postgresql://localhost/trial

The test of a hundred kills (tests/faults/test_kills.py) with another number of them.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.faults.conftest import new_server
from tests.faults.test_kills import survive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=500)
    parser.add_argument("--moves", type=int, default=10, help="acknowledged between two kills, at least")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--database", help="an empty database; else a SQLite file in a temporary folder")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = new_server(said.database or Path(folder) / "matches.db")
        began = time.monotonic()
        try:
            moves = survive(server, said.kills, each=said.moves, seed=said.seed)
        finally:
            server.close()
        print(
            f"{said.kills} kills in {time.monotonic() - began:.0f} s: {moves} acknowledged moves, none lost or doubled"
        )


if __name__ == "__main__":
    main()
