"""MSH015: faces without area that join others."""

from kotorlevel.checks.facts.mesh.empty_faces import find_empty_faces
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH015", "zero-area-bridge", Severity.INFO, MeshSubject, geometry=True)
def zero_area_bridge(subject: MeshSubject, options: Options) -> Findings:
    """A face without area joins walkable faces on its two sides.

    Why it matters: nobody can stand on it, but the way leads across it: without it the player
    would be stopped there as if by an invisible wall.

    How to fix: leave it, or split the long edge on its one side at the corner between the short
    ones on the other, in the editor.
    """
    empty = find_empty_faces(subject, options).bridges
    if len(empty):
        text = counted(len(empty), "face without area joins", "faces without area join")
        yield at_faces(subject, empty, f"{text} other walkable faces")
