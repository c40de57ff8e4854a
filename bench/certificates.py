"""Writes the certificates that docs/results.md names, and has both checkers check each.

    c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp
    python bench/certificates.py ./check_proof --folder certificates "mnk(9,4,4)" "mnk(7,7,5)"

A row for each: what is proven, the entries, the bytes, the SHA-256 of the file, the processor seconds of the prover and
of both checkers, and the positions that they looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import time
from pathlib import Path

from enraya.position import Position
from enraya.search.limit import Budget
from enraya.solve.proofs.prover import prove_to_file
from enraya.solve.proofs.verifier import read_proof, verify_proof


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the checker in C++")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--memory", type=int, help="megabytes of the prover's table")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for game in options.games:
        print(json.dumps(certified(game, options.program, options.folder, options.memory)), flush=True)


def certified(game: str, program: Path, folder: Path, megabytes: int | None) -> dict[str, object]:
    """One certificate, written and checked twice."""
    path = folder / (re.sub(r"[^a-z0-9]+", "-", game).strip("-") + ".proof")
    began = time.process_time()
    written = prove_to_file(Position.start(game), path, megabytes=megabytes)
    assert written is not None
    proven = time.process_time()
    verified = verify_proof(read_proof(path), Budget())
    checked = time.process_time()
    told = json.loads(subprocess.run([str(program), str(path)], capture_output=True, check=True, text=True).stdout)
    by_python, by_program = (
        (verified.least, verified.most, verified.positions),
        (told["least"], told["most"], told["positions"]),
    )
    if by_python != by_program:
        raise SystemExit(f"{path}: the checkers disagree, {by_python} and {by_program}")
    return {
        "game": game,
        "least": verified.least,
        "most": verified.most,
        "entries": written.size,
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "prover": round(proven - began, 2),
        "python": round(checked - proven, 2),
        "cpp": round(told["seconds"], 3),
        "positions": verified.positions,
    }


if __name__ == "__main__":
    main()
