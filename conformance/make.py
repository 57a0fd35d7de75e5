"""Make the files of the suite: ``python -m conformance.make`` writes ``conformance/cases``.

Nothing of the games is in them: shapes are made in `shapes`, texts in `texts`, and the expected
tables by `reference`, which is slow and plain and shares no code with any program that is judged.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from conformance import shapes, texts
from conformance.bwm import Tables, pack
from conformance.shapes import Shape, obstacle_tables, tables_of

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """A file, what is done with it, and what must come out.

    ``task`` is ``rewrite`` (read, write, nothing edited), ``rebuild`` (all derived tables anew),
    ``compile`` (text to binary) or ``refuse`` (cannot be read, must be told).
    """

    name: str
    task: str
    source: str
    about: str
    expected: str = ""


@dataclass(frozen=True)
class Made:
    """A case with the bytes of its file and what is expected of it."""

    case: Case
    data: bytes
    values: dict[str, Any] | None = None


_ROOMS: dict[str, tuple[Callable[[], Shape], str]] = {
    "square": (lambda: shapes.grid(1, 1), "two faces, one loop"),
    "hole": (lambda: shapes.grid(3, 3, without=(4,)), "a hole in the floor: two loops"),
    "two-parts": (lambda: shapes.grid(3, 1, without=(1,)), "two parts that do not touch"),
    "pinched": (
        shapes.pinched,
        "one vertex three times on a boundary",
    ),
    "crowded-edge": (
        shapes.crowded_edge,
        "an edge with four owners: the last counts",
    ),
    "seam": (
        shapes.seam,
        "neighbours are by number of vertex, not by place",
    ),
    "flat-face": (shapes.flat_faces, "a face without area: its normal is (1, 0, 0)"),
    "loose-vertices": (shapes.loose_vertices, "unused and doubled vertices stay where they are"),
    "room": (shapes.room_box, "floor, wall and ceiling: walkable faces come first"),
    "surfaces": (shapes.every_surface, "surfaces 0 to 30: which ones can be walked on"),
    "terrain": (
        lambda: shapes.terrain(6),
        "uneven floor: the rounding of planes",
    ),
    "sorted-terrain": (shapes.sorted_terrain, "uneven floor with walls in it"),
    "no-floor": (lambda: _painted(shapes.grid(2, 2), shapes.NONWALK), "faces, none to walk on"),
    "links": (lambda: _linked(shapes.grid(2, 2)), "edges that lead to rooms 0, 3 and 120"),
}


def _painted(shape: Shape, material: int) -> Shape:
    return Shape(shape.vertices, shape.faces, [material] * len(shape.faces))


def _linked(shape: Shape) -> Shape:
    return Shape(shape.vertices, shape.faces, shape.materials, {0: 0, 6: 3, 16: 120})


def make_cases() -> Iterator[Made]:
    """Every case, in the order of the manifest."""
    yield from _rooms()
    yield from _odd_rooms()
    yield from _obstacles()
    yield from _faulty()
    yield from _texts()
    yield from _broken()


def _made(
    name: str, task: str, data: bytes, about: str, values: dict[str, Any] | None, expected: str = ""
) -> Made:
    expected = expected or (f"{name}.json" if values is not None else "")
    return Made(Case(f"{task}/{name}", task, name, about, expected), data, values)


def _rooms() -> Iterator[Made]:
    for name, (shape, about) in _ROOMS.items():
        tables = tables_of(shape())
        yield _made(f"{name}.wok", "rewrite", pack(tables), about, tables)


def _odd_rooms() -> Iterator[Made]:
    """Rooms that are unusual and readable: what was not edited must stay as it is."""
    square = tables_of(shapes.grid(1, 1))
    empty = tables_of(Shape([], [], []))
    header = square | {"position": [10.0, -2.5, 0.25], "unknown_6c": 0x3F800000}
    far = square | {"materials": [4, 200]}
    pit = tables_of(_painted(shapes.grid(2, 1), shapes.PIT), domain=4)
    rounded = tables_of(shapes.terrain(6), game="k2")
    order = (
        "vertices",
        "faces",
        "materials",
        "loops",
        "edges",
        "adjacency",
        "nodes",
        "normals",
        "distances",
    )
    hooked = square | {"relative_hook_1": [1.0, 2.0, 3.0], "absolute_hook_2": [4.0, 5.0, 6.0]}
    unlinked = square | {"edges": [[edge, 7] for edge, _ in square["edges"]]}
    for name, tables, data, about in (
        ("empty", empty, pack(empty), "136 bytes, no geometry: valid, and common"),
        ("header", header, pack(header), "a position, and a number at 0x6C that nobody knows"),
        ("surface-200", far, pack(far), "a surface that no table has"),
        ("domain", pit, pack(pit), "neighbours stored for faces that cannot be walked on"),
        ("k2-rounding", rounded, pack(rounded), "planes rounded as in the second game"),
        ("order", square, pack(square, order), "tables in another order than the games have"),
        ("hooks", hooked, pack(hooked), "use hooks in a room"),
        ("outside-links", unlinked, pack(unlinked), "links to a room that the layout may not have"),
        ("trailing", square, pack(square) + b"made by hand", "bytes after the last table"),
    ):  # fmt: skip
        yield _made(f"{name}.wok", "rewrite", data, about, tables)


def _obstacles() -> Iterator[Made]:
    crate = obstacle_tables(shapes.block())
    crate |= {"relative_hook_1": [0.0, -1.0, 0.0], "relative_hook_2": [0.0, 1.0, 0.0]}
    crate |= {"position": [0.5, 0.0, 0.25], "distances": [3.5, -7.25]}
    door = obstacle_tables(shapes.block(2.0)) | {"position": [0.0, 0.0, 1.0]}
    door |= {"relative_hook_1": [0.0, -1.0, 0.0], "relative_hook_2": [0.0, 1.0, 0.0]}
    door |= {"absolute_hook_1": [0.0, -1.0, 1.0], "absolute_hook_2": [0.0, 1.0, 1.0]}
    opened = door | {"relative_hook_2": [0.0] * 3, "absolute_hook_2": [0.0] * 3}
    bare = obstacle_tables(Shape([], [], []))
    for name, tables, about in (
        ("crate.pwk", crate, "a placeable: planes that are not planes, hooks, a position"),
        ("bare.pwk", bare, "a placeable that stands in nobody's way"),
        ("door0.dwk", door, "a closed door: two hooks, absolute = relative + position"),
        ("door1.dwk", opened, "an open door: one hook"),
    ):
        yield _made(name, "rewrite", pack(tables), about, tables)


_AXES = {8: 1, 16: 2, 4: 3, 32: 3}
"""Flags of planes as numbers of axes, as some tools write them."""


def _shrunk(box: list[float]) -> list[float]:
    return [x + 0.01 for x in box[:3]] + [x - 0.01 for x in box[3:]]


def _faulty() -> Iterator[Made]:
    """Rooms as faulty tools write them; rebuilt, every table is right again."""
    good = tables_of(_linked(shapes.sorted_terrain()))
    faults: dict[str, tuple[Tables, str]] = {
        "one-based": (
            {"nodes": [[*n[:9], *(c + (n[6] < 0) for c in n[9:])] for n in good["nodes"]]},
            "children of the tree counted from 1: the player is frozen",
        ),
        "plane-numbers": (
            {"nodes": [[*n[:8], _AXES.get(n[8], n[8]), *n[9:]] for n in good["nodes"]]},
            "axis numbers 1, 2, 3 where the games have flags",
        ),
        "bare-boxes": (
            {"nodes": [[*_shrunk(n[:6]), *n[6:]] for n in good["nodes"]]},
            "boxes of the tree not grown by 0.01",
        ),
        "no-tree": ({"nodes": []}, "no tree at all: nobody finds the floor"),
        "no-loops": ({"loops": []}, "edges without loops"),
        "no-neighbours": (
            {"adjacency": [[-1, -1, -1] for _ in good["adjacency"]]},
            "no face has a neighbour: nobody can take a step",
        ),
        "wrong-normals": (
            {"normals": [[-x for x in n] for n in good["normals"]]},
            "normals that look down",
        ),
        "wrong-distances": ({"distances": [0.0 for _ in good["distances"]]}, "planes through zero"),
    }  # fmt: skip
    for name, (fault, about) in faults.items():
        yield _made(f"{name}.wok", "rebuild", pack(good | fault), about, good, "rebuilt.json")


def _texts() -> Iterator[Made]:
    for group, reader_values, ending in (
        (texts.LAYOUTS, texts.LAYOUT_VALUES, "lyt"),
        (texts.VISIBILITIES, texts.VISIBILITY_VALUES, "vis"),
    ):
        for name, (data, about) in group.items():
            yield _made(f"{name}.{ending}", "rewrite", data, about, reader_values, f"{ending}.json")
    corners = [
        (11, 20, 0.5),
        (13, 20, 0.5),
        (13, 22, 0.5),
        (13, 22, 3.5),
        (11, 22, 3.5),
        (11, 22, 0.5),
    ]
    room = Shape(
        [(float(x), float(y), z) for x, y, z in corners],
        [(0, 1, 2), (2, 3, 4), (2, 5, 0)],
        [shapes.STONE, shapes.NONWALK, shapes.STONE],
    )
    linked = Shape(room.vertices, room.faces, room.materials, {1: 3, 6: 2})
    position = {"position": [1.0, 0.0, 0.0]}
    crate = obstacle_tables(shapes.block()) | {"position": [0.5, 0.0, 0.25]}
    crate |= {"relative_hook_1": [0.5, -1.0, 0.0], "relative_hook_2": [0.5, 1.0, 0.0]}
    for unused in ("normals", "distances"):  # of a placeable nobody reads them
        del crate[unused]
    for name, data, values, about in (
        ("model.mdl.ascii", texts.MODEL_TEXT, tables_of(linked) | position,
         "a model: moved into place, welded, sorted; links count the faces of the text"),
        ("room.wok.ascii", texts.ROOM_TEXT, tables_of(linked) | position,
         "a walkmesh: vertices are in place already, links count its own faces"),
        ("engine.wok.ascii", texts.ENGINE_TEXT, tables_of(room) | {"position": [11.0, 20.0, 0.5]},
         "the text that the game itself reads: vertices count from the node"),
        ("crate.pwk.ascii", texts.PLACEABLE_TEXT, crate,
         "a placeable: hooks are in the model's space, vertices in the node's"),
    ):  # fmt: skip
        yield _made(name, "compile", data, about, values)


def _broken() -> Iterator[Made]:
    """Files that cannot be read: a program must say so, quickly, and write nothing."""
    good = pack(tables_of(shapes.grid(2, 2)))

    def with_number(at: int, number: int) -> bytes:
        return good[:at] + struct.pack("<I", number) + good[at + 4 :]

    for name, data, about in (
        ("nothing.wok", b"", "no bytes"),
        ("short.wok", good[:100], "the header ends early"),
        ("cut.wok", good[:-60], "the last table ends early"),
        ("half.wok", good[: len(good) // 2], "half of a file"),
        ("other-magic.wok", b"BVM " + good[4:], "no walkmesh"),
        ("other-version.wok", good[:4] + b"V9.9" + good[8:], "a version that nobody knows"),
        ("many-vertices.wok", with_number(0x48, 0xFFFFFFFF), "four billion vertices"),
        ("many-faces.wok", with_number(0x50, 0x7FFFFFFF), "two billion faces"),
        ("far-table.wok", with_number(0x4C, 0xFFFFFFF0), "a table behind the end"),
        ("negative-tree.wok", with_number(0x64, 0x80000000), "two billion nodes"),
    ):
        yield _made(name, "refuse", data, about, None)


def write_suite(folder: Path = CASES) -> int:
    """Write all files and the manifest; the number of cases."""
    made = list(make_cases())
    for one in made:
        target = folder / one.case.task
        target.mkdir(parents=True, exist_ok=True)
        (target / one.case.source).write_bytes(one.data)
        if one.values is not None:
            text = as_json(one.values)
            (target / one.case.expected).write_text(text, encoding="utf-8", newline="\n")
    manifest = json.dumps([asdict(one.case) for one in made], indent=1) + "\n"
    (folder / "cases.json").write_text(manifest, encoding="utf-8", newline="\n")
    return len(made)


def as_json(values: dict[str, Any]) -> str:
    """A line a row, so that people can read it and git can tell what changed."""
    parts = []
    for name, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n  ".join(json.dumps(row) for row in value)
            parts.append(f" {json.dumps(name)}: [\n  {rows}\n ]")
        else:
            parts.append(f" {json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    print(f"wrote {write_suite()} cases to {CASES}")
