"""What is written as GLB: read back, taken apart by hand, and judged by the Khronos validator."""

from __future__ import annotations

import json
import math
import shutil
import struct
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Drawing, Mark, Shape
from kotorlevel.formats.gltf import format_glb, parse_gltf
from kotorlevel.formats.triangulate import triangulate
from support.corpus import ROOT
from support.formats.drawings import (
    MATERIALS,
    drawings,
    grid,
    loose_points,
    placed_polygons,
    same_float32,
    shape_of,
)

if TYPE_CHECKING:
    from kotorlevel.core.types import Floats

VALIDATOR = ROOT / "viewer" / "node_modules" / "gltf-validator"
NODE = shutil.which("node")


def cut(shape: Shape) -> Shape:
    """The shape in triangles."""
    corners, materials, _ = triangulate(shape)
    sizes = np.full(len(corners), 3)
    return replace(shape, corners=corners.ravel(), sizes=sizes, materials=materials)


def turn_about(axis: tuple[float, float, float], degrees: float) -> Floats:
    """A rotation (3, 3) (Rodrigues)."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))
    angle = math.radians(degrees)
    turned: Floats = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    return turned


def frame_of(shift: tuple[float, float, float], matrix: Floats | None = None) -> Floats:
    frame = np.eye(4)
    frame[:3, :3] = np.eye(3) if matrix is None else matrix
    frame[:3, 3] = shift
    return frame


def in_frame(shape: Shape, frame: Floats, parent: str = "") -> Shape:
    """The shape, whose points are those of its own space, in the world."""
    points = shape.points @ frame[:3, :3].T + frame[:3, 3]
    corners = shape.corners
    if np.linalg.det(frame[:3, :3]) < 0:
        corners = corners.reshape(-1, 4)[:, ::-1].ravel()
    return replace(shape, points=points, corners=corners, frame=frame, parent=parent)


FRAMES = {
    "moved": frame_of((100.25, -30.5, 2)),
    "turned": frame_of((1, 2, 3), turn_about((0, 0, 1), 37)),
    "any": frame_of((-4, 2, 3), turn_about((1, 2, 3), 200) * (1, 2, 0.5)),
    "upside down": frame_of((0, 0, 0), turn_about((1, 0, 0), 180)),
    "mirrored": frame_of((5, 0, 0), turn_about((0, 1, 1), 80) * (-1, 1, 1)),
    "mirrored in y": frame_of((5, 0, 0), np.diag((1.0, -1.0, 1.0))),
}


def everything() -> Drawing:
    """Shapes in frames, below each other, with marks, polygons and materials of all kinds."""
    ell = shape_of([(0, 0, 0), (3, 0, 0), (3, 1, 0), (1, 1, 0), (1, 3, 0), (0, 3, 0)], name="ell")
    shapes = [in_frame(grid(2, name=name), frame, "area") for name, frame in FRAMES.items()]
    below = in_frame(grid(2, name="below"), FRAMES["any"] @ FRAMES["turned"], "turned")
    marks = (
        Mark("hook", (1, 2, 3), (math.cos(0.3), 0, 0, math.sin(0.3)), "below"),
        Mark("start", (4, 5, 6)),
        Mark("on top", (0, 0, 9), parent="start"),
    )
    colors = {name: f"#{40 * i:02x}{255 - i:02x}80" for i, name in enumerate(MATERIALS)}
    return Drawing(
        (grid(6), ell, *shapes, below, loose_points()), marks, colors, {"link_room b": 0.5}
    )


def by_name(drawing: Drawing) -> dict[str, Shape | Mark]:
    things: tuple[Shape | Mark, ...] = (*drawing.shapes, *drawing.marks)
    return {thing.name: thing for thing in things}


@given(drawings)
def test_any_drawing_comes_back(drawing: Drawing) -> None:
    data = format_glb(drawing)
    assert data == format_glb(drawing)
    again = parse_gltf(data)
    written = [shape for shape in map(cut, drawing.shapes) if len(shape.sizes)]
    for read, shape in zip(again.shapes, written, strict=True):
        assert read.name == shape.name
        assert same_float32(read.points, shape.points)
        assert placed_polygons(read) == placed_polygons(shape)


@pytest.mark.parametrize("name", FRAMES)
def test_frames_come_back_and_points_are_stored_in_them(name: str) -> None:
    local, frame = grid(4), FRAMES[name]
    shape = in_frame(local, frame)
    data = format_glb(Drawing((shape,)))
    (read,) = parse_gltf(data).shapes
    assert read.frame is not None
    assert read.frame == pytest.approx(frame, abs=1e-12)
    assert read.points == pytest.approx(shape.points, abs=1e-9)
    # Turned over or not: the same polygons face the same way.
    assert placed_polygons(read, 4) == placed_polygons(cut(shape), 4)
    x, y, z = local.points.T.astype("<f4")
    stored = np.stack((x, z, -y), axis=1)
    assert stored.tobytes() in data, "exactly as they were in the frame's space"


def test_who_is_below_whom_comes_back() -> None:
    drawing = everything()
    again = parse_gltf(format_glb(drawing))
    written, read = by_name(drawing), by_name(again)
    assert set(read) == {*written, "area"}
    for name, thing in written.items():
        assert read[name].parent == thing.parent
    for mark in drawing.marks:
        found = read[mark.name]
        assert isinstance(found, Mark)
        assert found.place == pytest.approx(mark.place, abs=1e-12)
        assert found.turn == pytest.approx(mark.turn, abs=1e-9)
    for shape in drawing.shapes:
        found = read[shape.name]
        if isinstance(found, Shape):
            assert placed_polygons(found, 4) == placed_polygons(cut(shape), 4)
    assert again.colors == {name: drawing.colors[name] for name in MATERIALS}
    assert again.alphas == {"link_room b": 0.5}


def test_a_frame_that_shears_is_done_without() -> None:
    sheared = frame_of((1, 2, 3), np.array(((1.0, 0.5, 0), (0, 1, 0), (0, 0, 1))))
    shape = in_frame(grid(2), sheared)
    (read,) = parse_gltf(format_glb(Drawing((shape,)))).shapes
    assert read.frame is None
    assert same_float32(read.points, shape.points)


@pytest.mark.parametrize(
    "thing",
    [
        replace(grid(1), frame=np.zeros((4, 4))),
        replace(grid(1), frame=frame_of((0, 0, 0), np.diag((1.0, 0, 1)))),
        replace(grid(1), frame=frame_of((np.nan, 0, 0))),
        replace(grid(1), parent="room"),
        shape_of([(0, 0, 0), (1, 0, 0), (0, np.nan, 0)]),
        shape_of([(0, 0, 0), (1, 0, 0), (0, 1e39, 0)]),
        replace(grid(1), name="\ud800"),
        Mark("x", (0, 0, np.inf)),
        Mark("x", (0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_what_cannot_be_written_is_refused(thing: Shape | Mark) -> None:
    is_mark = isinstance(thing, Mark)
    drawing = Drawing((), (thing,)) if isinstance(thing, Mark) else Drawing((thing,))
    with pytest.raises(FormatError) as caught:
        format_glb(drawing)
    assert caught.value.section or not is_mark


def test_a_circle_of_parents_is_refused() -> None:
    marks = (
        Mark("a", (0, 0, 0), parent="b"),
        Mark("b", (0, 0, 0), parent="a"),
        Mark("c", (0, 0, 0)),
    )
    with pytest.raises(FormatError, match="'a' is below itself"):
        format_glb(Drawing((), marks))


def take_apart(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The JSON and the binary chunk, by `struct`."""
    magic, version, size, length, kind = struct.unpack_from("<4sIII4s", data)
    assert (magic, version, size, kind) == (b"glTF", 2, len(data), b"JSON")
    document = json.loads(data[20 : 20 + length])
    binary_length, binary_kind = struct.unpack_from("<I4s", data, 20 + length)
    assert binary_kind == b"BIN\0"
    assert binary_length == len(data) - 28 - length
    assert length % 4 == binary_length % 4 == 0
    return document, data[28 + length :]


def test_what_is_in_the_file() -> None:
    shape = grid(6)
    document, binary = take_apart(format_glb(Drawing((shape,), colors={"Metal": "#ff8000"})))
    assert document["asset"] == {"generator": "KotorLevel", "version": "2.0"}
    assert document["nodes"] == [{"name": "room", "mesh": 0}]
    (mesh,) = document["meshes"]
    used = {MATERIALS[m] if m >= 0 else None for m in shape.materials.tolist()}
    assert len(mesh["primitives"]) == len(used)
    assert {p["attributes"]["POSITION"] for p in mesh["primitives"]} == {0}
    place = document["accessors"][0]
    view = document["bufferViews"][place["bufferView"]]
    stored = np.frombuffer(binary, "<f4", 3 * place["count"], view["byteOffset"]).reshape(-1, 3)
    assert stored.tolist() == [[x, z, -y] for x, y, z in shape.points.tolist()]
    assert place["min"] == stored.min(axis=0).tolist()
    assert place["max"] == stored.max(axis=0).tolist()
    names = [material["name"] for material in document["materials"]]
    metal = document["materials"][names.index("Metal")]
    assert metal["pbrMetallicRoughness"]["baseColorFactor"] == [1, pytest.approx(0.215861), 0, 1]
    assert metal["doubleSided"] is True


@pytest.mark.parametrize("count", [65_535, 65_536])
def test_indices_grow_with_the_points(count: int) -> None:
    triangle = np.array([0, 1, count - 1])
    points = np.arange(3.0 * count).reshape(-1, 3)
    shape = Shape("x", points, triangle, np.array([3]), np.array([-1]), ())
    data = format_glb(Drawing((shape,)))
    document, _ = take_apart(data)
    assert document["accessors"][1]["componentType"] == (5123 if count == 65_535 else 5125)
    assert parse_gltf(data).shapes[0].corners.tolist() == [0, 1, count - 1]


def test_nothing_to_write() -> None:
    again = parse_gltf(format_glb(Drawing(())))
    assert (again.shapes, again.marks) == ((), ())


@pytest.mark.skipif(
    NODE is None or not VALIDATOR.is_dir(),
    reason="no Node.js, or no gltf-validator: npm ci in viewer/",
)
@pytest.mark.parametrize("kind", ["everything", "one", "nothing", "marks", "large"])
def test_the_khronos_validator_finds_nothing(kind: str, tmp_path: Path) -> None:
    drawing = {
        "everything": everything(),
        "one": Drawing((grid(5),)),
        "nothing": Drawing(()),
        "marks": Drawing((), everything().marks),
        "large": Drawing((grid(260),)),
    }[kind]
    path = tmp_path / "x.glb"
    path.write_bytes(format_glb(drawing))
    script = (
        "const v = require(process.argv[1]), fs = require('fs');"
        "v.validateBytes(new Uint8Array(fs.readFileSync(process.argv[2])))"
        ".then(r => console.log(JSON.stringify(r.issues)), e => console.log(String(e)));"
    )
    command = [NODE or "", "-e", script, str(VALIDATOR), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    issues = json.loads(done.stdout)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"]
    # An empty that says nothing of itself but its name and place is told as information.
    assert {message["code"] for message in issues["messages"]} <= {"NODE_EMPTY"}


def test_a_large_mesh_is_quick() -> None:
    """20,000 quads; generous, because machines differ: 20,000 triangles are 0.006 s and 0.002 s."""
    drawing = Drawing((grid(142),))
    times = []
    for _ in range(3):
        start = time.process_time()
        data = format_glb(drawing)
        middle = time.process_time()
        parse_gltf(data)
        times.append((middle - start, time.process_time() - middle))
    assert min(out for out, _ in times) < 0.5
    assert min(back for _, back in times) < 0.3
