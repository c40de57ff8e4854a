"""The server's log as lines of JSON, for programs that gather logs: `--log json`.

Each line has `time`, `level`, `logger` and `message`; what the server says of itself also has `event` and its numbers.
No line says who asked: no address, no token, no name of a match but of one that is damaged.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from enraya.process_output import ErrorOutputForwarder

LOG = logging.getLogger("enraya.server")
SUMMARY_SECONDS = 60.0
"""Seconds between two lines that say how busy the server is."""

LOGGERS = ("enraya", "uvicorn")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def log_as_json() -> None:
    """From now on what the server logs goes to the standard error stream as lines of JSON, and nothing else does."""
    ErrorOutputForwarder.is_dropping = True
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("enraya").setLevel(logging.INFO)
    # uvicorn's own loggers hand on to theirs.
    for name in ("uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []


def tell(event: str, **fields: Any) -> None:
    """Log that *event* happened, where somebody reads events: without `log_as_json` nobody does."""
    if LOG.isEnabledFor(logging.INFO):
        LOG.info(event, extra={"fields": {"event": event, **fields}})
