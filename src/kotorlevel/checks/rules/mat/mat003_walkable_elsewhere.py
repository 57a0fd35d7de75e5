"""MAT003: materials that are floor in other tools only."""

import numpy as np
from numpy.typing import NDArray

from kotorlevel.checks.facts.mesh.floor import surfaces_of
from kotorlevel.checks.facts.mesh.places import at_faces, counted, listed
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.core.distinct import distinct
from kotorlevel.mesh.materials import Materials

TOOLS = ("kotorblender", "mdlops")

PIT = 16
"""A shipped room of the second game has it (FACTS 3)."""


@rule("MAT003", "walkable-elsewhere", Severity.WARNING, MeshSubject)
def walkable_elsewhere(subject: MeshSubject, options: Options) -> Findings:
    """A face has a material that other tools take for floor, but the game does not.

    Why it matters: it looks walkable in KotorBlender or MDLOps, and nobody can walk there in the
    game. The number often comes from another game's table.

    How to fix: give the face a material that the game walks on, such as 4 (Stone), if it is floor.
    """
    if not subject.mesh.is_area:
        return
    materials = subject.mesh.materials
    surfaces = surfaces_of(subject, options)
    elsewhere = ~surfaces.walkable(materials)
    elsewhere &= np.logical_or.reduce([Materials.preset(t).walkable(materials) for t in TOOLS])
    for wanted, severity in ((materials != PIT, None), (materials == PIT, Severity.INFO)):
        faces = np.flatnonzero(elsewhere & wanted)
        if len(faces):
            text = counted(len(faces), "face is", "faces are")
            text += (
                f" no floor in the game, only in other tools: {_named(surfaces, materials[faces])}"
            )
            yield at_faces(subject, faces, text, severity)


def _named(surfaces: Materials, materials: NDArray[np.uint32]) -> str:
    numbers = listed(materials)
    only = distinct(materials)
    return f"{numbers} ({surfaces.label(int(only[0]))})" if len(only) == 1 else numbers
