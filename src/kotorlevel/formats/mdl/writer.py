"""A model with another walkmesh → bytes: over the old arrays, or at the end of the files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.byteview import check_rows
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.mdl import tables
from kotorlevel.formats.mdl.reader import parse_model, sizes_of
from kotorlevel.formats.mdl.tables import START

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.formats.mdl.model import Model, ModelNode

_MOST = 0xFFFF
"""Vertices of a mesh; and one more than the faces that a neighbour's number can name."""

_MDX_START = 16
"""Rows of a mesh begin at a multiple of so many bytes in the MDX."""

_LAST_ROW = np.float32(1e7)
"""Behind the rows of a mesh stands one more, of three such numbers and zeros."""


@dataclass(frozen=True, eq=False)
class WalkmeshArrays:
    """The arrays of a walkmesh node: rows of `tables.FACES`, vertices (V, 3) and their MDX rows.

    ``tree`` are rows of `tables.TREE`, root first, with row numbers for children (-1: none), or
    None where it stays. ``header`` are fields of the mesh header that change.
    """

    faces: NDArray[Any]
    vertices: NDArray[np.float32]
    mdx_rows: NDArray[np.uint8]
    tree: NDArray[Any] | None
    header: dict[str, Any]


def mdx_rows(model: Model, node: ModelNode) -> NDArray[np.uint8]:
    """(V, bytes of a row) the rows of a mesh in the MDX.

    Raises `FormatError` where they are not there: without them a mesh cannot be written.
    """
    mesh = node.mesh
    assert mesh is not None
    row, start, count = (
        int(mesh.header["mdx_row"]),
        int(mesh.header["mdx_offset"]),
        len(mesh.vertices),
    )
    if not row or not count:
        return np.empty((count, row), np.uint8)
    if model.mdx is None:
        text = "the MDX is not here, and the walkmesh has vertices in it, too"
        raise FormatError(text, source=model.source)
    check_rows(len(model.mdx), row, count, start, "vertices", f"MDX of {model.source}")
    return np.frombuffer(model.mdx, np.uint8, row * count, start).reshape(count, row)


def with_walkmesh(model: Model, node: ModelNode, new: WalkmeshArrays) -> Model:
    """The model with other arrays in its walkmesh node; every other byte stays as it is.

    What has room is written over the old rows, the rest is put at the end. Raises `FormatError`
    for more vertices or faces than a model can hold.
    """
    for what, count in (("vertices", len(new.vertices)), ("faces", len(new.faces))):
        if count > _MOST:
            text = f"{count:,} {what} are too many: a mesh of a model has {_MOST:,} at most"
            raise FormatError(text, source=model.source, section=node.name)
    return _Writer(model, node).write(new)


class _Writer:
    """Changes one model. Offsets count from `START`, as in the file."""

    def __init__(self, model: Model, node: ModelNode) -> None:
        assert node.mesh is not None
        self.model, self.node, self.mesh = model, node, node.mesh
        self.data, self.mdx = bytearray(model.data), bytearray(model.mdx or b"")
        number = int.from_bytes(model.data[START : START + 4], "little")
        flags = np.array([node.flags])
        self.dtype = tables.VARIANTS[number].mesh.dtype
        self.at = node.offset - START + tables.NODE.dtype.itemsize
        self.at += int(sizes_of(flags, tables.SIZES_BEFORE_MESH)[0])
        self.pointer = self.at + self.dtype.itemsize
        self.pointer += int(sizes_of(flags, tables.SIZES_BEHIND_MESH)[0])

    def write(self, new: WalkmeshArrays) -> Model:
        header = self.mesh.header.copy()
        old_faces, old_vertices = len(self.mesh.faces), len(self.mesh.vertices)
        for name, value in new.header.items():
            header[name] = value
        if new.tree is not None:
            self._put_tree(new.tree)
        size = tables.FACES.dtype.itemsize
        header["faces"][0] = self._put(
            new.faces.tobytes(), int(header["faces"][0]), old_faces * size
        )
        header["faces"][1:] = len(new.faces)
        self._put_corners(header, new.faces["corners"])
        header["vertices"] = self._put(
            new.vertices.astype("<f4").tobytes(), int(header["vertices"]), old_vertices * 12
        )
        header["vertex_count"] = len(new.vertices)
        header["mdx_offset"] = self._put_rows(new.mdx_rows, old_vertices)
        self._set(self.at, header.tobytes())
        self._set_sizes()
        mdx = None if self.model.mdx is None else bytes(self.mdx)
        return parse_model(bytes(self.data), self.model.source, mdx)

    def _set(self, offset: int, data: bytes) -> None:
        self.data[offset + START : offset + START + len(data)] = data

    def _get(self, section: str, offset: int) -> int:
        """The number at ``offset``."""
        check_rows(len(self.data), 4, 1, offset + START, section, self.model.source)
        return int.from_bytes(self.data[offset + START : offset + START + 4], "little")

    def _put(self, new: bytes, offset: int, room: int) -> int:
        """Where ``new`` stands now: at ``offset`` where there is ``room``, else at the end."""
        if len(new) > room:
            self.data += bytes(-(len(self.data) - START) % 4)
            offset = len(self.data) - START
        self._set(offset, new)
        return offset

    def _put_corners(self, header: np.void, corners: NDArray[Any]) -> None:
        """The corners once more, as the graphics card gets them: a count, an offset, a list."""
        if not int(header["index_counts"][1]) or not int(header["index_offsets"][1]):
            return
        count_at, offset_at = int(header["index_counts"][0]), int(header["index_offsets"][0])
        count = self._get("corner count", count_at)
        offset = self._get("corner offset", offset_at)
        check_rows(len(self.data), 2, count, offset + START, "corners", self.model.source)
        offset = self._put(corners.astype("<u2").tobytes(), offset, 2 * count)
        self._set(count_at, corners.size.to_bytes(4, "little"))
        self._set(offset_at, offset.to_bytes(4, "little"))

    def _put_tree(self, tree: NDArray[Any]) -> None:
        size = tables.TREE.dtype.itemsize
        root = self._get("box tree", self.pointer)
        room = len(self.mesh.tree) * size if self._is_packed(root) else 0
        if len(tree) * size > room:
            self.data += bytes(-(len(self.data) - START) % 4)
            root = len(self.data) - START
        rows = tree.copy()
        rows["children"] = np.where(rows["children"] >= 0, root + rows["children"] * size, 0)
        self._set(root, rows.tobytes())
        self._set(self.pointer, (root if len(rows) else 0).to_bytes(4, "little"))

    def _is_packed(self, root: int) -> bool:
        """True where the rows of the old tree stand one behind the other: no others between."""
        size, count = tables.TREE.dtype.itemsize, len(self.mesh.tree)
        if not count or root + START + size * count > len(self.data):
            return False
        rows = np.frombuffer(bytes(self.data), tables.TREE.dtype, count, root + START)
        offsets = rows["children"][rows["children"] != 0].astype(np.int64)
        return np.array_equal(np.sort(offsets), root + size * np.arange(1, count))

    def _put_rows(self, rows: NDArray[np.uint8], old_count: int) -> int:
        """Where the rows of the MDX begin now. Behind them stands the last row, as before."""
        offset, row = int(self.mesh.header["mdx_offset"]), rows.shape[1]
        if not row or not len(rows):
            return offset
        end = offset + old_count * row
        last = bytes(self.mdx[end : end + row])
        if len(last) < 12 or not (np.frombuffer(last[:12], "<f4") == _LAST_ROW).all():
            last = b""
        data = rows.tobytes() + last
        if len(rows) > old_count:
            self.mdx += bytes(-len(self.mdx) % _MDX_START)
            offset = len(self.mdx)
        self.mdx[offset : offset + len(data)] = data
        return offset

    def _set_sizes(self) -> None:
        """The sizes of both files, in both headers, where they have changed."""
        fields = tables.MODEL.dtype.fields
        assert fields is not None
        if len(self.data) != len(self.model.data):
            self._set(4 - START, (len(self.data) - START).to_bytes(4, "little"))
        if len(self.mdx) != len(self.model.mdx or b""):
            for offset in (8 - START, fields["mdx_size"][1]):
                self._set(offset, len(self.mdx).to_bytes(4, "little"))
