"""What must be true of the answers to many rays, by the oracle."""

from __future__ import annotations

import numpy as np

import kotorlevel as kl
from support.query.oracle import Flags, Floats, Model


def tolerance(model: Model, origins: Floats) -> float:
    """Metres: far above the rounding of doubles at this distance, far below anything built."""
    return 1e-11 * max(model.scale, float(np.abs(origins).max(initial=1.0)), 1.0)


def check_hits(
    model: Model,
    allowed: Flags,
    origins: Floats,
    directions: Floats,
    hits: kl.Hits,
    *,
    ends: float = np.inf,
    back: bool = True,
) -> int:
    """Nothing nearer was left out, and every answer is on its face; how many there were.

    A hit must be found where the oracle has it clearly inside of a face, clearly before ``ends``
    and not along the face. What is found must be where it says, wherever that is.
    """
    near = tolerance(model, origins)
    crossings = model.crossings(origins, directions)
    faced = crossings.slope < -1e-6 if not back else np.abs(crossings.slope) > 1e-6
    clear = allowed & faced & (crossings.margin > near)
    clear &= (crossings.distance > near) & (crossings.distance < ends - near)
    # The flatter the ray, the further the same rounding moves the hit.
    latest = crossings.distance + near / np.maximum(np.abs(crossings.slope), 1e-6)
    wanted = np.where(clear, latest, np.inf).min(axis=1, initial=np.inf)
    answer = np.where(hits.face >= 0, hits.distance, np.inf)
    late = np.flatnonzero(answer > wanted)
    assert not len(late), [
        (origins[i].tolist(), directions[i].tolist(), answer[i], wanted[i]) for i in late[:3]
    ]
    found = np.flatnonzero(hits.face >= 0)
    faces = model.rows(hits.room[found], hits.face[found])
    distance, point = hits.distance[found], hits.point[found]
    unit = directions[found] / np.linalg.norm(directions[found], axis=1, keepdims=True)
    assert allowed[faces].all()
    assert (distance >= 0).all()
    assert (distance <= ends).all()
    beside = found[model.gaps(point, faces) > near]
    assert not len(beside), [(origins[i].tolist(), directions[i].tolist()) for i in beside[:3]]
    assert (np.abs(origins[found] + unit * distance[:, None] - point) <= near).all()
    if not back:
        assert (crossings.slope[found, faces] < 1e-6).all()
    missed = hits.face < 0
    assert np.isnan(hits.distance[missed]).all()
    assert np.isnan(hits.point[missed]).all()
    assert (hits.room[missed] == -1).all()
    return len(found)
