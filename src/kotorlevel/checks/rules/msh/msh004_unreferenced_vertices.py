"""MSH004: vertices without a face."""

import numpy as np

from kotorlevel.checks.facts.mesh.places import at_vertices, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH004", "unreferenced-vertices", Severity.INFO, MeshSubject, geometry=True)
def unreferenced_vertices(subject: MeshSubject, _: Options) -> Findings:
    """A corner belongs to no face.

    Why it matters: it does nothing in the game; it only makes the file larger.

    How to fix: nothing needs to be done.
    """
    used = np.zeros(len(subject.mesh.vertices), bool)
    used[subject.mesh.faces] = True
    idle = np.flatnonzero(~used)
    if len(idle):
        text = counted(len(idle), "corner belongs to no face", "corners belong to no face")
        yield at_vertices(subject, idle, text)
