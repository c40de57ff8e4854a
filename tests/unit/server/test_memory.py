"""The heaps of a server with many threads."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys

import pytest

THREADS = 12
PROGRAM = f"""
import ctypes, sys, threading
from enraya.server.memory import limit_heaps

if sys.argv[1] == "limited":
    limit_heaps()
ready = threading.Barrier({THREADS})

def work():
    ready.wait()
    kept = [bytearray(10_000) for _ in range(200)]
    ready.wait()
    assert kept

threads = [threading.Thread(target=work) for _ in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


def heaps(how: str) -> int:
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True)
    return len(re.findall(r"<heap nr=", done.stdout))


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="the C library is not glibc")
def test_many_threads_share_two_heaps():
    assert heaps("limited") <= 2 < heaps("as usual")
