"""The process of a campaign: `python -m tests.fuzz.child TARGET SECONDS MOST CORPUS SEED MODULE…`.

With `replay` for SECONDS it counts the lines that the corpus reaches. libFuzzer ends the process when it is done, and a
crash of native code ends it too. The functions of the modules that the target is to reach are the ones that tell
libFuzzer how far an input came.
"""

from __future__ import annotations

import gc
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import FunctionType

WALL_SECONDS = 200
"""Of one input, for libFuzzer: on a busy machine the wall clock runs faster than the processor's."""

MOST_MEGABYTES = 4096
MOST_COVERED = 500
"""Inputs that are run again to count the lines."""

FOUND = ("crash-", "timeout-", "oom-", "slow-unit-", "leak-")
"""How files are called that libFuzzer keeps because of what they did."""


def fuzz_by_libfuzzer(name: str, seconds: float, most: int, corpus: str, seed: int, modules: list[str]) -> None:
    """Let libFuzzer find inputs until the time is over or there were *most*."""
    import atheris

    from tests.fuzz.mutation import LONGEST, changed
    from tests.fuzz.targets import TARGETS

    for module in modules:
        import_module(module)
    # Modules of an editable install come by a loader of its own, whose code atheris does not see while importing.
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__module__ in modules:
            atheris.instrument_func(each)
    target = TARGETS[name]

    def change(data: bytes, longest: int, seed: int) -> bytes:
        # Half are changed by pieces of documents: by bytes alone hardly one is JSON or YAML any more.
        dice = Random(seed)
        if dice.random() < 0.5:
            return bytes(atheris.Mutate(data, longest))
        return changed(data, target.seeds, dice, longest)

    options = [f"-max_total_time={max(1, round(seconds))}", f"-timeout={WALL_SECONDS}", f"-max_len={LONGEST}"]
    options += [f"-runs={most}", f"-seed={seed}", f"-rss_limit_mb={MOST_MEGABYTES}", f"-artifact_prefix={corpus}/"]

    def run(data: bytes) -> None:
        target.run(data)

    atheris.Setup([name, *options, corpus], run, custom_mutator=change)
    atheris.Fuzz()


def fuzz_by_mutation(name: str, seconds: float, most: int, corpus: str, seed: int) -> None:
    """Change the inputs of the corpus at random until the time is over or there were *most*."""
    from tests.fuzz.mutation import mutated
    from tests.fuzz.target import no_hang
    from tests.fuzz.targets import TARGETS

    target, until, count = TARGETS[name], time.monotonic() + seconds, 0
    for data in mutated(target.seeds, f"{name} {seed}", most):
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


def main(name: str, seconds: str, most: str, corpus: str, seed: str, *modules: str) -> None:
    """Do what the arguments say."""
    if seconds == "replay":
        replay(name, corpus)
    elif find_spec("atheris") is not None:
        fuzz_by_libfuzzer(name, float(seconds), int(most), corpus, int(seed), list(modules))
    else:
        fuzz_by_mutation(name, float(seconds), int(most), corpus, int(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
