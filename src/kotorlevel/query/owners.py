"""What a ground is made of: the rooms of an area, and on request what stands in them."""

from __future__ import annotations

from typing import Any

from kotorlevel.area.area import Area
from kotorlevel.mesh.walkmesh import Walkmesh


def list_owners(source: Any, doors: bool, placeables: bool) -> list[tuple[Any, Walkmesh | None]]:
    """Owner and mesh; the place in the list is the ``room`` of answers, so rooms come first.

    ``source`` is a mesh, a sequence of meshes and None, or an `Area`. Doors stand in the state in
    which they are at first. The owner of a mesh that belongs to no area is the mesh itself.
    """
    if isinstance(source, Area):
        owners: list[tuple[Any, Walkmesh | None]] = [(room, room.mesh) for room in source.rooms]
        if doors:
            owners += [(door, door.placed()) for door in source.doors]
        if placeables:
            owners += [(placeable, placeable.placed()) for placeable in source.placeables]
        return owners
    alone = not hasattr(source, "__iter__")
    owners = []
    for index, mesh in enumerate([source] if alone else source):
        if not isinstance(mesh, Walkmesh) and (mesh is not None or alone):
            kind = type(mesh).__name__
            raise TypeError(f"a Ground is made of walkmeshes; number {index} is a {kind}")
        owners.append((mesh, mesh))
    return owners
