from __future__ import annotations

import pytest

from tests.unit.server.api.school import open_school


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """The client of a server on which classes can be opened."""
    with open_school(tmp_path_factory.mktemp("school")) as school:
        yield school
