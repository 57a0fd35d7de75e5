"""Walkmeshes that are alike: the same but for links, or with most faces at the same places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from kotorlevel.area.area import Room
    from kotorlevel.mesh.walkmesh import Walkmesh

_GRID = 0.0137
"""Metres within which a corner may be: no round number, so that corners seldom lie between two."""
_ENOUGH = 0.5
"""The part of the faces that must be alike."""


def content_of(mesh: Walkmesh) -> bytes:
    """A digest of all that is authored in a mesh, but for the numbers of other rooms."""
    from hashlib import blake2b

    arrays = (mesh.vertices, mesh.faces, mesh.materials, mesh.relative_hooks, mesh.absolute_hooks)
    digest = blake2b(f"{mesh.kind} {[len(array) for array in arrays]}".encode(), digest_size=16)
    for array in arrays:
        digest.update(array.tobytes())
    return digest.digest()


def pair_alike(a: Sequence[Room], b: Sequence[Room]) -> list[tuple[int, int]]:
    """Pairs of places in ``a`` and ``b`` whose walkmeshes are mostly the same.

    Faces are compared where they are, and as seen from the room's position, for rooms that were
    moved. Two rooms are one where each is the best for the other, and no other is as good.
    """
    if not a or not b:
        return []
    scores: dict[tuple[int, int], float] = {}
    for from_room in (False, True):
        here = [_face_keys(room, from_room) for room in a]
        there = [_face_keys(room, from_room) for room in b]
        for pair, share in _shares(here, there).items():
            scores[pair] = max(share, scores.get(pair, 0.0))
    best_of_a, best_of_b = _lone_best(scores, 0), _lone_best(scores, 1)
    return sorted(
        pair
        for pair, score in scores.items()
        if score >= _ENOUGH and best_of_a[pair[0]] == best_of_b[pair[1]] == pair
    )


def _lone_best(
    scores: dict[tuple[int, int], float], side: int
) -> dict[int, tuple[int, int] | None]:
    """For each room of a side the pair with the best score; None where two are as good."""
    best: dict[int, tuple[int, int] | None] = {}
    top: dict[int, float] = {}
    for pair, score in scores.items():
        room = pair[side]
        if score > top.get(room, -1.0):
            top[room], best[room] = score, pair
        elif score == top[room]:
            best[room] = None
    return best


def _face_keys(room: Room, from_room: bool) -> NDArray[np.void]:
    """(F,) a key of the places of the corners of each face, in whatever order."""
    mesh = room.mesh
    if mesh is None or not mesh.geometry.is_sound or not len(mesh.faces):
        return np.empty(0, "V24")
    corners = mesh.geometry.corners
    if from_room:
        corners = corners - np.asarray(room.position)
    with np.errstate(invalid="ignore", over="ignore"):
        cells = np.clip(np.round(corners / _GRID), -(2**20), 2**20 - 1).astype(np.int64) + 2**20
    keys = cells[:, :, 0] << 42 | cells[:, :, 1] << 21 | cells[:, :, 2]
    return np.ascontiguousarray(np.sort(keys, axis=1)).view("V24").reshape(-1)


def _shares(
    here: list[NDArray[np.void]], there: list[NDArray[np.void]]
) -> dict[tuple[int, int], float]:
    """Pair → the part of the faces of the larger one that both have, where they share any."""
    owners: dict[bytes, list[int]] = {}
    for j, keys in enumerate(there):
        for key in set(keys.tolist()):
            owners.setdefault(key, []).append(j)
    shared: Counter[tuple[int, int]] = Counter()
    for i, keys in enumerate(here):
        for key in set(keys.tolist()):
            shared.update((i, j) for j in owners.get(key, ()))
    return {(i, j): count / max(len(here[i]), len(there[j]), 1) for (i, j), count in shared.items()}
