"""Builds the documentation site and puts it where the app finds it: `python docs/build_site.py`.

A warning is an error. The site lies in build/site, from where a wheel that is built later takes it along, and a copy in
the installed package, so that `enraya serve` shows it under /manual/.

With --behind (`make play`) it comes back at once: a process in the background, which gives way to all others, installs
what builds the site if it is missing, and builds it unless it is newer than every page. What went wrong is in
build/site.log; the app works without.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
SITE = ROOT / "build" / "site"
LOG = ROOT / "build" / "site.log"
INSTALLED = Path(sysconfig.get_path("purelib")) / "enraya" / "site"


def build() -> int:
    """Sphinx's exit code."""
    from sphinx.cmd.build import main

    sys.path.insert(0, str(ROOT))
    from release.components import of_distribution, write_components

    shutil.rmtree(SITE, ignore_errors=True)
    made = ROOT / "build" / "site-doctrees"
    failed = main(["-W", "--keep-going", "-q", "-b", "html", "-d", str(made), str(DOCS), str(SITE)])
    if not failed:
        for left in (".buildinfo", "objects.inv"):
            (SITE / left).unlink(missing_ok=True)
        # Their scripts and styles are in the site; a wheel that takes it along says so.
        write_components(ROOT / "build" / "site-components.json", map(of_distribution, ("furo", "Pygments", "Sphinx")))
        # A server that runs meanwhile sees all of it or nothing.
        beside = INSTALLED.with_name("site-new")
        shutil.rmtree(beside, ignore_errors=True)
        shutil.copytree(SITE, beside)
        shutil.rmtree(INSTALLED, ignore_errors=True)
        beside.rename(INSTALLED)
        print(f"The site is in {SITE.relative_to(ROOT)}; enraya serves it under /manual/.")
    return failed


def build_behind() -> int:
    """Start the building in the background, if there is something to build."""
    if not _is_current():
        LOG.parent.mkdir(exist_ok=True)
        with LOG.open("a") as log:
            subprocess.Popen(
                [sys.executable, __file__, "--quietly"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
    return 0


def build_quietly() -> int:
    """Install what is needed and build, unless another process is at it."""
    with LOG.open("a") as log, suppress(BlockingIOError):
        fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.nice(19)
        if find_spec("sphinx") is None or find_spec("furo") is None or find_spec("myst_parser") is None:
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
            lock = str(ROOT / "locks" / "docs.txt")
            subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", lock], check=True)
        return build()
    return 0


def _is_current() -> bool:
    """Whether the installed site is newer than every page."""
    with suppress(OSError):
        built = (INSTALLED / "index.html").stat().st_mtime
        return all(page.stat().st_mtime < built for page in DOCS.rglob("*.md"))
    return False


WAYS = {"--behind": build_behind, "--quietly": build_quietly}

if __name__ == "__main__":
    sys.exit(WAYS.get("".join(sys.argv[1:]), build)())
