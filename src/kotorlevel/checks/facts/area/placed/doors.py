"""What does not fit of doors in their doorways, as findings; what their states have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.checks.facts.area.placed.objects import at_objects, name_objects
from kotorlevel.mesh.placed import model_vertices
from kotorlevel.nav.doors.fit import fit_doors
from kotorlevel.nav.doors.words import describe_fault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.objects import Door
    from kotorlevel.checks.finding import Finding
    from kotorlevel.checks.options import Options
    from kotorlevel.checks.subjects import AreaSubject
    from kotorlevel.mesh.walkmesh import Walkmesh
    from kotorlevel.nav.doors.values import DoorFault, FaultKind

_SAME = 3
"""Decimals of a metre: corners closer than that are at one place."""


def find_door_faults(
    subject: AreaSubject,
    kind: FaultKind,
    is_told: Callable[[Door, DoorFault], bool] | None = None,
) -> Iterator[Finding]:
    """A finding for each door with a fault of that kind, of those only which ``is_told``."""
    for fit in fit_doors(subject.area):
        fault = fit.fault(kind)
        if fault is not None and (is_told is None or is_told(fit.door, fault)):
            text = f"{name_objects([fit.door])}: {describe_fault(fit, fault)}"
            yield at_objects(subject, [fit.door], text)


def stops_nobody(mesh: Walkmesh, options: Options) -> bool:
    """Whether all faces of a state can be walked on."""
    return not len(_solid(mesh, options))


def states_as_closed(door: Door, options: Options) -> tuple[int, ...]:
    """The open states, 1 or 2, that stop people at the very faces of the closed one."""
    closed, *opened = (None if mesh is None else _solid(mesh, options) for mesh in door.meshes)
    if closed is None:
        return ()
    return tuple(
        state
        for state, faces in enumerate(opened, 1)
        if faces is not None and np.array_equal(faces, closed)
    )


def _solid(mesh: Walkmesh, options: Options) -> NDArray[np.float64]:
    """(n, 9) the corners of the faces that stop everybody, in the model, in a fixed order."""
    surfaces = options.surfaces or mesh.surfaces
    faces = mesh.faces[~surfaces.walkable(mesh.materials)]
    faces = faces[(faces < len(mesh.vertices)).all(axis=1)]
    corners = np.round(model_vertices(mesh)[faces], _SAME) + 0.0  # no minus zero
    order = np.lexsort(corners.transpose(2, 0, 1), axis=1)  # a face may begin at any corner
    corners = corners[np.arange(len(corners))[:, None], order].reshape(-1, 9)
    return corners[np.lexsort(corners.T)]
