"""OBJ004: a door's two kinds of use hooks disagree."""

import numpy as np

from kotorlevel.checks.facts.mesh.places import figure
from kotorlevel.checks.rules import Finding, Findings, MeshSubject, Options, Severity, rule
from kotorlevel.mesh.placed import is_door_file

LARGEST_ERROR = 0.001
"""Metres."""

ROUNDING = 1e-6
"""Of a coordinate: both were rounded to single precision."""


@rule("OBJ004", "door-hook-mismatch", Severity.WARNING, MeshSubject, fix="safe")
def door_hook_mismatch(subject: MeshSubject, _: Options) -> Findings:
    """A door's absolute use hook is not its relative one plus the position.

    Why it matters: a use hook is where a character stands to open the door, and the file names
    two places for one. In all of the games' own doors they agree.

    How to fix: compute the absolute use hooks from the relative ones (`kotorlevel fix`).
    """
    mesh = subject.mesh
    if mesh.is_area or not is_door_file(subject.name):
        return
    relative, absolute, position = (
        part.astype(np.float64)
        for part in (mesh.relative_hooks, mesh.absolute_hooks, mesh.position)
    )
    with np.errstate(invalid="ignore", over="ignore"):
        expected = relative + position
        apart = np.abs(absolute - expected)
        wrong = ~(apart <= LARGEST_ERROR + ROUNDING * np.abs(expected)).all(axis=1)
        possible = np.isfinite(expected.astype(np.float32)).all(axis=1)
    # Without the relative one the absolute one is all there is: OBJ002 tells what is missing.
    for row in np.flatnonzero(wrong & possible & relative.any(axis=1)).tolist():
        distance = np.linalg.norm(apart[row])
        x, y, z = expected[row].tolist()
        yield Finding(
            f"use hook {row + 1}: the absolute one is {figure(float(distance))} m away from the "
            "relative one plus the position",
            at=(x, y, z),
            section="header",
        )
