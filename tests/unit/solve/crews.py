"""Who does the jobs of the tests that need no processes: an Executor as good as any, and sooner there."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from enraya.solve.parallel.executor import Team


@contextmanager
def threads():
    with ThreadPoolExecutor(2) as executor:
        yield Team(executor, 2)
