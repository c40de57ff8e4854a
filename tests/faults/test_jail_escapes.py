"""Escapes: each script tries one way out of the jail, in every way of holding it, and says what it got."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from enraya.jail import Limits
from enraya.jail.prisoner import PASSED_ON
from tests.faults.jails import each_mode, holds, need, run, start

TRY = """
import ctypes, errno, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)

def attempt(call):
    "What *call* gives, or the name of the error."
    try:
        return call()
    except OSError as error:
        return error.errno and errno.errorcode[error.errno] or "refused"
    except MemoryError:
        return "ENOMEM"

def system_call(number, *arguments):
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    answer = libc.syscall(ctypes.c_long(number), *wide)
    return answer if answer >= 0 else errno.errorcode[ctypes.get_errno()]

"""
REFUSED = {"EPERM", "EACCES", "ENOENT", "ENOSYS", "EROFS", "ESRCH", "EAGAIN", "ENOMEM", "EXDEV", "ENOTDIR", "EINVAL"}
x86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of these system calls are of x86_64")


def refused(tmp_path, mode, source, *arguments, limits=None):
    """Assert that what *source* prints, a line for each attempt, are refusals and nothing else."""
    said, code = run(tmp_path / "own" / "escape.py", mode, TRY + source, *arguments, limits=limits)
    assert code == 0
    assert said
    assert set(said.split()) <= REFUSED, said


READING = """
for path in sys.argv[1:]:
    print(attempt(lambda: open(path, "rb").read(1)))
"""


@each_mode()
def test_the_files_of_the_system_cannot_be_read(tmp_path, mode):
    refused(tmp_path, mode, READING, "/etc/passwd", "/etc/shadow", "/etc/hosts", "/proc/1/environ", "/proc/kcore")


@each_mode()
def test_a_database_beside_its_folder_cannot_be_read(tmp_path, mode):
    database = tmp_path / "matches.db"
    database.write_bytes(b"SQLite format 3")
    refused(tmp_path, mode, READING, database, f"{tmp_path}/own/../matches.db", f"/proc/self/cwd/../{database.name}")


@each_mode()
def test_the_folder_of_another_player_cannot_be_opened(tmp_path, mode):
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text("secret = 1")
    refused(tmp_path, mode, f"print(attempt(lambda: os.listdir({str(other)!r})))" + READING, other / "mine.py")


@each_mode()
def test_the_home_of_who_started_it_can_be_neither_listed_nor_written(tmp_path, mode):
    source = """
home = sys.argv[1]
print(attempt(lambda: bool(os.listdir(home)) and "listed" or "EACCES"))
print(attempt(lambda: open(home + "/.escaped", "w")))
print(attempt(lambda: os.mkdir(home + "/.escaped")))
"""
    refused(tmp_path, mode, source, Path.home())
    assert not (Path.home() / ".escaped").exists()


@each_mode()
def test_its_own_file_can_be_neither_deleted_nor_changed(tmp_path, mode):
    source = """
me = os.path.abspath(__file__)
print(attempt(lambda: os.unlink(me)))
print(attempt(lambda: open(me, "a")))
print(attempt(lambda: os.rename(me, me + "x")))
print(attempt(lambda: os.chmod(me, 0o777)))
print(attempt(lambda: os.utime(me, (1, 1))))
print(attempt(lambda: os.truncate(me, 0)))
print(attempt(lambda: open(os.path.join(os.path.dirname(me), "more"), "w")))
"""
    refused(tmp_path, mode, source)
    assert (tmp_path / "own" / "escape.py").read_text().endswith(source)


@each_mode()
def test_nothing_is_connected_to_not_even_the_servers_own_port(tmp_path, mode):
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = f"""
print(attempt(lambda: socket.create_connection(("127.0.0.1", {server.getsockname()[1]}), 2)))
print(attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)))
print(attempt(lambda: socket.socket(socket.AF_INET6, socket.SOCK_STREAM)))
print(attempt(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)))
print(attempt(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)))
print(attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)))
"""
        refused(tmp_path, mode, source)
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


@each_mode()
def test_no_other_process_is_seen_or_signalled(tmp_path, mode):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as victim:
        source = f"""
victim, owner = {victim.pid}, {os.getpid()}
for other in (victim, owner, -1):
    if other > 0 or {mode == "landlock"}:
        print(attempt(lambda: os.kill(other, 15)))
print(attempt(lambda: os.pidfd_open(victim) and signal.pidfd_send_signal(os.pidfd_open(victim), 9)))
print(attempt(lambda: os.setpriority(os.PRIO_PROCESS, victim, 19)) or "EPERM")
seen = attempt(lambda: [name for name in os.listdir("/proc") if name.isdigit()])
print(seen if isinstance(seen, str) else "ENOENT" if len(seen) <= 2 else seen)
"""
        refused(tmp_path, mode, "import signal\n" + source)
        assert victim.poll() is None
        victim.communicate(b"\n")


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
def test_a_sibling_cannot_be_traced_nor_its_memory_read(tmp_path, mode):
    need(mode)
    sibling = tmp_path / "sibling" / "mine.py"
    sibling.parent.mkdir()
    sibling.write_text("import os\nprint(os.getpid(), flush=True)\ninput()\n")
    process = start(sibling, mode)
    with process.stdout, process.stdin:
        number = int(process.stdout.readline())
        trace, read_memory = (101, 310) if os.uname().machine == "x86_64" else (117, 270)
        source = f"""
for other in {{{number}, 1, os.getppid()}}:
    print(system_call({trace}, 16, other, 0, 0))
    print(system_call({trace}, 0x4206, other, 0, 0))
    print(system_call({read_memory}, other, None, 0, None, 0, 0))
    for name in ("mem", "maps", "environ", "root/etc/passwd", "cwd/mine.py", "fd/0"):
        if other != os.getpid():
            print(attempt(lambda: open(f"/proc/{{other}}/{{name}}", "rb").read(1)))
"""
        refused(tmp_path, mode, source)
        assert process.poll() is None
    process.kill()
    process.wait()


@each_mode()
def test_its_own_memory_file_leads_nowhere(tmp_path, mode):
    source = """
for path in ("/proc/self/root/etc/passwd", "/proc/self/exe/../../etc/passwd", "/proc/self/cwd/../matches.db",
             "/proc/1/mem", "/proc/1/fd/3", "/dev/mem", "/dev/kmem", "/dev/vda", "/dev/sda", "/dev/tty"):
    got = attempt(lambda: open(path, "rb").read(1))
    print("ENOENT" if got == "ENXIO" else got)
for path in ("/proc/1/mem", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/1/oom_score_adj"):
    print(attempt(lambda: open(path, "r+b")))
"""
    refused(tmp_path, mode, source)


@each_mode()
def test_links_lead_nowhere_even_when_they_change_while_they_are_read(tmp_path, mode):
    outside = tmp_path / "secret"
    outside.write_text("secret")
    source = f"""
import threading
scratch, secret, me = os.environ["TMPDIR"], {str(outside)!r}, os.path.abspath(__file__)
link = scratch + "/link"
print(attempt(lambda: os.link(secret, scratch + "/hard")))
print(attempt(lambda: os.link(me, scratch + "/own")))
print(attempt(lambda: os.link("/bin/su", scratch + "/su")))
if attempt(lambda: os.symlink(me, link)) is None:
    stop = threading.Event()
    def change():
        while not stop.is_set():
            for target in (secret, me):
                os.symlink(target, link + "2")
                os.rename(link + "2", link)
    thread = threading.Thread(target=change)
    thread.start()
    for _ in range(2000):
        got = attempt(lambda: open(link, "rb").read(6))
        if got == b"secret":
            print("escaped")
        try:
            open(link, "r+b")
            print("written")
        except OSError:
            pass
    stop.set()
    thread.join()
print("EPERM")
"""
    refused(tmp_path, mode, source)


@x86
@each_mode()
def test_the_kernels_doors_are_shut(tmp_path, mode):
    source = """
for number in (272, 308, 165, 155, 161, 321, 298, 323, 425, 248, 250, 175, 246, 169, 304, 170, 435, 300, 428, 430, 29):
    print(system_call(number, 0, 0, 0, 0, 0))
CLONE_NEWUSER = 0x10000000
print(system_call(56, CLONE_NEWUSER | 17, 0, 0, 0, 0))
print(system_call(272, CLONE_NEWUSER))
"""
    refused(tmp_path, mode, source)


@x86
@each_mode()
def test_system_calls_of_another_architecture_end_the_process(tmp_path, mode):
    said, code = run(tmp_path / "own" / "escape.py", mode, TRY + "print(system_call(0x40000000 | 41, 2, 1, 0))")
    assert (said, code) == ("", -signal.SIGSYS)


@each_mode()
def test_no_right_is_gained(tmp_path, mode):
    source = """
print(attempt(lambda: os.setuid(0)) if os.getuid() else "EPERM")
print(attempt(lambda: os.setgroups([0])))
print(attempt(lambda: os.chroot("/")))
print(attempt(lambda: os.nice(-5)))
import resource
for which in (resource.RLIMIT_DATA, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU, resource.RLIMIT_CORE):
    try:
        resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print("raised")
    except ValueError:
        print("EPERM")
print("EPERM" if libc.prctl(38, 0, 0, 0, 0) < 0 else "new privileges")
"""
    refused(tmp_path, mode, source)


@each_mode()
def test_nothing_secret_is_in_the_environment_nor_in_open_files(tmp_path, mode, monkeypatch):
    need(mode)
    secret = tmp_path / "secret"
    secret.write_text("secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://secret")
    source = """
import stat
print(sorted(set(os.environ) - set(sys.argv[1:])))
for number in range(3, 1000):
    try:
        os.fstat(number)
        print("open", number)
    except OSError:
        pass
"""
    with secret.open() as opened:
        os.set_inheritable(opened.fileno(), True)
        known = (*PASSED_ON, "PYTHONHASHSEED", "HOME", "TMPDIR")
        said, code = run(tmp_path / "own" / "escape.py", mode, TRY + source, *known)
    assert (said, code) == ("[]", 0)


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


def test_all_that_is_held_dies_with_its_owner_even_when_that_is_killed(tmp_path):
    mode = next((mode for mode in ("namespaces", "landlock") if holds(mode)), None)
    if mode is None:
        pytest.skip("this machine has no jail")
    mark = f"mark-{os.getpid()}-{time.time_ns()}"
    file = tmp_path / "loop.py"
    file.write_text("print(1, flush=True)\nwhile True:\n    pass\n")
    owner = f"""
import sys
from pathlib import Path
from tests.faults.jails import start
process = start(Path({str(file)!r}), {mode!r}, {mark!r})
print(process.stdout.readline())
sys.stdout.flush()
input()
"""
    with subprocess.Popen([sys.executable, "-c", owner], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert b"1" in process.stdout.readline()
        assert marked(mark)
        process.kill()
    until = time.monotonic() + 60
    while marked(mark) and time.monotonic() < until:
        threading.Event().wait(0.05)
    assert not marked(mark)


def marked(mark):
    """Processes that run with *mark* as an argument, the owner's own text left out."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark.encode() in words:
            found.append(entry.name)
    return found
