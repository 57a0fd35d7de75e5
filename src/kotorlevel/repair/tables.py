"""Replacing some derived tables of a file, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.formats.bwm.build import build_bwm
from kotorlevel.formats.bwm.tables import HEADER, SLOTS

if TYPE_CHECKING:
    from collections.abc import Collection

    from kotorlevel.formats.bwm import Bwm
    from kotorlevel.mesh.derived import Derived


def repacked(bwm: Bwm, derived: Derived, names: Collection[str], *, keep_trailing: bool) -> Bwm:
    """``bwm`` with the tables of ``names`` as derived, all tables packed in the games' order.

    Header vectors and the unknown field are kept, and the bytes behind the last table if wanted;
    bytes between tables are not.
    """
    stored = {slot.table.name: getattr(bwm, slot.table.name) for slot in SLOTS}
    fresh = {name: rows for name, rows in derived.tables().items() if name in names}
    built = build_bwm(bwm.kind, {**stored, **fresh})
    header = np.array(built.header, HEADER.dtype)
    for field in ("position", "relative_hooks", "absolute_hooks", "unknown_6c"):
        header[field] = bwm.header[field]
    packed = replace(built, header=np.frombuffer(header.tobytes(), HEADER.dtype)[0])
    trailing = [part for problem, part in _trailing(bwm) if problem and keep_trailing]
    end = len(packed.to_bytes())
    return replace(packed, gaps=tuple((end, part) for part in trailing))


def _trailing(bwm: Bwm) -> list[tuple[bool, bytes]]:
    """Each gap, and whether it lies behind the last table."""
    ends = [HEADER.dtype.itemsize]
    for slot in SLOTS:
        rows = getattr(bwm, slot.table.name)
        if len(rows):
            ends.append(int(bwm.header[slot.offset]) + rows.nbytes)
    return [(offset >= max(ends), part) for offset, part in bwm.gaps]
