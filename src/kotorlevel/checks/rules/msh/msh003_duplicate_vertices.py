"""MSH003: vertices at one place."""

import numpy as np

from kotorlevel.checks.facts.mesh.places import at_vertices, counted
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.core.distinct import distinct


@rule("MSH003", "duplicate-vertices", Severity.INFO, MeshSubject, geometry=True)
def duplicate_vertices(subject: MeshSubject, _: Options) -> Findings:
    """Several corners lie at one place.

    Why it matters: faces are neighbours by shared corners, not by place, so the player cannot cross
    between faces that use different ones. That may be meant: the games' own files have such seams.

    How to fix: nothing, if it is meant; else join them: select the corners in
    `kotorlevel edit` and weld them (Shape). MSH005 names the edges that nobody can cross.
    """
    vertices = subject.mesh.vertices
    order = np.lexsort(vertices.T)
    same = (vertices[order[1:]] == vertices[order[:-1]]).all(axis=1)
    double = distinct(np.concatenate([order[1:][same], order[:-1][same]]))
    if len(double):
        places = len(double) - int(same.sum())
        text = f"{len(double):,} corners share {counted(places, 'place', 'places')}"
        yield at_vertices(subject, double, text)
