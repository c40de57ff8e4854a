"""Escapes by excess: processes, memory, files, time; and what does not want to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from enraya.jail import Limits
from tests.faults.escapes import REFUSED, TRY, refused
from tests.faults.jails import each_mode, need, run, start


@each_mode()
def test_a_fork_bomb_does_not_fork_once(tmp_path, mode):
    source = """
for _ in range(50):
    print(attempt(os.fork))
print(attempt(lambda: os.posix_spawn("/bin/true", ["true"], {})))
"""
    refused(tmp_path, mode, source)


@each_mode()
def test_threads_are_bounded(tmp_path, mode):
    source = """
import threading
count = 0
wait = threading.Event()
try:
    while count < 2000:
        threading.Thread(target=wait.wait, daemon=True).start()
        count += 1
except RuntimeError:
    pass
print(count, flush=True)
os._exit(0)
"""
    said, code = run(tmp_path / "own" / "escape.py", mode, TRY + source)
    assert code == 0
    assert 1 <= int(said) < 600


@each_mode()
def test_a_memory_bomb_is_refused_its_memory(tmp_path, mode):
    source = """
import mmap
blocks = []
try:
    while len(blocks) < 40:
        blocks.append(bytearray(50 << 20))
except MemoryError:
    print("ENOMEM")
del blocks
print(attempt(lambda: mmap.mmap(-1, 50 << 20)))
print(attempt(lambda: os.memfd_create("escape")))
print(attempt(lambda: mmap.mmap(-1, 2 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)))
"""
    refused(tmp_path, mode, source, limits=Limits(memory=500 << 20))


@each_mode()
def test_a_file_of_100_megabytes_cannot_be_written_anywhere(tmp_path, mode):
    source = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
scratch = os.environ["TMPDIR"]
def write():
    with open(scratch + "/large", "wb") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))
    return "written"
print(attempt(write))
def write_many():
    for number in range(100):
        with open(f"{scratch}/part{number}", "wb") as file:
            file.write(bytes(1 << 20))
    return "written"
print(attempt(write_many))
"""
    said, code = run(tmp_path / "own" / "escape.py", mode, TRY + source)
    assert code == 0
    assert set(said.split()) <= REFUSED | {"EFBIG", "ENOSPC"}


@each_mode()
def test_open_files_are_bounded(tmp_path, mode):
    source = """
files = []
while len(files) < 5000:
    file = attempt(lambda: open(os.devnull))
    if isinstance(file, str):
        print(file, len(files) < 200)
        break
    files.append(file)
"""
    said, _ = run(tmp_path / "own" / "escape.py", mode, TRY + source)
    assert said == "EMFILE True"


@each_mode()
def test_an_endless_loop_in_c_code_is_killed(tmp_path, mode):
    need(mode)
    file = tmp_path / "loop.py"
    file.write_text("print(1, flush=True)\nsum(range(10**15))\n")
    process = start(file, mode)
    with process.stdout, process.stdin:
        assert process.stdout.readline() == b"1\n"
        process.kill()
        assert process.stdout.read() == b""
    assert process.wait() == -signal.SIGKILL


@each_mode()
def test_processor_time_is_bounded(tmp_path, mode):
    limits = Limits(processor_seconds=1)
    said, code = run(tmp_path / "own" / "escape.py", mode, "while True:\n    pass\n", limits=limits)
    assert said == ""
    assert code in (-signal.SIGKILL, -signal.SIGXCPU)


@each_mode()
def test_what_ignores_every_signal_is_killed_all_the_same(tmp_path, mode):
    need(mode)
    file = tmp_path / "deaf.py"
    file.write_text(
        "import os, signal, sys\n"
        "for number in set(range(1, 32)) - {9, 19}:\n    signal.signal(number, signal.SIG_IGN)\n"
        "print(1, flush=True)\nos.close(0)\nos.close(1)\nos.close(2)\n"
        "while True:\n    pass\n"
    )
    process = start(file, mode)
    with process.stdout, process.stdin:
        assert process.stdout.readline() == b"1\n"
        # Closing its output is not its end.
        assert process.stdout.read() == b""
        assert process.poll() is None
    process.kill()
    assert process.wait() == -signal.SIGKILL


@each_mode()
def test_all_that_is_held_dies_with_its_owner_even_when_that_is_killed(tmp_path, mode):
    need(mode)
    mark = f"mark-{os.getpid()}-{time.time_ns()}"
    file = tmp_path / "loop.py"
    file.write_text("print(1, flush=True)\nwhile True:\n    pass\n")
    owner = f"""
import sys
from pathlib import Path
from tests.faults.jails import start
process = start(Path({str(file)!r}), {mode!r}, input())
print(process.stdout.readline())
sys.stdout.flush()
input()
"""
    with subprocess.Popen([sys.executable, "-c", owner], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(f"{mark}\n".encode())
        process.stdin.flush()
        assert b"1" in process.stdout.readline()
        assert marked(mark)
        process.kill()
    until = time.monotonic() + 900
    while marked(mark) and time.monotonic() < until:
        threading.Event().wait(0.05)
    assert not marked(mark)


def marked(mark):
    """The numbers of the processes that run with *mark* in an argument."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(entry.name)
    return found
