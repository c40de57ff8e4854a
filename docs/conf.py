"""The Sphinx configuration of the documentation site: `make docs`. Nothing in it needs a network, then or when it is
read.
"""

import re
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).parent
MARK = "<!-- pages that no list names -->"

project = "Enraya"
copyright = "The Enraya authors"
version = release = version_of("enraya")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["examples/**", "pictures/**", "notebooks/**"]
suppress_warnings = ["misc.highlighting_failure"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
# A code span is written with single backticks in docstrings, as in Markdown.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = "Enraya"
html_static_path = []
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1746ad", "color-brand-content": "#1746ad"},
    "dark_css_variables": {"color-brand-primary": "#9db8f5", "color-brand-content": "#9db8f5"},
}


def _named_pages() -> set[str]:
    """Every page that some list of pages names."""
    named = set()
    for page in HERE.rglob("*.md"):
        folder = page.parent.relative_to(HERE)
        for block in re.findall(r"```{toctree}\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for row in block.splitlines():
                if row and not row.startswith(":"):
                    entry = re.sub(r".*<(.*)>", r"\1", row.strip())
                    named.add(((HERE / folder / entry).resolve()).relative_to(HERE).as_posix())
    return named


def _list_the_rest(app, page, source):
    """Put pages of docs/ that are in no list under "Further pages": a new page never breaks the build."""
    if page == "index":
        named = _named_pages()
        rest = sorted(path.stem for path in HERE.glob("*.md") if path.stem not in (*named, "index"))
        source[0] = source[0].replace(MARK, "\n".join(rest))


def setup(app):
    app.connect("source-read", _list_the_rest)
