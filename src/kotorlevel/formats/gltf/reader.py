"""glTF → `Drawing`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of
from kotorlevel.formats.beside import load_beside
from kotorlevel.formats.colors import from_linear, hex_of
from kotorlevel.formats.drawing import Drawing, Mark, Shape
from kotorlevel.formats.gltf.accessors import COMPRESSED, Accessors
from kotorlevel.formats.gltf.container import open_container
from kotorlevel.formats.gltf.document import Document, Item
from kotorlevel.formats.gltf.meshes import Mesh, Meshes
from kotorlevel.formats.gltf.nodes import Node, find_nodes
from kotorlevel.formats.gltf.transforms import (
    NO_TURN,
    find_rotation,
    is_flat,
    is_mirrored,
    move_points,
)

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_")
"""How extensions begin that only change how a surface looks."""

_KNOWN = (
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_animation_pointer",
    "KHR_xmp_json_ld",
)
_UNTURNED = np.eye(3)
_NOWHERE_ELSE = np.eye(4).tolist()
_LARGEST = float(np.finfo(np.float32).max)


def read_gltf(source: Source) -> Drawing:
    """The drawing in a GLB or a ``.gltf``, whose buffers may be in files beside it.

    Raises `FormatError` where it cannot be read.
    """
    data, name = load_source(source)
    is_path = isinstance(source, (str, os.PathLike))
    return parse_gltf(data, name, load_beside(Path(name).parent) if is_path else None)


def parse_gltf(
    data: bytes, source: str = "", load_buffer: Callable[[str], bytes] | None = None
) -> Drawing:
    """The drawing in the bytes of a GLB or a ``.gltf``; ``source`` is what errors call it.

    ``load_buffer`` gives the bytes of a file beside it by its name, and raises `FormatError` where
    there is none.
    """
    container = open_container(data, source)
    document = Document(container.document, source)
    _check_version(document)
    accessors = Accessors(document, container.binary, load_buffer)
    meshes = Meshes(document, accessors, len(data))
    remarks: Counter[str] = Counter()
    joints = _find_joints(document)
    shapes, marks = [], []
    for node in find_nodes(document):
        if "mesh" in node.item:
            mesh = meshes.get(document.integer(node.item, "mesh", node.place), node.place)
            shapes.append(_make_shape(document, node, mesh))
        elif kind := _what_is_no_mark(document, node, joints):
            remarks[kind] += 1
        else:
            marks.append(_make_mark(node))
    for name, kind in (("skins", "skin"), ("animations", "animation")):
        remarks[kind] += len(document.items(name))
    remarks.update(meshes.remarks)
    colors, alphas = _find_looks(document)
    texts = tuple(f"{_count(remarks[kind], kind)} left out" for kind in remarks if remarks[kind])
    return Drawing(tuple(shapes), tuple(marks), colors, alphas, texts, source)


def _count(number: int, kind: str) -> str:
    first, _, rest = kind.partition(" ")
    return f"{count_of(number, first)} {rest}".rstrip()


def _check_version(document: Document) -> None:
    """Raise a `FormatError` for another version, and for what the file says one must know."""
    version = document.object(document.root, "asset", "asset").get("version", "2.0")
    if not isinstance(version, str) or version.partition(".")[0] != "2":
        shown = printable(str(version))
        raise document.error(f"glTF of version {shown}; only version 2 can be read", "asset")
    required = document.root.get("extensionsRequired", [])
    if not isinstance(required, list):
        raise document.error("should be a list", "extensionsRequired")
    for name in required:
        if name in COMPRESSED:
            raise document.error(COMPRESSED[name], "extensionsRequired")
        if not isinstance(name, str) or not (name in _KNOWN or name.startswith(_HARMLESS)):
            text = (
                f"'{printable(str(name))}' is needed to read it, and not known here: export again"
            )
            raise document.error(f"{text} without it", "extensionsRequired")


def _find_joints(document: Document) -> set[int]:
    """The nodes that are bones."""
    joints: set[int] = set()
    for number, skin in enumerate(document.items("skins")):
        joints.update(document.integers(skin, "joints", f"skins[{number}]"))
    return joints


def _what_is_no_mark(document: Document, node: Node, joints: set[int]) -> str:
    if "camera" in node.item:
        return "camera"
    if "KHR_lights_punctual" in document.object(node.item, "extensions", node.place):
        return "light"
    return "bone" if node.number in joints else ""


def _make_shape(document: Document, node: Node, mesh: Mesh) -> Shape:
    """The mesh where its node puts it, with its fronts in front."""
    frame: Floats | None = node.frame
    points, triangles = mesh.points, mesh.triangles
    if node.frame.tolist() == _NOWHERE_ELSE:
        frame = None
    elif len(triangles) and is_flat(node.frame):
        text = "is scaled to nothing, so that its mesh is flat: give it a scale other than 0"
        raise document.error(text, node.place)
    else:
        points = _move(document, node, points)
        triangles = triangles[:, [0, 2, 1]] if is_mirrored(node.frame) else triangles
    sizes = np.full(len(triangles), 3)
    return Shape(
        node.name,
        points,
        np.ascontiguousarray(triangles).ravel(),
        sizes,
        mesh.materials,
        mesh.names,
        shares_vertices=mesh.shares,
        frame=frame,
        parent=node.parent,
    )


def _move(document: Document, node: Node, points: Floats) -> Floats:
    with np.errstate(over="ignore", invalid="ignore"):
        moved = move_points(points, node.frame)
    if not (np.abs(moved) <= _LARGEST).all():
        text = "has points that are too large for the game's 32-bit numbers"
        raise document.error(text, node.place)
    return moved


def _make_mark(node: Node) -> Mark:
    x, y, z = node.frame[:3, 3].tolist()
    turn = NO_TURN
    if not (np.array_equal(node.frame[:3, :3], _UNTURNED) or is_flat(node.frame)):
        axes = node.frame[:3, :3] / np.linalg.norm(node.frame[:3, :3], axis=0)
        axes = axes * (-1 if is_mirrored(node.frame) else 1)
        turn = find_rotation(axes)
    return Mark(node.name, (x, y, z), turn, node.parent)


def _find_looks(document: Document) -> tuple[Mapping[str, str], Mapping[str, float]]:
    """The colours of the materials, and the opacities below 1."""
    colors: dict[str, str] = {}
    alphas: dict[str, float] = {}
    for number, item in enumerate(document.items("materials")):
        place = f"materials[{number}]"
        name = document.name(item) or f"material {number}"
        look: Item = document.object(item, "pbrMetallicRoughness", place)
        if "baseColorFactor" not in look:
            continue
        *color, alpha = document.numbers(look, "baseColorFactor", place, (1.0,) * 4)
        colors[name] = hex_of(from_linear(color))
        if item.get("alphaMode") == "BLEND" and 0 <= alpha < 1:
            alphas[name] = alpha
    return colors, alphas
