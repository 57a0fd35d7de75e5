"""MSH009: floor that is too steep."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import VERTICAL, has_area, is_floor
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH009", "steep-walkable-face", Severity.INFO, MeshSubject, geometry=True)
def steep_walkable_face(subject: MeshSubject, options: Options) -> Findings:
    """A walkable face is steeper than the limit (`slope-limit`).

    Why it matters: it is often a wall with the wrong material. Where it is joined to the floor, the
    player walks up the wall.

    How to fix: give it a material that nobody walks on (7, Nonwalk), if it is a wall.
    """
    flattest = np.cos(np.radians(options.slope_limit))
    upward = subject.mesh.geometry.upward
    steep = is_floor(subject, options) & has_area(subject) & (upward > VERTICAL)
    faces = np.flatnonzero(steep & (upward < flattest))
    if len(faces):
        steepest = np.degrees(np.arccos(upward[faces].min()))
        text = counted(len(faces), "walkable face is", "walkable faces are")
        yield at_faces(
            subject,
            faces,
            f"{text} steeper than {options.slope_limit:g}°, up to {steepest:.1f}°",
        )
