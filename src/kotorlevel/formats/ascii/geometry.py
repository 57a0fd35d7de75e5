"""The lists of a walkmesh node, read and checked: vertices, faces, box tree, room links."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotorlevel.formats.ascii.model import LINK_COLUMNS, TREE_COLUMNS
from kotorlevel.formats.ascii.text import AsciiText, Block, Rows

VERTS, FACES, TREE, LINKS = "verts", "faces", "aabb", "roomlinks"
LISTS = frozenset((VERTS, FACES, TREE, LINKS))

_VERTEX_COLUMNS = 3
_FACE_COLUMNS = 8
_LONG_TREE_COLUMNS = 10  # mdledit adds the plane and two child flags
_PAIR = re.compile(rb"\s*[+-]?[0-9]+\s+[+-]?[0-9]+\s*")
_SMALLEST, _LARGEST = -(2**31), 2**32 - 1  # what a field of 32 bits holds, signed or not
_LARGEST_ROOM = 2**31 - 1


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
        raise text.error(f"{values[row, column]} {fault}", rows.line(row), rows.section)


def _read_tree(text: AsciiText, block: Block, face_count: int) -> NDArray[np.float64]:
    rows = text.rows(block, TREE)
    line = block.start + 1
    behind = len(text.lines[block.start].split()) - 1
    if behind == 1:
        count, found = text.count(block, TREE), len(rows.places)
        if count != found:
            text.note(f"{count:,} rows announced, {found:,} found", line, TREE, code="announced")
    if behind <= 1:
        tree = text.floats(rows, TREE_COLUMNS, _LONG_TREE_COLUMNS)
    else:  # older tools put the root on the keyword's line
        root = text.numbers(block.start, TREE_COLUMNS, _LONG_TREE_COLUMNS)
        tree = np.vstack([[root], text.floats(rows, TREE_COLUMNS, _LONG_TREE_COLUMNS)])
        rows = Rows(TREE, [block.start, *rows.places])
    faces = tree[:, -1]
    odd = (faces != np.floor(faces)) | (faces < -1) | (faces >= face_count)
    fault = f"is no face: there are {face_count:,}"
    _note_rows(text, rows, odd, lambda row: f"{faces[row]:g} {fault}", "no-face")
    return tree


def _note_rows(
    text: AsciiText, rows: Rows, odd: NDArray[Any], fault: Callable[[int], str], code: str
) -> None:
    for row in np.flatnonzero(odd).tolist():
        text.note(fault(row), rows.line(row), rows.section, code=code)


def _read_links(text: AsciiText, block: Block, face_count: int) -> NDArray[np.int64]:
    """Pairs up to the first line that is none: the announced number is often wrong (FACTS 6)."""
    rows = text.rows(block, LINKS)
    places = rows.places
    end = next(
        (i for i, place in enumerate(places) if not _PAIR.fullmatch(text.lines[place])), None
    )
    if end is not None:
        fault = "not an edge and a room; the rest is left out"
        text.note(fault, rows.line(end), LINKS, code="no-pair")
        rows = Rows(LINKS, places[:end])
    links = text.integers(rows, LINK_COLUMNS)
    _check_range(text, rows, links, _SMALLEST, _LARGEST, "does not fit 32 bits")
    if len(text.lines[block.start].split()) > 1:
        count = text.count(block, LINKS)
        if count != len(links):
            fault = f"{count:,} pairs announced, {len(links):,} found"
            text.note(fault, block.start + 1, LINKS, code="announced")
    _note_links(text, rows, links, 3 * face_count)
    return links


def _note_links(text: AsciiText, rows: Rows, links: NDArray[np.int64], edge_count: int) -> None:
    edges, rooms = links.T
    odd = (edges < 0) | (edges >= edge_count)
    fault = f"is no edge: there are {edge_count:,}"
    _note_rows(text, rows, odd, lambda row: f"{edges[row]} {fault}", "no-edge")
    odd = (rooms < -1) | (rooms > _LARGEST_ROOM)
    fault = "is no room: those are 0 and above, and -1 is none"
    _note_rows(text, rows, odd, lambda row: f"{rooms[row]} {fault}", "no-room")
    again = np.ones(len(edges), bool)
    again[np.unique(edges, return_index=True)[1]] = False
    fault = "has a link already; the last one counts"
    _note_rows(text, rows, again, lambda row: f"edge {edges[row]} {fault}", "second-link")
