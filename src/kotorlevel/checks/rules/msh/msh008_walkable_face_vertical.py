"""MSH008: floor that stands upright."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import VERTICAL, has_area, is_floor
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH008", "walkable-face-vertical", Severity.INFO, MeshSubject, geometry=True)
def walkable_face_vertical(subject: MeshSubject, options: Options) -> Findings:
    """A walkable face stands upright.

    Why it matters: the game asks which face is under a point, and a wall is under none. The player
    cannot stand on it; it only connects, or fails to connect, the faces at its sides.

    How to fix: give it a material that nobody walks on (7, Nonwalk), if it is a wall.
    """
    upright = (
        is_floor(subject, options)
        & has_area(subject)
        & (abs(subject.mesh.geometry.upward) <= VERTICAL)
    )
    faces = np.flatnonzero(upright)
    if len(faces):
        text = counted(len(faces), "walkable face is vertical", "walkable faces are vertical")
        yield at_faces(subject, faces, text)
