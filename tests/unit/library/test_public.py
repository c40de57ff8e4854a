"""The public names of `import enraya`: each exists, has a docstring, and its examples run."""

import doctest
import importlib
import inspect
import pydoc
import subprocess
import sys
from types import ModuleType

import pytest

import enraya

PUBLIC = sorted(enraya.__all__)
HOMES = sorted(
    {inspect.getmodule(getattr(enraya, name)).__name__ for name in PUBLIC if name not in ("Event", "Observer")}
)


def test_every_public_name_is_in_dir_and_explained():
    assert set(PUBLIC) <= set(dir(enraya))
    for name in PUBLIC:
        found = getattr(enraya, name)
        assert not isinstance(found, ModuleType), name
        assert name in ("Event", "Observer") or inspect.getdoc(found), name


@pytest.mark.parametrize("module", ["enraya", *HOMES])
def test_the_examples_of_the_library_run(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_what_is_not_offered_is_refused_by_name():
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        _ = enraya.sovle


def test_the_functions_keep_their_names_whatever_is_imported_before_them():
    code = (
        "import enraya.search.limit, enraya.solve.solver, enraya; print(enraya.search.__name__, enraya.solve.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["search", "solve"]


def test_importing_loads_neither_searches_nor_a_server():
    code = "import sys, enraya; print([name for name in sys.modules if name.startswith('enraya.')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("enraya.search", "enraya.solve", "enraya.lab", "enraya.server", "enraya.library", "enraya.adapters"):
        assert f"'{heavy}" not in loaded


def test_help_is_a_page_about_the_library():
    page = pydoc.plain(pydoc.render_doc(enraya))
    for said in ("play_match(", "search_tree(", "What can be asked of a position", "observer"):
        assert said in page
