"""The scene of a mesh and of an area, buffer by buffer, against a slow version."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.view.scene.scene import Scene, ScenePath, build_scene
from support.area.room_grids import make_grid
from support.areas import floor, make_area
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.meshes import Authored, authored_rooms
from support.view.slow_scene import slow_islands, slow_scene

KEYS = [
    *("format", "kotorlevel", "name", "kind", "bounds", "materials", "rooms", "links", "findings"),
    *("stops", "hooks", "doors", "placeables", "things", "pathPoints", "paths", "entry"),
    *(
        "entryBearing",
        "entryKnown",
        "start",
        "islands",
        "gaps",
        "treeDepth",
        "models",
        "gameMap",
        "unplaced",
        "buffers",
    ),
]


def check_against_slow(source: kl.Walkmesh | Area) -> Scene:
    scene = build_scene(source)
    slow = slow_scene(source)
    assert scene.array("vertices").tolist() == [list(row) for row in slow.vertices]
    assert scene.array("faces").tolist() == [list(row) for row in slow.faces]
    assert scene.array("materials").tolist() == [min(each, 255) for each in slow.materials]
    assert scene.array("across").reshape(-1).tolist() == slow.across
    check_boundary(scene, slow.boundary())
    numbers = scene.array("islands").tolist()
    found: dict[int, set[int]] = {}
    for face, number in enumerate(numbers):
        if number >= 0:
            found.setdefault(number, set()).add(face)
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, slow_islands(slow)))
    rows = [room["faces"] for room in scene.document["rooms"]]
    for face, room in enumerate(slow.rooms):
        first, count = rows[room]
        assert first <= face < first + count
    return scene


def check_boundary(scene: Scene, expected: set[int]) -> None:
    """Every boundary edge once, in closed loops that go on where they end."""
    edges = scene.array("boundary").tolist()
    assert sorted(edges) == sorted(expected)
    faces = scene.array("faces")
    start = 0
    for end in scene.array("loopEnds").tolist():
        loop = edges[start:end]
        assert loop
        for here, there in zip(loop, loop[1:] + loop[:1], strict=True):
            assert faces[here // 3][(here + 1) % 3] == faces[there // 3][there % 3]
        start = end
    assert start == len(edges)


@settings(max_examples=60, deadline=None)
@given(authored_rooms())
def test_any_room(room: Authored) -> None:
    check_against_slow(room.mesh())


@pytest.mark.parametrize("seed", range(5))
def test_linked_rooms(seed: int) -> None:
    area, _ = kl.relink(make_grid(seed, degrees=30.0 * seed).area)
    scene = check_against_slow(area)
    across = scene.array("across").reshape(-1)
    there = np.flatnonzero(across >= 0)
    assert (across[across[there]] == there).all()  # reciprocal links only
    rooms = np.repeat(np.arange(9), [room["faces"][1] for room in scene.document["rooms"]])
    through = rooms[there // 3] != rooms[across[there] // 3]
    assert through.sum() == 2 * len(make_grid(seed).doorways) > 0


@each_corpus_file("wok/*/*.wok")
def test_real_rooms(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    scene = build_scene(mesh, name=path.stem)
    if mesh.is_area and mesh.domain == mesh.walkable.sum() and len(mesh.faces):
        derived = mesh.rebuilt()
        if (derived.faces == mesh.faces).all():
            assert scene.array("boundary").tolist() == derived.edges["edge"].tolist()
            assert scene.array("loopEnds").tolist() == derived.loops.tolist()
            table = scene.array("across")[: derived.domain]
            assert (table == derived.adjacency).all()
    json.loads(scene.to_json())


@needs_corpus
def test_a_real_area() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    scene = check_against_slow(area)
    states = [link["state"] for link in scene.document["links"]]
    slow = slow_scene(area)
    assert states == [slow.states[edge] for edge in sorted(slow.states)]
    assert scene.document["name"] == "m10aa"


@needs_corpus
def test_bytes_a_face() -> None:
    """The whole of a real area, and every large real room, in at most 100 bytes a face."""
    area = kl.load_area(CORPUS / "area_m10aa")
    assert size_a_face(build_scene(area, report=kl.check(area))) <= 100
    for path in sorted(CORPUS.glob("wok/*/*.wok")):
        scene = build_scene(kl.read_walkmesh(path))
        if scene.document["buffers"]["faces"]["count"] >= 100:
            assert size_a_face(scene) <= 100, path


def test_bytes_a_face_of_a_large_mesh() -> None:
    assert size_a_face(build_scene(large_floor(100))) <= 100


def size_a_face(scene: Scene) -> float:
    count: int = scene.document["buffers"]["faces"]["count"]
    return (len(scene.to_json().encode()) + len(scene.buffer)) / count


def large_floor(cells: int) -> kl.Walkmesh:
    """A floor of ``cells`` × ``cells`` squares of two faces, with hills."""
    line = range(cells + 1)
    points = [(i, j, math.sin(i) * math.cos(j)) for i in line for j in line]
    faces = []
    for i in range(cells):
        for j in range(cells):
            a = i * (cells + 1) + j
            b = a + cells + 1
            faces += [(a, b, b + 1), (a, b + 1, a + 1)]
    return kl.Walkmesh.from_arrays(points, faces, [4] * len(faces))


def test_the_document_has_every_key_and_plain_values() -> None:
    area = make_area({"hall": floor(), "sky": None, "****": None}, name="lab", entry=(1, 1, 0))
    for scene in (build_scene(area), build_scene(floor(), name="hall"), build_scene(nothing())):
        assert list(scene.document) == KEYS
        assert json.loads(scene.to_json()) == scene.document
    document = build_scene(area).document
    assert document["kind"] == "area"
    assert document["name"] == "lab"
    assert document["bounds"] == {"min": [0, 0, 0], "max": [4, 4, 0]}
    assert document["entry"] == [1, 1, 0]
    assert [room["empty"] for room in document["rooms"]] == [False, False, True]
    assert [room["source"] for room in document["rooms"]] == ["hall.wok", "", ""]
    assert [room["label"] is None for room in document["rooms"]] == [False, True, True]
    assert [room["faces"] for room in document["rooms"]] == [[0, 2], [2, 0], [2, 0]]
    assert document["materials"] == [
        {
            "id": 4,
            "label": "Stone",
            "color": "#b7b9bd",
            "walkable": True,
            "blocksSight": True,
            "faces": 2,
        }
    ]


def nothing() -> kl.Walkmesh:
    return kl.Walkmesh.from_arrays([], [], [])


def test_buffers_lie_one_after_the_other_at_multiples_of_four() -> None:
    scene = build_scene(make_area({"hall": floor(), "yard": floor(4)}))
    place = 0
    for entry in scene.document["buffers"].values():
        assert entry["offset"] == place
        size = entry["count"] * entry["width"] * np.dtype(entry["type"]).itemsize
        place += size + -size % 4
    assert place == len(scene.buffer)


def test_the_same_input_gives_the_same_bytes() -> None:
    def make() -> Scene:
        area = kl.relink(make_grid(3).area)[0]
        return build_scene(area, report=kl.check(area))

    assert make().to_json() == make().to_json()
    assert make().buffer == make().buffer


def test_no_folder_is_told(tmp_path: Path) -> None:
    from support.areas import write_folder

    write_folder(tmp_path, make_area({"hall": floor(east=9), "yard": floor(4)}))
    area = kl.load_area(tmp_path)
    text = build_scene(area, report=kl.check(area)).to_json()
    assert "hall.wok" in text
    assert str(tmp_path) not in text
    assert tmp_path.name not in text


def test_whether_a_walkmesh_is_at_hand(tmp_path: Path) -> None:
    from support.areas import write_folder

    rooms = {"hall": floor(), "yard": floor(4), "sky": None, "****": None}
    write_folder(tmp_path, make_area(rooms))
    (tmp_path / "yard.wok").write_bytes(b"BWM V1.0 cut")
    found = build_scene(kl.load_area(tmp_path)).document["rooms"]
    states = [room["walkmesh"] for room in found]
    assert states == ["ok", "unreadable", "absent", "absent"]
    assert build_scene(floor()).document["rooms"][0]["walkmesh"] == "ok"


def test_visibility() -> None:
    visibility = kl.Visibility(
        (kl.VisRoom("HALL", ("yard", "nowhere")), kl.VisRoom("yard", ("yard",)))
    )
    area = make_area({"hall": floor(), "yard": floor(4)}, visibility=visibility)
    assert [room["sees"] for room in build_scene(area).document["rooms"]] == [[1], [1]]


def test_a_room_is_named_on_its_floor() -> None:
    """Of a floor like an L the middle is off it."""
    low, high = floor(0, 0, 20, 2), floor(0, 2, 2, 18)
    corners = np.concatenate([low.vertices, high.vertices])
    faces = np.concatenate([low.faces, high.faces + 4])
    scene = build_scene(kl.Walkmesh.from_arrays(corners, faces, [4] * 4))
    x, y, _ = scene.document["rooms"][0]["label"]
    assert (0 < x < 20 and 0 < y < 2) or (0 < x < 2 and 2 < y < 20)


def test_a_name_goes_where_there_is_room_for_it() -> None:
    """Two halls of 10 × 10 m with a passage 1 m wide between them, in the middle of it all."""
    parts = [floor(0, 0, 10, 10), floor(10, 4.5, 10, 1), floor(20, 0, 10, 10)]
    corners = np.concatenate([part.vertices for part in parts])
    faces = np.concatenate([part.faces + 4 * n for n, part in enumerate(parts)])
    scene = build_scene(kl.Walkmesh.from_arrays(corners, faces, [4] * 6))
    x, y, _ = scene.document["rooms"][0]["label"]
    assert min(x, y, 10 - x, 10 - y) >= 2 or min(x - 20, y, 30 - x, 10 - y) >= 2


def test_boxes_are_never_told_smaller_than_they_are() -> None:
    scene = build_scene(make_area({"a": floor(0, 0, 3, 3), "b": floor(5, 1, 65535 / 1000, 3)}))
    low, high = (np.array(scene.document["bounds"][name]) for name in ("min", "max"))
    nodes = floor(5, 1, 65535 / 1000, 3).nodes
    rooms = scene.array("treeRooms")
    boxes = scene.array("treeBoxes")[rooms == 1].astype(float) / 65535
    extent = high - low
    assert (low[:2] + boxes[:, :2] * extent[:2] <= nodes["box_min"][:, :2] + 1e-6).all()


def test_paths_are_told() -> None:
    path = ScenePath("way", "unreachable", "a wall", math.nan, [(0, 0, 0), (1.23456, 2, math.inf)])
    told: list[dict[str, Any]] = build_scene(floor(), paths=[path]).document["paths"]
    assert told == [
        {
            "name": "way",
            "status": "unreachable",
            "reason": "a wall",
            "length": None,
            "points": [[0, 0, 0], [1.235, 2, 0]],
        }
    ]


def test_tree_boxes_hold_their_faces() -> None:
    mesh = large_floor(6)
    scene = build_scene(mesh)
    low = np.array(scene.document["bounds"]["min"])
    extent = np.array(scene.document["bounds"]["max"]) - low
    rows = scene.array("treeBoxes").astype(float).reshape(-1, 2, 3) / 65535 * extent + low
    assert len(rows) == 2 * len(mesh.faces) - 1
    step = extent / 65535 + 1e-3  # bounds are told to the millimetre
    for node, (least, most) in zip(mesh.nodes, rows, strict=True):
        assert (np.abs(least - np.maximum(node["box_min"], low)) <= step).all()
        assert (np.abs(most - np.minimum(node["box_max"], low + extent)) <= step).all()
        face = int(node["face"])
        if face >= 0:
            corners = mesh.vertices[mesh.faces[face]]
            assert (corners >= least - 1e-3).all()
            assert (corners <= most + 1e-3).all()
    depths = scene.array("treeDepths").tolist()
    for number, node in enumerate(mesh.nodes):
        for child in (int(node["left"]), int(node["right"])):
            if child >= 0:
                assert depths[child] == depths[number] + 1
    assert scene.document["treeDepth"] == max(depths) + 1
