"""OBJ003: use hooks that cannot be reached."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import LEAST_AREA, surfaces_of
from kotorlevel.checks.facts.mesh.overlap import in_face, plan_areas
from kotorlevel.checks.rules import Finding, Findings, MeshSubject, Options, Severity, rule

EDGE = 1e-6
"""Of a side: a use hook on the border is not inside."""


@rule("OBJ003", "use-hook-inside-obstacle", Severity.WARNING, MeshSubject, geometry=True)
def use_hook_inside_obstacle(subject: MeshSubject, options: Options) -> Findings:
    """A use hook stands inside the object's own obstacle.

    Why it matters: a character who is to use the object is sent to a point that the object itself
    blocks, and may never get there.

    How to fix: move the use hook out of the walkmesh, or cut the walkmesh back.
    """
    mesh = subject.mesh
    if mesh.is_area:
        return
    solid = ~surfaces_of(subject, options).walkable(mesh.materials)
    faces = np.flatnonzero(solid & (plan_areas(subject.mesh.geometry.corners) > LEAST_AREA))
    for number, hook in enumerate(mesh.relative_hooks.astype(np.float64), 1):
        if not hook.any() or not np.isfinite(hook).all():
            continue
        places = np.broadcast_to(hook[:2], (len(faces), 1, 2))
        along, across = in_face(subject.mesh.geometry.corners[faces], places)[:, 0].T
        inside = (along > EDGE) & (across > EDGE) & (along + across < 1 - EDGE)
        if inside.any():
            x, y, z = hook.tolist()
            numbers = tuple(faces[inside].tolist())
            yield Finding(
                f"use hook {number} stands inside the obstacle", "face", numbers, (x, y, z)
            )
