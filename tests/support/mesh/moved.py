"""Was a mesh moved rightly? Compares it before and after by plain maths, one point at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from support.meshes import Point, links, r32

if TYPE_CHECKING:
    import kotorlevel as kl

Rows = Sequence[Sequence[float]]

SAME: Rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def turn(degrees: float) -> Rows:
    """The matrix of a turn about the z axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (c, -s, 0), (s, c, 0), (0, 0, 1)


def about(linear: Rows, x: float, y: float) -> Point:
    """The offset that leaves (x, y, 0) where it is."""
    there = [row[0] * x + row[1] * y for row in linear]
    return x - there[0], y - there[1], -there[2]


def applied(linear: Rows, offset: Point, point: Point) -> list[float]:
    """``linear`` · ``point`` + ``offset`` in double."""
    x, y, z = point
    return [a * x + b * y + c * z + shift for (a, b, c), shift in zip(linear, offset, strict=True)]


def determinant(linear: Rows) -> float:
    (a, b, c), (d, e, f), (g, h, i) = linear
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def is_near(found: Sequence[float], wanted: Sequence[float]) -> bool:
    """Whether ``found`` is ``wanted`` rounded to float32: to half of its last bit.

    Plain maths and the library may round differently in double: a last bit of the largest number.
    """
    slack = 1e-15 * max(map(abs, wanted), default=0) + 1e-13
    return all(
        abs(a - b) <= 2**-24 * (1 + 1e-6) * abs(b) + slack
        for a, b in zip(found, wanted, strict=True)
    )


def find_move_faults(
    before: kl.Walkmesh, after: kl.Walkmesh, linear: Rows, offset: Point
) -> list[str]:
    """What is wrong, in words, when ``before`` was to be moved by p → linear · p + offset."""
    faults = list(_points(before, after, linear, offset))
    if (after.kind, after.domain) != (before.kind, before.domain):
        faults.append("kind or domain changed")
    if after.materials.tolist() != before.materials.tolist():
        faults.append("materials changed")
    if [set(f) for f in after.faces.tolist()] != [set(f) for f in before.faces.tolist()]:
        return [*faults, "faces have other corners, or another order"]
    faults += _links(before, after, linear)
    faults += _normals(before, after, linear)
    faults += _hooks(before, after, linear, offset)
    return faults


def _points(before: kl.Walkmesh, after: kl.Walkmesh, linear: Rows, offset: Point) -> Iterator[str]:
    pairs = zip(before.vertices.tolist(), after.vertices.tolist(), strict=True)
    for number, (old, new) in enumerate(pairs):
        wanted = applied(linear, offset, old)
        if not is_near(new, wanted):
            yield f"vertex {number} is at {new}, not at {wanted}"


def _links(before: kl.Walkmesh, after: kl.Walkmesh, linear: Rows) -> Iterator[str]:
    """Every boundary edge that led to a room still does; mirrored, it runs the other way."""
    place = {
        tuple(old): tuple(new)
        for old, new in zip(before.vertices.tolist(), after.vertices.tolist(), strict=True)
    }
    mirrored = determinant(linear) < 0
    wanted: Counter[tuple[Point, Point, int]] = Counter()
    for (start, end, room), count in links(before).items():
        ends = (place[end], place[start]) if mirrored else (place[start], place[end])
        wanted[*ends, room] += count
    if links(after) != wanted:
        yield f"transitions are on {links(after)}, not on {wanted}"


def _normals(before: kl.Walkmesh, after: kl.Walkmesh, linear: Rows) -> Iterator[str]:
    """A turned face looks the turned way; a mirrored one the mirrored way, not its opposite."""
    pairs = zip(before.derived.normals.tolist(), after.derived.normals.tolist(), strict=True)
    for face, (old, new) in enumerate(pairs):
        wanted = applied(linear, (0, 0, 0), old)
        if math.dist(new, wanted) > 1e-3:
            yield f"face {face} looks to {new}, not to {wanted}"


def _hooks(before: kl.Walkmesh, after: kl.Walkmesh, linear: Rows, offset: Point) -> Iterator[str]:
    position = before.position.tolist()
    # The model of a room turns, but it is the layout that moves it.
    wanted = applied(linear, (0, 0, 0), position) if before.is_area else position
    if not is_near(after.position.tolist(), wanted):
        yield f"position is {after.position.tolist()}, not {wanted}"
    # A placeable's use hooks are in its model, its vertices are moved there by the position.
    shift = position if _is_placeable(before) else [0.0, 0.0, 0.0]
    for hook in range(2):
        relative = before.relative_hooks[hook].tolist()
        absolute = before.absolute_hooks[hook].tolist()
        there = tuple(a - b for a, b in zip(relative, shift, strict=True))
        local = [a + b for a, b in zip(applied(linear, offset, there), shift, strict=True)]
        local = local if any(relative) else relative
        found = after.relative_hooks[hook].tolist()
        if not is_near(found, local):
            yield f"relative hook {hook} is {found}, not {local}"
        is_door = absolute == [r32(a + b) for a, b in zip(relative, position, strict=True)]
        if is_door and any(relative):
            absolute = [a + b for a, b in zip(local, position, strict=True)]
        elif any(absolute) and any(relative):
            raise ValueError("neither a placeable nor a door")
        found = after.absolute_hooks[hook].tolist()
        if math.dist(found, absolute) > 1e-6 * max(1, *map(abs, [*absolute, *position])):
            yield f"absolute hook {hook} is {found}, not {absolute}"


def _is_placeable(mesh: kl.Walkmesh) -> bool:
    """Whether no use hook is a door's: absolute = relative + position (FACTS 1)."""
    position = mesh.position.tolist()
    hooks = zip(mesh.relative_hooks.tolist(), mesh.absolute_hooks.tolist(), strict=True)
    return not mesh.is_area and not any(
        any(a) or (any(r) and a == [r32(x + y) for x, y in zip(r, position, strict=True)])
        for r, a in hooks
    )
