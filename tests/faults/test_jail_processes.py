"""Escapes to other processes, the network and the kernel: each script tries one way and says what it got."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

import pytest

from tests.faults.escapes import TRY, refused
from tests.faults.jails import each_mode, need, run, start

x86 = pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of these system calls are of x86_64")


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
