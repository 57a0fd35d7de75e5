"""The lists of a walkmesh node, read and checked: vertices, faces, box tree, room links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kotorlevel.formats.ascii.model import LINK_COLUMNS, TREE_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from kotorlevel.formats.ascii.text import AsciiText, Block, Rows

VERTS, FACES, TREE, LINKS = "verts", "faces", "aabb", "roomlinks"
LISTS = frozenset((VERTS, FACES, TREE, LINKS))

_VERTEX_COLUMNS = 3
_FACE_COLUMNS = 8
_LONG_TREE_COLUMNS = 10  # mdledit adds the plane and two child flags
_SMALLEST, _LARGEST = -(2**31), 2**32 - 1  # what a field of 32 bits holds, signed or not


def read_geometry(text: AsciiText, blocks: Mapping[str, Block]) -> dict[str, NDArray[Any]]:
    """The arrays of an `AsciiNode`, by the names of its fields; only those the file has."""
    arrays: dict[str, NDArray[Any]] = {}
    if (block := blocks.get(VERTS)) is not None:
        rows = text.counted_rows(block, VERTS, _VERTEX_COLUMNS)
        arrays["vertices"] = text.floats(rows, _VERTEX_COLUMNS)
    if (block := blocks.get(FACES)) is not None:
        arrays |= _read_faces(text, block, len(arrays.get("vertices", ())))
    face_count = len(arrays.get("faces", ()))
    if (block := blocks.get(TREE)) is not None:
        arrays["tree"] = _read_tree(text, block, face_count)
    if (block := blocks.get(LINKS)) is not None:
        arrays["roomlinks"] = _read_links(text, block, face_count)
    return {name: _frozen(array) for name, array in arrays.items()}


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array = np.ascontiguousarray(array)
    array.flags.writeable = False
    return array


def _read_faces(text: AsciiText, block: Block, vertex_count: int) -> dict[str, NDArray[Any]]:
    rows = text.counted_rows(block, FACES, _FACE_COLUMNS)
    values = text.integers(rows, _FACE_COLUMNS)
    _check_range(text, rows, values, _SMALLEST, _LARGEST, "does not fit 32 bits")
    corners, extra, materials = values[:, :3], values[:, 3:7], values[:, 7]
    fault = f"is no vertex: there are {vertex_count:,}, counted from 0"
    _check_range(text, rows, corners, 0, vertex_count - 1, fault)
    fault = "is no material: those are 0 and above"
    _check_range(text, rows, materials[:, None], 0, _LARGEST, fault)
    return {"faces": corners, "extra": extra, "materials": materials}


def _check_range(
    text: AsciiText, rows: Rows, values: NDArray[Any], low: int, high: int, fault: str
) -> None:
    bad = (values < low) | (values > high)
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise text.error(f"{values[row, column]} {fault}", rows.lines[row], rows.section)


def _read_tree(text: AsciiText, block: Block, face_count: int) -> NDArray[np.float64]:
    rows = text.rows(block, TREE)
    line = block.start + 1
    _, *first = text.lines[block.start].split()
    if len(first) == 1:
        count = text.count(block, TREE)
        if count != len(rows.lines):
            text.note(f"{count:,} rows announced, {len(rows.lines):,} found", line, TREE)
    elif first:  # older tools put the root on the keyword's line
        rows = rows._replace(lines=[line, *rows.lines], words=[first, *rows.words])
    tree = text.floats(rows, TREE_COLUMNS, _LONG_TREE_COLUMNS)
    faces = tree[:, -1]
    odd = (faces != np.floor(faces)) | (faces < -1) | (faces >= face_count)
    if odd.any():
        row = int(np.argmax(odd))
        text.note(f"{faces[row]:g} is no face: there are {face_count:,}", rows.lines[row], TREE)
    return tree


def _read_links(text: AsciiText, block: Block, face_count: int) -> NDArray[np.int64]:
    """Pairs up to the first line that is none: the announced number is often wrong (FACTS 6)."""
    rows = text.rows(block, LINKS)
    pairs = next((i for i, row in enumerate(rows.words) if len(row) != LINK_COLUMNS), None)
    if pairs is not None:
        text.note("not an edge and a room; the rest is left out", rows.lines[pairs], LINKS)
        rows = rows._replace(lines=rows.lines[:pairs], words=rows.words[:pairs])
    links = text.integers(rows, LINK_COLUMNS)
    _check_range(text, rows, links, _SMALLEST, _LARGEST, "does not fit 32 bits")
    if len(text.lines[block.start].split()) > 1:
        count = text.count(block, LINKS)
        if count != len(links):
            text.note(f"{count:,} pairs announced, {len(links):,} found", block.start + 1, LINKS)
    odd = (links[:, 0] < 0) | (links[:, 0] >= 3 * face_count)
    if odd.any():
        row = int(np.argmax(odd))
        fault = f"{links[row, 0]} is no edge: there are {3 * face_count:,}"
        text.note(fault, rows.lines[row], LINKS)
    return links
