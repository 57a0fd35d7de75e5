"""A scene and the navigator: the same islands, the same floor reached, the same links."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.nav.navigator import Navigator
from kotorlevel.view.scene.scene import Scene, build_scene
from support.command import run_inside
from support.corpus import CORPUS, needs_corpus
from support.nav.mazes import Frame, overpass, random_mask, rooms_of, spiral
from support.view.junctions import JUNCTIONS, fan, halfway, one_way, steps, wings

Face = tuple[int, int]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `kotorlevel demo`: the station, broken and fixed."""
    folder = tmp_path_factory.mktemp("demo")
    assert run_inside("demo", "place", cwd=folder).code == 0
    return folder / "place"


def check_against_navigator(source: kl.Walkmesh | Area) -> Scene:
    """Islands, what is reached from the start, and the sizes that are told of both."""
    scene, navigator = build_scene(source), Navigator(source, fast=False)
    cells = list(zip(navigator.floor.room.tolist(), navigator.floor.face.tolist(), strict=True))
    wanted = [{cells[cell] for cell in island.cells.tolist()} for island in navigator.islands()]
    found: dict[int, set[Face]] = defaultdict(set)
    for row, number in enumerate(scene.array("islands").tolist()):
        if number >= 0:
            found[number].add(face_of(scene, row))
    assert sorted(map(sorted, found.values())) == sorted(map(sorted, wanted))
    listed = scene.document["islands"]
    areas = [island.area for island in navigator.islands()]
    assert [each["area"] for each in listed] == pytest.approx(areas, abs=0.01)
    start = scene.document["start"]
    if start is None:
        assert not wanted
        return scene
    place = scene.document["entry"] if scene.document["entryKnown"] else middle(scene, start)
    reached = navigator.reachable(place)
    assert reached is not None
    faces = {cells[cell] for cell in np.flatnonzero(reached.cells).tolist()}
    assert {face_of(scene, row) for row in walked(scene, start)} == faces
    assert sum(each["reached"] for each in listed) == pytest.approx(reached.area, abs=0.02)
    assert [each["reachable"] for each in listed] == [
        bool(found[each["id"]] & faces) for each in listed
    ]
    return scene


def face_of(scene: Scene, row: int) -> Face:
    """The room and the number of a face in it, as the navigator names it."""
    for room in scene.document["rooms"]:
        first, count = room["faces"]
        if first <= row < first + count:
            return room["index"], row - first
    raise AssertionError(row)


def middle(scene: Scene, row: int) -> list[float]:
    corners = scene.array("vertices")[scene.array("faces")[row].astype(int)]
    return [float(value) for value in corners.astype(float).mean(axis=0)]


def walked(scene: Scene, start: int) -> set[int]:
    """The rows one comes to from ``start`` over the scene's own tables, as a page does it."""
    on_floor = scene.array("islands") >= 0
    leads: dict[int, set[int]] = defaultdict(set)
    for edge, far in enumerate(scene.array("across").reshape(-1).tolist()):
        if far >= 0 and on_floor[far // 3]:
            leads[edge // 3].add(far // 3)
    for edge, far in scene.array("passages").reshape(-1, 2).tolist():
        leads[edge // 3].add(far // 3)
    found, waiting = {start}, [start]
    while waiting:
        fresh = leads[waiting.pop()] - found
        found |= fresh
        waiting += fresh
    return found


@pytest.mark.parametrize("name", JUNCTIONS)
def test_junctions_and_stacked_floors(name: str) -> None:
    check_against_navigator(JUNCTIONS[name])


@pytest.mark.parametrize("seed", range(6))
def test_mazes_of_rooms(seed: int) -> None:
    random = np.random.default_rng(seed)
    mask = random_mask(random, 8, 12, 0.4 + 0.08 * seed)
    frame = Frame(0.3 * seed, 10.0 * seed, -5.0)
    scene = check_against_navigator(rooms_of(mask, 3, frame))
    assert len(scene.array("passages")) == 0  # whole edges meet whole edges


@pytest.mark.parametrize("mesh", [spiral(2.2, 9), overpass(), steps()])
def test_meshes_that_lie_over_themselves(mesh: kl.Walkmesh) -> None:
    check_against_navigator(mesh)


@pytest.mark.parametrize("name", ["broken", "fixed"])
def test_the_station(demo: Path, name: str) -> None:
    check_against_navigator(kl.load_area(demo / name))


@needs_corpus
def test_a_real_area_is_walked_alike() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    scene = check_against_navigator(area)
    assert len(scene.document["islands"]) < len(area.rooms)


def states(area: Area) -> list[tuple[int, str]]:
    links = build_scene(area).document["links"]
    return [(link["room"], link["state"]) for link in links]


def test_links_along_parts_of_edges() -> None:
    assert states(fan()) == [(0, "ok"), (1, "ok"), (1, "ok")]
    assert states(wings()) == [(0, "ok"), (1, "ok"), (1, "ok")]
    assert states(halfway()) == [(0, "ok"), (1, "ok")]
    assert states(fan(back=False)) == [(0, "one-sided")]
    assert states(one_way()) == [(0, "one-sided")]


def test_a_long_side_of_which_one_part_does_not_lead_back() -> None:
    area = fan()
    room = area.rooms[1].mesh
    assert room is not None
    rooms = (area.rooms[0], replace(area.rooms[1], mesh=room.with_transition(2, 2, -1)))
    assert states(replace(area, rooms=rooms)) == [(0, "one-sided"), (1, "ok")]


def passages(area: Area) -> list[tuple[int, int, list[float]]]:
    scene = build_scene(area)
    ends = scene.array("passageEnds").reshape(-1, 6).tolist()
    pairs = scene.array("passages").reshape(-1, 2).tolist()
    return [(a, b, part) for (a, b), part in zip(pairs, ends, strict=True)]


def test_passages_are_what_whole_sides_cannot_say() -> None:
    """The short sides of the fan lead as a whole; the hall's long one by two parts."""
    assert passages(fan()) == [
        (1, 6, [10, 0, 0, 10, 5, 0]),
        (1, 14, [10, 5, 0, 10, 10, 0]),
    ]
    assert build_scene(fan()).array("across").reshape(-1)[[1, 6, 14]].tolist() == [-1, 1, 1]
    # Neither side of these two is crossed as a whole; right and left are seen by who walks out.
    assert passages(halfway()) == [
        (1, 11, [4, 1.5, 0, 4, 4, 0]),
        (11, 1, [4, 4, 0, 4, 1.5, 0]),
    ]


def test_a_step_is_walked_over_and_still_a_neighbour() -> None:
    scene = build_scene(steps())
    assert scene.array("islands").tolist() == [0, 0, -1, -1, 0, 0]
    # Both halves of the step have the whole of one side of the floor and half of the other.
    pairs = {tuple(pair) for pair in scene.array("passages").reshape(-1, 2).tolist()}
    assert pairs == {(1, 17), (17, 1)}
    assert scene.array("across")[0, 1] == 11
    assert scene.document["islands"][0]["area"] == 32


def test_a_level_without_junctions_has_no_passages() -> None:
    scene = build_scene(one_way())
    assert scene.document["buffers"]["passages"]["count"] == 0
    assert scene.document["buffers"]["passageEnds"]["count"] == 0
