"""A solve that does not fit in memory is refused beforehand, with both figures."""

import os
import subprocess
import sys

import pytest

from enraya.solve import memory
from enraya.solve.memory import MEGABYTE, NotEnoughMemory, available, require_memory


def test_there_is_some_memory_and_no_petabyte():
    assert available() > MEGABYTE
    require_memory(MEGABYTE, "a megabyte")
    with pytest.raises(NotEnoughMemory, match=r"a petabyte needs 1,073,741,824 MB of memory; [0-9,]+ MB are available"):
        require_memory(1 << 50, "a petabyte")


@pytest.fixture
def groups(tmp_path, monkeypatch):
    """A control group in another, as a container sees them."""
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    own = tmp_path / "own"
    own.write_text("0::/outer/inner\n", encoding="utf-8")
    monkeypatch.setattr(memory, "GROUPS", tmp_path)
    monkeypatch.setattr(memory, "OWN_GROUP", own)

    def limit(folder, most, used, files=0):
        (folder / "memory.max").write_text(f"{most}\n", encoding="utf-8")
        (folder / "memory.current").write_text(f"{used}\n", encoding="utf-8")
        (folder / "memory.stat").write_text(f"anon 5\ninactive_file {files}\n", encoding="utf-8")

    return inner, limit


def test_the_strictest_control_group_counts_and_files_it_would_give_back_do_not(groups):
    inner, limit = groups
    limit(inner, "max", 7)
    limit(inner.parent, 3 * MEGABYTE, 2 * MEGABYTE, MEGABYTE // 2)
    assert available() == 3 * MEGABYTE // 2
    limit(inner, MEGABYTE, 2 * MEGABYTE)
    assert available() == 0


def test_without_limits_or_files_the_machines_memory_counts(groups, monkeypatch, tmp_path):
    assert available() > MEGABYTE
    monkeypatch.setattr(memory, "MEMORY", tmp_path / "missing")
    assert available() > MEGABYTE


def test_what_would_fill_the_memory_ends_in_a_sentence():
    script = "from enraya.solve import memory\nmemory.available = lambda: 20 << 20\nfrom enraya.cli import main\nmain()"
    command = [sys.executable, "-c", script, "count", "mnk(6,6,4)"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=900, check=False, env={**os.environ, "ENRAYA_LANG": "en"}
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("enraya: There was not enough memory.")
