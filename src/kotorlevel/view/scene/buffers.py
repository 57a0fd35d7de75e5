"""Arrays in one buffer, and the list that says where each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNMENT = 4
"""Bytes: what a browser needs to look at 32-bit numbers in place."""


def join_buffers(
    arrays: Mapping[str, NDArray[Any]], start: int = 0
) -> tuple[dict[str, Any], bytes]:
    """The list of ``arrays`` (n,) or (n, width) by name, and their bytes, little-endian.

    ``start`` is how many bytes of others come before them.
    """
    listed: dict[str, Any] = {}
    parts = []
    offset = start
    for name, array in arrays.items():
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        padding = -len(data) % _ALIGNMENT
        listed[name] = {
            "offset": offset,
            "count": len(array),
            "width": array.shape[1] if array.ndim > 1 else 1,
            "type": array.dtype.name,
        }
        parts += [data, bytes(padding)]
        offset += len(data) + padding
    return listed, b"".join(parts)


def view_buffer(buffer: bytes, listed: Mapping[str, Any]) -> NDArray[Any]:
    """The array that an entry of the list describes, (n,) or (n, width), read-only."""
    dtype = np.dtype(listed["type"]).newbyteorder("<")
    count, width = listed["count"], listed["width"]
    array = np.frombuffer(buffer, dtype, count * width, listed["offset"])
    return array if width == 1 else array.reshape(count, width)
