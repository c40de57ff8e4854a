"""The documentation site, where it was built: static pages that need no network."""

from __future__ import annotations

import mimetypes
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from enraya.locale import Words
from enraya.server.pages import files_below, plain_page
from enraya.server.problems import language_of

router = APIRouter(include_in_schema=False)
FOLDER = "site"

# The theme sets its colours by styles within its pages.
POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'"
)
OWN_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


_site: dict[str, bytes] = {}


def site() -> dict[str, bytes]:
    """Every file of the site by its address; none if it was not built, which may still happen."""
    if not _site:
        _site.update(files_below(resources.files("enraya") / FOLDER))
    return _site


@router.get("/manual")
async def beginning() -> RedirectResponse:
    """The site lies in a folder of its own."""
    return RedirectResponse("/manual/")


@router.get("/manual/{path:path}")
async def manual(request: Request, path: str) -> Response:
    """A file of the site; without a site, a sentence that says how to have one."""
    files = site()
    words = Words(language_of(request))
    if not files:
        note = f'<p>{escape(words("server.no_manual"))}</p><p><a href="/">Enraya</a></p>'
        return HTMLResponse(plain_page(words.language, words("server.manual"), note), status_code=404)
    if not path:
        # Who reads Spanish begins with the page for students.
        path = "es/estudiante.html" if words.language == "es" else "index.html"
        return RedirectResponse(f"/manual/{path}")
    if path not in files:
        raise HTTPException(404)
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    headers = {"content-security-policy": _policy(path), "cache-control": "no-cache"}
    return Response(files[path], media_type=kind, headers=headers)


@cache
def _policy(path: str) -> str:
    """The content security policy of the page *path*: it may run only the inline scripts that it was built with."""
    scripts = OWN_SCRIPT.findall(site()[path]) if path.endswith(".html") else []
    digests = sorted({b64encode(sha256(script).digest()).decode() for script in scripts})
    return " ".join([POLICY, *(f"'sha256-{digest}'" for digest in digests)])
