"""Scenes and maps of meshes that no tool should have written."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.formats.bwm.tables import NODE
from kotorlevel.mesh.arrays import read_only
from kotorlevel.view.map.draw import draw_map
from kotorlevel.view.scene.scene import Scene, build_scene
from support.areas import floor, make_area


def damaged(**changes: object) -> kl.Walkmesh:
    """A stored floor with other arrays, as a file could have them."""
    mesh = kl.Walkmesh.from_bwm(floor(east=1).to_bwm())
    given = {name: read_only(np.array(value)) for name, value in changes.items()}
    return replace(mesh, **given)  # type: ignore[arg-type]


def vertices(*values: float) -> np.ndarray:
    points = floor().vertices.copy()
    points[2] = values
    return points


NAN, FAR = float("nan"), 1e30
BROKEN = {
    "nan": damaged(vertices=vertices(NAN, NAN, NAN)),
    "infinite": damaged(vertices=vertices(float("inf"), 0, 0)),
    "far": damaged(vertices=vertices(FAR, -FAR, FAR)),
    "corner": damaged(faces=np.array([(0, 1, 9), (0, 2, 3)], np.uint32)),
    "huge corner": damaged(faces=np.array([(0, 1, 2), (0, 2, 2**32 - 1)], np.uint32)),
    "all corners": damaged(faces=np.full((2, 3), 2**32 - 1, np.uint32)),
    "no vertices": damaged(vertices=np.empty((0, 3), np.float32)),
    "no faces": kl.Walkmesh.from_arrays([(0, 0, 0)], [], []),
    "nothing": kl.Walkmesh.from_arrays([], [], []),
    "point": kl.Walkmesh.from_arrays([(1, 1, 1)], [(0, 0, 0)], [4]),
    "line": kl.Walkmesh.from_arrays([(0, 0, 0), (1, 1, 0), (2, 2, 0)], [(0, 1, 2)], [4]),
    "upright": kl.Walkmesh.from_arrays([(0, 0, 0), (1, 0, 0), (1, 0, 2)], [(0, 1, 2)], [4]),
    "materials": damaged(materials=np.array([2**32 - 1, 255], np.uint32)),
    "transitions": damaged(transitions=np.full((2, 3), 2**31 - 1, np.int32)),
}


def sound_scene(scene: Scene) -> None:
    json.loads(scene.to_json())
    points, faces = scene.array("vertices"), scene.array("faces")
    assert np.isfinite(points).all()
    assert np.abs(points).max(initial=0) <= 1e5
    assert faces.astype(np.int64).max(initial=-1) < max(len(points), 1)
    across = scene.array("across")
    assert across.max(initial=-1) < across.size


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_mesh_has_a_scene_and_a_map(name: str) -> None:
    mesh = BROKEN[name]
    for source in (mesh, make_area({"hall": mesh, "yard": floor(4, west=0)})):
        scene = build_scene(source, report=kl.check(mesh), name="hall")
        sound_scene(scene)
        ET.fromstring(draw_map(scene))
        assert draw_map(scene, format="png", width=300).startswith(b"\x89PNG")


@pytest.mark.parametrize(("name", "count"), [("nan", 2), ("far", 2), ("corner", 1), ("nothing", 0)])
def test_faces_without_a_place_are_counted_and_keep_their_numbers(name: str, count: int) -> None:
    scene = build_scene(BROKEN[name])
    assert scene.document["unplaced"] == count
    assert len(scene.array("faces")) == len(BROKEN[name].faces)
    if count:
        said = f"{count} face{'s' if count > 1 else ''} without a place"
        assert said in draw_map(scene)


def test_bounds_are_those_of_what_can_be_drawn() -> None:
    bounds = build_scene(BROKEN["corner"]).document["bounds"]
    assert bounds == {"min": [0, 0, 0], "max": [4, 4, 0]}


@pytest.mark.parametrize("shape", ["cycle", "chain", "outside"])
def test_a_tree_that_is_none(shape: str) -> None:
    stored = floor().to_bwm()
    nodes = np.zeros(3000, NODE)
    nodes["left"], nodes["right"] = {
        "cycle": (0, 1),
        "chain": (np.arange(1, 3001), -1),
        "outside": (2**31 - 1, -(2**31)),
    }[shape]
    nodes["box_min"] = np.nan
    nodes["box_max"] = np.inf
    scene = build_scene(kl.Walkmesh.from_bwm(replace(stored, nodes=nodes)))
    assert len(scene.array("treeDepths")) == 3000
    assert scene.document["treeDepth"] == {"cycle": 2, "chain": 256, "outside": 1}[shape]


def test_names_that_are_markup() -> None:
    name = "<b>&\"'</b>"
    area = make_area({name: floor(), "\x1b[31m\x00": floor(5)}, name="<svg>")
    text = draw_map(build_scene(area))
    words = ["".join(each.itertext()) for each in ET.fromstring(text).iter()]
    assert any(name in word for word in words)
    assert "<svg>" in words
    assert "\x1b" not in text
