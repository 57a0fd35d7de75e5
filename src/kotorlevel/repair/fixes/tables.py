"""Replacing some tables of a walkmesh file, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.formats.bwm import Bwm
from kotorlevel.formats.bwm.tables import AREA_KIND, HEADER, SLOTS

if TYPE_CHECKING:
    Tables = Mapping[str, NDArray[Any]]

_Key = tuple[int, int, int]


def rewritten(
    bwm: Bwm, tables: Tables, vectors: Mapping[str, Any] | None = None, *, pack: bool = False
) -> bytes:
    """The file with the tables of ``tables`` and the header's ``vectors`` replaced.

    Everything else keeps its bytes, and as long as sizes allow it its place: gaps between tables
    and what is behind the last one included. With ``pack`` all tables stand in the games' order,
    without gaps; so do tables that lay over each other, where sizes change.
    """
    stored = {slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS}
    rows = {**stored, **tables}
    header = np.array(bwm.header, HEADER.dtype)
    for field, value in (vectors or {}).items():
        header[field] = value
    if pack or any(len(rows[name]) != len(stored[name]) for name in rows):
        pack = pack or any(problem.code == "overlap" for problem in bwm.problems)
        return _moved(bwm, rows, header, pack=pack)
    parts = [(0, header.tobytes()), *bwm.gaps]
    parts += [(int(header[s.offset]), rows[s.table.name].tobytes()) for s in SLOTS]
    image = bytearray(bwm.to_bytes())
    for offset, part in parts:
        if part:  # the offset of an empty table means nothing
            image[offset : offset + len(part)] = part
    return bytes(image)


def _moved(bwm: Bwm, rows: Tables, header: NDArray[np.void], *, pack: bool) -> bytes:
    """The parts of the file one behind the other, with the header's counts and offsets."""
    slots = {slot.table.name: slot for slot in SLOTS}
    is_area, has_geometry = bwm.kind == AREA_KIND, len(rows["vertices"]) > 0
    image = bytearray(HEADER.dtype.itemsize)
    for _, part in sorted(_parts(bwm, pack=pack), key=lambda keyed: keyed[0]):
        if isinstance(part, bytes):
            image += part
            continue
        table, slot = rows[part], slots[part]
        header[slot.count] = len(table)
        # Empty tables: a WOK stores the next free byte, a PWK or DWK 0, an empty file 136.
        header[slot.offset] = len(image) if len(table) or is_area or not has_geometry else 0
        image += table.tobytes()
    image[: HEADER.dtype.itemsize] = header.tobytes()
    return bytes(image)


def _parts(bwm: Bwm, *, pack: bool) -> Iterator[tuple[_Key, str | bytes]]:
    """Every table by name and every gap by its bytes, with a key for their order in the file.

    A table that was empty stands behind the one that the games put before it.
    """
    end = before = HEADER.dtype.itemsize
    for rank, slot in enumerate(SLOTS):
        size = getattr(bwm, slot.table.name).nbytes
        if size:
            before = int(bwm.header[slot.offset])
            end = max(end, before + size)
        yield (0 if pack else before, 1 if size else 2, rank), slot.table.name
    for offset, part in bwm.gaps:
        if offset >= end or not pack:
            yield (offset, 0, 0), part
