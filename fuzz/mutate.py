"""Inputs made of others, quickly: for runs without coverage, over what coverage has found."""

from __future__ import annotations

import random
from collections.abc import Sequence

_NUMBERS = tuple(
    value.to_bytes(size, "little")
    for size in (1, 2, 4)
    for value in (0, 1, 2, 127, 128, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1)
    if value < 256**size
)
_FLOATS = tuple(map(bytes.fromhex, ("0000807f", "000080ff", "0000c07f", "ffff7f7f", "01000000")))
_TEXTS = (
    b"0", b"-1", b"1e39", b"1e-50", b"nan", b"99999999999", b" ", b"\r\n", b"\n", b"\t", b"#",
    b"//", b"****", b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"\xff", b"\0",
)  # fmt: skip
_PIECES = (*_NUMBERS, *_FLOATS, *_TEXTS)


def mutate(corpus: Sequence[bytes], chance: random.Random, largest: int) -> bytes:
    """One of the corpus with one to eight changes: bytes, numbers, texts, parts of others."""
    data = bytearray(corpus[int(chance.random() * len(corpus))])
    for _ in range(1 + int(chance.random() ** 2 * 8)):
        size = len(data)
        place = int(chance.random() * (size + 1))
        kind = int(chance.random() * 8)
        if kind == 0 and size:
            data[min(place, size - 1)] ^= 1 << int(chance.random() * 8)
        elif kind == 1 and size:
            data[min(place, size - 1)] = int(chance.random() * 256)
        elif kind in (2, 3):
            piece = _PIECES[int(chance.random() * len(_PIECES))]
            data[place : place + len(piece)] = piece
        elif kind == 4:
            data[place:place] = _PIECES[int(chance.random() * len(_PIECES))]
        elif kind == 5:
            del data[place : place + 1 + int(chance.random() ** 3 * 64)]
        elif kind == 6:
            start = int(chance.random() * (size + 1))
            data[place:place] = data[start : start + 1 + int(chance.random() ** 3 * 64)]
        else:
            other = corpus[int(chance.random() * len(corpus))]
            start = int(chance.random() * (len(other) + 1))
            data[place:] = other[start:]
    return bytes(data[:largest])
