"""The shapes of one room as plain triangles: floor and walls by surface, and gates by room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kotorlevel.core.errors import FormatError, InputError
from kotorlevel.core.text import printable
from kotorlevel.core.words import count_of, did_you_mean, short_list
from kotorlevel.formats.drawing import Shape
from kotorlevel.formats.triangulate import triangulate
from kotorlevel.mesh.convert.drawn.gates import Gates
from kotorlevel.mesh.convert.drawn.names import MaterialNames
from kotorlevel.mesh.edit.weld import find_places
from kotorlevel.mesh.matching.rows import row_ids

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints

_FARTHEST = 1e6
"""Metres. Beyond it numbers are coarser than a step of the player; no level is so large."""


_MOST_SHAPES = 5_000
"""Objects that may make up one walkmesh; each takes its time."""


@dataclass(frozen=True, eq=False)
class FlatMesh:
    """Triangles (T, 3) over ``points`` (n, 3) in float32 precision, each with its surface (T,).

    ``links`` are what gates lead to: numbers of rooms, or names that no layout knows;
    ``gates.rooms`` are rows of it. ``welded`` points were joined because the file has several for
    one corner, and ``dropped`` triangles stood there twice.
    """

    points: Floats
    faces: Ints
    materials: Ints
    gates: Gates
    links: tuple[int | str, ...]
    welded: int = 0
    dropped: int = 0


def flatten(
    shapes: Sequence[Shape], names: MaterialNames, surface: int | None = None, source: str = ""
) -> FlatMesh:
    """The triangles of some shapes together.

    Faces whose material is no surface become ``surface``; without it `InputError` names them.
    Raises `FormatError` where there is no face, or one that is too far away.
    """
    no_face = FormatError("there is no face in it: nothing that could be floor", source=source)
    if not shapes:
        raise no_face
    if len(shapes) > _MOST_SHAPES:
        text = f"{len(shapes):,} objects for one walkmesh: join them in the modelling program"
        raise FormatError(text, source=source)
    parts = [_flatten_one(shape, names, surface, source) for shape in shapes]
    if not sum(len(part.faces) for part in parts):
        raise no_face
    offsets = np.cumsum([0, *(len(part.points) for part in parts)])
    links = tuple(dict.fromkeys(link for part in parts for link in part.links))
    row = {link: number for number, link in enumerate(links)}
    gates = Gates(
        np.concatenate([part.gates.points for part in parts]),
        np.concatenate([p.gates.triangles + at for p, at in zip(parts, offsets, strict=False)]),
        np.concatenate(
            [np.array([row[link] for link in p.links], np.int64)[p.gates.rooms] for p in parts]
        ),
    )
    flat = FlatMesh(
        np.concatenate([part.points for part in parts]),
        np.concatenate([p.faces + at for p, at in zip(parts, offsets, strict=False)]),
        np.concatenate([part.materials for part in parts]),
        gates,
        links,
        sum(part.welded for part in parts),
    )
    return flat if len(parts) == 1 else _joined(flat)


def _flatten_one(shape: Shape, names: MaterialNames, surface: int | None, source: str) -> FlatMesh:
    points = shape.points.astype(np.float32).astype(np.float64)
    if np.abs(points).max(initial=0.0) > _FARTHEST:
        text = f"it is more than {_FARTHEST / 1000:,.0f} km away from the origin"
        raise FormatError(text, source=source, section=f"object '{printable(shape.name)}'")
    triangles, rows, _ = triangulate(shape)
    found = [_meaning(name, names) for name in shape.material_names]
    links = tuple(dict.fromkeys(link for _, link in found if link is not None))
    kind = np.array([-1 if s is None else s for s, _ in found] + [-1], np.int64)[rows]
    row_of = {None: -1} | {link: row for row, link in enumerate(links)}
    gate = np.array([row_of[link] for _, link in found] + [-1], np.int64)[rows]
    unknown = (kind < 0) & (gate < 0)
    if unknown.any():
        if surface is None:
            raise _no_surface(shape, rows[unknown], names, source)
        kind[unknown] = surface
    is_floor = gate < 0
    flat = FlatMesh(
        points,
        triangles[is_floor],
        kind[is_floor],
        Gates(points, triangles[~is_floor], gate[~is_floor]),
        links,
    )
    return flat if shape.shares_vertices and not _is_soup(flat) else _welded(flat)


def _meaning(name: str, names: MaterialNames) -> tuple[int | None, int | str | None]:
    """The surface or the link that a material stands for; neither for others."""
    link = names.find_link(name)
    return (None if link is not None else names.find_surface(name)), link


def _no_surface(shape: Shape, rows: Ints, names: MaterialNames, source: str) -> InputError:
    used = [shape.material_names[row] for row in np.unique(rows[rows >= 0]).tolist()]
    verb = "has" if len(rows) == 1 else "have"
    what = f"the material {short_list([printable(each) for each in used])}" if used else ""
    what = f"{what}, which is no surface" if used else "no material"
    labels = [each.label for each in names.surfaces.surfaces]
    hint = did_you_mean(used[0], labels) if used else ""
    hint = hint or "Name materials after surfaces: Metal, Stone, Dirt, Nonwalk ..."
    where = f"{count_of(len(rows), 'triangle')} of the object '{printable(shape.name)}'"
    return InputError(f"{where} {verb} {what}. {hint}", source=source, needs="surface")


def _is_soup(flat: FlatMesh) -> bool:
    """Whether no two faces share a vertex, though they meet: then the program has split them."""
    used = flat.faces.reshape(-1)
    if len(np.unique(used)) < len(used):
        return False
    return len(np.unique(find_places(flat.points)[used])) < len(used)


def _welded(flat: FlatMesh) -> FlatMesh:
    """One point a place."""
    faces = find_places(flat.points)[flat.faces]
    welded = len(np.unique(flat.faces)) - len(np.unique(faces))
    return replace(flat, faces=faces, welded=flat.welded + welded)


def _joined(flat: FlatMesh) -> FlatMesh:
    """Several objects of one room: they grow together where they meet, and copies go."""
    flat = _welded(flat)
    keys = row_ids(np.column_stack([np.sort(flat.faces, axis=1), flat.materials]))
    kept = np.sort(np.unique(keys, return_index=True)[1])
    return replace(
        flat,
        faces=flat.faces[kept],
        materials=flat.materials[kept],
        dropped=len(keys) - len(kept),
    )
