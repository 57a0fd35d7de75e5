"""OBJ → `Drawing`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.source import Source, load_source
from kotorlevel.core.text import BYTE_ORDER_MARK
from kotorlevel.formats.axes import to_z_up
from kotorlevel.formats.beside import load_beside
from kotorlevel.formats.drawing import MOST_OBJECTS, Drawing, Shape
from kotorlevel.formats.obj.lines import Lines, Rows, parse_faces, parse_vertices, sort_lines
from kotorlevel.formats.obj.materials import parse_mtl
from kotorlevel.formats.triangulate import MOST_CORNERS

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats, Ints
    from kotorlevel.formats.obj.writer import Up


_BLENDER = b"# Blender"
"""How the files of Blender begin."""

_MOST_LIBRARIES = 4
"""MTL files that are read for one OBJ."""

_MOST_EFFORT = 8_000_000
"""The squares of all polygons' corners together, which is how long cutting them may take: about
one second."""


def read_obj(source: Source, *, up: Up = "z") -> Drawing:
    """The drawing in an OBJ, with the colours of the MTL beside it, if there is one.

    ``up`` is the axis that points up in the file. Raises `FormatError` where it cannot be read.
    """
    data, name = load_source(source)
    is_path = isinstance(source, (str, os.PathLike))
    load = load_beside(Path(name).parent) if is_path else None
    return parse_obj(data, name, load, up=up)


def parse_obj(
    data: bytes,
    source: str = "",
    load_material: Callable[[str], bytes] | None = None,
    *,
    up: Up = "z",
) -> Drawing:
    """The drawing in the bytes of an OBJ; ``source`` is what errors call it.

    ``load_material`` gives the bytes of an MTL by its name and may raise `FormatError`: materials
    then have no colours.
    """
    lines = sort_lines(data, source)
    points = parse_vertices(lines.vertices, source)
    corners, sizes = parse_faces(lines.faces, lines.vertices.places, source)
    if not len(sizes):
        text = "no faces in it: is it an OBJ, and was a mesh selected when it was exported?"
        raise FormatError(text, source=source)
    _check_effort(sizes, lines.faces, source)
    soup = _Soup(to_z_up(points) if up == "y" else points, corners, sizes)
    if data.removeprefix(BYTE_ORDER_MARK).startswith(_BLENDER):
        lines.materials = _ended_with_objects(lines)
    shapes = _cut_shapes(soup, lines, PurePath(source).stem or "object", source)
    colors, alphas = _load_looks(lines.libraries, load_material)
    return Drawing(tuple(shapes), (), colors, alphas, lines.remarks, source)


def _check_effort(sizes: Ints, rows: Rows, source: str) -> None:
    """Raise a `FormatError` for more large polygons than can be cut into triangles in time."""
    # Single ones that are too large are told by those who cut them.
    effort = np.cumsum(np.where((sizes > 4) & (sizes <= MOST_CORNERS), sizes, 0) ** 2)
    if effort[-1] > _MOST_EFFORT:
        large = int(np.argmax(sizes))
        text = (
            f"too many polygons of many corners (up to {sizes[large]:,}) to be cut into triangles: "
            "triangulate them in the modelling program"
        )
        raise FormatError(text, source=source, line=rows.numbers[large])


class _Soup(NamedTuple):
    """All faces of the file: places (V, 3), corners (C,), sizes (F,)."""

    points: Floats
    corners: Ints
    sizes: Ints


def _cut_shapes(soup: _Soup, lines: Lines, stem: str, source: str) -> list[Shape]:
    """A shape for each object that has faces, or vertices that no face uses."""
    names, owners, owner_lines = _find_owners(lines, stem, source)

    def find_owners(rows: Rows) -> Ints:
        found: Ints = owners[np.searchsorted(owner_lines, rows.places, side="right")]
        return found

    of_faces, of_vertices = find_owners(lines.faces), find_owners(lines.vertices)
    materials, material_names = _find_materials(lines)
    of_corners = np.repeat(of_faces, soup.sizes)
    unused = np.bincount(soup.corners, minlength=len(soup.points)) == 0
    faces = _group(of_faces, len(names))
    corners = _group(of_corners, len(names))
    loose = _group(of_vertices, len(names), np.flatnonzero(unused))
    shapes = []
    for owner, name in enumerate(names):
        # Before the first object stand vertices that objects share: left over, they are nobody's.
        if not len(faces[owner]) and (owner == 0 or not len(loose[owner])):
            continue
        used = rows = soup.corners[corners[owner]]
        if len(loose[owner]) and (owner or len(names) == 1):
            rows = np.concatenate((used, loose[owner]))
        rows = np.unique(rows)
        local, local_names = _own_materials(materials[faces[owner]], material_names)
        local_corners = np.searchsorted(rows, used)
        sizes = soup.sizes[faces[owner]]
        shapes.append(Shape(name, soup.points[rows], local_corners, sizes, local, local_names))
    return shapes


def _find_owners(lines: Lines, stem: str, source: str) -> tuple[list[str], Ints, Ints]:
    """Names of objects, the object in force behind each line that changes it, and those lines.

    The first object is what stands before the first such line.
    """
    rows = lines.objects if lines.objects.rests else lines.groups
    names = [stem]
    known: dict[str, int] = {}
    owners = [0]
    for name in rows.names():
        if rows is lines.groups and name in known:
            owners.append(known[name])
            continue
        if len(names) > MOST_OBJECTS:
            text = f"more than {MOST_OBJECTS:,} objects: join some of them"
            raise FormatError(text, source=source, line=rows.numbers[len(owners) - 1])
        known[name] = len(names)
        owners.append(len(names))
        names.append(name or stem)
    return names, np.array(owners), rows.places


def _find_materials(lines: Lines) -> tuple[Ints, list[str]]:
    """The material of each face (F,), -1 for none, and the names of all."""
    names: dict[str, int] = {}
    rows = lines.materials
    changes = [names.setdefault(name, len(names)) if name else -1 for name in rows.names()]
    at = np.searchsorted(rows.places, lines.faces.places, side="right")
    return np.array([-1, *changes])[at], list(names)


def _ended_with_objects(lines: Lines) -> Rows:
    """The lines of materials, with none at the start of each object.

    Blender says the material of every object that has one, and of no other.
    """
    rows = Rows(list(lines.materials.rests), list(lines.materials.numbers))
    for number in lines.objects.numbers:
        rows.add(b"", number)
    return rows.in_order()


def _own_materials(materials: Ints, names: list[str]) -> tuple[Ints, tuple[str, ...]]:
    """The materials of one shape's faces, numbered in the order of their first use."""
    if not names:
        return materials, ()
    used, first, which = np.unique(materials, return_index=True, return_inverse=True)
    order = np.argsort(first)
    order = order[used[order] >= 0]
    numbers = np.full(len(used), -1)
    numbers[order] = np.arange(len(order))
    return numbers[which], tuple(names[each] for each in used[order].tolist())


def _group(owners: Ints, count: int, rows: Ints | None = None) -> list[Ints]:
    """The ``rows`` of each owner, all of them if none are given, in their order."""
    rows = np.arange(len(owners)) if rows is None else rows
    order = rows[np.argsort(owners[rows], kind="stable")]
    return np.split(order, np.searchsorted(owners[order], np.arange(1, count)))


def _load_looks(
    libraries: Rows, load: Callable[[str], bytes] | None
) -> tuple[Mapping[str, str], Mapping[str, float]]:
    colors: dict[str, str] = {}
    alphas: dict[str, float] = {}
    # One file has many names, such as ././x.mtl, and nothing hangs on colours.
    names = {PurePosixPath(name): name for name in libraries.names()} if load else {}
    for name in [*names.values()][:_MOST_LIBRARIES]:
        try:
            found = parse_mtl(load(name)) if load else ({}, {})
        except FormatError:
            continue
        colors.update(found[0])
        alphas.update(found[1])
    return colors, alphas
