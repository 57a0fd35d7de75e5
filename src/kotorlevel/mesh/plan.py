"""A small picture of walkmeshes from above, for notebooks; maps to keep are drawn by `view.map`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.mesh.colors import surface_color

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.mesh.walkmesh import Walkmesh

    _FaceRow = tuple[float, float, str, float, Floats]

_SIZE = 320
"""Pixels of the longer side."""

_MOST_FACES = 400
"""A notebook keeps every picture in its file: only so many faces are drawn, the largest."""


def draw_plan(meshes: Iterable[Walkmesh], caption: str) -> str:
    """``meshes`` seen from above as an HTML figure with an SVG; north is up, low faces first.

    Each face has the colour of its surface, faint where it is not walkable.
    """
    rows = [row for mesh in meshes for row in _list_faces(mesh)]
    if len(rows) > _MOST_FACES:
        caption = f"{caption}; drawn are the {_MOST_FACES} largest of {len(rows):,} faces"
    caption = f"<figcaption><code>{escape(caption)}</code></figcaption>"
    return f"<figure>{_draw(rows, _SIZE, _MOST_FACES)}{caption}</figure>"


def draw_thumbnail(mesh: Walkmesh, size: int = 96, most: int = 200) -> str:
    """The mesh seen from above as a small SVG; empty where there is nothing to be seen.

    ``size`` is its longer side in pixels; only the ``most`` largest faces are drawn.
    """
    return _draw(_list_faces(mesh), size, most)


def _draw(rows: list[_FaceRow], size: int, most: int) -> str:
    """The largest of the faces as an SVG, low ones first; empty where there are none."""
    rows = sorted(rows, key=lambda row: row[0], reverse=True)
    drawn = sorted(rows[:most], key=lambda row: row[1])
    if not drawn:
        return ""
    points = np.concatenate([corners for *_, corners in drawn])
    low, high = points.min(axis=0), points.max(axis=0)
    scale = size / max(float((high - low).max()), 1e-6)
    width, height = (2 + scale * (high - low)).tolist()
    polygons = "".join(
        f'<polygon points="{_points(corners, low, high, scale)}" fill="{color}" '
        f'fill-opacity="{opacity}"/>'
        for _, _, color, opacity, corners in drawn
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="-1 -1 {width:.1f} {height:.1f}" stroke="#888" stroke-width="0.4" '
        f'stroke-linejoin="round">{polygons}</svg>'
    )


def _list_faces(mesh: Walkmesh) -> list[_FaceRow]:
    """Area, height, colour, opacity and corners (3, 2) of each face that can be seen from above."""
    whole = (mesh.faces < len(mesh.vertices)).all(axis=1)
    corners = mesh.vertices[mesh.faces[whole]].astype(np.float64)
    finite = np.isfinite(corners).all(axis=(1, 2))
    corners, materials = corners[finite], mesh.materials[whole][finite]
    walkable = mesh.walkable[whole][finite]
    (ax, ay), (bx, by) = (corners[:, i, :2].T - corners[:, 0, :2].T for i in (1, 2))
    areas = np.abs(ax * by - ay * bx) / 2
    return [
        (area, height, surface_color(mesh.surfaces.label(material), material), opacity, flat)
        for area, height, material, opacity, flat in zip(
            areas.tolist(),
            corners[:, :, 2].mean(axis=1).tolist(),
            materials.tolist(),
            np.where(walkable, 1.0, 0.35).tolist(),
            corners[:, :, :2],
            strict=True,
        )
        if area > 0
    ]


def _points(corners: Floats, low: Floats, high: Floats, scale: float) -> str:
    x = scale * (corners[:, 0] - low[0])
    y = scale * (high[1] - corners[:, 1])
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x.tolist(), y.tolist(), strict=True))
