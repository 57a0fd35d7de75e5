"""Cutting convex polygons out of convex cells.

A cell without a polygon is cut along one side of the polygon after the other: what is outside of
a side is a piece, what is inside goes on to the next side, and what is inside of all is dead.
Every side of a piece has a carrier: the side of the cell that it lies on, or the cut. The two
pieces of a cut get the very same ends, and carriers 2 · cut and 2 · cut + 1 (as -1 - carrier).
"""

from typing import Any, NamedTuple

ON = 1e-5
"""Metres: what is closer to a line lies on it, so that no piece is thinner."""

FULL = -1
"""There was no room for the result."""


class Polygons(NamedTuple):
    """Convex, counter-clockwise: those of polygon q from ``starts[q]`` to ``starts[q + 1]``.

    ``x``, ``y`` the corners; ``nx``, ``ny`` and ``offset`` of the line to the next one: a point p
    is n · p - offset metres outside of it. ``low_x`` … ``high_y`` the boxes.
    """

    starts: Any
    x: Any
    y: Any
    nx: Any
    ny: Any
    offset: Any
    low_x: Any
    low_y: Any
    high_x: Any
    high_y: Any


class Pieces(NamedTuple):
    """Room for pieces: corners with the carriers of the sides that begin there, and their ends.

    ``end`` where the corners of each piece end, ``tag`` a number of each piece. A stack of pieces
    to go on with, one that is being cut, or those that are done.
    """

    x: Any
    y: Any
    z: Any
    carrier: Any
    end: Any
    tag: Any


def is_apart(polygons: Polygons, q: int, piece: Pieces, count: int) -> bool:
    """Whether a line along a side of one of them has the polygon and the piece on its two sides."""
    first, last = polygons.starts[q], polygons.starts[q + 1]
    for s in range(first, last):
        nx, ny, offset = polygons.nx[s], polygons.ny[s], polygons.offset[s]
        outside = True
        for i in range(count):
            if piece.x[i] * nx + piece.y[i] * ny - offset < -ON:
                outside = False
                break
        if outside:
            return True
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        x, y = piece.x[i], piece.y[i]
        along_x, along_y = piece.x[j] - x, piece.y[j] - y
        least = ON * (abs(along_x) + abs(along_y))
        outside = True
        for s in range(first, last):
            if along_x * (polygons.y[s] - y) - along_y * (polygons.x[s] - x) > least:
                outside = False
                break
        if outside:
            return True
    return False


def misses_box(polygons: Polygons, q: int, piece: Pieces, count: int) -> bool:
    """Whether the boxes of a polygon and of a piece lie apart."""
    low_x = high_x = piece.x[0]
    low_y = high_y = piece.y[0]
    for i in range(1, count):
        low_x, high_x = min(low_x, piece.x[i]), max(high_x, piece.x[i])
        low_y, high_y = min(low_y, piece.y[i]), max(high_y, piece.y[i])
    if low_x >= polygons.high_x[q] or high_x <= polygons.low_x[q]:
        return True
    return bool(low_y >= polygons.high_y[q] or high_y <= polygons.low_y[q])


def measure(
    polygons: Polygons, s: int, piece: Pieces, count: int, outside: Any
) -> tuple[float, float]:
    """The least and the largest distance of a piece's corners from line ``s``, at most and least 0.

    All of them come to ``outside``.
    """
    nx, ny, offset = polygons.nx[s], polygons.ny[s], polygons.offset[s]
    least = most = 0.0
    for i in range(count):
        away = piece.x[i] * nx + piece.y[i] * ny - offset
        outside[i] = away
        least, most = min(least, away), max(most, away)
    return least, most


def copy(to: Pieces, at: int, piece: Pieces, first: int, count: int) -> None:
    """Copy corners and their carriers."""
    for i in range(count):
        put(to, at + i, piece, first + i, piece.carrier[first + i])


def put(to: Pieces, at: int, piece: Pieces, i: int, carrier: int) -> None:
    """Copy corner ``i`` of a piece, with another carrier."""
    to.x[at], to.y[at], to.z[at] = piece.x[i], piece.y[i], piece.z[i]
    to.carrier[at] = carrier


def put_between(
    to: Pieces, at: int, piece: Pieces, i: int, j: int, part: float, carrier: int
) -> None:
    """Add the point at a part of the way from corner ``i`` to ``j`` of a piece."""
    to.x[at] = piece.x[i] + (piece.x[j] - piece.x[i]) * part
    to.y[at] = piece.y[i] + (piece.y[j] - piece.y[i]) * part
    to.z[at] = piece.z[i] + (piece.z[j] - piece.z[i]) * part
    to.carrier[at] = carrier


def split(
    piece: Pieces, count: int, outside: Any, other: Pieces, stack: Pieces, at: int, carrier: int
) -> tuple[int, int]:
    """The corners of the inner part, now in ``other``, and where the outer part ends on the stack.

    ``outside`` are the distances of the corners from the line, of which some are above and some
    below 0 by more than `ON`. ``carrier`` is that of the outer part's new side.
    """
    first = 0
    while outside[first] <= ON:
        first += 1
    enters = leaves = -1  # the first and the last corner inside, counted from ``first``
    for k in range(1, count):
        if outside[(first + k) % count] < -ON:
            if enters < 0:
                enters = k
            leaves = k
    for k in range(enters):
        i = (first + k) % count
        put(stack, at, piece, i, piece.carrier[i])
        at += 1
    inner = 0
    i, j = (first + enters - 1) % count, (first + enters) % count
    if outside[i] > ON:
        part = outside[i] / (outside[i] - outside[j])
        put_between(stack, at, piece, i, j, part, carrier)
        at += 1
        put_between(other, inner, piece, i, j, part, piece.carrier[i])
    else:  # the corner before is on the line
        stack.carrier[at - 1] = carrier
        put(other, inner, piece, i, piece.carrier[i])
    inner += 1
    for k in range(enters, leaves + 1):
        i = (first + k) % count
        put(other, inner, piece, i, piece.carrier[i])
        inner += 1
    i, j = (first + leaves) % count, (first + leaves + 1) % count
    if outside[j] > ON:
        part = outside[i] / (outside[i] - outside[j])
        put_between(other, inner, piece, i, j, part, carrier - 1)
        put_between(stack, at, piece, i, j, part, piece.carrier[i])
        at += 1
    else:
        put(other, inner, piece, j, carrier - 1)
    inner += 1
    for k in range(leaves + 1, count):
        i = (first + k) % count
        put(stack, at, piece, i, piece.carrier[i])
        at += 1
    return inner, at


def clip_cell(
    piece: Pieces,
    count: int,
    first: int,
    last: int,
    pair_polygon: Any,
    polygons: Polygons,
    outside: Any,
    other: Pieces,
    stack: Pieces,
    done: Pieces,
    pieces: int,
    cuts: int,
    cut_ends: Any,
) -> tuple[int, int]:
    """The number of pieces done, and of cuts, after the polygons of pairs ``first`` to ``last``.

    The piece that is given is the whole cell. `FULL` where there is no room.
    """
    waiting = 0
    k = first
    while True:
        alive = True
        while k < last and alive:
            q = pair_polygon[k]
            k += 1
            if misses_box(polygons, q, piece, count) or is_apart(polygons, q, piece, count):
                continue
            for s in range(polygons.starts[q], polygons.starts[q + 1]):
                least, most = measure(polygons, s, piece, count, outside)
                if least >= -ON:  # what is left touches the polygon from outside
                    break
                if most <= ON:
                    continue
                at = stack.end[waiting - 1] if waiting else 0
                if (
                    waiting >= len(stack.end)
                    or at + count + 2 > len(stack.x)
                    or count + 2 > len(piece.x)
                    or cuts >= len(cut_ends)
                ):
                    return FULL, cuts
                inner, end = split(piece, count, outside, other, stack, at, -1 - 2 * cuts)
                stack.end[waiting], stack.tag[waiting] = end, k
                waiting += 1
                cut_ends[cuts, 0], cut_ends[cuts, 1] = other.x[inner - 1], other.y[inner - 1]
                cut_ends[cuts, 2], cut_ends[cuts, 3] = other.x[0], other.y[0]
                cuts += 1
                piece, other, count = other, piece, inner
            else:
                alive = False
        at = done.end[pieces - 1] if pieces else 0
        if pieces >= len(done.end) or at + count > len(done.x):
            return FULL, cuts
        copy(done, at, piece, 0, count)
        done.end[pieces], done.tag[pieces] = at + count, -1 if alive else pair_polygon[k - 1]
        pieces += 1
        if waiting == 0:
            return pieces, cuts
        waiting -= 1
        at = stack.end[waiting - 1] if waiting else 0
        count, k = stack.end[waiting] - at, stack.tag[waiting]
        if count > len(piece.x):
            return FULL, cuts
        copy(piece, 0, stack, at, count)


def clip_cells(
    begin: int,
    cells: Any,
    pair_starts: Any,
    pair_polygon: Any,
    polygons: Polygons,
    corners: Any,
    corner_starts: Any,
    outside: Any,
    one: Pieces,
    other: Pieces,
    stack: Pieces,
    done: Pieces,
    done_starts: Any,
    pieces: int,
    cuts: int,
    cut_ends: Any,
) -> tuple[int, int, int]:
    """Cut ``cells`` from row ``begin`` on: how far that came, the number of pieces and of cuts.

    It stops before a cell for whose pieces there is no room. ``done_starts`` (n + 1,) gets the
    first piece of each cell; the tag of a piece is the polygon that it is dead of, or -1.
    """
    for row in range(begin, len(cells)):
        first = corner_starts[cells[row]]
        count = corner_starts[cells[row] + 1] - first
        if count > len(one.x):
            return row, pieces, cuts
        for i in range(count):
            one.x[i], one.y[i], one.z[i] = (
                corners[first + i, 0],
                corners[first + i, 1],
                corners[first + i, 2],
            )
            one.carrier[i] = first + i
        found, cut = clip_cell(
            one,
            count,
            pair_starts[row],
            pair_starts[row + 1],
            pair_polygon,
            polygons,
            outside,
            other,
            stack,
            done,
            pieces,
            cuts,
            cut_ends,
        )
        if found == FULL:
            return row, pieces, cuts
        pieces, cuts = found, cut
        done_starts[row + 1] = pieces
    return len(cells), pieces, cuts
