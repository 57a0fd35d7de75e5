"""MAT001: materials that the table lacks."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import surfaces_of
from kotorlevel.checks.facts.mesh.places import at_faces, counted, listed
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.materials import LARGEST_MASKED_ID


@rule("MAT001", "unknown-material", Severity.WARNING, MeshSubject)
def unknown_material(subject: MeshSubject, options: Options) -> Findings:
    """A face has a material that is not in the table of surfaces.

    Why it matters: the game has no row in `surfacemat.2da` for it. Nobody can walk on such a face,
    and what else it does is not known.

    How to fix: give the face a material of the table, or check with the table of the game or mod
    that the file is for (`materials` in `kotorlevel.toml`).
    """
    materials = subject.mesh.materials
    surfaces = surfaces_of(subject, options)
    unknown = ~surfaces.knows(materials) & (materials <= LARGEST_MASKED_ID)
    faces = np.flatnonzero(unknown)
    if len(faces):
        text = counted(len(faces), "face has", "faces have")
        numbers = listed(materials[faces])
        yield at_faces(
            subject, faces, f"{text} a material that is not in {surfaces.name}: {numbers}"
        )
