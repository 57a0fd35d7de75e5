"""MSH001: coordinates that are no numbers."""

import numpy as np

from kotorlevel.checks.facts.mesh.places import at_vertices, counted
from kotorlevel.checks.rules import Finding, Findings, MeshSubject, Options, Severity, rule


@rule("MSH001", "vertex-not-finite", Severity.ERROR, MeshSubject)
def vertex_not_finite(subject: MeshSubject, _: Options) -> Findings:
    """A corner, the position or a use hook is infinite or not a number.

    Why it matters: the faces at such a corner are nowhere, and the game finds no floor there. No
    table can be computed from it, so most of the mesh cannot be checked before it is mended.

    How to fix: give the corner a place in the editor, or delete it with its faces.
    """
    mesh = subject.mesh
    broken = np.flatnonzero(~np.isfinite(mesh.vertices).all(axis=1))
    if len(broken):
        text = counted(len(broken), "corner is at no place", "corners are at no place")
        yield at_vertices(subject, broken, text)
    header = {
        "position": mesh.position[None],
        "relative use hook": mesh.relative_hooks,
        "absolute use hook": mesh.absolute_hooks,
    }
    names = [name for name, rows in header.items() if not np.isfinite(rows).all()]
    if names:
        yield Finding(f"not finite: {', '.join(names)}", section="header")
