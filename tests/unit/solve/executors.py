"""The executors of tests that need no processes: as good as any, and started sooner."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from enraya.solve.parallel.executor import SizedExecutor


@contextmanager
def threads():
    with ThreadPoolExecutor(2) as executor:
        yield SizedExecutor(executor, 2)
