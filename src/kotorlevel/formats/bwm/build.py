"""Tables → `Bwm` in the strict shape of the games' own files (FACTS 1)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.bwm.file import Bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, HEADER, MAGIC, SLOTS

_LARGEST_OFFSET = 2**32 - 1


def build_bwm(
    kind: int,
    tables: Mapping[str, ArrayLike],
    *,
    position: ArrayLike = (0, 0, 0),
    relative_hooks: ArrayLike = ((0, 0, 0), (0, 0, 0)),
    absolute_hooks: ArrayLike = ((0, 0, 0), (0, 0, 0)),
) -> Bwm:
    """A walkmesh with ``tables`` (by name; a missing one is empty) packed in vanilla order.

    Raises `FormatError` where the tables do not fit each other or the format.
    """
    rows = {slot.table.name: _rows(slot.table.name, slot.table.dtype, tables) for slot in SLOTS}
    if unknown := set(tables) - set(rows):
        raise FormatError(f"no such table: {', '.join(sorted(unknown))}")
    header = np.zeros((), HEADER.dtype)
    header["magic"] = MAGIC
    header["kind"] = kind
    header["position"] = position
    header["relative_hooks"] = relative_hooks
    header["absolute_hooks"] = absolute_hooks
    free = HEADER.dtype.itemsize
    has_geometry = len(rows["vertices"]) > 0
    for slot in SLOTS:
        table = rows[slot.table.name]
        if slot.count == "face_count" and len(table) != len(rows["faces"]):
            raise FormatError(
                f"{len(table):,} rows for {len(rows['faces']):,} faces", section=slot.table.name
            )
        header[slot.count] = len(table)
        # Empty tables: a WOK stores the next free byte, a PWK or DWK 0, an empty file 136.
        keep = len(table) > 0 or kind == AREA_KIND or not has_geometry
        header[slot.offset] = free if keep else 0
        free += table.nbytes
        if free > _LARGEST_OFFSET:
            raise FormatError("the file would be larger than 4 GiB", section=slot.table.name)
    frozen = np.frombuffer(header.tobytes(), HEADER.dtype)[0]  # a view of bytes is read-only
    return Bwm(frozen, **rows)


def _rows(name: str, dtype: np.dtype[Any], tables: Mapping[str, ArrayLike]) -> Any:
    """The table called ``name`` as a read-only array of the stored type."""
    shape, base = dtype.shape, dtype.base
    given = tables.get(name)
    try:
        rows = np.empty((0, *shape), base) if given is None else _cast(given, base)
    except (ValueError, OverflowError, TypeError) as error:
        raise FormatError(str(error), section=name) from None
    if rows.shape[1:] != shape or rows.ndim == 0:
        raise FormatError(
            f"shape {rows.shape}, expected (n, {', '.join(map(str, shape))})", section=name
        )
    rows.flags.writeable = False
    return rows


def _cast(values: ArrayLike, dtype: np.dtype[Any]) -> NDArray[Any]:
    """A copy of ``values`` as ``dtype``. Integers that do not fit are a `ValueError`."""
    if dtype.names is not None:  # rows may come as tuples
        if isinstance(values, np.ndarray) and values.dtype.names == dtype.names:
            for name in dtype.names:
                _check_range(values[name], dtype[name].base)
        return np.array(values, dtype, order="C")
    given = np.asarray(values)
    _check_range(given, dtype)
    return np.array(given, dtype, order="C")


def _check_range(given: NDArray[Any], dtype: np.dtype[Any]) -> None:
    """Refuse integers that do not fit: NumPy itself wraps some of them around, or only warns."""
    if dtype.kind in "iu" and given.size and given.dtype.kind in "iuf":
        limits = np.iinfo(dtype)
        if not (given.min() >= limits.min and given.max() <= limits.max):
            raise ValueError(f"values from {given.min()} to {given.max()} do not fit")
