"""The expectations of a test of refusals: the code, and a sentence in each language."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from enraya import EnrayaError


@contextmanager
def refused(code):
    """The block is refused with this code, in words of both languages."""
    with pytest.raises(EnrayaError) as refusal:
        yield
    assert refusal.value.code == f"error.{code}"
    assert refusal.value.in_language("es") != refusal.value.in_language("en")
    assert "{" not in refusal.value.in_language("es")
