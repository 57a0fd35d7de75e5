"""Made levels of any size: bumpy floors, rows of rooms, a game in a folder."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

import kotorlevel as kl

CELL = 1.0


@cache
def terrain(faces: int) -> kl.Walkmesh:
    """A bumpy floor of about so many faces in random order, with pillars in it."""
    random = np.random.default_rng(1)
    size = max(1, math.isqrt(faces // 2))
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(size + 1.0), np.arange(size + 1.0)))
    z = np.sin(x / 7) + np.cos(y / 5) + 0.1 * random.random(x.size)
    a = np.arange(size * (size + 1)).reshape(size, size + 1)[:, :size].ravel()
    b = a + size + 1
    rows = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    materials = np.where(np.tile(np.arange(len(a)) % 11 == 5, 2), 7, 4)
    order = random.permutation(len(rows))
    vertices = np.stack([x * CELL, y * CELL, z], axis=1)
    return kl.Walkmesh.from_arrays(vertices, rows[order], materials[order])


@cache
def rooms(count: int, squares: int = 16) -> kl.Area:
    """So many bumpy rooms in a square of rooms, open on every side, not linked yet."""
    across = math.ceil(math.sqrt(count))
    meshes = {}
    for number in range(count):
        row, column = divmod(number, across)
        mesh = terrain(2 * squares * squares)
        # Heights depend on the place in the room alone, so level the rim: rooms must meet.
        vertices = np.array(mesh.vertices)
        side = vertices[:, :2].max()
        rim = ((vertices[:, :2] == 0) | (vertices[:, :2] == side)).any(axis=1)
        vertices[rim, 2] = 0.0
        vertices[:, :2] += np.array([column, row], np.float32) * side
        meshes[f"bench_{number:03}"] = kl.Walkmesh.from_arrays(vertices, mesh.faces, mesh.materials)
    return kl.Area.from_meshes("bench", meshes)
