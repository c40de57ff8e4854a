"""The documentation site is built without a warning, whatever pages there are, and needs no network to be read."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.scale import builds_anew

ROOT = Path(__file__).parents[2]


@builds_anew
def test_the_site_is_built_without_a_warning_and_a_page_in_no_list_is_found(tmp_path):
    docs, site = tmp_path / "docs", tmp_path / "site"
    shutil.copytree(ROOT / "docs", docs, ignore=shutil.ignore_patterns("pictures.py", "*.360.webp"))
    (docs / "something-new.md").write_text("# Something new\n\nA page that no list names.\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", docs, site],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for page in ("index.html", "es/estudiante.html", "es/profesor.html", "tutorials/library.html"):
        assert (site / page).exists()
    assert "Something new" in (site / "index.html").read_text("utf-8")
    reference = (site / "reference" / "library.html").read_text("utf-8")
    assert 'id="enraya.search"' in reference
    assert 'id="enraya.Cut"' in reference
    for page in site.rglob("*.html"):
        assert not re.findall(r'(?:src|<link[^>]* href)="https?://', page.read_text("utf-8")), page
