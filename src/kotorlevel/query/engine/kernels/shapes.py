"""A face beside a box, a point and a way: formulas without branches.

They are written once and run three ways: compiled, as plain Python, and on whole arrays, where
`choose` and `root` are NumPy's (`shape_batch`). So all three give the same bits. Nothing here
divides by what could be zero.
"""

from __future__ import annotations

import math

TOUCH = 1e-9
"""Metres: what is no farther away than that touches, whatever is rounded."""

FLAT, SOLID = 2e-15, 8e-15
"""More than the rounding of a product of two and of three lengths, as part of the largest."""


def choose(condition: bool, a: float, b: float) -> float:
    """One number or the other."""
    return a if condition else b


def root(value: float) -> float:
    """The square root."""
    return math.sqrt(value)


def part_of_way(value: float, whole: float) -> float:
    """``value / whole`` from 0 to 1; 0 where there is no whole."""
    part = value / choose(whole > 0.0, whole, 1.0)
    part = choose(part < 1.0, part, 1.0)
    return choose((part > 0.0) & (whole > 0.0), part, 0.0)


def least(a: float, b: float, c: float) -> float:
    """The smallest of three."""
    low = choose(a < b, a, b)
    return choose(low < c, low, c)


def most(a: float, b: float, c: float) -> float:
    """The largest of three."""
    high = choose(a > b, a, b)
    return choose(high > c, high, c)


def is_apart(
    u: float, v: float, u0: float, u1: float, v0: float, v1: float, third: float, noise: float
) -> bool:
    """Whether the axis (u, v) of a coordinate plane parts a box from a face.

    The box reaches from ``u0``, ``v0`` to ``u1``, ``v1``, and the face from 0 to ``third``.
    """
    a, b, c, d = u * u0, u * u1, v * v0, v * v1
    low = choose(a < b, a, b) + choose(c < d, c, d)
    high = choose(a < b, b, a) + choose(c < d, d, c)
    top = choose(third > 0.0, third, 0.0) + noise
    bottom = choose(third > 0.0, 0.0, third) - noise
    return (low > top) | (high < bottom)


def misses_box(
    low_x: float,
    low_y: float,
    low_z: float,
    high_x: float,
    high_y: float,
    high_z: float,
    x0: float,
    y0: float,
    z0: float,
    x1: float,
    y1: float,
    z1: float,
    x2: float,
    y2: float,
    z2: float,
) -> bool:
    """Whether a face has no point in a box, though their bounds have: separating axis theorem.

    After Akenine-Möller (2001): the face's plane and the cross products of its sides with the
    axes. The box is first cut down to the bounds of the face, which takes nothing of the face away
    and keeps numbers small, also those of an endless box. What touches does not miss.
    """
    left, right = least(x0, x1, x2), most(x0, x1, x2)
    front, back = least(y0, y1, y2), most(y0, y1, y2)
    bottom, top = least(z0, z1, z2), most(z0, z1, z2)
    ax, bx = choose(low_x > left, low_x, left) - x0, choose(high_x < right, high_x, right) - x0
    ay, by = choose(low_y > front, low_y, front) - y0, choose(high_y < back, high_y, back) - y0
    az, bz = choose(low_z > bottom, low_z, bottom) - z0, choose(high_z < top, high_z, top) - z0
    ux, uy, uz = x1 - x0, y1 - y0, z1 - z0
    vx, vy, vz = x2 - x0, y2 - y0, z2 - z0
    wx, wy, wz = x2 - x1, y2 - y1, z2 - z1
    size = most(right - left, back - front, top - bottom)
    noise = FLAT * size * size
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    low = choose(nx > 0.0, nx * ax, nx * bx) + choose(ny > 0.0, ny * ay, ny * by)
    low = low + choose(nz > 0.0, nz * az, nz * bz)
    high = choose(nx > 0.0, nx * bx, nx * ax) + choose(ny > 0.0, ny * by, ny * ay)
    high = high + choose(nz > 0.0, nz * bz, nz * az)
    beyond = SOLID * size * size * size
    return (
        (low > beyond)
        | (high < -beyond)
        | is_apart(-uz, uy, ay, by, az, bz, uy * vz - uz * vy, noise)
        | is_apart(-vz, vy, ay, by, az, bz, vy * uz - vz * uy, noise)
        | is_apart(-wz, wy, ay, by, az, bz, wy * uz - wz * uy, noise)
        | is_apart(-uz, ux, ax, bx, az, bz, ux * vz - uz * vx, noise)
        | is_apart(-vz, vx, ax, bx, az, bz, vx * uz - vz * ux, noise)
        | is_apart(-wz, wx, ax, bx, az, bz, wx * uz - wz * ux, noise)
        | is_apart(-uy, ux, ax, bx, ay, by, ux * vy - uy * vx, noise)
        | is_apart(-vy, vx, ax, bx, ay, by, vx * uy - vy * ux, noise)
        | is_apart(-wy, wx, ax, bx, ay, by, wx * uy - wy * ux, noise)
    )


def along_side(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    """The point from a to b that is closest to the origin."""
    dx, dy, dz = bx - ax, by - ay, bz - az
    part = part_of_way(-(ax * dx + ay * dy + az * dz), dx * dx + dy * dy + dz * dz)
    return ax + part * dx, ay + part * dy, az + part * dz


def closer(
    ax: float, ay: float, az: float, bx: float, by: float, bz: float
) -> tuple[float, float, float]:
    """The one of two points that is closer to the origin."""
    first = bx * bx + by * by + bz * bz >= ax * ax + ay * ay + az * az
    return choose(first, ax, bx), choose(first, ay, by), choose(first, az, bz)


def closest_in_face(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
) -> tuple[float, float, float]:
    """The point of a face that is closest to the origin.

    The foot of the perpendicular where that is in the face, else on its sides. Both are compared:
    of a face that is hardly more than a line the foot is mostly rounding, but its sides are not.
    """
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    # The normal's parts that fall to each corner: all positive above the face.
    wa = nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx)
    wb = nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax)
    wc = nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx)
    total = wa + wb + wc
    over = (wa >= 0.0) & (wb >= 0.0) & (wc >= 0.0) & (total > 0.0)
    per = 1.0 / choose(over, total, 1.0)
    wa, wb, wc = (
        choose(over, wa * per, 1.0),
        choose(over, wb * per, 0.0),
        choose(over, wc * per, 0.0),
    )
    px, py, pz = (
        wa * ax + wb * bx + wc * cx,
        wa * ay + wb * by + wc * cy,
        wa * az + wb * bz + wc * cz,
    )
    qx, qy, qz = along_side(ax, ay, az, bx, by, bz)
    px, py, pz = closer(px, py, pz, qx, qy, qz)
    qx, qy, qz = along_side(bx, by, bz, cx, cy, cz)
    px, py, pz = closer(px, py, pz, qx, qy, qz)
    qx, qy, qz = along_side(cx, cy, cz, ax, ay, az)
    return closer(px, py, pz, qx, qy, qz)


def between_ways(
    dx: float,
    dy: float,
    dz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
) -> tuple[float, float, float, float]:
    """How far along the way from the origin to d it is closest to the side ab, and where there.

    After Ericson, Real-Time Collision Detection (2005), 5.1.9. The way has a length. Closest at b,
    it need not be exact: that is where the next side of the face starts.
    """
    ex, ey, ez = bx - ax, by - ay, bz - az
    dd, ee, de = (
        dx * dx + dy * dy + dz * dz,
        ex * ex + ey * ey + ez * ez,
        dx * ex + dy * ey + dz * ez,
    )
    to_d, to_e = ax * dx + ay * dy + az * dz, ax * ex + ay * ey + az * ez
    part = part_of_way(to_d * ee - de * to_e, dd * ee - de * de)
    ahead = (de * part - to_e) / choose(ee > 0.0, ee, 1.0)
    ahead = choose(ee > 0.0, ahead, 0.0)
    part = choose(ahead <= 0.0, part_of_way(to_d, dd), part)
    ahead = choose(ahead < 1.0, ahead, 1.0)
    ahead = choose(ahead > 0.0, ahead, 0.0)
    return part, ax + ahead * ex, ay + ahead * ey, az + ahead * ez


def closest_to_way(
    dx: float,
    dy: float,
    dz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    cx: float,
    cy: float,
    cz: float,
) -> tuple[float, float, float, float]:
    """The point of a face closest to the way from the origin to d, and the square of its distance.

    The closest of: what is closest to both ends of the way and to the point where it goes through
    the plane of the face, and to each side of the face (Ericson 5.1.10).
    """
    x, y, z = closest_in_face(ax, ay, az, bx, by, bz, cx, cy, cz)
    best = x * x + y * y + z * z
    ux, uy, uz = bx - ax, by - ay, bz - az
    vx, vy, vz = cx - ax, cy - ay, cz - az
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    above, sinks = nx * ax + ny * ay + nz * az, nx * dx + ny * dy + nz * dz
    sign = choose(sinks < 0.0, -1.0, 1.0)
    through = part_of_way(above * sign, sinks * sign)
    mx, my, mz = through * dx, through * dy, through * dz
    px, py, pz = closest_in_face(
        ax - mx, ay - my, az - mz, bx - mx, by - my, bz - mz, cx - mx, cy - my, cz - mz
    )
    gap = px * px + py * py + pz * pz
    x, y, z = (
        choose(gap < best, px + mx, x),
        choose(gap < best, py + my, y),
        choose(gap < best, pz + mz, z),
    )
    best = choose(gap < best, gap, best)
    px, py, pz = closest_in_face(
        ax - dx, ay - dy, az - dz, bx - dx, by - dy, bz - dz, cx - dx, cy - dy, cz - dz
    )
    gap = px * px + py * py + pz * pz
    x, y, z = (
        choose(gap < best, px + dx, x),
        choose(gap < best, py + dy, y),
        choose(gap < best, pz + dz, z),
    )
    best = choose(gap < best, gap, best)
    x, y, z, best = closer_side(dx, dy, dz, ax, ay, az, bx, by, bz, x, y, z, best)
    x, y, z, best = closer_side(dx, dy, dz, bx, by, bz, cx, cy, cz, x, y, z, best)
    return closer_side(dx, dy, dz, cx, cy, cz, ax, ay, az, x, y, z, best)


def closer_side(
    dx: float,
    dy: float,
    dz: float,
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    x: float,
    y: float,
    z: float,
    best: float,
) -> tuple[float, float, float, float]:
    """The point of the side ab closest to the way to d and its gap, if below ``best``."""
    part, px, py, pz = between_ways(dx, dy, dz, ax, ay, az, bx, by, bz)
    qx, qy, qz = px - part * dx, py - part * dy, pz - part * dz
    gap = qx * qx + qy * qy + qz * qz
    less = gap < best
    return choose(less, px, x), choose(less, py, y), choose(less, pz, z), choose(less, gap, best)


def touch_normal(
    x: float,
    y: float,
    z: float,
    nx: float,
    ny: float,
    nz: float,
    dx: float,
    dy: float,
    dz: float,
) -> tuple[float, float, float]:
    """The unit vector to a sphere's centre at (x, y, z) from the point where it touches a face.

    Where both are at one place, the face's normal n against the way d, or the way back.
    """
    gap = root(x * x + y * y + z * z)
    away = gap > TOUCH
    per = 1.0 / choose(away, gap, 1.0)
    turn = choose(nx * dx + ny * dy + nz * dz > 0.0, -1.0, 1.0)
    line = (nx == 0.0) & (ny == 0.0) & (nz == 0.0)
    return (
        choose(away, x * per, choose(line, -dx, turn * nx)),
        choose(away, y * per, choose(line, -dy, turn * ny)),
        choose(away, z * per, choose(line, -dz, turn * nz)),
    )
