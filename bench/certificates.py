"""Writes the certificates that docs/results.md names, and has both checkers check each.

    c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp
    python bench/certificates.py ./check_proof --folder certificates "mnk(9,4,4)" "mnk(7,7,5)"

A row for each: what is proven, the nodes of the search and of the proof, the entries, the bytes, the SHA-256 of the
file, the processor seconds of the prover and of both checkers, and the positions that they looked at. A position is a
game and its moves: "mnk(15,15,5): h8 a1". All that are in a file, resumed where they were left, each spoilt in 200 ways
that both checkers have to reject:

    python bench/certificates.py ./check_proof --folder certificates --list bench/five_in_a_row.txt --nodes 4000000 \\
        --rows certificates/rows.jsonl --forgeries 200
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from forged_proofs import all_are_rejected

from enraya.position import Position
from enraya.search.limit import Budget, Limit
from enraya.solve.proofs.prover import prove_to_file
from enraya.solve.proofs.verifier import read_proof, verify_proof


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the checker in C++")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--list", type=Path, help="a file with more of them, one in each line; # starts a comment")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--memory", type=int, help="megabytes of the prover's table")
    parser.add_argument("--nodes", type=int, help="the most nodes for each certificate")
    parser.add_argument("--rows", type=Path, help="rows are added to this file; what has one there is not done again")
    parser.add_argument("--forgeries", type=int, default=0, help="how many spoilt copies of each have to be rejected")
    options = parser.parse_intermixed_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    listed = options.list.read_text(encoding="utf-8").splitlines() if options.list else []
    games = [*options.games, *filter(None, (line.partition("#")[0].strip() for line in listed))]
    rows = options.rows.read_text(encoding="utf-8").splitlines() if options.rows and options.rows.exists() else []
    done = {json.loads(row)["game"] for row in rows}
    for number, game in enumerate(games, 1):
        if game in done:
            continue
        print(f"{number} of {len(games)}: {game}", file=sys.stderr, flush=True)
        found = certified(game, options.program, options.folder, options.memory, options.nodes, options.forgeries)
        row = json.dumps(found)
        print(row, flush=True)
        if options.rows:
            with options.rows.open("a", encoding="utf-8") as file:
                print(row, file=file)


def certified(
    game: str, program: Path, folder: Path, megabytes: int | None, nodes: int | None, forged: int
) -> dict[str, object]:
    """One certificate, written and checked twice, and its forgeries; or that it was not found within the nodes."""
    path = folder / (re.sub(r"[^a-z0-9]+", "-", game).strip("-") + ".proof")
    name, _, moves = game.partition(":")
    began = time.process_time()
    spent = 0

    def note(depth: int, nodes: int, *bounds: object) -> None:
        nonlocal spent
        spent = max(spent, nodes)

    position = Position.start(name).play_all(moves)
    written = prove_to_file(position, path, Limit(nodes=nodes), megabytes=megabytes, on_progress=note)
    proven = time.process_time()
    if written is None:
        return {"game": game, "nodes": nodes, "prover": round(proven - began, 2)}
    verified = verify_proof(read_proof(path), Budget())
    checked = time.process_time()
    told = json.loads(subprocess.run([str(program), str(path)], capture_output=True, check=True, text=True).stdout)
    by_python, by_program = (
        (verified.least, verified.most, verified.positions),
        (told["least"], told["most"], told["positions"]),
    )
    if by_python != by_program:
        raise SystemExit(f"{path}: the checkers disagree, {by_python} and {by_program}")
    if forged and not all_are_rejected(program, path, forged, 1):
        raise SystemExit(f"{path}: a spoilt copy was accepted")
    return {
        "game": game,
        "least": verified.least,
        "most": verified.most,
        "nodes": spent,
        "entries": written.size,
        "bytes": path.stat().st_size,
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "prover": round(proven - began, 2),
        "python": round(checked - proven, 2),
        "cpp": round(told["seconds"], 3),
        "positions": verified.positions,
        "forgeries": forged,
    }


if __name__ == "__main__":
    main()
