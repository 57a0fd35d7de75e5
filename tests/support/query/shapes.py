"""Meshes to ask about: sloped, stacked, overhanging, narrow, broken, near and far."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

import kotorlevel as kl
from support.query.oracle import Floats, Model, model_of

Rooms = list[kl.Walkmesh | None]

STONE, OBSCURING, NONWALK, TRANSPARENT, METAL, DOOR = 4, 2, 7, 8, 10, 18

both_ways = pytest.mark.parametrize("fast", [True, False], ids=["compiled", "plain"])


def mesh_of(
    vertices: ArrayLike, faces: ArrayLike, materials: int | Sequence[int] = STONE
) -> kl.Walkmesh:
    """A mesh of these arrays, of one material or as many as there are faces."""
    corners = np.asarray(faces).reshape(-1, 3)
    if isinstance(materials, int):
        materials = [materials] * len(corners)
    return kl.Walkmesh.from_arrays(np.asarray(vertices).reshape(-1, 3), corners, materials)


def terrain(
    columns: int = 6,
    rows: int = 5,
    *,
    seed: int = 1,
    jitter: float = 0.24,
    relief: float = 1.0,
    cell: float = 1.0,
    at: Sequence[float] = (0.0, 0.0, 0.0),
    turn: float = 0.0,
    materials: Sequence[int] = (STONE,),
) -> kl.Walkmesh:
    """A closed floor of ``columns`` × ``rows`` cells, each two faces; the border is not jittered.

    The vertices come row by row. With a ``jitter`` below 1/4 of a cell no face can turn over.
    ``turn`` in degrees, about the corner at ``at``.
    """
    random = np.random.default_rng(seed)
    j, i = np.divmod(np.arange((columns + 1) * (rows + 1)), columns + 1)
    plan = np.stack([i, j], axis=1).astype(float)
    inner = is_inner(columns, rows)
    plan[inner] += random.uniform(-jitter, jitter, (int(inner.sum()), 2))
    angle = math.radians(turn)
    turned = plan @ [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    height = random.uniform(-relief / 2, relief / 2, len(plan))
    vertices = np.column_stack([turned * cell, height]) + at
    faces = []
    for number in range(columns * rows):
        a = number // columns * (columns + 1) + number % columns
        b = a + columns + 1
        if random.random() < 0.5:
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
        else:
            faces += [(a, a + 1, b), (a + 1, b + 1, b)]
    chosen = [materials[number % len(materials)] for number in range(len(faces))]
    return mesh_of(vertices, faces, chosen)


def is_inner(columns: int, rows: int) -> NDArray[np.bool_]:
    """(V,) the vertices of a terrain that are not at its border."""
    j, i = np.divmod(np.arange((columns + 1) * (rows + 1)), columns + 1)
    return (i > 0) & (i < columns) & (j > 0) & (j < rows)


def rectangle(
    x0: float, y0: float, x1: float, y1: float, z: float = 0.0, material: int = STONE
) -> kl.Walkmesh:
    """A level floor of two faces; face 0 is its lower right half."""
    corners = [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]
    return mesh_of(corners, [(0, 1, 2), (0, 2, 3)], material)


def joined(*meshes: kl.Walkmesh) -> kl.Walkmesh:
    """All meshes as one."""
    counts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    faces = [mesh.faces.astype(int) + first for mesh, first in zip(meshes, counts, strict=False)]
    return mesh_of(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate(faces),
        np.concatenate([mesh.materials for mesh in meshes]).tolist(),
    )


def unwelded(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """Each face with three vertices of its own."""
    corners = mesh.vertices[mesh.faces].reshape(-1, 3)
    return mesh_of(corners, np.arange(len(corners)), mesh.materials.tolist())


def upside_down(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The same faces looking the other way."""
    return mesh_of(mesh.vertices, mesh.faces[:, ::-1], mesh.materials.tolist())


def stacked() -> kl.Walkmesh:
    """Three storeys in one mesh, with ceilings that look down below the upper ones."""
    storeys = [terrain(3, 3, seed=seed, at=(0, 0, 3.5 * seed)) for seed in range(3)]
    ceilings = [
        upside_down(terrain(2, 2, seed=9, at=(0.5, 0.5, z), materials=[material]))
        for z, material in ((2.5, OBSCURING), (6.0, NONWALK))
    ]
    return joined(*storeys, *ceilings)


def overhang() -> kl.Walkmesh:
    """A floor, a bridge across it, and a slope that folds back under the bridge."""
    bridge = mesh_of(
        [(-1, 2, 2), (7, 1.5, 3), (7, 3, 3.5), (-1, 3.25, 2.5), (2, 4.5, 0.5), (5, 4, 1.25)],
        [(0, 1, 2), (0, 2, 3), (3, 2, 4), (2, 5, 4)],
        METAL,
    )
    return joined(terrain(6, 5, seed=4, relief=0.5), bridge)


def slivers() -> kl.Walkmesh:
    """A closed square of needles: a fan from one corner, and strips as wide as a hair."""
    tips = [(4.0, 4.0 * (k / 12) ** 3, 0.3 * math.sin(k)) for k in range(13)]
    fan = mesh_of([(0.0, 0.0, 0.0), *tips], [(0, k, k + 1) for k in range(1, 13)])
    edge = [1 + 1e-4 * k for k in range(6)]
    strip = [(x, y, z) for x, z in zip(edge, (0, 1, 0, 2, 0, 1), strict=True) for y in (5.0, 9.0)]
    quads = [
        face for k in range(5) for a in [2 * k] for face in ((a, a + 2, a + 3), (a, a + 3, a + 1))
    ]
    return joined(fan, mesh_of(strip, quads))


def walled() -> kl.Walkmesh:
    """A room with a floor, upright walls of material 7 and a ceiling of material 2."""
    floor = terrain(4, 4, seed=6, relief=0.2, materials=[STONE, METAL])
    base = [(0, 0), (4, 0), (4, 4), (0, 4)]
    corners = [(x, y, z) for x, y in base for z in (-1, 3)]
    sides = [(2 * k, 2 * k + 1, (2 * k + 2) % 8, (2 * k + 3) % 8) for k in range(4)]
    walls = mesh_of(
        corners, [face for a, b, c, d in sides for face in ((a, b, c), (b, d, c))], NONWALK
    )
    ceiling = upside_down(rectangle(0, 0, 4, 4, 3, OBSCURING))
    return joined(floor, walls, ceiling)


def with_zero_area() -> kl.Walkmesh:
    """A floor among faces that are points and lines, also upright ones."""
    more = mesh_of(
        [(1, 1, 5), (3, 3, 5), (2, 2, 5), (2, 2, 9), (0, 0, -1), (0.5, 0.25, 0)],
        [(0, 0, 0), (0, 1, 1), (0, 1, 2), (0, 1, 3), (2, 3, 2), (4, 1, 3), (5, 5, 4)],
    )
    return joined(more, terrain(4, 4, seed=8))


def soup(count: int = 24, seed: int = 5) -> kl.Walkmesh:
    """Faces anywhere, through each other, looking anywhere."""
    random = np.random.default_rng(seed)
    vertices = random.uniform(-4, 4, (count, 3))
    faces = np.stack([random.permutation(count)[:3] for _ in range(count)])
    return mesh_of(
        vertices, faces, [(STONE, NONWALK, OBSCURING, DOOR)[k % 4] for k in range(count)]
    )


def broken() -> kl.Walkmesh:
    """A floor with faces that have no place: corners not finite, or missing."""
    mesh = terrain(3, 3, seed=2)
    odd = [(np.nan, 1, 0), (1, np.inf, 0), (1, 1, -np.inf), (0, 0, 7), (9, 0, 7), (0, 9, 7)]
    first = len(mesh.vertices)
    last = first + len(odd)
    faces = [
        (first, first + 3, first + 4),
        (first + 3, first + 1, first + 4),
        (first + 3, first + 4, first + 2),
        (first + 3, first + 4, last),
        (2**32 - 1, first + 3, first + 4),
        (first + 3, first + 4, first + 5),
    ]
    return replace(
        mesh,
        vertices=np.concatenate([mesh.vertices, np.array(odd, np.float32)]),
        faces=np.concatenate([np.array(faces, np.uint32), mesh.faces]),
        materials=np.full(len(faces) + len(mesh.faces), STONE, np.uint32),
        transitions=np.full((len(faces) + len(mesh.faces), 3), -1, np.int32),
    )


def large_over_small() -> kl.Walkmesh:
    """One face that covers many."""
    cover = mesh_of([(-50, -50, 3), (60, -50, 4), (0, 70, 5)], [(0, 1, 2)])
    return joined(cover, terrain(6, 4, seed=3, cell=0.25))


def no_faces() -> kl.Walkmesh:
    return mesh_of(np.empty((0, 3)), np.empty((0, 3), int))


def row_of_rooms() -> Rooms:
    """Rooms side by side, one missing, one across the others, one without faces."""
    return [
        None,
        terrain(3, 3, seed=21, at=(3, 0, 0)),
        terrain(3, 3, seed=22, at=(0, 0, 0)),
        no_faces(),
        terrain(5, 2, seed=23, at=(0.5, 0.25, 4), materials=[STONE, NONWALK]),
        None,
    ]


_ZOO: dict[str, Callable[[], kl.Walkmesh | Rooms]] = {
    "slopes": terrain,
    "turned": lambda: terrain(5, 5, seed=11, turn=33),
    "stacked": stacked,
    "overhang": overhang,
    "slivers": slivers,
    "unwelded": lambda: unwelded(terrain(4, 4, seed=12)),
    "far away": lambda: terrain(5, 5, seed=13, jitter=0.25, at=(1e5, -1e5, 300)),
    "tiny": lambda: terrain(4, 4, seed=14, cell=1e-3, relief=1e-3),
    "wide": lambda: terrain(4, 4, seed=15, cell=5e3, relief=2e3),
    "walled": walled,
    "zero area": with_zero_area,
    "upside down": lambda: upside_down(terrain(4, 3, seed=16)),
    "soup": soup,
    "broken": broken,
    "large over small": large_over_small,
    "single": lambda: mesh_of([(0, 0, 1), (3, 1, 2), (1, 4, -1)], [(0, 1, 2)]),
    "no faces": no_faces,
    "rooms": row_of_rooms,
}

each_shape = pytest.mark.parametrize("name", list(_ZOO))
each_shape_either_way = pytest.mark.parametrize(
    ("name", "fast"),
    [
        pytest.param(
            name,
            fast,
            id=f"{name}-{'compiled' if fast else 'plain'}",
            marks=() if number % 2 == fast else pytest.mark.thorough,
        )
        for number, name in enumerate(_ZOO)
        for fast in (True, False)
    ],
)
"""Each shape compiled or plain, with ``--all`` both: that both say the same is tested on each."""


@cache
def zoo(name: str) -> kl.Walkmesh | Rooms:
    """The shape of that name."""
    return _ZOO[name]()


@cache
def zoo_model(name: str) -> Model:
    """The shape of that name for the oracle."""
    return model_of(zoo(name))


@cache
def zoo_ground(name: str, fast: bool) -> kl.Ground:
    """The shape of that name prepared for queries."""
    return kl.Ground(zoo(name), fast=fast)


def plan_points(model: Model, count: int, seed: int = 1) -> Floats:
    """(N, 2) places in and around a model: anywhere, in faces, and on corners and sides.

    Sides are met in their middle, which has no rounding.
    """
    random = np.random.default_rng(seed)
    if not len(model):
        return random.uniform(-5, 5, (count, 2))
    plan = model.corners[:, :, :2]
    low, high = plan.min(axis=(0, 1)), plan.max(axis=(0, 1))
    anywhere = random.uniform(low - (high - low) / 20, high + (high - low) / 20, (count, 2))
    some = plan[random.integers(0, len(plan), count)]
    weights = random.dirichlet((1, 1, 1), count)
    within = (some * weights[:, :, None]).sum(axis=1)
    middles = (plan + np.roll(plan, 1, axis=1)) / 2
    marks = np.concatenate([plan.reshape(-1, 2), middles.reshape(-1, 2)])
    chosen = marks[random.permutation(len(marks))[:count]]
    return np.concatenate([anywhere, within, chosen])


def rays(model: Model, count: int, seed: int = 1) -> tuple[Floats, Floats]:
    """(N, 3) origins and directions: aimed at faces or anywhere, some along an axis."""
    random = np.random.default_rng(seed)
    points = model.corners.reshape(-1, 3) if len(model) else np.array([[-1.0] * 3, [1.0] * 3])
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.maximum(high - low, (high - low).max() / 3)
    origins = random.uniform(low - size / 2, high + size / 2, (count, 3))
    targets = random.uniform(low, high, (count, 3))
    if len(model):
        some = model.corners[random.integers(0, len(model), count)]
        within = (some * random.dirichlet((1, 1, 1), count)[:, :, None]).sum(axis=1)
        targets[: 2 * count // 3] = within[: 2 * count // 3]
    directions = (targets - origins) * 10.0 ** random.integers(-3, 4, (count, 1))
    axis = np.eye(3)[random.integers(0, 3, count)] * random.choice([-1, 1], (count, 1))
    straight = random.random(count) < 0.25
    directions[straight] = axis[straight]
    # Straight at a target: the other two coordinates are the target's.
    along = axis[straight] != 0
    origins[straight] = np.where(along, origins[straight], targets[straight])
    flat = random.random(count) < 0.1
    directions[flat, random.integers(0, 3, int(flat.sum()))] = 0
    directions[~directions.any(axis=1)] = (0, 0, 1)
    return origins, directions
