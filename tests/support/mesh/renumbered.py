"""The same mesh in other numbers: vertices, faces and corners shuffled, links along with them."""

from __future__ import annotations

import numpy as np

from kotorlevel.mesh.walkmesh import Walkmesh


def renumbered(mesh: Walkmesh, seed: int = 0) -> Walkmesh:
    """``mesh`` with its vertices, its faces and the first corners of these shuffled.

    Walkable faces stay first, as in every file.
    """
    random = np.random.default_rng(seed)
    order = random.permutation(len(mesh.vertices))
    numbers = np.argsort(order)
    starts = random.integers(0, 3, len(mesh.faces))
    turns = (starts[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(numbers[mesh.faces], turns, 1)
    sides = np.take_along_axis(mesh.transitions, turns, 1)
    walkable = mesh.walkable
    rows = np.concatenate(
        [random.permutation(np.flatnonzero(which)) for which in (walkable, ~walkable)]
    )
    return Walkmesh.from_arrays(
        mesh.vertices[order],
        corners[rows],
        mesh.materials[rows],
        sides[rows],
        kind=mesh.kind,
        position=mesh.position,
        relative_hooks=mesh.relative_hooks,
        absolute_hooks=mesh.absolute_hooks,
        surfaces=mesh.surfaces,
    )


def grid(
    size: int = 8, *, step: float = 1.0, at: tuple[float, float] = (0.0, 0.0), material: int = 4
) -> Walkmesh:
    """A floor of ``size`` × ``size`` squares of two faces, gently uneven so that no two are alike.

    Square (x, y) has the faces 2 (y · size + x) and the next.
    """
    side = size + 1
    y, x = np.divmod(np.arange(side * side), side)
    z = 0.05 * np.sin(x * 1.3) + 0.03 * np.cos(y * 0.7)
    vertices = np.stack([at[0] + step * x, at[1] + step * y, z], axis=1)
    row, column = np.divmod(np.arange(size * size), size)
    corner = row * side + column
    lower = np.stack([corner, corner + 1, corner + side + 1], axis=1)
    upper = np.stack([corner, corner + side + 1, corner + side], axis=1)
    faces = np.stack([lower, upper], axis=1).reshape(-1, 3)
    return Walkmesh.from_arrays(vertices, faces, np.full(len(faces), material))
