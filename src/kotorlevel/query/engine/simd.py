"""`kernels.lanes` in the processor's own way: eight float32 at once, as LLVM writes them.

Numba would take eight single steps where it knows that there are eight. Only `compiled` imports
this, as it needs Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import njit, types
from numba.core import cgutils as _cgutils
from numba.extending import intrinsic
from numba.np.numpy_support import carray

from kotorlevel.query.engine.bvh import WIDTH, Bvh
from kotorlevel.query.engine.grid import Grid

NODE_ROWS, LEAF_ROWS, FLOOR_ROWS = 7, 10, 7
"""Rows of eight numbers in `Bvh.boxes`, `Bvh.corners` and `FloorBlocks.places`."""
CORNERS = 9
"""Numbers in a row of `Grid.corners`."""

_write: Any = _cgutils
_I1, _I8, _I32, _I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))
_LANES = ir.VectorType(ir.FloatType(), WIDTH)
_NONE = ir.Constant(_LANES, ir.Undefined)
_ALL_FIRST = ir.Constant(ir.VectorType(_I32, WIDTH), [0] * WIDTH)


class _Lanes:
    """Writes what is to be done with eight numbers at once."""

    def __init__(self, builder: Any) -> None:
        self.builder = builder

    def splat(self, value: Any) -> Any:
        """The same number eight times."""
        one = self.builder.insert_element(_NONE, value, ir.Constant(_I32, 0))
        return self.builder.shuffle_vector(one, _NONE, _ALL_FIRST)

    def constant(self, value: float) -> Any:
        return ir.Constant(_LANES, [value] * WIDTH)

    def row(self, data: Any, start: Any, row: Any) -> Any:
        """The row of eight numbers of an array, from its number ``start`` on."""
        at = self.builder.add(start, self.builder.mul(row, ir.Constant(_I64, WIDTH)))
        place = self.builder.bitcast(self.builder.gep(data, [at]), _LANES.as_pointer())
        loaded = self.builder.load(place)
        loaded.align = 4
        return loaded

    def store(self, lanes: Any, data: Any) -> None:
        self.builder.store(lanes, self.builder.bitcast(data, _LANES.as_pointer())).align = 4

    def times_plus(self, a: Any, b: Any, c: Any) -> Any:
        """``a * b + c``, rounded once where the processor can."""
        kind = ir.FunctionType(_LANES, [_LANES] * 3)
        name = f"llvm.fmuladd.v{WIDTH}f32"
        function = _write.get_or_insert_function(self.builder.module, kind, name)
        return self.builder.call(function, [a, b, c])

    def most(self, first: Any, *others: Any) -> Any:
        for other in others:
            first = self.builder.select(self.builder.fcmp_ordered(">", first, other), first, other)
        return first

    def least(self, first: Any, *others: Any) -> Any:
        for other in others:
            first = self.builder.select(self.builder.fcmp_ordered("<", first, other), first, other)
        return first

    def size(self, value: Any) -> Any:
        return self.most(value, self.builder.fneg(value))

    def mask(self, truth: Any) -> Any:
        """Eight answers as the bits of a number."""
        return self.builder.zext(self.builder.bitcast(truth, _I8), _I64)


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


@intrinsic
def enter_boxes(
    _typing: Any,
    boxes: Any,
    node: Any,
    near_x: Any,
    near_y: Any,
    near_z: Any,
    per_x: Any,
    per_y: Any,
    per_z: Any,
    to_x: Any,
    to_y: Any,
    to_z: Any,
    from_x: Any,
    from_y: Any,
    from_z: Any,
    end: Any,
    near: Any,
) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del node, near_x, near_y, near_z, per_x, per_y, per_z
    del to_x, to_y, to_z, from_x, from_y, from_z, end
    numbers = [types.int64] * 4 + [types.float32] * 10

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        lanes = _Lanes(builder)
        data = _data(context, builder, signature.args[0], given[0])
        start = builder.mul(given[1], ir.Constant(_I64, NODE_ROWS * WIDTH))
        first = given[2:5]
        last = [builder.sub(ir.Constant(_I64, 3 + 2 * k), first[k]) for k in range(3)]
        *others, limit = (lanes.splat(value) for value in given[5:15])
        per, to, back = others[:3], others[3:6], others[6:9]
        enter = [
            lanes.times_plus(lanes.row(data, start, first[k]), per[k], to[k]) for k in range(3)
        ]
        leave = [
            lanes.times_plus(lanes.row(data, start, last[k]), per[k], back[k]) for k in range(3)
        ]
        entry = lanes.most(lanes.most(enter[0], enter[1]), lanes.most(enter[2], lanes.constant(0)))
        leaving = lanes.least(lanes.least(leave[0], leave[1]), lanes.least(leave[2], limit))
        lanes.store(entry, _data(context, builder, signature.args[15], given[15]))
        return lanes.mask(builder.fcmp_ordered("<=", entry, leaving))

    return types.int64(boxes, *numbers, near), write


@intrinsic
def graze_faces(
    _typing: Any,
    corners: Any,
    leaf: Any,
    a: Any,
    b: Any,
    c: Any,
    at_a: Any,
    at_b: Any,
    at_c: Any,
    back_a: Any,
    back_b: Any,
    noise: Any,
) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del leaf, a, b, c, at_a, at_b, at_c, back_a, back_b, noise
    numbers = [types.int64] * 4 + [types.float32] * 6

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        lanes = _Lanes(builder)
        data = _data(context, builder, signature.args[0], given[0])
        start = builder.mul(given[1], ir.Constant(_I64, LEAF_ROWS * WIDTH))
        at_a, at_b, at_c, back_a, back_b, noise = (lanes.splat(value) for value in given[5:])

        def place(axis: Any, corner: int, at: Any) -> Any:
            row = builder.add(axis, ir.Constant(_I64, corner))
            return builder.fsub(lanes.row(data, start, row), at)

        x, y = [], []
        for corner in (0, 3, 6):
            z = place(given[4], corner, at_c)
            x.append(lanes.times_plus(back_a, z, place(given[2], corner, at_a)))
            y.append(lanes.times_plus(back_b, z, place(given[3], corner, at_b)))
        return lanes.mask(_around(lanes, x, y, noise))

    return types.int64(corners, *numbers), write


def _around(lanes: _Lanes, x: list[Any], y: list[Any], noise: Any) -> Any:
    """Whether three corners could have the origin between them, each being ``noise`` uncertain."""
    builder = lanes.builder

    def between(i: int, j: int) -> Any:
        return lanes.times_plus(x[i], y[j], builder.fneg(builder.fmul(y[i], x[j])))

    u, v, w = between(2, 1), between(0, 2), between(1, 0)
    size = lanes.most(*(lanes.size(value) for value in x + y))
    slack = builder.fmul(builder.fmul(noise, lanes.constant(8.0)), builder.fadd(size, noise))
    above = builder.fcmp_ordered(">=", lanes.least(u, v, w), builder.fneg(slack))
    below = builder.fcmp_ordered("<=", lanes.most(u, v, w), slack)
    return builder.or_(above, below)


@intrinsic
def graze_plan(
    _typing: Any, places: Any, block: Any, x: Any, y: Any, noise: Any
) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del block, x, y, noise

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        lanes = _Lanes(builder)
        data = _data(context, builder, signature.args[0], given[0])
        start = builder.mul(given[1], ir.Constant(_I64, FLOOR_ROWS * WIDTH))
        at_x, at_y, noise = (lanes.splat(value) for value in given[2:])

        def row(number: int, at: Any) -> Any:
            return builder.fsub(lanes.row(data, start, ir.Constant(_I64, number)), at)

        around = _around(
            lanes, [row(k, at_x) for k in (0, 2, 4)], [row(k, at_y) for k in (1, 3, 5)], noise
        )
        return lanes.mask(around)

    single = types.float32
    return types.int64(places, types.int64, single, single, single), write


@intrinsic
def prefetch_places(_typing: Any, places: Any, block: Any) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del block
    return types.void(places, types.int64), _fetch(FLOOR_ROWS * WIDTH)


@intrinsic
def prefetch_corners(_typing: Any, corners: Any, face: Any) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del face
    return types.void(corners, types.int64), _fetch(CORNERS)


def _fetch(size: int) -> Callable[..., Any]:
    """Fetches a row of ``size`` float32 of an array, which is given with the number of the row."""

    def write(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        data = _data(context, builder, signature.args[0], given[0])
        start = builder.mul(given[1], ir.Constant(_I64, size))
        byte, flags = _I8.as_pointer(), [_I32] * 3
        kind = ir.FunctionType(ir.VoidType(), [byte, *flags])
        fetch = _write.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # Each line of 64 bytes that the row has a part in, to read it, to be kept near.
        for number in sorted({*range(0, size, 16), size - 1}):
            place = builder.gep(data, [builder.add(start, ir.Constant(_I64, number))])
            how = [ir.Constant(_I32, 0), ir.Constant(_I32, 3), ir.Constant(_I32, 1)]
            builder.call(fetch, [builder.bitcast(place, byte), *how])
        return context.get_dummy_value()

    return write


@intrinsic
def _pointer(_typing: Any, address: Any) -> tuple[Any, Callable[..., Any]]:
    """The place in memory with this number."""
    del address

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.inttoptr(given[0], _I8.as_pointer())

    return types.voidptr(types.int64), write


_at: Any = _pointer


def make_handle(columns: Bvh | Grid) -> Any:
    """Where the arrays of a tree or grid are and how long, and its numbers, in one array.

    They must be kept as long as it is used. Numbers that are none of counts are kept by their bits.
    """
    parts: list[int] = []
    for column in columns:
        if isinstance(column, np.ndarray):
            parts += [column.ctypes.data, len(column)]
        elif isinstance(column, float):
            parts.append(int(np.float64(column).view(np.int64)))
        else:
            parts.append(column)
    return np.array(parts, np.int64)


@njit(inline="always")
def tree_at(handle: Any) -> Any:
    """As in `kernels.lanes`."""
    boxes = carray(_at(handle[0]), (handle[1], NODE_ROWS, WIDTH), np.float32)
    first = carray(_at(handle[2]), (handle[3],), np.int32)
    corners = carray(_at(handle[4]), (handle[5], LEAF_ROWS, WIDTH), np.float32)
    faces = carray(_at(handle[6]), (handle[7], WIDTH), np.int32)
    return Bvh(boxes, first, corners, faces, handle[8], handle[9])


@njit(inline="always")
def grid_at(handle: Any) -> Any:
    """As in `kernels.lanes`."""
    place = handle[:6].view(np.float64)
    starts = carray(_at(handle[7]), (handle[8],), np.int32)
    faces = carray(_at(handle[9]), (handle[10],), np.int32)
    corners = carray(_at(handle[11]), (handle[12], CORNERS), np.float32)
    bounds = place[0], place[1], place[2], place[3], place[4], place[5]
    return Grid(*bounds, handle[6], starts, faces, corners)


@intrinsic
def lowest_bit(_typing: Any, mask: Any) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del mask

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.cttz(given[0], ir.Constant(_I1, 1))

    return types.int64(types.int64), write


@intrinsic
def float_bits(_typing: Any, value: Any) -> tuple[Any, Callable[..., Any]]:
    """As in `kernels.lanes`."""
    del value

    def write(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.zext(builder.bitcast(given[0], _I32), _I64)

    return types.int64(types.float32), write
