"""OBJ003: use hooks that cannot be reached."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import LEAST_AREA, surfaces_of
from kotorlevel.checks.facts.mesh.overlap import in_face, plan_areas
from kotorlevel.checks.rules import Finding, Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.placed import is_door_file, local_use_hooks

DEEP = 0.1
"""Metres from a use hook to the outside of the obstacle that are not worth a word."""

UNSET = 0.001
"""Metres from the origin of the mesh at which nobody has placed a use hook."""

_TURNS = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_AROUND = np.vstack([(0.0, 0.0), DEEP * np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])])


@rule("OBJ003", "use-hook-inside-obstacle", Severity.WARNING, MeshSubject, geometry=True)
def use_hook_inside_obstacle(subject: MeshSubject, options: Options) -> Findings:
    """A use hook stands inside the object's own obstacle.

    Why it matters: a character who is to use the object is sent to a point that the object itself
    blocks, and may never get there. Where the other use hook is free this is an info: so it is in
    the star map of the first game, which can be used. A few centimetres do not count: both use
    hooks of its kiosk are 5 cm inside. One at the very origin of the walkmesh was never placed,
    and is an info, too: so it is in something that only blocks the way. In a placeable use hooks
    count from the origin of the model, in a door from the position in the file.

    How to fix: move the use hook out of the walkmesh, or cut the walkmesh back.
    """
    mesh = subject.mesh
    if mesh.is_area:
        return
    solid = ~surfaces_of(subject, options).walkable(mesh.materials)
    faces = np.flatnonzero(solid & (plan_areas(mesh.geometry.corners) > LEAST_AREA))
    hooks = local_use_hooks(mesh, is_door_file(subject.name))
    known = {
        n: hook for n, hook in enumerate(hooks, 1) if hook is not None and np.isfinite(hook).all()
    }
    held = {
        number: faces[_holds(mesh.geometry.corners[faces], hook)] for number, hook in known.items()
    }
    is_bad = all(len(held[number]) and abs(hook).max() > UNSET for number, hook in known.items())
    severity = Severity.WARNING if is_bad else Severity.INFO
    for number, around in held.items():
        if len(around):
            x, y, z = known[number].tolist()
            text = f"use hook {number} stands inside the obstacle"
            yield Finding(text, "face", tuple(around.tolist()), (x, y, z), severity=severity)


def _holds(corners: NDArray[np.float64], hook: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) the faces over the hook, if all around it are faces too; else none of them."""
    places = np.broadcast_to(hook[:2] + _AROUND, (len(corners), len(_AROUND), 2))
    within = in_face(corners, places)
    inside = (within >= 0).all(axis=2) & (within.sum(axis=2) <= 1)
    return np.asarray(inside[:, 0] & inside.any(axis=0).all())
