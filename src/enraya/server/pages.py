"""The pages and files for a browser, as opposed to data: the web app's files, and the API description as a page."""

from __future__ import annotations

import mimetypes
from functools import cache
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from enraya.locale import Words
from enraya.server.context import context_of
from enraya.server.problems import language_of

router = APIRouter(include_in_schema=False)
FOLDER = "web"
YEAR = "public, max-age=31536000, immutable"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
body { color: #2b2018; background: #fffaf2 }
h2 { margin: 2.5rem 0 .3rem; border-top: 1px solid #cbb597; padding-top: 1rem; font-size: 1.1rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9rem }
pre { background: #f4ead9; padding: .8rem; overflow: auto; border-radius: 8px }
.verb { display: inline-block; min-width: 3.5rem; font-weight: 700; color: #1746ad }
"""


@cache
def bundle() -> dict[str, bytes]:
    """Every file of the web app by its address; none if it was not built."""
    return files_below(resources.files("enraya") / FOLDER)


def files_below(folder: Traversable) -> dict[str, bytes]:
    """Every file in *folder* by its path from there; none if there is no such folder."""
    found: dict[str, bytes] = {}
    waiting = [("", folder)] if folder.is_dir() else []
    while waiting:
        prefix, entry = waiting.pop()
        for child in entry.iterdir():
            if child.is_dir():
                waiting.append((f"{prefix}{child.name}/", child))
            elif not child.name.endswith(".py"):
                found[prefix + child.name] = child.read_bytes()
    return found


@router.get("/openapi.json")
async def description(request: Request) -> JSONResponse:
    """The interface, as OpenAPI describes it."""
    return JSONResponse(await context_of(request).run(request.app.openapi))


@router.get("/docs.css")
async def style() -> Response:
    """The style sheet of the plain pages: a file, because the content security policy forbids inline styles."""
    return Response(STYLE, media_type="text/css")


@router.get("/docs")
async def docs(request: Request) -> HTMLResponse:
    """The interface, as a page without any script."""
    words = Words(language_of(request))
    described = await context_of(request).run(_described, request.app)
    return HTMLResponse(plain_page(words.language, words("server.docs_title"), described))


def plain_page(language: str, title: str, body: str) -> str:
    """A page without any script."""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/docs.css">'
        f"</head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


def _described(app: FastAPI) -> str:
    schema = app.openapi()
    parts = ['<p><a href="/openapi.json">/openapi.json</a></p>']
    for path, verbs in schema["paths"].items():
        for verb, operation in verbs.items():
            parts.append(f'<h2><span class="verb">{verb.upper()}</span> <code>{escape(path)}</code></h2>')
            parts.append(f"<p>{escape(operation.get('description', ''))}</p>")
            parts += [_parameter(parameter) for parameter in operation.get("parameters", [])]
            for name in _schemas(operation):
                parts.append(f"<p><code>{escape(name)}</code></p>")
    parts.append("<h2>WS <code>/api/matches/{match}/live</code></h2>")
    for name, described in schema["components"]["schemas"].items():
        fields = ", ".join(described.get("properties", {}))
        about = described.get("description", "")
        parts.append(f"<h2>{escape(name)}</h2><p>{escape(about)}</p><pre>{escape(fields)}</pre>")
    return "".join(parts)


def _parameter(parameter: dict[str, Any]) -> str:
    return f"<p><code>{escape(parameter['name'])}</code> ({escape(parameter['in'])})</p>"


def _schemas(operation: dict[str, Any]) -> list[str]:
    """The names of what goes in and what comes out."""
    names = []
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    for body in bodies[:2]:
        for media in body.get("content", {}).values():
            names.append(media.get("schema", {}).get("$ref", "").rpartition("/")[2])
    return [name for name in names if name]


@router.get("/{path:path}")
async def page(request: Request, path: str) -> Response:
    """A file of the web app; any other address that a browser opens is the app's own business."""
    files = bundle()
    if path.startswith("api/") or path == "metrics":
        raise HTTPException(404)
    if path in files:
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        # Built files carry their content in their name; the page itself does not.
        caching = YEAR if path.startswith("assets/") else "no-cache"
        return Response(files[path], media_type=kind, headers={"cache-control": caching})
    if "." in path.rpartition("/")[2]:
        raise HTTPException(404)
    if "index.html" in files:
        return Response(files["index.html"], media_type="text/html", headers={"cache-control": "no-cache"})
    words = Words(language_of(request))
    note = f'<p>{escape(words("server.no_bundle"))}</p><p><a href="/docs">/docs</a></p>'
    return HTMLResponse(plain_page(words.language, "Enraya", note))
