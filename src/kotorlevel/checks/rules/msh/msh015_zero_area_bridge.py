"""MSH015: faces without area that join others."""

from __future__ import annotations

from collections.abc import Iterator

from kotorlevel.checks.facts.mesh.empty_faces import find_empty_faces
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.finding import Finding, Severity
from kotorlevel.checks.options import Options
from kotorlevel.checks.rule import rule
from kotorlevel.checks.subjects import MeshSubject


@rule("MSH015", "zero-area-bridge", Severity.INFO, MeshSubject, geometry=True)
def zero_area_bridge(subject: MeshSubject, options: Options) -> Iterator[Finding]:
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
