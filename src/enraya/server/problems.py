"""Refusals as problem+json, in the caller's language."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from enraya.errors import EnrayaError, IllegalMove, IllegalPosition, LocalizedError, NotationError, Refusal
from enraya.locale import DEFAULT, LANGUAGES, Words, language_of_tag
from enraya.server.api.answers.refusals import Problem, Refused
from enraya.store import Damaged, HeldElsewhere, NotStored

KIND = "application/problem+json"


class ServerRefusal(EnrayaError):
    """A refusal of the server's own, with the status that HTTP has for it."""

    def __init__(self, code: str, status: int, retry_after: float | None = None, **values: object) -> None:
        super().__init__(code, **values)
        self.status, self.retry_after = status, retry_after


class FieldsRefused(EnrayaError):
    """Several fields, each with its own refusal."""

    def __init__(self, refusals: Mapping[str, EnrayaError]) -> None:
        super().__init__("server.fields", fields=list(refusals))
        self.refusals = refusals


def language_of(connection: HTTPConnection) -> str:
    """The language a caller asks for: `?lang=`, else the first of Accept-Language that is spoken here."""
    wanted = [connection.query_params.get("lang", "")]
    offers = []
    for place, part in enumerate(connection.headers.get("accept-language", "")[:200].split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            offers.append((-float(quality or 1), place, name))
        except ValueError:
            continue
    wanted += [name for _, _, name in sorted(offers)]
    for name in wanted:
        if language := language_of_tag(name):
            return language
    return DEFAULT


def status_of(error: LocalizedError) -> int:
    """The HTTP status of a refusal."""
    match error:
        case ServerRefusal():
            return error.status
        case Damaged():
            return HTTPStatus.GONE
        case NotStored() | HeldElsewhere():
            return HTTPStatus.SERVICE_UNAVAILABLE
        case Refusal():
            return HTTPStatus.CONFLICT
        case NotationError() | IllegalMove() | IllegalPosition() | FieldsRefused():
            return HTTPStatus.UNPROCESSABLE_ENTITY
    return HTTPStatus.UNPROCESSABLE_ENTITY


def refused(error: LocalizedError, language: str) -> Refused:
    """The code and the words of a refusal."""
    return Refused(code=error.code, detail=error.in_language(language))


BESIDE = {
    "error.k_too_large": "server.beside_k",
    "error.option_decimal": "server.beside_seconds",
    "error.option_missing": "server.beside_missing",
    "error.option_number": "server.beside_number",
    "error.option_word": "server.beside_word",
}
"""The messages about an option beside its own field, whose label names it already."""


def refused_field(error: LocalizedError, language: str) -> Refused:
    """A refusal of one field; where one option is wrong, with its name and words to stand beside it."""
    key, values = BESIDE.get(error.code), getattr(error, "values", {})
    option = "k" if "k" in values else values.get("option")
    if key is None or option is None:
        return refused(error, language)
    return Refused(code=error.code, detail=Words(language)(key, **values), option=option)


def problem_of(error: LocalizedError, language: str) -> Problem:
    """*error* as problem+json says it."""
    status = status_of(error)
    fields = None
    if isinstance(error, FieldsRefused):
        fields = {name: refused_field(refusal, language) for name, refusal in error.refusals.items()}
    return Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=int(status),
        code=error.code,
        detail=error.in_language(language),
        words={each: error.in_language(each) for each in LANGUAGES},
        fields=fields,
        retry_after=1.0 if isinstance(error, NotStored) else getattr(error, "retry_after", None),
    )


def respond(error: LocalizedError, connection: HTTPConnection) -> Response:
    """The answer that tells *error*."""
    language = language_of(connection)
    problem = problem_of(error, language)
    if context := getattr(connection.app.state, "context", None):
        context.metrics.note_refusal(error.code)
    headers = {"content-language": language}
    if problem.retry_after is not None:
        headers["retry-after"] = str(max(1, round(problem.retry_after)))
    if problem.status == HTTPStatus.UPGRADE_REQUIRED:
        headers["upgrade"] = "websocket"
    return Response(problem.to_text(), problem.status, headers, media_type=KIND)


def install(app: FastAPI) -> None:
    """Install handlers that answer every error of *app* as problem+json."""

    async def answer_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, LocalizedError)
        return respond(error, request)

    async def answer_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return respond(ServerRefusal("server.bad_request", 400, place=place, reason=first["msg"]), request)

    async def answer_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        codes = {404: "server.no_page", 405: "server.no_method"}
        refusal = ServerRefusal(codes.get(error.status_code, "server.bad_http"), error.status_code)
        response = respond(refusal, request)
        response.headers.update(error.headers or {})
        return response

    app.add_exception_handler(LocalizedError, answer_refusal)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(HTTPException, answer_http)
