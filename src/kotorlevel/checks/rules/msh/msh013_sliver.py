"""MSH013: extremely thin faces."""

import numpy as np

from kotorlevel.checks.facts.mesh.floor import has_area
from kotorlevel.checks.facts.mesh.places import at_faces, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule


@rule("MSH013", "sliver", Severity.INFO, MeshSubject, geometry=True)
def sliver(subject: MeshSubject, options: Options) -> Findings:
    """A face is extremely thin for its length (`sliver-ratio`).

    Why it matters: nobody can stand on it, and its direction and height are inexact.

    How to fix: nothing must be done; merge its short side or move a corner in the editor.
    """
    shape, area = subject.mesh.geometry, has_area(subject)
    ratio = 2 * shape.areas / np.where(area, shape.longest**2, 1)
    faces = np.flatnonzero(area & (ratio < options.sliver_ratio))
    if len(faces):
        text = counted(len(faces), "face is a sliver", "faces are slivers")
        thin = 1 / ratio[faces].min()
        yield at_faces(subject, faces, f"{text}, up to {thin:,.0f} times longer than wide")
