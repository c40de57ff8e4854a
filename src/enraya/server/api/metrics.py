"""The page that Prometheus reads, where the server was started with `--metrics`."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from enraya.server.context import context_of
from enraya.server.operation.metrics import KIND

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Counts, queues and delays of this process."""
    context = context_of(request)
    return Response(context.metrics.to_text(context.gauges()), media_type=KIND, headers={"cache-control": "no-store"})
