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
    parser.add_argument("--inputs", type=int, default=10**9, help="at most, of one target; others have its time then")
    parser.add_argument("--corpus", type=Path, default=Path("build/fuzz"), help="where inputs are kept")
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    said = parser.parse_args()
    if unknown := set(said.targets) - set(TARGETS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    targets = [TARGETS[name] for name in said.targets or TARGETS]
    began, total, failures = time.monotonic(), 0, 0
    for number, target in enumerate(targets):
        seed, started = said.seed or time.time_ns() % 10**9, time.monotonic()
        seconds = max(1.0, (began + said.minutes * 60 - started) / (len(targets) - number))
        outcome = run_campaign(target, seconds, said.inputs, said.corpus, seed)
        total += outcome.inputs
        failures += outcome.failure is not None
        rate = outcome.inputs / (time.monotonic() - started)
        figures = f"{outcome.inputs:>10,} inputs  {rate:>7,.0f} a second  {outcome.coverage:5.0%} of its lines"
        print(f"{target.name:<20} {figures}  {'found something' if outcome.failure else 'nothing found'}", flush=True)
        if outcome.failure:
            print(outcome.failure, flush=True)
    print(f"{total:,} inputs in {time.monotonic() - began:.0f} s, {failures} targets with findings")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
