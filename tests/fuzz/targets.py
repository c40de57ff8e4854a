"""Every target by its name."""

from __future__ import annotations

from tests.fuzz import document_targets, exchange_targets, protocol_targets, text_targets
from tests.fuzz.file_formats import FORMATS, FileFormat
from tests.fuzz.target import Target


def take_file(format: FileFormat, data: bytes) -> object:
    """A file with *data* in it, signed as a forger would where it has a checksum."""
    return format.read_bytes(data if format.sign is None else format.sign(data))


FILES = tuple(
    Target(
        f"{format.name}-files",
        format.modules,
        lambda format=format: [format.genuine()],
        lambda data, format=format: take_file(format, data),
    )
    for format in FORMATS
)
TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        *text_targets.TARGETS,
        *exchange_targets.TARGETS,
        *document_targets.TARGETS,
        *protocol_targets.TARGETS,
        *FILES,
    )
}
