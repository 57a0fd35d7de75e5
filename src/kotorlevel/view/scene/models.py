"""The models of a scene: what the player sees of each room, as arrays behind the walkmesh.

Vertices are uint16: steps of some millimetres from a corner of their room, and what they are
painted with. Each room has its faces in several forms, each coarser than the one before it, over
the same vertices. What stands far from any walkmesh (skies, distant towers) is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.area.models import find_model
from kotorlevel.core.errors import FormatError
from kotorlevel.view.scene.buffers import join_buffers
from kotorlevel.view.scene.clusters import cluster_faces, distinct_faces, merge_equal
from kotorlevel.view.scene.faces import metres
from kotorlevel.view.scene.textures import SIDE, find_textures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotorlevel.area.area import Area, Room
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.formats.mdl import Model, ModelNode

MARGIN = 40.0
"""Metres around all walkmeshes; faces that reach farther out are backdrop."""

LARGEST = 100.0
"""Metres: faces that are larger are seas and skies."""

CELLS = (0.25, 1.0, 4.0)
"""Metres: cells of the coarser forms."""

_WORTH = 0.7
"""A coarser form has at most this part of the faces of the one before it."""

_LAST = 65535

Bounds = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True, eq=False)
class SceneModels:
    """``document`` is plain values, ``arrays`` what belongs into the scene's buffer."""

    document: dict[str, Any]
    arrays: dict[str, NDArray[Any]]

    @property
    def failed(self) -> list[dict[str, Any]]:
        """Models that cannot be read: ``room`` and ``text``, which says why."""
        failed: list[dict[str, Any]] = self.document.get("failed", [])
        return failed

    @cached_property
    def buffer(self) -> bytes:
        """The arrays alone, as `to_json` lists them."""
        return join_buffers(self.arrays)[1]

    def to_json(self) -> str:
        """The document and the list of arrays, for who has the scene already."""
        both = {"models": self.document, "buffers": join_buffers(self.arrays)[0]}
        return json.dumps(both, separators=(",", ":"), allow_nan=False)


def find_scene_models(area: Area | None, bounds: Bounds) -> SceneModels:
    """The models of an area whose walkmeshes lie within ``bounds``; none without an area."""
    if area is None:
        return SceneModels(no_models(area), {})
    box = np.array(bounds) + np.array([[-MARGIN], [MARGIN]])
    drawn: list[_Drawn] = []
    failed, left_out = [], 0
    for room in area.rooms:
        found = find_model(area, room.index)
        if found.error is not None:
            text = f"{found.error.place}: " * bool(found.error.place) + found.error.message
            failed.append({"room": room.index, "text": text})
        elif found.model is not None:
            part, outside = _draw(room, found.model, box)
            left_out += outside
            drawn += [part] if len(part.faces) else []
    paints, pixels = find_textures(area, _by_use(drawn))
    numbers = {paint["name"]: number for number, paint in enumerate(paints)}
    packed = [_pack(part, numbers, textured=len(pixels) > 0) for part in drawn]
    document = no_models(area) | {
        "rooms": _describe(packed),
        "paints": paints,
        "textureSide": SIDE,
        "failed": failed,
        "leftOut": left_out,
    }
    return SceneModels(document, _join(packed) | {"modelTextures": pixels})


def no_models(area: Area | None) -> dict[str, Any]:
    """The document of a scene without models: how many rooms have one, and why none has."""
    if area is None:
        return {"here": 0, "reason": "one walkmesh is shown, not an area with its rooms"}
    here = sum(_has_model(area, room) for room in area.rooms)
    return {"here": here, "reason": "" if here else "no room has its model (MDL) here"}


def _has_model(area: Area, room: Room) -> bool:
    if area.lookup is None or room.is_empty_slot:
        return False
    try:
        return area.lookup.find(room.name, "mdl") is not None
    except FormatError:
        return False


# What is drawn of a room


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Faces of ``room`` in metres; ``names`` are textures, ``painted`` (V,) which of them."""

    room: int
    names: tuple[str, ...]
    points: Floats
    painted: Ints
    uvs: NDArray[np.float32]
    faces: Ints


def _draw(room: Room, model: Model, box: Floats) -> tuple[_Drawn, int]:
    """What is drawn of a room inside of ``box``, and how many faces lie outside."""
    nodes = [node for node in model.nodes if node.mesh is not None and node.mesh.is_drawn]
    names = tuple(dict.fromkeys(_texture(node) for node in nodes))
    points, painted = [np.empty((0, 3))], [np.empty(0, np.int64)]
    uvs, faces = [np.empty((0, 2), np.float32)], [np.empty((0, 3), np.int64)]
    count = 0
    for node in nodes:
        mesh = node.mesh
        if mesh is None:
            continue
        size = len(mesh.vertices)
        places = mesh.texture_coordinates
        points.append(node.world_vertices() + np.asarray(room.position, np.float64))
        painted.append(np.full(size, names.index(_texture(node))))
        uvs.append(np.zeros((size, 2), np.float32) if places is None else places)
        faces.append(mesh.corners.astype(np.int64) + count)
        count += size
    every = np.concatenate(points)
    joined = np.concatenate(faces)
    with np.errstate(invalid="ignore", over="ignore"):  # comparisons are False for NaN
        inside = ((every >= box[0]) & (every <= box[1])).all(axis=1)
        sizes = np.ptp(every[joined], axis=1).max(axis=1)
    kept = joined[inside[joined].all(axis=1) & (sizes <= LARGEST)]
    used, rows = np.unique(kept, return_inverse=True)
    flat = np.nan_to_num(np.concatenate(uvs)[used], posinf=0, neginf=0)
    part = _Drawn(
        room.index, names, every[used], np.concatenate(painted)[used], flat, rows.reshape(-1, 3)
    )
    return part, len(joined) - len(kept)


def _texture(node: ModelNode) -> str:
    return "" if node.mesh is None else node.mesh.texture.lower()


def _by_use(drawn: Sequence[_Drawn]) -> list[str]:
    """The names of all textures, those of the most faces first."""
    uses: dict[str, int] = {}
    for part in drawn:
        counts = np.bincount(part.painted[part.faces[:, 0]], minlength=len(part.names))
        for name, count in zip(part.names, counts.tolist(), strict=True):
            uses[name] = uses.get(name, 0) + count
    return sorted((name for name in uses if uses[name]), key=lambda name: (-uses[name], name))


# Packed for the buffer


@dataclass(frozen=True, eq=False)
class _Packed:
    """A room's model as arrays: ``levels`` are a cell in metres and faces, the finest first."""

    room: int
    origin: Floats
    step: float
    vertices: NDArray[np.uint16]
    uvs: NDArray[np.float32]
    levels: tuple[tuple[float, Ints], ...]


def _pack(part: _Drawn, numbers: dict[str, int], *, textured: bool) -> _Packed:
    """The arrays of a room; without textures vertices that differ only on these are one."""
    origin = np.floor(1000 * part.points.min(axis=0)) / 1000
    step = max(float((part.points - origin).max()) / _LAST, 1e-4)
    paint = np.array([min(numbers.get(name, 0), _LAST) for name in part.names])[part.painted]
    steps = np.rint((part.points - origin) / step).astype(np.int64)
    keys = ((paint << 16 | steps[:, 2]) << 16 | steps[:, 1]) << 16 | steps[:, 0]
    if textured:
        # Which of all different places on textures it is, in place of the places themselves.
        keys = merge_equal(keys)[1] * len(keys)
        keys += merge_equal(np.ascontiguousarray(part.uvs).view(np.int64).reshape(-1))[1]
    first, which = merge_equal(keys)
    faces = distinct_faces(which[part.faces])
    levels = [(0.0, faces)]
    for cell in CELLS:
        coarse = cluster_faces(part.points[first], paint[first], faces, cell)
        if len(coarse) <= _WORTH * len(levels[-1][1]):
            levels.append((cell, coarse))
    vertices = np.column_stack([steps, paint])[first].astype(np.uint16)
    uvs = part.uvs[first] if textured else part.uvs[:0]
    return _Packed(part.room, origin, step, vertices, uvs, tuple(levels))


def _describe(packed: Sequence[_Packed]) -> list[dict[str, Any]]:
    """Where in the arrays each room is."""
    rooms = []
    vertex = face = 0
    for part in packed:
        levels = []
        for cell, faces in part.levels:
            levels.append({"cell": cell, "faces": [face, len(faces)]})
            face += len(faces)
        rooms.append(
            {
                "room": part.room,
                "origin": [metres(value) for value in part.origin.tolist()],
                "step": part.step,
                "size": [metres(v * part.step) for v in part.vertices[:, :3].max(0).tolist()],
                "vertices": [vertex, len(part.vertices)],
                "levels": levels,
            }
        )
        vertex += len(part.vertices)
    return rooms


def _join(packed: Sequence[_Packed]) -> dict[str, NDArray[Any]]:
    faces = [faces for part in packed for _, faces in part.levels]
    return {
        "modelVertices": np.concatenate(
            [np.empty((0, 4), np.uint16), *(part.vertices for part in packed)]
        ),
        "modelUvs": np.concatenate([np.empty((0, 2), np.float32), *(part.uvs for part in packed)]),
        "modelFaces": np.concatenate([np.empty((0, 3)), *faces]).astype(np.uint32),
    }
