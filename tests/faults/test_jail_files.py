"""Escapes to files: each script tries one way, in every way of holding it, and says what it got."""

from __future__ import annotations

import os
from pathlib import Path

from enraya.jail.process import PASSED_ON
from tests.faults.escapes import TRY, refused
from tests.faults.jails import each_mode, need, run

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
