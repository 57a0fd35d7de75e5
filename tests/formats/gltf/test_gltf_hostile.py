"""glTF files made to hurt: each gives a drawing or a located error, soon, in little memory."""

from __future__ import annotations

import json
import struct
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Drawing, Mark
from kotorlevel.formats.gltf import format_glb, parse_gltf
from support.formats.drawings import grid
from support.formats.gff_shapes import peak_memory
from support.formats.gltf_shapes import TRIANGLE, data_address, glb, scene

SMALL = format_glb(
    Drawing((grid(1, at=(3, 4, 5)),), (Mark("a", (1, 2, 3)), Mark("b", (1, 0, 0), parent="a")))
)
LITTLE = 400_000
"""Bytes that reading a tiny file may take at most."""


def survives(data: bytes) -> None:
    try:
        drawing = parse_gltf(data, "x.glb")
    except FormatError as error:
        assert error.source == "x.glb"
        assert error.place
    else:
        for shape in drawing.shapes:
            assert (shape.corners < len(shape.points)).all()
            assert np.isfinite(shape.points).all()


def refuse(document: dict[str, Any], message: str, section: str, binary: bytes = TRIANGLE) -> None:
    data = glb(document, binary)

    def read() -> None:
        with pytest.raises(FormatError, match=message) as caught:
            parse_gltf(data, "x.glb")
        assert caught.value.section == section
        assert caught.value.source == "x.glb"

    assert peak_memory(read) < LITTLE


def test_every_byte_changed() -> None:
    for at in range(len(SMALL)):
        for byte in (0, 0x22, 0x2D, 0x39, 0x5B, 0xFF, SMALL[at] ^ 1):
            survives(SMALL[:at] + bytes([byte]) + SMALL[at + 1 :])


def test_every_length() -> None:
    for size in range(len(SMALL)):
        survives(SMALL[:size])
        survives(SMALL[size:])


@given(st.binary(max_size=100))
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(b"glTF\2\0\0\0" + data)
    survives(struct.pack("<4sII", b"glTF", 2, 12 + len(data)) + data)


_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-2, 9),
        st.integers(),
        st.floats(),
        st.text(max_size=3),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    below = [place for key in keys for place in places_in(value[key], (*path, key))]
    return [path, *below] if path else below


FULL = json.loads(SMALL[20 : 20 + struct.unpack_from("<I", SMALL, 12)[0]])
PLACES = places_in(FULL)


@given(st.sampled_from(PLACES), _values)
def test_anything_anywhere_in_the_json(path: tuple[Any, ...], value: Any) -> None:
    document = json.loads(json.dumps(FULL))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    survives(glb(document, SMALL[SMALL.index(b"BIN\0") + 4 :]))
    del inner[path[-1]]
    survives(glb(document, SMALL[SMALL.index(b"BIN\0") + 4 :]))


HUGE = 2**62


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("count", HUGE, "rows of 12 bytes end at"),
        ("count", 4, "rows of 12 bytes end at"),
        ("count", -1, "from 0 on, not -1"),
        ("count", 1.5, "from 0 on, not 1.5"),
        ("count", True, "from 0 on, not True"),
        ("count", "3", "from 0 on, not '3'"),
        ("byteOffset", 1, "rows of 12 bytes end at"),
        ("byteOffset", HUGE, "rows of 12 bytes end at"),
        ("componentType", 5124, "unknown type"),
        ("type", "VEC2", "type VEC3"),
        ("type", ["VEC3"], "type VEC3"),
        ("sparse", {"count": 1}, "sparse"),
    ],
)
def test_accessors_that_lie(key: str, value: object, message: str) -> None:
    document = scene()
    document["accessors"][0][key] = value
    refuse(document, message, "accessors[0]")


@pytest.mark.parametrize(
    ("name", "key", "value", "message"),
    [
        ("bufferViews", "byteLength", HUGE, "the buffer at 0x24"),
        ("bufferViews", "byteOffset", 1, "the buffer at 0x24"),
        ("bufferViews", "byteOffset", -1, "from 0 on"),
        ("bufferViews", "byteStride", -4, "from 0 on"),
        ("bufferViews", "buffer", None, "from 0 on"),
        ("bufferViews", "extensions", {"EXT_meshopt_compression": {}}, "without compression"),
        ("buffers", "byteLength", 40, "should have 40 bytes and has 36"),
        ("buffers", "byteLength", HUGE, "bytes and has 36"),
        ("buffers", "uri", 7, "should be a text"),
        ("buffers", "uri", "data:;base64,AAA", "base64 is broken"),
        ("buffers", "uri", "data:;base64,@@@@", "base64 is broken"),
        ("buffers", "uri", "data:text/plain,hello", "without base64"),
        ("buffers", "uri", data_address(b"short"), "should have 36 bytes and has 5"),
    ],
)
def test_views_and_buffers_that_lie(name: str, key: str, value: object, message: str) -> None:
    document = scene()
    document[name][0][key] = value
    refuse(document, message, f"{name}[0]")


def test_rows_that_overlap() -> None:
    document = scene()
    document["bufferViews"][0]["byteStride"] = 4
    refuse(document, "every 4 bytes overlap", "accessors[0]")
    document["bufferViews"][0]["byteStride"] = HUGE
    refuse(document, "rows of 4611686018427387904 bytes end at", "accessors[0]")


def test_what_is_not_there() -> None:
    refuse(scene(buffers=[]), r"names buffers\[0\], and there are 0", "bufferViews[0]")
    refuse(scene(bufferViews=[]), r"names bufferViews\[0\]", "accessors[0]")
    refuse(scene(accessors=[]), r"names accessors\[0\]", "meshes[0].primitives[0]")
    refuse(scene(meshes=[]), r"names meshes\[0\]", "nodes[0] 'room'")
    refuse(scene(nodes=[]), r"names nodes\[0\]", "scenes[0]")
    refuse(scene(scenes=[]), r"names scenes\[0\]", "scene")
    refuse(scene(), "has no data", "buffers[0]", b"")
    refuse(scene(nodes=7), "list of objects", "nodes")
    refuse(scene(nodes=[{"mesh": 0, "children": [1]}]), r"names nodes\[1\]", "nodes[0]")
    bare = scene()
    del bare["accessors"][0]["bufferView"]
    refuse(bare, "has no data: if it is compressed", "accessors[0]")


@pytest.mark.parametrize("number", [0x7FC00000, 0x7F800000, 0xFF800000])
def test_places_that_are_not_finite(number: int) -> None:
    binary = TRIANGLE[:12] + struct.pack("<I", number) + TRIANGLE[16:]
    refuse(scene(), "place 1 is not finite", "accessors[0]", binary)


@pytest.mark.parametrize(
    ("extension", "message"),
    [
        ("KHR_draco_mesh_compression", "untick Compression"),
        ("EXT_meshopt_compression", "without compression"),
        ("EXT_mesh_gpu_instancing", "'EXT_mesh_gpu_instancing' is needed"),
        (5, "'5' is needed"),
    ],
)
def test_extensions_that_one_must_know(extension: object, message: str) -> None:
    refuse(scene(extensionsRequired=[extension]), message, "extensionsRequired")


def test_draco_without_being_required() -> None:
    document = scene()
    document["meshes"][0]["primitives"][0]["extensions"] = {"KHR_draco_mesh_compression": {}}
    assert len(parse_gltf(glb(document, TRIANGLE)).shapes) == 1, "there is a copy without"
    del document["accessors"][0]["bufferView"]
    refuse(document, "untick Compression", "meshes[0].primitives[0]")


@pytest.mark.parametrize(
    ("nodes", "roots", "message", "section"),
    [
        ([{"children": [1]}, {"children": [0]}], None, "go in a circle", "nodes[0]"),
        ([{"children": [0]}], None, "go in a circle", "nodes[0]"),
        ([{}, {"children": [2]}, {"children": [1]}], None, "go in a circle", "nodes[1]"),
        ([{"children": [1]}, {"children": [0]}], [0], "which is below", "scenes[0]"),
        ([{"children": [2]}, {"children": [2]}, {}], [0, 1], "two parents", "nodes[2]"),
        ([{"children": [1, 1]}, {}], [0], "two parents", "nodes[1]"),
        ([{}], [0, 0], "twice", "nodes[0]"),
        ([{"matrix": [1] * 15}], [0], "16 finite numbers", "nodes[0]"),
        ([{"matrix": [1] * 16}], [0], "last row", "nodes[0]"),
        ([{"rotation": [0, 0, 0, 0]}], [0], "length 0", "nodes[0]"),
        ([{"translation": [0, 0, "x"]}], [0], "3 finite numbers", "nodes[0]"),
        ([{"translation": [0, 0, 10**400]}], [0], "3 finite numbers", "nodes[0]"),
        ([{"scale": [1e200, 1, 1]}], [0], "beyond all numbers", "nodes[0]"),
        ([{"mesh": 0, "scale": [1, 0, 1], "name": "x"}], [0], "scaled to nothing", "nodes[0] 'x'"),
        (
            [{"mesh": 0, "scale": [1e38, 1, 1], "translation": [3e38, 0, 0]}],
            [0],
            "32-bit",
            "nodes[0]",
        ),
    ],
)
def test_trees_that_are_none(
    nodes: list[Any], roots: list[int] | None, message: str, section: str
) -> None:
    document = scene(nodes=nodes, scenes=[{"nodes": roots}])
    if roots is None:
        del document["scene"]
        del document["scenes"]
    refuse(document, message, section)


def test_a_deep_tree_is_read() -> None:
    nodes: list[dict[str, Any]] = [
        {"children": [i + 1], "translation": [0, 1, 0]} for i in range(20_000)
    ]
    drawing = parse_gltf(glb(scene(nodes=[*nodes, {"mesh": 0}]), TRIANGLE))
    assert drawing.shapes[0].points[0].tolist() == [0, 0, 20_000]


def test_a_mesh_in_a_million_places_is_refused() -> None:
    points = np.zeros((20_000, 3), "<f4").tobytes()
    document = scene(points, nodes=[{"mesh": 0}] * 5_000, scenes=[{"nodes": list(range(5_000))}])
    document["accessors"][0]["count"] = 20_000 - 2
    start = time.process_time()
    with pytest.raises(FormatError, match="with every copy") as caught:
        parse_gltf(glb(document, points))
    assert caught.value.section == "meshes[0]"
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a glTF"),
        (b"PK\3\4", "not a glTF: it starts with 'PK"),
        (b"[]", "not a glTF"),
        (b"{", "JSON at 0x1: is not valid"),
        (b'{"a": NaN}', "NaN is not a finite number"),
        (b'{"a": "\xff"}', "no UTF-8"),
        (b"{" + b'"a":[' * 100_000, "JSON"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"a":' + b"9" * 10_000 + b"}", "JSON"),
        (b'{"asset": {"version": "1.0"}}', "version 1.0"),
        (b'{"asset": {"version": 2}}', "only version 2"),
        (b'{"asset": []}', "should be an object"),
        (b"glTF", "at least 12 bytes"),
        (struct.pack("<4sII", b"glTF", 1, 12), "version 1"),
        (struct.pack("<4sII", b"glTF", 2, 13), "cut off"),
        (struct.pack("<4sII", b"glTF", 2, 12), "first chunk"),
        (struct.pack("<4sII", b"glTF", 2, 14) + b"ab", "too few for a chunk"),
        (struct.pack("<4sIIII", b"glTF", 2, 20, 2**31, 0x4E4F534A), "2,147,483,648 bytes end at"),
        (struct.pack("<4sIIII", b"glTF", 2, 20, 0, 0x004E4942), "first chunk"),
    ],
)
def test_files_that_are_none(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse_gltf(data, "x.glb")
    assert caught.value.place


def test_many_meshes_over_one_buffer_cost_no_more_than_a_file_of_its_size() -> None:
    binary = TRIANGLE * 1500
    document = scene(binary)
    document["accessors"][0]["count"] = 4500
    count = 900
    document["meshes"] = document["meshes"] * count
    document["nodes"] = [{"mesh": number} for number in range(count)]
    document["scenes"] = [{"nodes": list(range(count))}]
    data = glb(document, binary)

    def read() -> None:
        with pytest.raises(FormatError, match="points and corners in all, with every copy"):
            parse_gltf(data)

    assert peak_memory(read) < 50_000_000 + 10 * len(data)


def test_more_nodes_than_are_read() -> None:
    nodes = [{"mesh": 0}] * 25_001
    with pytest.raises(FormatError, match="25,001 nodes; at most 25,000") as caught:
        parse_gltf(glb(scene(nodes=nodes), TRIANGLE))
    assert caught.value.section == "nodes"


def test_corners_that_are_no_triangles() -> None:
    document = scene()
    document["accessors"][0]["count"] = 2
    refuse(document, "2 corners are no whole triangles", "meshes[0].primitives[0]")
    document = scene()
    document["meshes"][0]["primitives"][0]["mode"] = 7
    refuse(document, "unknown kind 7", "meshes[0].primitives[0]")
    document["meshes"][0]["primitives"][0] = {"attributes": {"POSITION": 0}, "indices": 0}
    refuse(document, "unsigned whole numbers", "accessors[0]")


def test_an_index_beyond_the_places() -> None:
    binary = TRIANGLE + bytes([0, 1, 3, 0])
    document = scene(binary)
    document["meshes"][0]["primitives"][0]["indices"] = 1
    document["accessors"].append(
        {"bufferView": 0, "byteOffset": 36, "componentType": 5121, "count": 3, "type": "SCALAR"}
    )
    refuse(document, "names place 3, and there are 3", "meshes[0].primitives[0]", binary)


def test_buffers_in_one_file_are_read_once() -> None:
    loaded: list[str] = []
    count = 40

    def load(name: str) -> bytes:
        loaded.append(name)
        return bytes(1000)

    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "./" * i + "b.bin", "byteLength": 900} for i in range(count)],
        "bufferViews": [{"buffer": i, "byteLength": 36} for i in range(count)],
        "accessors": [
            {"bufferView": i, "componentType": 5126, "type": "VEC3", "count": 3}
            for i in range(count)
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": i}} for i in range(count)]}],
        "nodes": [{"mesh": 0}],
    }
    drawing = parse_gltf(json.dumps(document).encode(), "x.gltf", load)
    assert len(drawing.shapes[0].sizes) == count
    assert len(loaded) == 1


def test_an_untransformed_child_stands_where_its_parent_does() -> None:
    nodes = [{"translation": [1, 2, 3], "children": [1]}, {"children": [2]}, {"scale": [2, 2, 2]}]
    document = {"asset": {"version": "2.0"}, "nodes": nodes}
    marks = parse_gltf(json.dumps(document).encode()).marks
    assert [mark.place for mark in marks] == [(1.0, -3.0, 2.0)] * 3
