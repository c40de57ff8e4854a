"""The authorisation of moves: unguessable tokens, of which the store keeps only the hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "enraya_seat"
HEADER = "x-enraya-token"
BYTES = 24
LONGEST = 100
YEAR = 365 * 24 * 3600


def new_token() -> str:
    """A token that nobody has had before."""
    return secrets.token_urlsafe(BYTES)


def new_match_name() -> str:
    """A new name of a match: short enough for a link, and not guessable."""
    return secrets.token_urlsafe(12)


def hashed(token: str) -> str:
    """The hash of *token*, which is all that is stored of it."""
    return sha256(token.encode()).hexdigest()


def is_same(token: str, kept: str | None) -> bool:
    """True if *kept* is the hash of *token*."""
    return kept is not None and compare_digest(hashed(token), kept)


def token_of(connection: HTTPConnection) -> str | None:
    """The token that a request brings in its header or its cookie."""
    token = connection.headers.get(HEADER) or connection.cookies.get(COOKIE)
    return token if token and len(token) <= LONGEST and token.isascii() else None


def hand_out(response: Response, token: str, *, is_secure: bool) -> None:
    """Set the cookie that holds *token*, out of reach of scripts and of other sites."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="strict", secure=is_secure, path="/")
