"""Requests made up from the OpenAPI description: never a server error, never an answer that it does not describe."""

from __future__ import annotations

import os

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from enraya.server.app import make_app
from tests.faults.servers import ask
from tests.scale import scaled

CASES = int(os.environ.get("ENRAYA_CASES", scaled("10", soak="30")))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
TWO = {"first": "human", "second": "human", "starter": "first", "seconds": None}


schema = schemathesis.openapi.from_dict(make_app("unused.db").openapi())


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


@schema.parametrize()
@settings(max_examples=CASES, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_is_as_described(case, running, made, session):
    # Made-up names of matches are never found: half of the time, ask about one that is there.
    if "match" in (case.path_parameters or {}) and len(str(case.path_parameters["match"])) % 2:
        case.path_parameters["match"] = made["match"]
        case.headers = {**(case.headers or {}), "X-Enraya-Token": made["token"]}
    case.call_and_validate(base_url=f"http://127.0.0.1:{running.port}", session=session, checks=CHECKS)
