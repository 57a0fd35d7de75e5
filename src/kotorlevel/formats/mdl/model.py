"""`Model`: a binary model as values: its nodes, where they are, and the meshes on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.remember import only_fields
from kotorlevel.core.resource import same_name
from kotorlevel.formats.mdl import tables
from kotorlevel.formats.mdl.transforms import world_matrices

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.errors import Problem
    from kotorlevel.core.types import Floats

_KINDS = {
    tables.WALKMESH: "walkmesh",
    tables.SKIN: "skin",
    tables.DANGLY: "dangly",
    tables.SABER: "saber",
    tables.MESH: "mesh",
    tables.LIGHT: "light",
    tables.EMITTER: "emitter",
    tables.CAMERA: "camera",
    tables.REFERENCE: "reference",
}
"""What a node is by the first of its flags in this order; a dummy has none of them."""

_NORMAL, _TEXTURE, _LIGHTMAP = 1, 3, 4
"""Rows of a mesh header's `mdx_columns`."""


@dataclass(frozen=True, eq=False)
class ModelMesh:
    """The mesh of a node, in the node's space. ``header`` is as it stands in the file.

    ``faces`` are rows of the table of faces, ``tree`` those of a walkmesh's box tree, root first,
    with row numbers for ``children`` (-1: none); others have an empty one.
    """

    header: np.void = field(repr=False)
    faces: NDArray[Any] = field(repr=False)
    vertices: NDArray[np.float32] = field(repr=False)
    tree: NDArray[Any] = field(repr=False)
    mdx: bytes = field(default=b"", repr=False)

    def __repr__(self) -> str:
        return f"<ModelMesh, {len(self.vertices):,} vertices, {len(self.faces):,} faces>"

    @property
    def corners(self) -> NDArray[np.uint16]:
        """Three rows of ``vertices`` for each face, (F, 3)."""
        found: NDArray[np.uint16] = self.faces["corners"]
        return found

    @property
    def materials(self) -> NDArray[np.uint32]:
        """The surface of each face, where the mesh is a walkmesh, (F,)."""
        found: NDArray[np.uint32] = self.faces["material"]
        return found

    @property
    def texture(self) -> str:
        """The name of its texture; empty for none."""
        return read_name(bytes(self.header["texture"]))

    @property
    def lightmap(self) -> str:
        """The name of its lightmap; empty for none."""
        return read_name(bytes(self.header["lightmap"]))

    @property
    def is_drawn(self) -> bool:
        """True where the game draws it."""
        return bool(self.header["renders"])

    @property
    def casts_shadow(self) -> bool:
        """True where it casts a shadow."""
        return bool(self.header["casts_shadow"])

    @cached_property
    def normals(self) -> NDArray[np.float32] | None:
        """The normal at each vertex, (V, 3), out of the MDX; None where it has none."""
        return self._column(_NORMAL, 3)

    @cached_property
    def texture_coordinates(self) -> NDArray[np.float32] | None:
        """Where on the texture each vertex is, (V, 2), out of the MDX; None where it has none."""
        return self._column(_TEXTURE, 2)

    @cached_property
    def lightmap_coordinates(self) -> NDArray[np.float32] | None:
        """Where on the lightmap each vertex is, (V, 2), out of the MDX; None where it has none."""
        return self._column(_LIGHTMAP, 2)

    def _column(self, which: int, width: int) -> NDArray[np.float32] | None:
        row, at = int(self.header["mdx_row"]), int(self.header["mdx_columns"][which])
        start = int(self.header["mdx_offset"])
        count = len(self.vertices)
        if not count or at < 0 or at + 4 * width > row or start + row * count > len(self.mdx):
            return None
        rows = np.ndarray((count, width), "<f4", self.mdx, start + at, (row, 4))
        return rows.astype(np.float32)


@dataclass(frozen=True, eq=False)
class ModelNode:
    """A node: ``index`` in the model's ``nodes``, ``parent`` the index of the one above it, or -1.

    ``kind`` is mesh, walkmesh, skin, dangly, saber, light, emitter, camera, reference or dummy.
    ``matrix`` (4, 4) leads from the node's space to that of the model; ``position`` and
    ``rotation`` (w, x, y, z) are relative to its parent. ``offset`` is its place in the file.
    """

    index: int
    name: str
    flags: int
    parent: int
    depth: int
    offset: int
    position: NDArray[np.float32] = field(repr=False)
    rotation: NDArray[np.float32] = field(repr=False)
    matrix: Floats = field(repr=False)
    mesh: ModelMesh | None = None

    @property
    def kind(self) -> str:
        """What it is."""
        return next((kind for flag, kind in _KINDS.items() if self.flags & flag), "dummy")

    @property
    def place(self) -> Floats:
        """Where it is in the model, (3,)."""
        place: Floats = self.matrix[:3, 3]
        return place

    def world_vertices(self) -> Floats:
        """The vertices of its mesh in the model's space, (V, 3); none without a mesh."""
        if self.mesh is None:
            return np.empty((0, 3))
        return self.mesh.vertices.astype(np.float64) @ self.matrix[:3, :3].T + self.place


@dataclass(frozen=True, eq=False)
class Model:
    """A model as it is stored, and its parts as values.

    ``data`` is the MDL, ``mdx`` the MDX (None where it was not at hand); what is written is these
    bytes. ``animations`` are their names, ``problems`` what is odd but can be read.
    """

    name: str
    game: tables.ModelGame
    supermodel: str
    nodes: tuple[ModelNode, ...] = field(repr=False)
    animations: tuple[str, ...] = field(repr=False)
    data: bytes = field(repr=False)
    mdx: bytes | None = field(repr=False)
    problems: tuple[Problem, ...] = ()
    source: str = field(default="", repr=False)

    __getstate__ = only_fields

    @property
    def walkmesh_node(self) -> ModelNode | None:
        """The node with the room's walkmesh, the first of them; None where there is none."""
        return next((node for node in self.nodes if node.flags & tables.WALKMESH), None)

    def find_node(self, name: str) -> ModelNode | None:
        """The first node of that name, in any case; None if there is none."""
        return next((node for node in self.nodes if same_name(node.name, name)), None)

    def to_bytes(self) -> bytes:
        """The MDL, byte for byte as it was read or made."""
        return self.data


def model_nodes(rows: NDArray[Any], flat: dict[str, Any]) -> tuple[ModelNode, ...]:
    """Nodes of their stored rows, and of what the reader found out about each of them."""
    matrices = world_matrices(rows["position"], rows["rotation"], flat["parent"], flat["depth"])
    return tuple(
        map(
            ModelNode,
            range(len(rows)),
            flat["name"],
            rows["flags"].tolist(),
            flat["parent"].tolist(),
            flat["depth"].tolist(),
            flat["offset"].tolist(),
            rows["position"],
            rows["rotation"],
            matrices,
            flat["mesh"],
        )
    )


def read_name(stored: bytes) -> str:
    """A name of fixed length as text; empty for ``NULL``."""
    text = stored.split(b"\0")[0].decode("cp1252", "replace")
    return "" if text.upper() == "NULL" else text
