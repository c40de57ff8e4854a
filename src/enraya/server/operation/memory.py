"""What the C library does with memory that a process of many threads lets go of.

Left to itself glibc keeps heaps of their own for up to eight threads a processor, and gives hardly anything of them
back. A server was seen to grow by a hundred megabytes in one step within its first hour, most likely from that.
"""

from __future__ import annotations

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""The names of the settings in glibc's malloc.h."""

LARGE = 256 * 1024
"""Bytes from which a piece is asked of the system by itself, and given back at once."""

HEAPS = 2


def limit_heaps() -> None:
    """Let all threads share a few heaps; without effect where the C library is another one."""
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    for option, value in ((M_ARENA_MAX, HEAPS), (M_MMAP_THRESHOLD, LARGE), (M_TRIM_THRESHOLD, 2 * LARGE)):
        set_option(option, value)
