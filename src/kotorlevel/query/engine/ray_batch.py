"""What many rays hit at once, in NumPy: what `kernels.ray` does, number for number."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kotorlevel.query.engine.bvh import WIDTH, Bvh
from kotorlevel.query.engine.kernels.ray import FAR, ROUNDING, SLACK, TOUCH

_RAYS = 8_192
_PAIRS = 16_384
"""Rays, and pairs of ray and node, that are looked at together."""


class Rays(NamedTuple):
    """The columns of `kernels.ray.Ray` for many rays, all (N, 3).

    The last of ``shear`` is ``per`` of the main axis. ``grow``: by how much the near side of every
    box is nearer, along each axis; None for rays without a thickness.
    """

    origin: NDArray[np.float64]
    per: NDArray[np.float64]
    near: NDArray[np.int64]
    axes: NDArray[np.int64]
    at: NDArray[np.float64]
    shear: NDArray[np.float64]
    grow: NDArray[np.float64] | None = None


Meet = Callable[[NDArray[np.int64], NDArray[np.int64]], None]
"""Enters what rays find in leaves, given the numbers of both."""


def cast_rays(
    tree: Bvh,
    allowed: Any,
    origins: Any,
    directions: Any,
    start: float,
    ends: Any,
    back: bool,
    any_hit: bool,
    faces: Any,
    distances: Any,
) -> None:
    """As the kernel of that name; with ``any_hit``, too, the nearest is found."""
    del any_hit
    if not len(allowed):
        faces[:], distances[:] = -1, np.nan
        return
    for begin in range(0, len(origins), _RAYS):
        part = slice(begin, begin + _RAYS)
        rays = aim(origins[part], directions[part])
        best = ends[part].copy()
        found = np.full(len(best), -1, np.int64)

        def meet(
            ray: NDArray[np.int64],
            leaf: NDArray[np.int64],
            rays: Rays = rays,
            best: NDArray[np.float64] = best,
            found: NDArray[np.int64] = found,
        ) -> None:
            distance = _distances(tree.corners[leaf], rays, ray, start, back)
            enter_nearest(tree.faces[leaf], allowed, ray, distance, best, found)

        trace(tree, rays, best, meet)
        faces[part] = found
        distances[part] = np.where(found >= 0, best, np.nan)


def aim(origins: NDArray[np.float64], directions: NDArray[np.float64]) -> Rays:
    """What the boxes and faces need of rays from ``origins`` along ``directions`` (N, 3)."""
    unit = directions / np.abs(directions).max(axis=1, keepdims=True)
    x, y, z = unit.T
    unit = unit / np.sqrt(x * x + y * y + z * z)[:, None]
    size = np.abs(unit)
    usable = size * FAR > 1
    per = np.divide(1.0, unit, out=np.full(unit.shape, FAR), where=usable)
    near = np.where(per > 0, [0, 1, 2], [3, 4, 5])
    main = np.where(size[:, 0] >= size[:, 1], 0, 1)
    main[(size[:, 2] >= size[:, 0]) & (size[:, 2] >= size[:, 1])] = 2
    axes = (main[:, None] + [1, 2, 0]) % 3
    shear = np.take_along_axis(unit, axes, axis=1)
    per_main = np.take_along_axis(per, main[:, None], axis=1)[:, 0]
    shear[:, 0] *= per_main
    shear[:, 1] *= per_main
    shear[:, 2] = per_main
    return Rays(origins, per, near, axes, np.take_along_axis(origins, axes, axis=1), shear)


def trace(tree: Bvh, rays: Rays, best: NDArray[np.float64], meet: Meet) -> None:
    """Follow all rays down the tree, block by block, the nearer boxes first.

    ``best`` (N,) is how far each ray goes; ``meet`` makes it less. A block is taken from the end of
    the list, so that the list stays short and hits found early save the boxes behind them.
    """
    every = np.arange(len(best))
    blocks = [(every, np.zeros(len(best), np.int64), np.zeros(len(best)))]
    while blocks:
        ray, node, enter = blocks.pop()
        if len(ray) > _PAIRS:
            half = len(ray) // 2
            blocks += [(ray[:half], node[:half], enter[:half])]
            blocks += [(ray[half:], node[half:], enter[half:])]
            continue
        wanted = enter <= best[ray]
        ray, node = ray[wanted], node[wanted]
        leaf = node >= tree.inner
        if leaf.any():
            meet(ray[leaf], node[leaf] - tree.inner)
        ray, node = ray[~leaf], node[~leaf]
        if len(ray):
            blocks += _children(tree, rays, ray, node, best)


def _children(
    tree: Bvh,
    rays: Rays,
    ray: NDArray[np.int64],
    node: NDArray[np.int64],
    best: NDArray[np.float64],
) -> list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]:
    """The children that each ray enters, in two blocks: the nearest of each ray last."""
    enter = np.zeros((len(ray), WIDTH))
    leave = np.full((len(ray), WIDTH), np.inf)
    for axis in range(3):
        origin, per = rays.origin[ray, axis, None], rays.per[ray, axis, None]
        near = rays.near[ray, axis]
        first, last = tree.boxes[node, near], tree.boxes[node, 3 + 2 * axis - near]
        if rays.grow is not None:
            grow = rays.grow[ray, axis, None]
            first, last = first - grow, last + grow
        np.maximum(enter, (first - origin) * per, out=enter)
        np.minimum(leave, (last - origin) * per, out=leave)
    leave = np.minimum(leave * SLACK, best[ray, None])
    met = enter <= leave
    enter[~met] = np.inf
    nearest = np.zeros_like(met)
    np.put_along_axis(nearest, enter.argmin(axis=1)[:, None], True, axis=1)
    blocks = []
    for chosen in (met & ~nearest, met & nearest):
        row, slot = np.nonzero(chosen)
        if len(row):
            blocks.append((ray[row], tree.first[node[row]] + slot, enter[row, slot]))
    return blocks


def enter_nearest(
    faces: NDArray[np.int32],
    allowed: NDArray[np.bool_],
    ray: NDArray[np.int64],
    distance: NDArray[np.float64],
    best: NDArray[np.float64],
    found: NDArray[np.int64],
) -> None:
    """Enter what is nearer than ``best``: ``faces`` and their ``distance`` (N, 8) for each ray."""
    wanted = (distance <= best[ray, None]) & (faces >= 0) & allowed[faces]
    row, slot = np.nonzero(wanted)
    distance, face, ray = distance[row, slot], faces[row, slot].astype(np.int64), ray[row]
    order = np.lexsort((face, distance, ray))
    ray, distance, face = ray[order], distance[order], face[order]
    first = np.ones(len(ray), bool)
    first[1:] = ray[1:] != ray[:-1]
    ray, distance, face = ray[first], distance[first], face[first]
    better = (distance < best[ray]) | (found[ray] < 0) | (face < found[ray])
    best[ray[better]], found[ray[better]] = distance[better], face[better]


def _distances(
    corners: NDArray[np.float32],
    rays: Rays,
    ray: NDArray[np.int64],
    start: float,
    back: bool,
) -> NDArray[np.float64]:
    """(N, 8) as `kernels.ray.weigh_sides` and `distance_to_face`, for eight faces a ray."""
    number = np.arange(len(ray))
    axes, at = rays.axes[ray], rays.at[ray, :, None]
    shear_a, shear_b, per = rays.shear[ray].T[:, :, None]
    x, y, z = [], [], []
    for corner in (0, 3, 6):
        z.append(corners[number, axes[:, 2] + corner] - at[:, 2])
        x.append((corners[number, axes[:, 0] + corner] - at[:, 0]) - shear_a * z[-1])
        y.append((corners[number, axes[:, 1] + corner] - at[:, 1]) - shear_b * z[-1])
    u = x[2] * y[1] - y[2] * x[1]
    v = x[0] * y[2] - y[0] * x[2]
    w = x[1] * y[0] - y[1] * x[0]
    area = u + v + w
    low, high = np.minimum(np.minimum(u, v), w), np.maximum(np.maximum(u, v), w)
    scaled = (u * z[0] + v * z[1] + w * z[2]) * per
    size = _largest(x + y)
    solid = np.abs(area) > ROUNDING * size * (size + _largest(z))
    distance = scaled / np.where(solid, area, 1.0)
    hit = ((low >= 0) | (high <= 0)) & solid & (distance >= start - TOUCH)
    if not back:
        hit &= area * per > 0
    return np.where(hit, np.maximum(distance, start), np.nan)


def _largest(values: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The greatest size of several arrays at each place."""
    largest = np.abs(values[0])
    for each in values[1:]:
        np.maximum(largest, np.abs(each), out=largest)
    return largest
