"""Forged certificates of games of free lines: each must be rejected, by both checkers and for the same reason.

    c++ -std=c++20 -O2 -I native -o check_proof native/checker/main.cpp
    python bench/forged_proofs.py ./check_proof nine.proof seven.proof --count 200

Every certificate is first checked as it is. Then it is spoilt in so many ways, chosen by a seed: a reply removed or
moved off the board, a zone shrunk by the last of the moves that it answers, a leaf's sequence of threats cut short, a
pair with one cell twice, a view with two cells exchanged, a claim of more than was proven. The script tells how many of
each kind were rejected by which name, and fails if one was accepted or if the two checkers disagree.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from enraya.errors import EnrayaError
from enraya.search.limit import Budget
from enraya.solve.proofs.lines.checker import verify_lines
from enraya.solve.proofs.lines.format import LineProof, LineStrategy
from enraya.solve.proofs.strategy import Claim

OFF_THE_BOARD = 255

Spoil = Callable[[LineProof, LineStrategy, random.Random], bool]
"""Spoils a strategy of a proof; False if there is nothing of the kind to spoil."""


def _tables(strategy: LineStrategy) -> list[dict[Any, int]]:
    """The replies, with own lines and without."""
    return [each for each in (strategy.replies, strategy.zone.replies) if each]


def _key(entries: dict[Any, Any], source: random.Random) -> Any:
    return list(entries)[source.randrange(len(entries))]


def reply_removed(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if tables := _tables(strategy):
        replies = source.choice(tables)
        del replies[_key(replies, source)]
    return bool(tables)


def reply_moved(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if tables := _tables(strategy):
        replies = source.choice(tables)
        replies[_key(replies, source)] = OFF_THE_BOARD
    return bool(tables)


def zone_shrunk(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    attacks = strategy.zone.attacks
    if attacks:
        position = _key(attacks, source)
        attacks[position] = attacks[position][:-1]
    return bool(attacks)


def sequence_cut(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if strategy.sequences:
        position = _key(strategy.sequences, source)
        first, *others = strategy.sequences[position]
        strategy.sequences[position] = (first[:-1], *others)
    return bool(strategy.sequences)


def pair_spoilt(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    pairings = [each for each in (strategy.pairings, *strategy.zone.pairings) if any(each.values())]
    if not pairings:
        return False
    chosen = source.choice(pairings)
    position = source.choice([position for position, pairs in chosen.items() if pairs])
    (one, _), *others = chosen[position]
    chosen[position] = ((one, one), *others)
    return True


def view_wrong(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    if proof.views:
        number = source.randrange(len(proof.views))
        view = list(proof.views[number])
        one, two = source.sample(range(len(view)), 2)
        view[one], view[two] = view[two], view[one]
        proof.views[number] = tuple(view)
    return bool(proof.views)


def more_claimed(proof: LineProof, strategy: LineStrategy, source: random.Random) -> bool:
    strategy.claim = (
        Claim(strategy.claim.player, 1) if not strategy.claim.bound else Claim(strategy.claim.player.opponent, 1)
    )
    return True


KINDS: tuple[Spoil, ...] = (
    reply_removed,
    reply_moved,
    zone_shrunk,
    sequence_cut,
    pair_spoilt,
    view_wrong,
    more_claimed,
)


def forgeries(path: Path, count: int, seed: int = 1) -> Iterator[tuple[str, LineProof]]:
    """So many spoilt copies of the certificate in *path*, each with the name of what was done to it."""
    source = random.Random(seed)
    made = tried = 0
    while made < count:
        proof = LineProof.read(path)
        spoil = KINDS[tried % len(KINDS)]
        tried += 1
        if spoil(proof, source.choice(proof.strategies), source):
            made += 1
            yield spoil.__name__.replace("_", " "), proof


def named_by_python(path: Path) -> str:
    """The name of the rule by which the checker in Python rejects a certificate, or what it proves."""
    try:
        verified = verify_lines(LineProof.read(path), Budget())
    except EnrayaError as error:
        return error.code
    return f"{verified.least} to {verified.most}, {verified.positions} positions"


def named_by_program(program: Path, path: Path) -> str:
    """The same by the checker in C++."""
    told = subprocess.run([str(program), str(path)], capture_output=True, text=True, check=False)
    said = json.loads(told.stdout)
    return f"{said['least']} to {said['most']}, {said['positions']} positions" if said["verified"] else said["code"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the checker in C++")
    parser.add_argument("proofs", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=200, help="forgeries of each certificate")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failures = 0
    for path in options.proofs:
        names = named_by_python(path), named_by_program(options.program, path)
        print(f"{path}: {names[0]}")
        failures += names[0] != names[1] or names[0].startswith("proof.")
        rejected: Counter[tuple[str, str]] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            for kind, proof in forgeries(path, options.count, options.seed):
                forged = Path(folder) / "forged.proof"
                proof.write(forged)
                names = named_by_python(forged), named_by_program(options.program, forged)
                if names[0] != names[1] or not names[0].startswith("proof."):
                    failures += 1
                    print(f"  {kind}: {names[0]} in Python, {names[1]} in C++")
                rejected[kind, names[0]] += 1
        for (kind, name), number in sorted(rejected.items()):
            print(f"  {number:4} {kind}: {name}")
    raise SystemExit(f"{failures} failures" if failures else 0)


if __name__ == "__main__":
    main()
