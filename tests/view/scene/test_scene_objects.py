"""Doors, placeables, hooks and path points in a scene."""

from __future__ import annotations

import numpy as np
import pytest

from kotorlevel.formats.pth import make_path_points
from kotorlevel.mesh.walkmesh import Walkmesh
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import OPEN_1, QUARTER, floor, make_area, make_door, make_placeable, plate
from support.builders import square_pwk

CRATE = Walkmesh.from_arrays(
    [(0, 0, 0), (1, 0, 0), (0, 2, 0)], [(0, 1, 2)], [7], kind=0, position=(10, 0, 0)
)


def rows(scene: Scene, entry: dict[str, list[int]] | None) -> np.ndarray:
    assert entry is not None
    first, count = entry["faces"]
    start, size = entry["vertices"]
    faces = scene.array("faces")[first : first + count]
    assert faces.min() >= start
    assert faces.max() < start + size
    points: np.ndarray = scene.array("vertices")[faces]
    return points


def test_a_placeable_stands_turned_at_its_place() -> None:
    area = make_area({"hall": floor()}, placeables=[make_placeable((5, 5, 1), QUARTER, CRATE)])
    scene = build_scene(area)
    placeable = scene.document["placeables"][0]
    assert placeable["tag"] == "crate"
    # (x, y) comes to (-y, x), and model space is vertex + position (FACTS 1).
    expected = [(5, 15, 1), (5, 16, 1), (3, 15, 1)]
    assert np.allclose(rows(scene, placeable["mesh"])[0], expected, atol=1e-5)


def test_a_door_has_three_states() -> None:
    meshes = (plate(), None, OPEN_1)
    area = make_area({"hall": floor()}, doors=[make_door((4, 2, 0), 0, meshes, state=2)])
    scene = build_scene(area)
    door = scene.document["doors"][0]
    assert door["state"] == 2
    assert door["states"][1] is None
    assert rows(scene, door["states"][0])[..., 0].tolist() == [[3, 5, 5], [3, 5, 3]]
    assert rows(scene, door["states"][2])[..., 0].tolist() == [[3, 3, 3], [3, 3, 3]]
    assert scene.array("across").shape == (2, 3)  # doors have no floor
    assert scene.document["materials"][0]["faces"] == 2


def test_every_door_has_its_own_rows() -> None:
    area = make_area({"hall": floor()}, doors=[make_door((4, 2, 0)), make_door((9, 2, 0))])
    scene = build_scene(area)
    for door, x in zip(scene.document["doors"], (4, 9), strict=True):
        assert rows(scene, door["states"][0])[..., 0].min() == x - 1
        assert rows(scene, door["states"][0])[..., 0].max() == x + 1


def test_rooms_come_before_doors_and_placeables() -> None:
    area = make_area(
        {"hall": floor(), "yard": floor(4)},
        doors=[make_door((4, 2, 0))],
        placeables=[make_placeable((1, 1, 0), 0, CRATE)],
    )
    scene = build_scene(area)
    ranges = [room["faces"] for room in scene.document["rooms"]]
    ranges += [state["faces"] for state in scene.document["doors"][0]["states"]]
    ranges += [scene.document["placeables"][0]["mesh"]["faces"]]
    place = 0
    for first, count in ranges:
        assert first == place
        place += count
    assert place == scene.document["buffers"]["faces"]["count"] == 2 + 2 + 3 * 2 + 1


def test_a_thing_without_a_mesh() -> None:
    area = make_area({"hall": floor()}, placeables=[make_placeable((1, 2, 3))])
    placeable = build_scene(area).document["placeables"][0]
    assert placeable["mesh"] is None
    assert placeable["position"] == [1, 2, 3]


def test_hooks() -> None:
    area = make_area({"hall": floor()}, doors=[make_door((4, 2, 0))], door_hooks=[(1, 2, 3)])
    hooks = build_scene(area).document["hooks"]
    assert hooks[0] == {
        "kind": "door",
        "name": "leaf",
        "room": 0,
        "at": [1, 2, 3],
        "direction": [1, 0, 0],
        "number": 0,
    }
    assert all(hook["number"] is None for hook in hooks[1:])
    assert [(hook["kind"], hook["at"]) for hook in hooks[1:]] == [
        ("use", [4, 1, 0]),
        ("use", [4, 3, 0]),
    ]


def test_the_use_hooks_of_a_mesh_by_itself() -> None:
    hooks = build_scene(Walkmesh.from_bwm(square_pwk())).document["hooks"]
    assert [hook["at"] for hook in hooks] == [[0.5, -1, 0], [0.5, 3, 0]]


def test_path_points() -> None:
    points = make_path_points([(3.0, 1.0), (1.0, 2.0)], [(0, 1), (1, 0)])
    document = build_scene(make_area({"hall": floor()}, path_points=points)).document
    assert document["pathPoints"] == {
        "points": [[1, 2, None], [3, 1, None]],
        "connections": [[0, 1], [1, 0]],
    }


@pytest.mark.parametrize("name", ["hooks", "doors", "placeables"])
def test_nothing_there(name: str) -> None:
    assert build_scene(make_area({"hall": floor()})).document[name] == []
