"""MSH007: floor that lies upside down."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import VERTICAL, has_area, is_floor
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH007", "walkable-face-down", Severity.WARNING, MeshSubject, fix="safe", geometry=True)
def walkable_face_down(subject: MeshSubject, options: Options) -> Findings:
    """A walkable face points down.

    Why it matters: mostly its corners run the wrong way round, so that it is no neighbour of the
    faces beside it, and the player cannot step on to it. A riser that leans over a little is joined
    to the floor, and does no harm.

    How to fix: turn the face over (`kotorlevel fix` does it where no way is lost by it).
    """
    down = (
        is_floor(subject, options) & has_area(subject) & (subject.mesh.geometry.upward < -VERTICAL)
    )
    faces = np.flatnonzero(down)
    if len(faces):
        text = counted(len(faces), "walkable face points down", "walkable faces point down")
        yield at_faces(subject, faces, text)
