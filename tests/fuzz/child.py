"""The process of a campaign: `python -m tests.fuzz.child TARGET SECONDS CORPUS SEED MODULE…`, or `replay` for SECONDS.

libFuzzer ends the process when it is done, and a crash of native code ends it too. The modules that the target is to
reach are the ones that tell libFuzzer how far an input came; they must be imported under its eyes, so that nothing of
the project is imported before.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path

WALL_SECONDS = 200
"""Of one input, for libFuzzer: on a busy machine the wall clock runs faster than the processor's."""

MOST_MEGABYTES = 4096
MOST_COVERED = 3000
"""Inputs that are run again to count the lines."""

FOUND = ("crash-", "timeout-", "oom-", "slow-unit-", "leak-")
"""How files are called that libFuzzer keeps because of what they did."""


def fuzz_by_libfuzzer(name: str, seconds: float, corpus: str, seed: int, modules: list[str]) -> None:
    """Let libFuzzer find inputs until the time is over."""
    import atheris

    with atheris.instrument_imports(include=modules):
        from tests.fuzz.targets import TARGETS
    from tests.fuzz.mutation import LONGEST

    options = [f"-max_total_time={max(1, round(seconds))}", f"-timeout={WALL_SECONDS}", f"-max_len={LONGEST}"]
    options += [f"-seed={seed}", f"-rss_limit_mb={MOST_MEGABYTES}", f"-artifact_prefix={corpus}/"]
    target = TARGETS[name]

    def run(data: bytes) -> None:
        target.run(data)

    atheris.Setup([name, *options, corpus], run)
    atheris.Fuzz()


def fuzz_by_mutation(name: str, seconds: float, corpus: str, seed: int) -> None:
    """Change the inputs of the corpus at random until the time is over."""
    from tests.fuzz.mutation import mutated
    from tests.fuzz.target import no_hang
    from tests.fuzz.targets import TARGETS

    target, until, count = TARGETS[name], time.monotonic() + seconds, 0
    for data in mutated(target.seeds, f"{name} {seed}", sys.maxsize):
        if time.monotonic() > until:
            break
        count += 1
        try:
            with no_hang():
                target.run(data)
        except BaseException:
            (Path(corpus) / "crash-input").write_bytes(data)
            print(f"Done {count}", repr(data), flush=True)
            raise
    print(f"Done {count}")


def replay(name: str, corpus: str) -> None:
    """Run the corpus once more and say which share of the target's lines it reaches."""
    from tests.fuzz.line_coverage import LineCoverage
    from tests.fuzz.targets import TARGETS

    target = TARGETS[name]
    files = [file for file in sorted(Path(corpus).iterdir()) if not file.name.startswith(FOUND)]
    with LineCoverage(target.files) as measured:
        for data in [*target.seeds, *(file.read_bytes() for file in files[:MOST_COVERED])]:
            target.run(data)
    print(f"Coverage {measured.share:.4f}")


def main(name: str, seconds: str, corpus: str, seed: str, *modules: str) -> None:
    """Do what the arguments say."""
    if seconds == "replay":
        replay(name, corpus)
    elif find_spec("atheris") is not None:
        fuzz_by_libfuzzer(name, float(seconds), corpus, int(seed), list(modules))
    else:
        fuzz_by_mutation(name, float(seconds), corpus, int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
