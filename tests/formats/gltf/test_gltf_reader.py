"""glTF files that other programs could have written, put together by hand."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Drawing
from kotorlevel.formats.gltf import parse_gltf, read_gltf
from support.formats.gltf_shapes import (
    BYTE,
    FLOAT,
    SHORT,
    TRIANGLE,
    UBYTE,
    UINT,
    USHORT,
    data_address,
    glb,
    indexed,
    scene,
)

CORNERS = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def parse(document: dict[str, Any], binary: bytes = TRIANGLE) -> Drawing:
    return parse_gltf(glb(document, binary), "x.glb")


def places(drawing: Drawing, number: int = 0) -> list[list[list[float]]]:
    shape = drawing.shapes[number]
    assert (shape.sizes == 3).all()
    found: list[list[list[float]]] = shape.points[shape.corners].reshape(-1, 3, 3).tolist()
    return found


def test_one_triangle() -> None:
    drawing = parse(scene())
    (shape,) = drawing.shapes
    assert places(drawing) == [CORNERS]
    assert (shape.name, shape.parent, shape.frame) == ("room", "", None)
    assert shape.materials.tolist() == [-1]
    assert shape.material_names == ()
    assert shape.shares_vertices
    assert drawing.remarks == ()


def test_vertices_are_split_where_there_is_more_than_places() -> None:
    document = scene()
    document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = 0
    assert not parse(document).shapes[0].shares_vertices
    document = scene()
    document["accessors"].append(document["accessors"][0])
    document["meshes"][0]["primitives"].append({"attributes": {"POSITION": 1}})
    assert not parse(document).shapes[0].shares_vertices


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\n  "])
def test_json_with_its_data_inside(mark: bytes) -> None:
    document = scene(buffers=[{"byteLength": 36, "uri": data_address(TRIANGLE)}])
    assert places(parse_gltf(mark + json.dumps(document).encode())) == [CORNERS]


def test_json_with_its_data_beside(tmp_path: Path) -> None:
    (tmp_path / "my data.bin").write_bytes(TRIANGLE + b"more")
    path = tmp_path / "x.gltf"
    path.write_text(json.dumps(scene(buffers=[{"byteLength": 36, "uri": "my%20data.bin"}])))
    assert places(read_gltf(path)) == [CORNERS]
    with pytest.raises(FormatError, match=r"'my data\.bin'; give the path") as caught:
        read_gltf(path.read_bytes())
    assert caught.value.section == "buffers[0]"
    (tmp_path / "my data.bin").unlink()
    with pytest.raises(FormatError, match=r"'my data\.bin' beside it: no such file") as caught:
        read_gltf(path)
    assert caught.value.source == str(path)


@pytest.mark.parametrize(
    "address",
    [
        "../x.bin",
        "/etc/passwd",
        "a/../../x",
        "http://x.org/x.bin",
        "file:///x",
        "C:\\x",
        "%2e%2e/x",
        "..\\x",
        "\\\\host\\x",
        "a%00b",
        "",
        "//host/x",
    ],
)
def test_data_from_elsewhere_is_refused(address: str) -> None:
    def load(name: str) -> bytes:
        raise AssertionError(name)

    document = scene(buffers=[{"byteLength": 36, "uri": address}])
    with pytest.raises(FormatError, match="only files beside it") as caught:
        parse_gltf(glb(document), "x.glb", load)
    assert caught.value.section == "buffers[0]"


@pytest.mark.parametrize(("kind", "letter"), [(UBYTE, "B"), (USHORT, "H"), (UINT, "I")])
def test_indices_of_every_kind(kind: int, letter: str) -> None:
    points = struct.pack("<12f", 9, 9, 9, *struct.unpack("<9f", TRIANGLE))
    data = indexed(points, 4, struct.pack(f"<6{letter}", 1, 2, 3, 1, 3, 2), kind)
    drawing = parse_gltf(data)
    assert places(drawing) == [CORNERS, [CORNERS[0], CORNERS[2], CORNERS[1]]]
    assert len(drawing.shapes[0].points) == 4


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        (5, [(0, 1, 2), (1, 3, 2), (2, 3, 4)]),
        (6, [(1, 2, 0), (2, 3, 0), (3, 4, 0)]),
    ],
)
def test_strips_and_fans(mode: int, wanted: list[tuple[int, ...]]) -> None:
    points = struct.pack("<15f", *range(15))
    shape = parse_gltf(indexed(points, 5, bytes(range(5)), UBYTE, mode)).shapes[0]
    assert [tuple(t) for t in shape.corners.reshape(-1, 3).tolist()] == wanted
    document = scene(points, accessors=[{"bufferView": 0, "componentType": FLOAT} | FIVE])
    document["meshes"][0]["primitives"][0]["mode"] = mode
    assert parse(document, points).shapes[0].corners.tolist() == shape.corners.tolist()


FIVE = {"count": 5, "type": "VEC3"}


def test_a_strip_that_is_joined_by_lines() -> None:
    points = struct.pack("<18f", *range(18))
    data = indexed(points, 6, bytes([0, 1, 2, 2, 3, 3, 4, 5]), UBYTE, 5)
    shape = parse_gltf(data).shapes[0]
    assert [set(t) for t in shape.corners.reshape(-1, 3).tolist()] == [{0, 1, 2}, {3, 4, 5}]


def test_rows_apart_from_each_other() -> None:
    binary = b"head" + b"".join(TRIANGLE[at : at + 12] + b"skip" for at in (0, 12, 24))
    document = scene(
        binary,
        bufferViews=[{"buffer": 0, "byteOffset": 2, "byteLength": 50, "byteStride": 16}],
    )
    document["accessors"][0]["byteOffset"] = 2
    assert places(parse(document, binary)) == [CORNERS]


def test_several_buffers() -> None:
    document = scene(
        buffers=[{"byteLength": 4}, {"byteLength": 36, "uri": data_address(TRIANGLE)}],
        bufferViews=[{"buffer": 1, "byteLength": 36}],
    )
    assert places(parse(document, b"else")) == [CORNERS]


@pytest.mark.parametrize(
    ("kind", "letter", "unit"), [(BYTE, "b", 127), (UBYTE, "B", 255), (SHORT, "h", 32767)]
)
@pytest.mark.parametrize("normalized", [True, False])
def test_whole_numbers_for_places(kind: int, letter: str, unit: int, normalized: bool) -> None:
    numbers = [0, 0, 0, unit, 0, 0, 0, unit // 5, 0]
    binary = struct.pack(f"<9{letter}", *numbers)
    document = scene(binary, extensionsRequired=["KHR_mesh_quantization"])
    document["accessors"][0] |= {"componentType": kind, "normalized": normalized}
    scale = unit if normalized else 1
    drawing = parse(document, binary)
    assert places(drawing)[0][1:] == [[unit / scale, 0, 0], [0, 0, unit // 5 / scale]]


# The tree.


def turn(axis: tuple[float, float, float], degrees: float) -> list[float]:
    half = math.radians(degrees) / 2
    return [*(math.sin(half) * part for part in axis), math.cos(half)]


def slow_matrix(node: dict[str, Any]) -> list[list[float]]:
    """The matrix of a node, number by number."""
    if "matrix" in node:
        return [[node["matrix"][4 * column + row] for column in range(4)] for row in range(4)]
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    sx, sy, sz = node.get("scale", (1, 1, 1))
    tx, ty, tz = node.get("translation", (0, 0, 0))
    turned = [
        [1 - 2 * y * y - 2 * z * z, 2 * x * y - 2 * z * w, 2 * x * z + 2 * y * w],
        [2 * x * y + 2 * z * w, 1 - 2 * x * x - 2 * z * z, 2 * y * z - 2 * x * w],
        [2 * x * z - 2 * y * w, 2 * y * z + 2 * x * w, 1 - 2 * x * x - 2 * y * y],
    ]
    moved = [[a * sx, b * sy, c * sz, t] for (a, b, c), t in zip(turned, (tx, ty, tz), strict=True)]
    return [*moved, [0, 0, 0, 1]]


def slow_place(chain: list[dict[str, Any]], place: tuple[float, ...]) -> list[float]:
    """A place in the file, moved by every node up to the root; then with Z up."""
    vector = [*place, 1.0]
    for node in reversed(chain):
        matrix = slow_matrix(node)
        vector = [sum(row[i] * vector[i] for i in range(4)) for row in matrix]
    return [vector[0], -vector[2], vector[1]]


CHAINS: list[list[dict[str, Any]]] = [
    [{"translation": [1, 2, 3]}],
    [{"rotation": turn((0, 1, 0), 30), "scale": [2, 3, 4]}],
    [{"translation": [5, 0, 1]}, {"rotation": turn((0.6, 0, 0.8), 70)}, {"scale": [1, 2, 1]}],
    [{"scale": [-1, 1, 1]}, {"translation": [3, 1, 2], "rotation": turn((1, 0, 0), -20)}],
    [{"scale": [-2, -1, 1]}, {"scale": [1, 1, -1]}, {"rotation": turn((0, 0, 1), 45)}],
    [{"matrix": [1, 0.5, 0, 0, 0, 2, 0, 0, 0.25, 0, 1, 0, 7, 8, 9, 1]}, {"translation": [1, 1, 1]}],
    [{"rotation": turn((0, 1, 0), 90)}] * 40,
]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: f"{len(chain)} {next(iter(chain[0]))}")
def test_every_transform_above_counts(chain: list[dict[str, Any]]) -> None:
    nodes = [{**node, "name": f"n{i}", "children": [i + 1]} for i, node in enumerate(chain)]
    nodes[-1] = {**chain[-1], "name": f"n{len(chain) - 1}", "mesh": 0}
    drawing = parse(scene(nodes=nodes))
    (shape,) = drawing.shapes
    stored = [struct.unpack_from("<3f", TRIANGLE, at) for at in (0, 12, 24)]
    wanted = np.array([slow_place(chain, place) for place in stored])
    assert shape.points == pytest.approx(wanted, abs=1e-12)
    assert shape.parent == (f"n{len(chain) - 2}" if len(chain) > 1 else "")
    # The front: in its own space it looks up, and a normal goes by the inverse transpose.
    assert shape.frame is not None
    normal = np.linalg.inv(shape.frame[:3, :3]).T @ (0, 0, 1)
    a, b, c = shape.points[shape.corners]
    assert np.dot(np.cross(b - a, c - a), normal) > 0
    local = np.array(CORNERS)
    assert local @ shape.frame[:3, :3].T + shape.frame[:3, 3] == pytest.approx(wanted, abs=1e-12)


def test_a_mesh_in_several_nodes_is_several_shapes() -> None:
    nodes = [{"mesh": 0}, {"mesh": 0, "name": "b", "translation": [0, 0, -2]}]
    drawing = parse(scene(nodes=nodes, scenes=[{"nodes": [1, 0]}]))
    assert [shape.name for shape in drawing.shapes] == ["b", "mesh"]
    assert drawing.shapes[0].points[:, 1].tolist() == [2, 2, 3]
    assert places(drawing, 1) == [CORNERS]


def test_only_the_default_scene_counts() -> None:
    nodes = [{"mesh": 0, "name": name} for name in "abc"]
    scenes = [{"nodes": [0]}, {"nodes": [2, 1]}]
    assert [s.name for s in parse(scene(nodes=nodes, scenes=scenes, scene=1)).shapes] == ["c", "b"]
    document = scene(nodes=nodes, scenes=scenes)
    del document["scene"]
    assert [s.name for s in parse(document).shapes] == ["a", "b", "c"]


def test_empties_are_marks() -> None:
    nodes = [
        {"name": "top", "translation": [1, 0, 0], "children": [1], "rotation": turn((0, 1, 0), 90)},
        {"name": "hook", "translation": [0, 5, -2], "scale": [2, 2, 2]},
        {"rotation": turn((1, 0, 0), 60), "scale": [0, 1, 1]},
    ]
    top, hook, last = parse(scene(nodes=nodes, scenes=[{"nodes": [0, 2]}])).marks
    half = math.sqrt(0.5)
    assert (top.name, top.parent, hook.name, hook.parent) == ("top", "", "hook", "top")
    assert list(top.place) == [1, 0, 0]
    assert top.turn == pytest.approx((half, 0, 0, half)), "about the axis that points up"
    assert hook.place == pytest.approx((-1, 0, 5))
    assert hook.turn == pytest.approx((half, 0, 0, half))
    assert last.name == "node 2"
    assert last.turn == (1, 0, 0, 0)


def test_materials_by_name() -> None:
    two = TRIANGLE * 2
    primitive = {"attributes": {"POSITION": 0}}
    document = scene(
        two,
        materials=[
            {"name": "a", "pbrMetallicRoughness": {"baseColorFactor": [1, 0.2158605, 0, 0.5]}},
            {"alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorFactor": [0, 0, 0, 0.5]}},
            {"name": "a"},
        ],
        meshes=[{"primitives": [{**primitive, "material": m} for m in (1, 0, 2)] + [primitive]}],
    )
    drawing = parse(document, two)
    (shape,) = drawing.shapes
    assert shape.material_names == ("material 1", "a")
    assert shape.materials.tolist() == [0, 1, 1, -1]
    assert len(shape.points) == 3, "one array of places is read once"
    assert drawing.colors == {"a": "#ff8000", "material 1": "#000000"}
    assert drawing.alphas == {"material 1": 0.5}


def test_what_is_left_out_is_told() -> None:
    primitive = {"attributes": {"POSITION": 0}}
    document = scene(
        meshes=[
            {
                "primitives": [
                    {**primitive, "targets": [{"POSITION": 0}]},
                    {**primitive, "mode": 1},
                    {**primitive, "mode": 0},
                    {"attributes": {}},
                ]
            }
        ],
        nodes=[
            {"mesh": 0, "skin": 0, "children": [1, 2, 3]},
            {"camera": 0},
            {"extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"name": "bone"},
        ],
        skins=[{"joints": [3]}],
        animations=[{}, {}],
        cameras=[{}],
        extensionsRequired=["KHR_materials_unlit", "KHR_lights_punctual"],
    )
    drawing = parse(document)
    assert places(drawing) == [CORNERS]
    assert drawing.marks == ()
    assert set(drawing.remarks) == {
        "1 camera left out",
        "1 light left out",
        "1 bone left out",
        "1 skin left out",
        "2 animations left out",
        "1 morph target (shape key) left out",
        "2 parts of a mesh that is points or lines left out",
        "1 part of a mesh without places left out",
    }
