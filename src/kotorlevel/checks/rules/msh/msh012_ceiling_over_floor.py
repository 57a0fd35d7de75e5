"""MSH012: ceilings that the game takes for the ground."""

from dataclasses import replace

import numpy as np

from kotorlevel.checks.facts.mesh.floor import has_area, is_floor, surfaces_of
from kotorlevel.checks.facts.mesh.overlap import find_overlaps, plan_areas
from kotorlevel.checks.facts.mesh.places import at_faces, counted, figure
from kotorlevel.checks.rules import Findings, MeshSubject, Options, Severity, rule
from kotorlevel.core.distinct import distinct

LYING = 0.2
"""How far up the normal of a face must point that lies rather than stands."""

LEAST_HEIGHT = 0.1
"""Metres over the floor: a kerb is no ceiling."""

MUCH = 0.05
"""Of the floor below such faces; in the games' own rooms it is at most 0.0085."""

NONWALK = 7


@rule("MSH012", "ceiling-over-floor", Severity.WARNING, MeshSubject, fix="unsafe", geometry=True)
def ceiling_over_floor(subject: MeshSubject, options: Options) -> Findings:
    """A face that looks up, takes part in walking and cannot be walked on hangs over the floor.

    Why it matters: the game looks for the face under a point of the plan. It may take this one, and
    the player below freezes. The games' own ceilings have a material that it passes over. A face
    that looks down does no harm: in some of the games' rooms such faces hang over 28 % of the
    floor. Faces that look up, on rocks that lean over, hang there over less than 1 % of it; below
    5 % it is an info.

    How to fix: paint the face with material 2, Obscuring (`kotorlevel fix --unsafe` does it where
    the material is 7, Nonwalk), if it is a ceiling. Glass, water or lava over a floor is left
    alone: there only the author knows what is meant.
    """
    floor = is_floor(subject, options)
    if not floor.any():
        return
    found_by_game = surfaces_of(subject, options).walkcheck(subject.mesh.materials)
    lying = subject.mesh.geometry.upward > LYING
    ceilings = np.flatnonzero(found_by_game & ~floor & lying & has_area(subject))
    if not len(ceilings):
        return
    ground = subject.mesh.geometry.corners[floor]
    found = find_overlaps(subject.mesh.geometry.corners[ceilings], ground)
    above = found.heights[:, 0] - found.heights[:, 1]
    hit = above > LEAST_HEIGHT
    faces = distinct(ceilings[found.first[hit]])
    if len(faces):
        least = "" if found.complete else "at least "
        text = counted(len(faces), "face hangs", "faces hang")
        lowest = figure(above[hit].min())
        whole = at_faces(subject, faces, f"{least}{text} {lowest} m or more over the floor")
        is_nonwalk = (subject.mesh.materials[faces] == NONWALK).all()
        is_much = found.areas[hit].sum() >= MUCH * plan_areas(ground).sum()
        severity = Severity.WARNING if is_much or not found.complete else Severity.INFO
        yield replace(whole, severity=severity, fix=None if is_nonwalk else "")
