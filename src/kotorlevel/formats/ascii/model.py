"""An ASCII model as values: nodes with their place, and the geometry of the walkmeshes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from kotorlevel.core.errors import FormatError, Problem
from kotorlevel.core.types import Vector

if TYPE_CHECKING:
    from kotorlevel.formats.ascii.hierarchy import Hierarchy

AxisAngle = tuple[float, float, float, float]
Dialect = Literal["engine", "model", "pykotor"]

NO_TURN: AxisAngle = (1.0, 0.0, 0.0, 0.0)
PLAIN_EXTRA = (1, 0, 0, 0)
"""Smoothing mask and texture vertices of a face that has none."""
EXTRA_COLUMNS = len(PLAIN_EXTRA)
TREE_COLUMNS = 7
LINK_COLUMNS = 2


def _empty(dtype: Any, *shape: int) -> Callable[[], NDArray[Any]]:
    """A factory of one shared, read-only, empty array: a model has many nodes without geometry."""
    array = np.empty(shape, dtype)
    array.flags.writeable = False
    return lambda: array


@dataclass(frozen=True, eq=False, slots=True)
class AsciiNode:
    """One node. Arrays are read-only; shapes: V vertices, F faces.

    ``position`` in metres and ``orientation`` (axis x, y, z and an angle in radians) are relative
    to the parent; a zero axis means no turn. ``vertices`` (V, 3) are the numbers as written, in
    whichever space the file keeps them. ``faces`` (F, 3) are rows of ``vertices``, ``materials``
    (F,) the last integer of each face, and ``extra`` (F, 4) the four between: smoothing mask and
    texture vertices, or what PyKotor puts there. Where ``extra`` is left out, it is plain.

    ``tree`` (N, 7) holds the box tree lines (lower corner, upper corner, face or -1), None when
    there are none. ``roomlinks`` (K, 2) are pairs of edge and room. ``line`` is the node's first
    line in the file, 0 when it comes from none.
    """

    kind: str
    name: str = ""
    parent: str | None = None
    position: Vector = (0.0, 0.0, 0.0)
    orientation: AxisAngle = NO_TURN
    vertices: NDArray[np.float64] = field(default_factory=_empty(np.float64, 0, 3), repr=False)
    faces: NDArray[np.int64] = field(default_factory=_empty(np.int64, 0, 3), repr=False)
    materials: NDArray[np.int64] = field(default_factory=_empty(np.int64, 0), repr=False)
    extra: NDArray[np.int64] = field(default_factory=_empty(np.int64, 0, EXTRA_COLUMNS), repr=False)
    tree: NDArray[np.float64] | None = field(default=None, repr=False)
    roomlinks: NDArray[np.int64] = field(
        default_factory=_empty(np.int64, 0, LINK_COLUMNS), repr=False
    )
    line: int = 0

    def __post_init__(self) -> None:
        count = len(self.faces)
        if len(self.extra) == 0 < count:
            self._set("extra", np.full((count, EXTRA_COLUMNS), PLAIN_EXTRA, np.int64))
        self._set("vertices", _rows("vertices", self.vertices, np.float64, 3))
        self._set("faces", _rows("faces", self.faces, np.int64, 3))
        self._set("materials", _rows("materials", self.materials, np.int64))
        self._set("extra", _rows("extra", self.extra, np.int64, EXTRA_COLUMNS))
        self._set("roomlinks", _rows("roomlinks", self.roomlinks, np.int64, LINK_COLUMNS))
        if self.tree is not None:
            self._set("tree", _rows("tree", self.tree, np.float64, TREE_COLUMNS))
        for name in ("materials", "extra"):
            if (found := len(getattr(self, name))) != count:
                raise FormatError(f"{found:,} rows for {count:,} faces", section=name)

    def _set(self, name: str, value: NDArray[Any]) -> None:
        object.__setattr__(self, name, value)  # the way to set a field while a frozen one is made

    @property
    def has_geometry(self) -> bool:
        """True when the node has vertices or faces."""
        return len(self.vertices) > 0 or len(self.faces) > 0


@dataclass(frozen=True, eq=False)
class AsciiModel:
    """The nodes of one file, in its order.

    ``dialect`` says who wrote it (see the package). ``complete`` is True for a whole model
    (``newmodel``), whose vertices are local to their nodes, and False for a walkmesh alone.
    ``layout_position`` is the room's place in the layout, None when the file does not say.
    """

    nodes: tuple[AsciiNode, ...] = ()
    model_name: str = ""
    layout_position: Vector | None = None
    dialect: Dialect = "model"
    complete: bool = False
    problems: tuple[Problem, ...] = field(default=(), repr=False)
    source: str = ""

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """The nodes by name and place: made once, when it is first asked."""
        from kotorlevel.formats.ascii.hierarchy import Hierarchy

        return Hierarchy(self.nodes, self.source)


def _rows(name: str, value: Any, dtype: Any, *columns: int) -> NDArray[Any]:
    """``value`` as a read-only array (n, *columns); the same object if it is one already."""
    try:
        array = np.asarray(value)
        if array.dtype != dtype:
            array = array.astype(dtype, casting="same_kind" if array.size else "unsafe")
    except (ValueError, TypeError, OverflowError) as error:
        raise FormatError(str(error), section=name) from None
    if array.size == 0 and array.ndim <= 1 + len(columns) and array.shape != (0, *columns):
        array = array.reshape(0, *columns)
    if array.ndim != 1 + len(columns) or array.shape[1:] != columns:
        raise FormatError(f"shape {array.shape}, expected (n, *{columns})", section=name)
    if array.flags.writeable:
        array = array.copy()
        array.flags.writeable = False
    return array
