"""Resource names as tables store them: 16 bytes each, looked at all at once."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import LONGEST_NAME, find_type, name_key
from kotorlevel.core.text import decode_text, encode_text

Letters = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
"""Names as bytes, (n, 16); behind the first NUL of a name only NULs."""

_EVERY_BYTE = decode_text(bytes(range(256)))
_LOWER = np.frombuffer(encode_text("".join(map(name_key, _EVERY_BYTE))), np.uint8)
_WELCOME = np.zeros(256, bool)  # as core.resource.find_name_fault has it
_WELCOME[[0, *(byte for byte in range(0x21, 0x7F) if chr(byte) not in '/\\:"<>|?')]] = True


def raw_letters(column: NDArray[Any]) -> Letters:
    """The bytes (n, 16) of a column of names, with whatever is behind a NUL."""
    packed = np.ascontiguousarray(column).view(np.uint8)
    return packed.reshape(len(column), LONGEST_NAME)


def clean_letters(raw: Letters) -> Letters:
    """The bytes (n, 16) of names without what is behind a NUL."""
    inside = np.logical_and.accumulate(raw != 0, axis=1)
    return np.where(inside, raw, np.uint8(0))


def decode_names(letters: Letters) -> list[str]:
    """The names as text, losslessly."""
    names: list[bytes] = np.ascontiguousarray(letters).view(f"S{LONGEST_NAME}").ravel().tolist()
    return [decode_text(name) for name in names]


def odd_names(letters: Letters) -> NDArray[np.intp]:
    """The numbers of the names that the game cannot use, or not as they are."""
    return np.flatnonzero(~_WELCOME[letters].all(axis=1) | (letters[:, 0] == 0))


def lookup_keys(letters: Letters, types: NDArray[Any]) -> list[bytes]:
    """A key for each name and type; names that differ in case alone have the same key."""
    keys = np.empty((len(letters), LONGEST_NAME + 4), np.uint8)
    keys[:, :LONGEST_NAME] = _LOWER[letters]
    keys[:, LONGEST_NAME:] = types.astype("<u4").reshape(-1, 1).view(np.uint8)
    found: list[bytes] = keys.view(f"S{keys.shape[1]}").ravel().tolist()
    return found


@lru_cache(4096)  # each name is asked for in one archive after the other
def lookup_key(name: str, kind: str | int) -> bytes | None:
    """The key of one name and type as `lookup_keys` makes it; None for what no table can hold."""
    number = find_type(kind)
    try:
        letters = encode_text(name_key(name))
    except FormatError:
        return None
    if number is None or len(letters) > LONGEST_NAME or b"\0" in letters:
        return None
    return (letters.ljust(LONGEST_NAME, b"\0") + number.to_bytes(4, "little")).rstrip(b"\0")


def first_numbers(keys: list[bytes]) -> dict[bytes, int]:
    """Key → the number of the first row that has it."""
    return dict(zip(reversed(keys), range(len(keys) - 1, -1, -1), strict=True))
