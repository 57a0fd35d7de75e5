"""MSH014: floor that nobody can walk to."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import LEAST_AREA, floor_of
from kotorlevel.checks.facts.mesh.places import at_faces, counted, figure
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.components import component_roots, label_components


@rule("MSH014", "cut-off-island", Severity.INFO, MeshSubject, geometry=True)
def cut_off_island(subject: MeshSubject, options: Options) -> Findings:
    """A part of the floor is connected neither with the largest part nor with another room.

    Why it matters: the player can never walk there. That may be meant: the ground behind a fence,
    or the top of a crate.

    How to fix: nothing, if it is meant; else join its edge with the floor beside it (MSH005 and
    MSH010 name edges that only seem to be joined) or give it a transition.
    """
    floor = floor_of(subject, options)
    sides = np.flatnonzero(floor.across.reshape(-1) >= 0)
    across = floor.across.reshape(-1)[sides].astype(np.intp)
    part = label_components(component_roots(len(floor.faces), sides // 3, across // 3))
    areas = np.bincount(part, subject.mesh.geometry.areas[floor.faces])
    leaves = (subject.mesh.transitions[floor.faces] >= 0).any(axis=1)
    island = (np.bincount(part, leaves) == 0) & (areas >= LEAST_AREA)
    if island.any():
        island[np.argmax(areas)] = False
    faces = floor.faces[island[part]]
    if len(faces):
        text = counted(int(island.sum()), "part of the floor is", "parts of the floor are")
        size = f"{figure(areas[island].sum())} of {figure(areas.sum())} m²"
        yield at_faces(subject, faces, f"{text} cut off: {size}")
