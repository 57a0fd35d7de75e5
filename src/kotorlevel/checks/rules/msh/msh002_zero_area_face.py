"""MSH002: faces without area."""

from kotorlevel.checks.facts.mesh.empty_faces import find_empty_faces
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH002", "zero-area-face", Severity.INFO, MeshSubject, fix="safe", geometry=True)
def zero_area_face(subject: MeshSubject, options: Options) -> Findings:
    """A face has no area: two corners are the same, or all three lie on one line.

    Why it matters: nobody can stand on it, it has no direction, and its height at a point is not
    defined. It does no harm: the games' own files contain more than two hundred, and nobody stops
    there. In new work it is best left out.

    How to fix: remove the face (`kotorlevel fix`). Faces that hold the floor together are MSH015.
    """
    empty = find_empty_faces(subject, options).loose
    if len(empty):
        text = counted(len(empty), "face has no area", "faces have no area")
        yield at_faces(subject, empty, text)
