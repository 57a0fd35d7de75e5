"""MSH012: ceilings that the game takes for the ground."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.mesh.floor import has_area, is_floor, surfaces_of
from kotorlevel.checks.facts.mesh.overlap import find_overlaps
from kotorlevel.checks.facts.mesh.places import at_faces, counted, figure
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule

LYING = 0.2
"""How far up or down the normal of a face must point that lies rather than stands."""

LEAST_HEIGHT = 0.1
"""Metres over the floor: a kerb is no ceiling."""

NONWALK = 7


@rule("MSH012", "ceiling-over-floor", Severity.WARNING, MeshSubject, fix="safe", geometry=True)
def ceiling_over_floor(subject: MeshSubject, options: Options) -> Findings:
    """A face that nobody can walk on hangs over the floor and takes part in walking.

    Why it matters: the game looks for the face under a point of the plan. It may take this one, and
    the player below freezes. The games' own ceilings have a material that it passes over.

    How to fix: paint the face with material 2, Obscuring (`kotorlevel fix` does it where the
    material is 7, Nonwalk). Glass, water or lava over a floor is left alone: there only the author
    knows what is meant.
    """
    floor = is_floor(subject, options)
    if not floor.any():
        return
    found_by_game = surfaces_of(subject, options).walkcheck(subject.mesh.materials)
    lying = abs(subject.mesh.geometry.upward) > LYING
    ceilings = np.flatnonzero(found_by_game & ~floor & lying & has_area(subject))
    if not len(ceilings):
        return
    found = find_overlaps(
        subject.mesh.geometry.corners[ceilings], subject.mesh.geometry.corners[floor]
    )
    above = found.heights[:, 0] - found.heights[:, 1]
    hit = above > LEAST_HEIGHT
    faces = np.unique(ceilings[found.first[hit]])
    if len(faces):
        least = "" if found.complete else "at least "
        text = counted(len(faces), "face hangs", "faces hang")
        lowest = figure(above[hit].min())
        whole = at_faces(subject, faces, f"{least}{text} {lowest} m or more over the floor")
        is_nonwalk = (subject.mesh.materials[faces] == NONWALK).all()
        yield whole if is_nonwalk else replace(whole, fix="")
