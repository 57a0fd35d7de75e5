"""`Drawing` → OBJ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from kotorlevel.core.errors import FormatError
from kotorlevel.core.floats import shortest
from kotorlevel.core.text import printable
from kotorlevel.formats.axes import to_y_up
from kotorlevel.formats.obj.names import check_name

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats
    from kotorlevel.formats.drawing import Drawing, Shape

Up = Literal["y", "z"]


def format_obj(
    drawing: Drawing, mtl_name: str = "", *, up: Up = "z", comments: Iterable[str] = ()
) -> bytes:
    """The OBJ of ``drawing``; its materials are in the file ``mtl_name``, if one is named.

    Z is up, or with ``up="y"`` Y: x, z, -y. ``comments`` are lines for people at its head. Marks
    have no place in an OBJ. Raises `FormatError` for what would not read back: a name with a line
    end, a number that is not finite or too large.
    """
    parts = []
    for comment in comments:
        parts += [f"# {line}".rstrip() + "\n" for line in comment.splitlines() or [""]]
        if comment.endswith("\\"):
            raise FormatError("a comment cannot end with a backslash", section="comments")
    if mtl_name:
        parts.append(f"mtllib {check_name(mtl_name, 'material file')}\n")
    first, bare = 1, True
    for shape in drawing.shapes:
        parts.append(f"o {check_name(shape.name, 'object')}\n")
        parts.append(_vertex_lines(shape, up))
        parts.append(_face_lines(shape, first, bare))
        first += len(shape.points)
        # A material stays in force for the objects behind it.
        bare = bool(shape.materials[-1] < 0) if len(shape.materials) else bare
    return "".join(parts).encode()


def _vertex_lines(shape: Shape, up: Up) -> str:
    points = to_y_up(shape.points) if up == "y" else shape.points
    texts = _number_texts(np.asarray(points, np.float64).ravel(), shape)
    return "v %s %s %s\n" * len(points) % tuple(texts)


def _number_texts(values: Floats, shape: Shape) -> list[str]:
    """Each number as the shortest text that reads back to the same float32.

    Where it is no float32: to the same float64.
    """
    with np.errstate(over="ignore"):
        narrow = values.astype(np.float32)
    if not np.isfinite(narrow).all():
        text = "a point that is not finite or too large for the game's 32-bit numbers"
        raise FormatError(text, section=f"object '{printable(shape.name)}'")
    # By bits, because -0.0 equals 0.0; many coordinates come again and again.
    bits, places = np.unique(narrow.view(np.int32), return_inverse=True)
    unique = shortest(bits.view(np.float32)).tolist()
    texts = np.array([repr(number).removesuffix(".0") for number in unique], object)
    found = texts[places.ravel()]
    for wide in np.flatnonzero(narrow.astype(np.float64) != values).tolist():
        found[wide] = repr(float(values[wide]))
    return list(found)


def _face_lines(shape: Shape, first: int, bare: bool) -> str:
    """Its faces; ``first`` is the number of its first vertex, ``bare``: no material is in force."""
    numbers = tuple((shape.corners + first).tolist())
    return "".join(_face_patterns(shape, bare)) % numbers


def _face_patterns(shape: Shape, bare: bool) -> Iterator[str]:
    materials = np.asarray(shape.materials)
    patterns = {size: f"f{' %d' * size}\n" for size in np.unique(shape.sizes).tolist()}
    if not len(materials):
        return
    changes = (np.flatnonzero(materials[1:] != materials[:-1]) + 1).tolist()
    for start, end in pairwise((0, *changes, len(materials))):
        material = int(materials[start])
        if material >= 0:
            name = check_name(shape.material_names[material], "material")
            yield f"usemtl {name}\n".replace("%", "%%")
        elif not (bare and start == 0):
            yield "usemtl \n"  # with the blank, without which Blender does not take it for one
        yield from map(patterns.__getitem__, shape.sizes[start:end].tolist())
