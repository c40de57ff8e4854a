"""An invitation's parts besides its link: an address that other machines reach, and a QR code for a phone."""

from __future__ import annotations

import socket
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field, StrictStr

from enraya.server.api import requests
from enraya.server.context import charge, context_of, refusals
from enraya.server.views.board import WireModel

router = APIRouter(prefix="/api/invitations", tags=["invitations"])
LONGEST_TEXT = 300
ELSEWHERE = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737): no packet is sent to it, only the way there is looked up."""


class NetworkAnswer(WireModel):
    """The address at which other machines reach this server: null if it listens on this machine only."""

    address: str | None
    is_local: bool


class CodeRequest(requests.Request):
    """A text to be shown as a QR code."""

    text: StrictStr = Field(min_length=1, max_length=LONGEST_TEXT)


class CodeAnswer(WireModel):
    """A QR code: for each row its modules, `1` dark and `0` light, without the quiet margin around it."""

    rows: list[str]


@router.get("/network", response_model=NetworkAnswer, responses=refusals())
async def network(request: Request) -> Any:
    """The address to give to somebody at another machine."""
    is_local = not request.app.state.is_open
    own = None if is_local else own_address()
    shown = None if own is None else f"{request.url.scheme}://{own}:{request.url.port or 80}/"
    return {"address": shown, "is_local": is_local}


def own_address() -> str | None:
    """This machine's address in its network; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ELSEWHERE)
            return str(way.getsockname()[0])
        except OSError:
            return None


@router.post("/code", response_model=CodeAnswer, responses=refusals(413, 422))
async def code(request: Request, body: CodeRequest) -> Any:
    """A text as a QR code. It is sent in the body: what stands in an address would be written to logs."""
    context = context_of(request)
    charge(context.checks, request.scope)
    return {"rows": await context.run(rows_of, body.text)}


def rows_of(text: str) -> list[str]:
    """The modules of the QR code of *text*, row by row, at the middle level of error correction."""
    from reportlab.graphics.barcode import qrencoder

    drawn = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    # The shorter ways of writing digits, capitals or kanji fail on some texts.
    drawn.addData(qrencoder.QR8bitByte(text))
    drawn.make()
    return ["".join("1" if is_dark else "0" for is_dark in row) for row in drawn.modules]
