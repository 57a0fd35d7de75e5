"""Finding the cells that polygons lie on, by going from cell to cell within them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kotorlevel.nav.clip.kernels.clip import Polygons


def touches(
    polygons: Polygons, q: int, ax: float, ay: float, bx: float, by: float, reach: float
) -> bool:
    """Whether the segment from a to b comes to a polygon, or within ``reach`` metres of it."""
    if (
        max(ax, bx) < polygons.low_x[q] - reach
        or min(ax, bx) > polygons.high_x[q] + reach
        or max(ay, by) < polygons.low_y[q] - reach
        or min(ay, by) > polygons.high_y[q] + reach
    ):
        return False
    low, high = 0.0, 1.0
    for s in range(polygons.starts[q], polygons.starts[q + 1]):
        nx, ny, offset = polygons.nx[s], polygons.ny[s], polygons.offset[s] + reach
        at_a, at_b = ax * nx + ay * ny - offset, bx * nx + by * ny - offset
        if at_a > 0.0 and at_b > 0.0:
            return False
        if at_a > 0.0:
            low = max(low, at_a / (at_a - at_b))
        elif at_b > 0.0:
            high = min(high, at_a / (at_a - at_b))
        if low > high:
            return False
    return True


def flood(
    begin: int,
    polygons: Polygons,
    start: Any,
    passage_starts: Any,
    to: Any,
    ends: Any,
    reach: float,
    mark: Any,
    queue: Any,
    out_cell: Any,
    out_polygon: Any,
    found: int,
) -> tuple[int, int]:
    """For each polygon the cells that lie on it, reached from ``start`` by passages on it.

    Goes on with polygon ``begin`` and stops before one for which there is no room: how far that
    came, and the number of pairs. ``ends`` (P, 4) are those of passages in the plan, ``mark`` (C,)
    is 0 at first.
    """
    for q in range(begin, len(start)):
        queue[0] = start[q]
        mark[start[q]] = q + 1
        head, tail = 0, 1
        while head < tail:
            cell = queue[head]
            head += 1
            for p in range(passage_starts[cell], passage_starts[cell + 1]):
                beyond = to[p]
                if mark[beyond] != q + 1 and touches(
                    polygons, q, ends[p, 0], ends[p, 1], ends[p, 2], ends[p, 3], reach
                ):
                    mark[beyond] = q + 1
                    queue[tail] = beyond
                    tail += 1
        if found + tail > len(out_cell):
            for i in range(tail):
                mark[queue[i]] = 0
            return q, found
        for i in range(tail):
            out_cell[found], out_polygon[found] = queue[i], q
            found += 1
    return len(start), found
