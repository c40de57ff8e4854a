"""The notebooks of the docs run from top to bottom, and are kept without outputs."""

import json
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
PATIENCE = 900


def test_there_are_four():
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        assert cell["cell_type"] != "code" or (not cell["outputs"] and cell["execution_count"] is None)


@pytest.fixture(scope="module")
def jupyter():
    """The modules that read and run notebooks, loaded by those workers alone that run one."""
    with pytest.MonkeyPatch.context() as patch:
        # Where it is there, jsonschema builds a grammar of addresses from it for seconds, and no notebook holds one.
        patch.setitem(sys.modules, "rfc3987_syntax", None)
        import nbclient
        import nbformat
    return nbformat.read, nbclient.NotebookClient


# The kernel's own libraries, not ours.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_something(path, tmp_path, jupyter):
    read, client = jupyter
    notebook = read(path, as_version=4)
    client(notebook, timeout=PATIENCE, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any({"image/svg+xml", "text/html"} & set(output.get("data", {})) for output in shown)
