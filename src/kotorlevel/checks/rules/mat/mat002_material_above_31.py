"""MAT002: materials that the engine cannot hold."""

import numpy as np

from kotorlevel.checks.facts.mesh.places import at_faces, counted, listed
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.materials import LARGEST_MASKED_ID


@rule("MAT002", "material-above-31", Severity.WARNING, MeshSubject)
def material_above_31(subject: MeshSubject, _: Options) -> Findings:
    """A face has a material above 31.

    Why it matters: the game keeps sets of materials in 32 bits. A larger number cannot be in any of
    them, so the face cannot count as floor, as a wall or as anything else.

    How to fix: give the face a material from 0 to 31.
    """
    materials = subject.mesh.materials
    faces = np.flatnonzero(materials > LARGEST_MASKED_ID)
    if len(faces):
        text = counted(len(faces), "face has", "faces have")
        yield at_faces(subject, faces, f"{text} a material above 31: {listed(materials[faces])}")
