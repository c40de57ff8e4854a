"""Inputs by mutation of seeds, the same for the same number on every machine. For where atheris is not installed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

LONGEST = 4096
PIECES = (
    b"", b"\0", b"\n", b"\r\n", b" ", b"\t", b",", b";", b":", b"=", b"#", b'"', b"'", b"\\", b"(", b")", b"[", b"]",
    b"{", b"}", b"-", b"+", b"0", b"-1", b"1", b"99999999999999999999", b"1e999", b"NaN", b"Infinity", b"null", b"true",
    b"\xff", b"\xed\xa0\x80", b"\xe2\x88\x92", "é".encode(), "字".encode(), "٣".encode(), b"\\ud800", b"a1", b"z9",
    b"[" * 40, b"{" * 40, b"(" * 40, b"[" * 2000, b"\xff" * 8, b"\x7f\xff\xff\xff\xff\xff\xff\xff", b"\0" * 16,
)  # fmt: skip


def mutated(seeds: Sequence[bytes], seed: str, count: int) -> Iterator[bytes]:
    """*count* inputs: the seeds themselves first, then changed ones."""
    dice = random.Random(seed)
    for number in range(count):
        if number < len(seeds):
            yield seeds[number]
            continue
        yield changed(dice.choice(seeds), seeds, dice)


def changed(data: bytes, seeds: Sequence[bytes], dice: random.Random, longest: int = LONGEST) -> bytes:
    """*data* after one to eight changes."""
    made = bytearray(data)
    for _ in range(1 << dice.randrange(4)):
        _change(made, seeds, dice)
    return bytes(made[:longest])


def _change(data: bytearray, seeds: Sequence[bytes], dice: random.Random) -> None:
    begin = dice.randrange(len(data) + 1)
    end = min(len(data), begin + (1 << dice.randrange(6)))
    match dice.randrange(8):
        case 0 if begin < len(data):
            data[begin] ^= 1 << dice.randrange(8)
        case 1 if begin < len(data):
            data[begin] = dice.randrange(256)
        case 2:
            del data[begin:end]
        case 3:
            data[begin:begin] = data[begin:end]
        case 4:
            data[begin:begin] = dice.choice(PIECES)
        case 5:
            data[begin:end] = dice.choice(PIECES)
        case 6:
            other = dice.choice(seeds)
            place = dice.randrange(len(other) + 1)
            data[begin:end] = other[place : place + (1 << dice.randrange(7))]
        case _:
            digits = [place for place, byte in enumerate(data) if 48 <= byte < 58]
            if digits:
                data[dice.choice(digits)] = dice.randrange(48, 58)
