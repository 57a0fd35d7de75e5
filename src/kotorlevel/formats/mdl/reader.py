"""Bytes → `Model`: headers gathered a level of the tree at a time, every offset checked first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.byteview import ByteView, check_rows
from kotorlevel.core.errors import Problem
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import describe_start
from kotorlevel.formats.mdl import tables
from kotorlevel.formats.mdl.model import Model, ModelMesh, model_nodes, read_name
from kotorlevel.formats.mdl.tables import START

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Ints

_NO_TREE = np.empty(0, tables.TREE.dtype)
_OFFSET = np.dtype("<u4")
_VERTEX = np.dtype(("<f4", (3,)))


def read_model(source: Source, mdx: Source | None = None) -> Model:
    """The model in ``source``, with the MDX beside it where ``source`` is a path.

    The MDX holds normals and texture coordinates; everything else is in the MDL::

        model = kl.read_model("m55aa_02.mdl")
        [node.name for node in model.nodes if node.kind == "light"]

    Raises `FormatError` where something lies outside of the file.
    """
    data, name = load_source(source)
    if mdx is not None:
        return parse_model(data, name, load_source(mdx).data)
    return parse_with_mdx(data, name)


def parse_with_mdx(data: bytes, source: str = "") -> Model:
    """The model in ``data`` with the MDX that lies beside the file ``source``, if there is one."""
    mdx = find_beside(Path(source), ".mdx") if source else None
    return parse_model(data, source, None if mdx is None else load_source(mdx).data)


def find_beside(path: Path, ending: str) -> Path | None:
    """The file of the same name with another ending, in any case; None where there is none."""
    if (usual := path.with_suffix(ending)).is_file():
        return usual
    wanted = (path.stem + ending).lower()
    try:
        found = sorted(each for each in path.parent.iterdir() if each.name.lower() == wanted)
        return next(iter(found), None)
    except OSError:
        return None


def is_model(data: bytes) -> bool:
    """Whether ``data`` begins as a binary model does: with four zeros, and a size behind them."""
    return data[:4] == bytes(4) and len(data) > START


def parse_model(data: bytes, source: str = "", mdx: bytes | None = None) -> Model:
    """The model in ``data``; ``source`` names it in errors."""
    return _Reader(data, source, mdx).read()


class _Reader:
    """Reads one model. Offsets of the file count from `START`, and so do those here."""

    def __init__(self, data: bytes, source: str, mdx: bytes | None) -> None:
        self.data, self.source, self.mdx = data, source, mdx
        self.view = ByteView(data, source)
        self.problems: list[Problem] = []

    def read(self) -> Model:
        self._check_start()
        header = self.view.array("model header", tables.MODEL.dtype, 1, START)[0]
        number = int(header["functions"][0])
        if number not in tables.VARIANTS:
            text = f"function number {number:,} belongs to no known build of either game"
            raise self.view.error(text, "model header", START)
        self.variant = tables.VARIANTS[number]
        self.names = self._texts("names", header["names"])
        rows, offsets, parents, depths = self._nodes(int(header["root"]))
        flat = {
            "name": self._node_names(rows["name"], offsets),
            "parent": parents,
            "depth": depths,
            "offset": offsets + START,
            "mesh": self._meshes(rows["flags"], offsets),
        }
        return Model(
            name=read_name(bytes(header["name"])),
            game=self.variant.game,
            supermodel=read_name(bytes(header["supermodel"])),
            nodes=model_nodes(rows, flat),
            animations=self._animations(header["animations"]),
            data=self.data,
            mdx=self.mdx,
            problems=tuple(self.problems),
            source=self.source,
        )

    def _check_start(self) -> None:
        if not self.data:
            raise self.view.error("the file is empty", "file header", 0)
        if self.data[:4] != b"\0\0\0\0":
            text = f"this is no binary model: {describe_start(self.data)}, not with four zeros"
            raise self.view.error(text, "file header", 0)
        header = self.view.array("file header", tables.FILE.dtype, 1, 0)[0]
        for what, told, there in (
            ("model", int(header["model_size"]), len(self.data) - START),
            ("mdx", int(header["mdx_size"]), None if self.mdx is None else len(self.mdx)),
        ):
            if there is not None and told != there:
                text = f"the {what.upper()} has {there:,} bytes, the header says {told:,}"
                self.problems.append(Problem(text, "file header", 4, code=f"{what}-size"))

    def _texts(self, section: str, array: NDArray[Any]) -> tuple[str, ...]:
        """The texts whose offsets are listed."""
        offsets = self._rows(section, _OFFSET, array).tolist()
        if offsets and max(offsets) + START >= len(self.data):
            raise self.view.error("a name lies behind the end of the file", section, max(offsets))
        found = []
        for offset in offsets:
            # Names of nodes have 31 letters at most; the rest is for models of careless tools.
            raw = self.data[offset + START : offset + START + 256]
            if b"\0" not in raw:
                raise self.view.error("a name has no end", section, offset + START)
            found.append(raw[: raw.index(b"\0")].decode("cp1252", "replace"))
        return tuple(found)

    def _nodes(self, root: int) -> tuple[NDArray[Any], Ints, Ints, Ints]:
        """All nodes level by level: stored rows, offsets, parents and depths, a parent first."""
        rows: list[NDArray[Any]] = []
        offsets = np.array([root])
        parents = np.array([-1])
        flat: list[tuple[Ints, Ints]] = []
        seen: set[int] = set()
        count = 0
        while len(offsets):
            level = self._gather("nodes", tables.NODE.dtype, offsets)
            before = len(seen)
            seen.update(offsets.tolist())
            if len(seen) != before + len(offsets):
                text = "a node hangs below two others, or below itself"
                raise self.view.error(text, "nodes", int(offsets[0]) + START)
            rows.append(level)
            flat.append((offsets, parents))
            own = np.arange(count, count + len(level))
            count += len(level)
            starts, counts = level["children"][:, 0].astype(np.int64), level["children"][:, 1]
            offsets = self._runs("children", _OFFSET, starts, counts).astype(np.int64)
            parents = np.repeat(own, counts)
        depths = np.repeat(np.arange(len(rows)), [len(level) for level in rows])
        stored = np.concatenate(rows)
        for field in ("position", "rotation"):
            if not np.isfinite(stored[field]).all():
                row = int(np.flatnonzero(~np.isfinite(stored[field]).all(axis=1))[0])
                place = int(np.concatenate([each for each, _ in flat])[row]) + START
                raise self.view.error(f"the {field} of a node is no number", "nodes", place)
        return (
            stored,
            np.concatenate([each for each, _ in flat]),
            np.concatenate([each for _, each in flat]),
            depths,
        )

    def _node_names(self, numbers: NDArray[Any], offsets: Ints) -> list[str]:
        wrong = np.flatnonzero(numbers >= len(self.names))
        if len(wrong):
            text = f"name {numbers[wrong[0]]}, but there are only {len(self.names)} names"
            raise self.view.error(text, "nodes", int(offsets[wrong[0]]) + START)
        return [self.names[number] for number in numbers.tolist()]

    def _meshes(self, flags: NDArray[Any], offsets: Ints) -> list[ModelMesh | None]:
        """The mesh of each node, None where it has none."""
        have = (flags & tables.MESH) > 0
        found: list[ModelMesh | None] = [None] * len(flags)
        starts = offsets + tables.NODE.dtype.itemsize + sizes_of(flags, tables.SIZES_BEFORE_MESH)
        headers = self._gather("mesh headers", self.variant.mesh.dtype, starts[have])
        self._refuse_console(headers, starts[have])
        behind = starts + self.variant.mesh.dtype.itemsize
        behind += sizes_of(flags, tables.SIZES_BEHIND_MESH)
        faces, vertices = self._faces(headers), self._vertices(headers)
        self._check_corners(headers, faces)
        last_face = np.cumsum(headers["faces"][:, 1], dtype=np.int64).tolist()
        last_vertex = np.cumsum(headers["vertex_count"], dtype=np.int64).tolist()
        face = vertex = 0
        mdx = self.mdx or b""
        for row, node in enumerate(np.flatnonzero(have).tolist()):
            own = faces[face : last_face[row]]
            tree = (
                self._tree(int(behind[node]), len(own))
                if flags[node] & tables.WALKMESH
                else _NO_TREE
            )
            points = vertices[vertex : last_vertex[row]]
            found[node] = ModelMesh(headers[row], own, points, tree, mdx)
            face, vertex = last_face[row], last_vertex[row]
        return found

    def _refuse_console(self, headers: NDArray[Any], starts: Ints) -> None:
        """The Xbox leaves the last field of a mesh header out; the faces then follow at once."""
        size = self.variant.mesh.dtype.itemsize
        if self.variant.is_console and (headers["faces"][:, 0] == starts + size - 4).any():
            text = "this is a model of the Xbox, which keeps its vertices in another form"
            raise self.view.error(text, "mesh headers", int(starts[0]) + START)

    def _faces(self, headers: NDArray[Any]) -> NDArray[Any]:
        """The faces of all meshes, one after the other."""
        starts, counts = headers["faces"][:, 0].astype(np.int64), headers["faces"][:, 1]
        return self._runs("faces", tables.FACES.dtype, starts, counts)

    def _vertices(self, headers: NDArray[Any]) -> NDArray[np.float32]:
        """The vertices of all meshes, one after the other, (V, 3)."""
        starts, counts = headers["vertices"].astype(np.int64), headers["vertex_count"]
        vertices = self._runs("vertices", _VERTEX, starts, counts)
        if not np.isfinite(vertices).all():
            wrong = int(np.flatnonzero(~np.isfinite(vertices).all(axis=1))[0])
            place = _place_of(wrong, starts, counts, _VERTEX.itemsize)
            raise self.view.error("a vertex is no number", "vertices", place)
        return vertices.astype(np.float32, copy=False)

    def _check_corners(self, headers: NDArray[Any], faces: NDArray[Any]) -> None:
        counts = headers["faces"][:, 1]
        limit = np.repeat(headers["vertex_count"], counts)
        wrong = np.flatnonzero((faces["corners"] >= limit[:, None]).any(axis=1))
        if len(wrong):
            size = tables.FACES.dtype.itemsize
            place = _place_of(int(wrong[0]), headers["faces"][:, 0], counts, size)
            text = f"a face names vertex {int(faces['corners'][wrong[0]].max())}"
            text = f"{text}, but its mesh has only {int(limit[wrong[0]])}"
            raise self.view.error(text, "faces", place)

    def _tree(self, pointer: int, faces: int) -> NDArray[Any]:
        """A walkmesh's box tree, root first, level by level, with row numbers for children."""
        root = int(self._gather("box tree", _OFFSET, np.array([pointer]))[0])
        if not root:
            return _NO_TREE
        offsets, levels, count = np.array([root]), [], 0
        while len(offsets):
            count += len(offsets)
            if count > max(4 * faces, 1):
                text = f"it has more than {count - len(offsets):,} boxes for {faces:,} faces"
                raise self.view.error(
                    f"{text}, or goes round in a circle", "box tree", root + START
                )
            level = self._gather("box tree", tables.TREE.dtype, offsets).copy()
            below = level["children"].astype(np.int64).reshape(-1)
            has = below != 0
            numbers = np.full(len(below), -1)
            numbers[has] = np.arange(count, count + has.sum())
            level["children"] = numbers.reshape(-1, 2)
            levels.append(level)
            offsets = below[has]
        tree = np.concatenate(levels)
        wrong = np.flatnonzero((tree["face"] < -1) | (tree["face"] >= faces))
        if len(wrong):
            text = f"a box holds face {tree['face'][wrong[0]]}, there are {faces:,}"
            raise self.view.error(text, "box tree", root + START)
        return tree

    def _animations(self, array: NDArray[Any]) -> tuple[str, ...]:
        """The names of the animations."""
        offsets = self._rows("animations", _OFFSET, array).astype(np.int64)
        names = self._gather("animations", np.dtype("S32"), offsets + 8)
        return tuple(read_name(name) for name in names.tolist())

    def _rows(self, section: str, dtype: np.dtype[Any], array: NDArray[Any]) -> NDArray[Any]:
        """The rows of an array that a header names."""
        return self.view.array(section, dtype, int(array[1]), int(array[0]) + START)

    def _runs(
        self, section: str, dtype: np.dtype[Any], starts: Ints, counts: NDArray[Any]
    ) -> NDArray[Any]:
        """The rows of several arrays, one after the other."""
        self._check_rows(section, starts, counts, dtype.itemsize)
        first = starts + START
        ends = first + counts.astype(np.int64) * dtype.itemsize
        pairs = zip(first.tolist(), ends.tolist(), strict=True)
        whole = memoryview(self.data)
        return np.frombuffer(b"".join([whole[a:b] for a, b in pairs]), dtype)

    def _check_rows(self, section: str, starts: Ints, counts: NDArray[Any], size: int) -> None:
        """Refuse rows outside of the file, and more of them than there is room for."""
        ends = starts + counts.astype(np.int64) * size
        wrong = np.flatnonzero((counts > 0) & (ends + START > len(self.data)))
        if len(wrong):
            first = int(wrong[0])
            start = int(starts[first]) + START
            check_rows(len(self.data), size, int(counts[first]), start, section, self.source)
        total = int(counts.sum(dtype=np.int64))
        if total * size > len(self.data):
            text = f"{total:,} rows of {size} bytes in all: some are used twice"
            raise self.view.error(text, section, int(starts[0]) + START)

    def _gather(self, section: str, dtype: np.dtype[Any], offsets: Ints) -> NDArray[Any]:
        """The rows of ``dtype`` at ``offsets``, one after the other."""
        size = dtype.itemsize
        if not len(offsets):
            return np.empty(0, dtype)
        for offset in (int(offsets.max()), int(offsets.min())):
            check_rows(len(self.data), size, 1, offset + START, section, self.source)
        # A row may begin at any byte: overlapping windows of which the wanted ones are taken.
        windows = np.ndarray(len(self.data) - size + 1, f"V{size}", self.data, 0, (1,))
        rows = windows[offsets + START]
        rows.flags.writeable = False
        return np.frombuffer(rows, dtype)


def _place_of(row: int, starts: NDArray[Any], counts: NDArray[Any], size: int) -> int:
    """Where in the file a row of several arrays is that were put one after the other."""
    ends = np.cumsum(counts, dtype=np.int64)
    which = int(np.searchsorted(ends, row, "right"))
    return int(starts[which]) + START + (row - int(ends[which] - counts[which])) * size


def sizes_of(flags: NDArray[Any], sizes: dict[int, int]) -> Ints:
    """How many bytes the parts that the flags name take up together, for each node."""
    total = np.zeros(len(flags), np.int64)
    for flag, size in sizes.items():
        total += ((flags & flag) > 0) * size
    return total
