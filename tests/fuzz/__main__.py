"""Campaigns against some targets or all of them, one after another: `python -m tests.fuzz [TARGET…] --minutes 10`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tests.fuzz.campaign import run_campaign
from tests.fuzz.targets import TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("-m", "--minutes", type=float, default=10.0, help="for all of them together")
    parser.add_argument("--corpus", type=Path, default=Path("build/fuzz"), help="where inputs are kept")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    said = parser.parse_args()
    if unknown := set(said.targets) - set(TARGETS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    targets = [TARGETS[name] for name in said.targets or TARGETS]
    began, total, failures = time.monotonic(), 0, 0
    for target in targets:
        seed = said.seed or time.time_ns() % 10**9
        outcome = run_campaign(target, said.minutes * 60 / len(targets), said.corpus, seed)
        total += outcome.inputs
        failures += outcome.failure is not None
        figures = f"{outcome.inputs:>10,} inputs  {outcome.coverage:5.0%} of its lines"
        print(f"{target.name:<20} {figures}  {'found something' if outcome.failure else 'nothing found'}", flush=True)
        if outcome.failure:
            print(outcome.failure, flush=True)
    print(f"{total:,} inputs in {time.monotonic() - began:.0f} s, {failures} targets with findings")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
