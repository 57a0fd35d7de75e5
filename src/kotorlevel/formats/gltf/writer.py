"""`Drawing` → GLB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import printable
from kotorlevel.formats.axes import to_y_up
from kotorlevel.formats.colors import numbers_of, to_linear
from kotorlevel.formats.gltf.container import join_container
from kotorlevel.formats.gltf.placing import Placing
from kotorlevel.formats.gltf.transforms import is_mirrored, move_points_back
from kotorlevel.formats.triangulate import triangulate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.core.types import Floats
    from kotorlevel.formats.drawing import Drawing, Shape

_FLOAT, _SHORT, _INT = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963
_MOST_SHORT = 65_535
"""The largest number of 16 bits is kept free: it means something to graphics cards."""


def format_glb(drawing: Drawing) -> bytes:
    """The GLB of ``drawing``: the same bytes each time.

    A node with a mesh for each shape, one part of the mesh for each material; a node without for
    each mark, and for each parent that is named and is neither. Polygons are cut into triangles; a
    shape without any is a node without a mesh. Raises `FormatError` for a point that is not finite,
    a frame that flattens, parents that go in a circle.
    """
    placing = Placing(drawing)
    writer = _Writer(drawing)
    nodes = []
    for number, placed in enumerate(placing.nodes):
        node: dict[str, Any] = {"name": placed.name}
        if number < len(drawing.shapes):
            mesh = writer.add_mesh(drawing.shapes[number], placed.frame)
            node |= {} if mesh is None else {"mesh": mesh}
        node |= placed.transform
        node |= {"children": placed.children} if placed.children else {}
        nodes.append(node)
    scene: dict[str, Any] = {"nodes": placing.roots} if nodes else {}
    tables = {"nodes": nodes, **writer.tables()}
    document = {
        "asset": {"generator": "KotorLevel", "version": "2.0"},
        "scene": 0,
        "scenes": [scene],
        **{name: table for name, table in tables.items() if table},
    }
    return join_container(document, bytes(writer.binary))


class _Writer:
    """Meshes and materials as they are added, and the bytes that they lie in."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.binary = bytearray()
        self.meshes: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.materials: dict[str, int] = {}

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The lists of the document; some may be empty."""
        return {
            "meshes": self.meshes,
            "materials": [self._material(name) for name in self.materials],
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.binary)}] if self.binary else [],
        }

    def add_mesh(self, shape: Shape, frame: Floats) -> int | None:
        """The number of the shape's mesh; None where it has no triangles."""
        corners, materials, _ = triangulate(shape)
        if not len(corners):
            return None
        corners = corners[:, [0, 2, 1]] if is_mirrored(frame) else corners
        position = self._add_positions(shape, frame)
        kind = np.dtype("<u2" if len(shape.points) <= _MOST_SHORT else "<u4")
        primitives = []
        for material in np.unique(materials).tolist():
            rows = corners[materials == material].astype(kind)
            primitive: dict[str, Any] = {"attributes": {"POSITION": position}}
            primitive["indices"] = self._add_accessor(rows.reshape(-1, 1), _INDICES)
            if material >= 0:
                name = shape.material_names[material]
                primitive["material"] = self.materials.setdefault(name, len(self.materials))
            primitives.append(primitive)
        self.meshes.append({"name": shape.name, "primitives": primitives})
        return len(self.meshes) - 1

    def _add_positions(self, shape: Shape, frame: Floats) -> int:
        with np.errstate(over="ignore", invalid="ignore"):
            points = to_y_up(move_points_back(shape.points, frame)).astype("<f4")
        if not np.isfinite(points).all():
            text = "a point that is not finite or too large for 32-bit numbers"
            raise FormatError(text, section=f"object '{printable(shape.name)}'")
        number = self._add_accessor(points, _VERTICES)
        self.accessors[number] |= {
            "min": points.min(axis=0).tolist(),
            "max": points.max(axis=0).tolist(),
        }
        return number

    def _add_accessor(self, rows: NDArray[Any], target: int) -> int:
        """The number of an accessor to rows (N, width)."""
        start = len(self.binary)
        content = rows.tobytes()
        self.binary += content + bytes(-len(content) % 4)
        self.views.append(
            {"buffer": 0, "byteOffset": start, "byteLength": len(content), "target": target}
        )
        kinds = {"<f4": _FLOAT, "<u2": _SHORT, "<u4": _INT}
        self.accessors.append(
            {
                "bufferView": len(self.views) - 1,
                "componentType": kinds[rows.dtype.newbyteorder("<").str],
                "count": len(rows),
                "type": "VEC3" if rows.shape[1] == 3 else "SCALAR",
            }
        )
        return len(self.accessors) - 1

    def _material(self, name: str) -> dict[str, Any]:
        look: dict[str, Any] = {"metallicFactor": 0.0, "roughnessFactor": 1.0}
        color, alpha = self.drawing.colors.get(name), self.drawing.alphas.get(name, 1.0)
        if not 0 <= alpha <= 1:
            text = f"{alpha} is no opacity from 0 to 1"
            raise FormatError(text, section=f"material '{printable(name)}'")
        if color is not None or alpha < 1:
            linear = to_linear(numbers_of(color or "#ffffff", name))
            look["baseColorFactor"] = [*linear, float(alpha)]
        material = {"name": name, "pbrMetallicRoughness": look, "doubleSided": True}
        return material | ({"alphaMode": "BLEND"} if alpha < 1 else {})
