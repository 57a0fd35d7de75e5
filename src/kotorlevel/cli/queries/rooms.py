"""Moved to `kotorlevel.query.rooms`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotorlevel.query.rooms import Rooms, load_mesh
from kotorlevel.query.rooms import load_rooms as load

if TYPE_CHECKING:
    from pathlib import Path

    from kotorlevel.cli.ask.levels import Given
    from kotorlevel.mesh.materials import Materials

__all__ = ["load_mesh", "load_rooms"]


def load_rooms(path: Path, surfaces: Materials | None, given: Given | None = None) -> Rooms:
    """The rooms behind PATH and its options."""
    if given is None:
        return load(path, surfaces=surfaces)
    where = {"game": given.game, "module": given.module, "override": given.override}
    return load(path, surfaces=surfaces, **where)  # type: ignore[arg-type]
