"""Requests made up from the OpenAPI description: never a server error, never an answer that it does not describe.

`make test` makes up a few requests to every operation, half of them with data that does not fit the description.
`make soak` makes up more, and adds those by which Schemathesis covers every limit and every keyword of the description.
"""

from __future__ import annotations

import os

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.faults.servers import GIVE_UP, ask
from tests.scale import IS_SOAK, scaled

CASES = int(os.environ.get("ENRAYA_CASES", scaled("10", soak="30")))
SHARES = 6
"""Into so many tests the operations are dealt: each takes as long as another slow test."""
TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}


def describe():
    """The server's own description, loaded with the library where these tests run and not by all that collect them."""
    import schemathesis

    from enraya.server.app import make_app

    return schemathesis.openapi.from_dict(make_app("unused.db").openapi())


@pytest.fixture(scope="module")
def made(running):
    """A match that is there."""
    return ask(running.port, "POST", "/api/matches", TWO)[1]


@pytest.fixture(scope="module")
def session():
    """One connection for all the requests."""
    with requests.Session() as session:
        session.trust_env = False
        yield session


@pytest.fixture(scope="module")
def is_as_described(running, made, session):
    """Sends a made-up request and asserts that the answer is as described."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

    def send(case):
        # Made-up names of matches are never found: half of the time, ask about one that is there.
        if "match" in (case.path_parameters or {}) and len(str(case.path_parameters["match"])) % 2:
            case.path_parameters["match"] = made["match"]
            case.headers = {**(case.headers or {}), "X-Enraya-Token": made["token"]}
        case.call_and_validate(
            base_url=f"http://127.0.0.1:{running.port}", session=session, checks=checks, timeout=GIVE_UP
        )

    return send


how = settings(max_examples=CASES, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.fixture(scope="module")
def operations():
    return [result.ok() for result in describe().get_all_operations()]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_answer_is_as_described(operations, share, is_as_described):
    from schemathesis import GenerationMode

    assert len(operations) > 80
    for operation in operations[share::SHARES]:
        kinds = st.one_of(operation.as_strategy(mode) for mode in GenerationMode)
        how(given(kinds)(is_as_described))()


if IS_SOAK:

    @describe().parametrize()
    @how
    def test_every_limit_and_keyword_of_the_description(case, is_as_described):
        is_as_described(case)
