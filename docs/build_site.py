"""Builds the documentation site and puts it where the app finds it: `python docs/build_site.py`.

A warning is an error. The site lies in build/site, from where a wheel that is built later takes it along, and a copy in
the installed package, so that `enraya serve` shows it under /manual/.
"""

import shutil
import sys
import sysconfig
from pathlib import Path

from sphinx.cmd.build import main

DOCS = Path(__file__).parent
SITE = DOCS.parent / "build" / "site"
INSTALLED = Path(sysconfig.get_path("purelib")) / "enraya" / "site"


def build() -> int:
    """Sphinx's exit code."""
    shutil.rmtree(SITE, ignore_errors=True)
    made = DOCS.parent / "build" / "site-doctrees"
    failed = main(["-W", "--keep-going", "-q", "-b", "html", "-d", str(made), str(DOCS), str(SITE)])
    if not failed:
        for left in (".buildinfo", "objects.inv"):
            (SITE / left).unlink(missing_ok=True)
        shutil.rmtree(INSTALLED, ignore_errors=True)
        shutil.copytree(SITE, INSTALLED)
        print(f"The site is in {SITE.relative_to(DOCS.parent)}; enraya serves it under /manual/.")
    return failed


if __name__ == "__main__":
    sys.exit(build())
