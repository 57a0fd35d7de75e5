"""Whole areas without their links: all come back from the geometry, and none is added."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import kotorlevel as kl
from support.corpus import each_area

SPECK = 1e-4
"""Metres: edges that short are no way for anybody, and have no direction to meet in."""


@each_area()
def test_links_come_back(path: Path) -> None:
    area = kl.load_area(path)
    bare: dict[int, kl.Walkmesh | None] = {
        room.index: room.mesh.edited(transitions=np.full_like(room.mesh.transitions, -1))
        for room in area.rooms
        if room.mesh is not None
    }
    linked, report = kl.relink(area.with_meshes(bare))
    walled = {edge for pair in report.walled for edge in pair}
    for before, after in zip(area.rooms, linked.rooms, strict=True):
        if before.mesh is None or after.mesh is None:
            continue
        shipped, found = before.mesh.transitions, after.mesh.transitions
        assert not ((found != shipped) & (found != -1)).any(), f"added in {before.name}"
        for face, side in np.argwhere((shipped != -1) & (found == -1)).tolist():
            corners = before.mesh.vertices[before.mesh.faces[face, [side, (side + 1) % 3]]]
            length = float(np.linalg.norm(corners[1] - corners[0]))
            edge = before.index, 3 * face + side
            assert length < SPECK or edge in walled, f"{before.name}: edge {edge[1]} lost"
