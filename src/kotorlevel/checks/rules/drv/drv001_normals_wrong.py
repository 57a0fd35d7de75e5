"""DRV001: normals that are not those of the faces."""

import math

import numpy as np

from kotorlevel.checks.facts.tables.planes import PlaneFacts
from kotorlevel.checks.facts.tables.rows import agree, rows_finding
from kotorlevel.checks.rules import Findings, Options, Severity, TablesSubject, rule

_LIMIT = math.radians(0.5)


@rule("DRV001", "normals-wrong", Severity.ERROR, TablesSubject, fix="safe", geometry=True)
def normals_wrong(subject: TablesSubject, _: Options) -> Findings:
    """A stored normal is not the direction its face looks in.

    Why it matters: the game takes the height of the floor from the normal. The player floats, sinks
    or falls through. In placeables and doors it does not matter: the games' own have zeros there.

    How to fix: recompute the normals from the corners (`kotorlevel fix`).
    """
    planes = subject.planes
    # Negated, so that a normal which is not a number counts as wrong.
    wrong = np.flatnonzero(planes.has_plane & ~(planes.turned <= _LIMIT + planes.blur))
    if not len(wrong):
        return
    count, lengths = len(wrong), np.abs(planes.stored_normals[wrong]).max(axis=1)
    text = f"{count:,} of {len(planes.turned):,} normals {agree(count, 'is', 'are')} "
    if not lengths.any():
        text += "zero"
    elif not np.isfinite(lengths).all():
        text += "wrong, some not finite"
    else:
        degrees = _degrees(planes, wrong)
        text += f"wrong, by up to {degrees:.3g}°" if degrees > 0.5 else "not of length 1"
    severity = None if subject.is_area else Severity.INFO
    yield rows_finding(subject, "face", wrong, text, severity)


def _degrees(planes: PlaneFacts, faces: np.ndarray[tuple[int], np.dtype[np.intp]]) -> float:
    """The largest angle between stored and right normals of ``faces``."""
    stored, right = planes.stored_normals[faces], planes.normals[faces]
    lengths = np.linalg.norm(stored, axis=1)
    cosines = (stored * right).sum(axis=1) / np.where(lengths > 0, lengths, 1)
    return float(np.degrees(np.arccos(np.clip(cosines, -1, 1)).max()))
