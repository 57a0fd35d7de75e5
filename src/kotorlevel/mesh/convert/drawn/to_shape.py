"""A walkmesh as a shape: its faces with named materials, and a gate on each linked edge."""

from __future__ import annotations

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Shape
from kotorlevel.mesh.arrays import check_corners
from kotorlevel.mesh.colors import surface_color
from kotorlevel.mesh.convert.drawn.gates import HEIGHT
from kotorlevel.mesh.convert.drawn.names import LINK, MaterialNames
from kotorlevel.mesh.walkmesh import Walkmesh

_GATE_COLOR, _GATE_ALPHA = "#ff8c1a", 0.5


def shape_from_mesh(mesh: Walkmesh, name: str, names: MaterialNames) -> Shape:
    """The shape of a walkmesh where it stands: its vertices and faces in their order, then gates.

    Gates stand on the vertices of their edges. Raises `FormatError` for what cannot be drawn:
    corners that do not exist, places that are not finite.
    """
    check_corners(mesh.faces, len(mesh.vertices))
    points = mesh.vertices.astype(np.float64)
    broken = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(broken):
        text = f"vertex {broken[0]} is {points[broken[0]].tolist()}, which cannot be drawn"
        raise FormatError(text, section="vertices")
    faces = mesh.faces.astype(np.int64)
    linked = np.flatnonzero(mesh.transitions.reshape(-1) != -1)
    start = faces[linked // 3, linked % 3]
    end = faces[linked // 3, (linked + 1 - 3 * (linked % 3 == 2)) % 3]
    top = len(points) + np.arange(2 * len(linked)).reshape(2, -1)
    raised = points[np.concatenate([start, end])] + (0.0, 0.0, HEIGHT)
    quads = np.stack([start, end, top[1], top[0]], axis=1)

    surfaces, face_row = np.unique(mesh.materials, return_inverse=True)
    rooms, gate_row = np.unique(mesh.transitions.reshape(-1)[linked], return_inverse=True)
    material_names = [names.of_surface(int(each)) for each in surfaces]
    material_names += [names.of_link(int(each)) for each in rooms]
    return Shape(
        name=name,
        points=np.concatenate([points, raised.astype(np.float32).astype(np.float64)]),
        corners=np.concatenate([faces.reshape(-1), quads.reshape(-1)]),
        sizes=np.repeat([3, 4], [len(faces), len(quads)]),
        materials=np.concatenate([face_row.reshape(-1), len(surfaces) + gate_row.reshape(-1)]),
        material_names=tuple(material_names),
    )


def material_colors(names: MaterialNames, used: set[str]) -> dict[str, str]:
    """The colours of the used materials, as the viewer has them."""
    colors = {}
    for name in sorted(used):
        if name.startswith(LINK):
            colors[name] = _GATE_COLOR
        elif (number := names.find_surface(name)) is not None:
            colors[name] = surface_color(names.surfaces.label(number), number)
    return colors


def material_alphas(used: set[str]) -> dict[str, float]:
    """The opacity of the used materials that one can see through: gates."""
    return {name: _GATE_ALPHA for name in sorted(used) if name.startswith(LINK)}
