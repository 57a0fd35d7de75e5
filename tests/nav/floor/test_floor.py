"""The floor of meshes and areas: cells, passages, walls, points, and faces without area."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.nav.floor.build import build_floor, find_components
from kotorlevel.nav.floor.floor import Floor
from support.areas import NONWALK, STONE, make_area, plate
from support.areas import floor as room_floor
from support.corpus import CORPUS, each_corpus_file, needs_corpus
from support.nav.mazes import count_islands
from support.nav.slow_floor import check_floor, grid_mesh, random_rows, split_in_rooms
from support.query.shapes import broken, mesh_of, rectangle, soup, stacked, terrain, upside_down


def islands(floor: Floor) -> int:
    return int(find_components(floor).max(initial=-1)) + 1


def pairs(floor: Floor) -> set[tuple[int, int]]:
    """Which face leads to which."""
    return {
        (int(floor.face[a]), int(floor.face[b])) for a, b in zip(floor.owner, floor.to, strict=True)
    }


def of_plan(
    points: Sequence[tuple[float, float]], faces: list[tuple[int, int, int]]
) -> kl.Walkmesh:
    return mesh_of([(x, y, 0) for x, y in points], faces)


# One mesh


def test_two_faces() -> None:
    floor = build_floor(rectangle(0, 0, 2, 1))
    check_floor(floor)
    assert pairs(floor) == {(0, 1), (1, 0)}
    assert floor.plan_area.tolist() == [1, 1]
    assert sorted(floor.wall_edge.tolist()) == [0, 1, 4, 5]
    out = int(np.flatnonzero(floor.owner == 0)[0])
    # Who walks out of the lower right half to the upper left has (2, 1) on the right.
    assert floor.right[out].tolist() == [2, 1, 0]
    assert floor.left[out].tolist() == [0, 0, 0]
    assert floor.at_wall.all()
    assert sorted(floor.floor_angle.tolist()) == pytest.approx([math.pi / 2] * 4)


@pytest.mark.parametrize("seed", range(6))
def test_mazes(seed: int) -> None:
    rows = random_rows(seed, 8, 7, 0.35)
    mesh = grid_mesh(rows, jitter=0.2, seed=seed)
    floor = build_floor(mesh)
    check_floor(floor)
    assert len(floor) == 2 * sum(row.count(".") for row in rows)
    assert islands(floor) == count_islands(free_squares(rows))


def free_squares(rows: list[str]) -> list[tuple[int, int]]:
    return [(i, j) for j, row in enumerate(rows) for i, mark in enumerate(row) if mark == "."]


def test_points_inside_are_not_at_walls() -> None:
    floor = build_floor(terrain(4, 4, seed=1))
    check_floor(floor)
    inside = floor.left_id[(np.abs(floor.left[:, :2] - 2) < 1.5).all(axis=1)]
    assert not floor.at_wall[inside].any()
    assert np.allclose(floor.floor_angle[inside], 2 * math.pi)
    assert floor.at_wall.sum() == 16


def test_floors_that_touch_in_a_point_do_not_share_it() -> None:
    floor = build_floor(grid_mesh([".#", "#."]))
    ids = {
        int(number)
        for number, place in zip(floor.wall_from_id, floor.wall_from, strict=True)
        if tuple(place[:2]) == (1, 1)
    }
    assert len(ids) == 2
    assert floor.floor_angle[sorted(ids)] == pytest.approx([math.pi / 2] * 2)


def test_faces_that_look_down_are_floor_as_well() -> None:
    mesh = upside_down(terrain(4, 3, seed=2))
    floor = build_floor(mesh)
    check_floor(floor)
    assert islands(floor) == 1
    assert floor.plan_area.sum() == pytest.approx(12)
    edges = {
        tuple(
            sorted(map(tuple, mesh.vertices[mesh.faces[e // 3, [e % 3, (e + 1) % 3]], :2].tolist()))
        )
        for e in floor.wall_edge.tolist()
    }
    walls = {
        tuple(sorted([tuple(a), tuple(b)]))
        for a, b in zip(floor.wall_from[:, :2].tolist(), floor.wall_to[:, :2].tolist(), strict=True)
    }
    assert edges == walls


def test_one_face_that_looks_down_among_others_is_not_joined() -> None:
    """Its sides run the same way as those of its neighbours, so the game does not join them."""
    mesh = terrain(3, 3, seed=4, relief=0)
    faces = mesh.faces.copy()
    faces[8] = faces[8, ::-1]
    floor = build_floor(replace(mesh, faces=faces))
    check_floor(floor)
    assert islands(floor) == 2
    assert floor.plan_area.sum() == pytest.approx(9)


@pytest.mark.parametrize("make", [broken, stacked, soup])
def test_odd_meshes(make: object) -> None:
    floor = build_floor(make())  # type: ignore[operator]
    assert np.isfinite(floor.corners).all()
    assert (floor.plan_area > 0).all()


def test_nothing_to_walk_on() -> None:
    for mesh in (rectangle(0, 0, 1, 1, material=NONWALK), mesh_of(np.empty((0, 3)), [])):
        floor = build_floor(mesh)
        assert len(floor) == len(floor.to) == len(floor.wall_edge) == 0
        assert len(floor.centre) == len(floor.plan_area) == len(floor.plane) == 0
        assert islands(floor) == 0
    assert len(build_floor(make_area({}))) == 0


def test_only_meshes_and_areas() -> None:
    with pytest.raises(TypeError, match="not on a str"):
        build_floor("room.wok")  # type: ignore[arg-type]


def test_other_surfaces() -> None:
    """The material 16 is walkable in a table of another tool (FACTS 5), and not in the game's."""
    pit = rectangle(0, 0, 1, 1, material=16)
    assert len(build_floor(pit)) == 0
    # The adjacency domain is what the mesh says, whatever table is asked later (FACTS 3).
    assert len(build_floor(pit, kl.Materials.preset("mdlops"))) == 2 * (pit.domain == 2)
    floor = rectangle(0, 0, 1, 1)
    nothing = kl.Materials((), "nothing")
    assert len(build_floor(floor)) == 2
    assert len(build_floor(floor, nothing)) == 0


# Faces without area


def test_a_sliver_between_two_floors() -> None:
    """A T-junction closed by a face that is only a line: the game walks across it."""
    points = [(0, 0), (4, 0), (2, 3), (2, 0), (1, -2), (3, -2)]
    sliver = (1, 0, 3)  # below side 0 → 1 of the upper face, above 0 → 3 and 3 → 1
    mesh = of_plan(points, [(0, 1, 2), sliver, (0, 4, 3), (3, 5, 1)])
    floor = build_floor(mesh)
    check_floor(floor)
    assert pairs(floor) == {(0, 2), (2, 0), (0, 3), (3, 0)}
    assert islands(floor) == 1
    spans = {
        (int(floor.face[a]), int(floor.face[b])): sorted((r, s))
        for a, b, r, s in zip(
            floor.owner,
            floor.to,
            floor.right[:, 0].tolist(),
            floor.left[:, 0].tolist(),
            strict=True,
        )
    }
    assert spans[0, 2] == spans[2, 0] == [0, 2]
    assert spans[0, 3] == spans[3, 0] == [2, 4]
    middle = floor.left_id[np.hypot(*(floor.left[:, :2] - (2, 0)).T) < 1e-9]
    assert floor.at_wall[middle].all()  # the gap below opens there
    without = build_floor(of_plan(points, [(0, 1, 2), (0, 4, 3), (3, 5, 1)]))
    assert islands(without) == 3


def step_mesh(height: float, material: int = STONE) -> kl.Walkmesh:
    """A floor, an upright riser in two faces, and a floor on top of it."""
    points: list[tuple[float, float, float]] = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)]
    points += [(2, 0, height), (2, 2, height), (4, 0, height), (4, 2, height)]
    faces = [(0, 1, 2), (0, 2, 3), (2, 1, 4), (2, 4, 5), (4, 6, 7), (4, 7, 5)]
    materials = [STONE, STONE, material, material, STONE, STONE]
    order = sorted(range(6), key=lambda face: materials[face] == NONWALK)
    return mesh_of(points, [faces[n] for n in order], [materials[n] for n in order])


@pytest.mark.parametrize("height", [0.2, -0.3])
def test_an_upright_step(height: float) -> None:
    floor = build_floor(step_mesh(height))
    check_floor(floor)
    assert islands(floor) == 1
    assert (0, 5) in pairs(floor)
    assert (5, 0) in pairs(floor)
    assert len(floor.wall_edge) == 6
    up = [
        p
        for p in range(len(floor.to))
        if floor.face[floor.owner[p]] == 0 and floor.face[floor.to[p]] == 5
    ]
    assert floor.left[up[0]].tolist() == [2, 2, 0]


def test_a_riser_that_nobody_walks_on_parts_floors() -> None:
    assert islands(build_floor(step_mesh(0.2, NONWALK))) == 2


def test_a_floor_that_goes_back_below_itself_is_not_gone_on_with() -> None:
    """Both floors lie on the same side of the riser: in the plan it leads nowhere."""
    points = [
        (0, 0, 0),
        (2, 0, 0),
        (2, 2, 0),
        (0, 2, 0),
        (2, 0, 3),
        (2, 2, 3),
        (0, 0, 3),
        (0, 2, 3),
    ]
    faces = [(0, 1, 2), (0, 2, 3), (2, 1, 4), (2, 4, 5), (6, 5, 4), (6, 7, 5)]
    floor = build_floor(mesh_of(points, faces))
    assert islands(floor) == 2


@pytest.mark.parametrize("count", [2, 5, 40])
def test_a_chain_of_slivers(count: int) -> None:
    """Two floors with a fan of lines between them: (0, 0) to each of the points on y = 0."""
    xs = [4 * (k + 1) / count for k in range(count)]
    points = [(0.0, 0.0), *((x, 0.0) for x in xs), (2.0, 3.0)]
    top = len(points) - 1
    faces = [(0, count, top)]
    # Slivers from the long side down to the shortest, each with one side of its own below.
    faces += [(k, 0, k - 1) for k in range(count, 1, -1)]
    below = len(points)
    points += [((a + b) / 2, -1.0) for a, b in zip([0.0, *xs], xs, strict=False)]
    faces += [(0 if k == 0 else k, below + k, k + 1) for k in range(count)]
    floor = build_floor(of_plan(points, faces))
    check_floor(floor)
    assert islands(floor) == 1
    assert len(floor) == count + 1
    assert floor.plan_area.sum() == pytest.approx(6 + 2)


def test_slivers_alone_are_no_floor() -> None:
    floor = build_floor(
        of_plan([(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1, 2), (2, 1, 3), (0, 0, 1)])
    )
    assert len(floor) == 0


def test_many_slivers_end() -> None:
    """A curtain of upright faces, each a neighbour of the next."""
    count = 3_000
    points = [(k * 0.01, 0.0, z) for k in range(count) for z in (0.0, 2.0)]
    faces = [f for k in range(0, 2 * count - 2, 2) for f in ((k, k + 2, k + 3), (k, k + 3, k + 1))]
    floor = build_floor(mesh_of(points, faces))
    assert len(floor) == 0


# Areas


def test_a_link_joins_rooms() -> None:
    floor = build_floor(make_area({"a": room_floor(east=1), "b": room_floor(4, west=0)}))
    check_floor(floor)
    assert islands(floor) == 1
    assert floor.link.sum() == 2
    assert len(floor.wall_edge) == 6
    links = np.flatnonzero(floor.link)
    assert floor.left_id[links[0]] == floor.right_id[links[1]]
    assert floor.right_id[links[0]] == floor.left_id[links[1]]


def test_rooms_that_only_touch_are_apart() -> None:
    floor = build_floor(make_area({"a": room_floor(), "b": room_floor(4)}))
    check_floor(floor)
    assert islands(floor) == 2
    assert not floor.link.any()


def test_rooms_that_cannot_be_walked_to() -> None:
    error = FormatError("broken", source="c.wok")
    rooms = {
        "a": room_floor(east=1, west=9, south=2**31 - 1),
        "****": None,
        "c": error,
        "d": None,
        "e": plate(),
    }
    floor = build_floor(make_area(rooms))
    check_floor(floor)
    assert not floor.link.any()
    assert len(floor) == 2


def test_a_room_that_is_listed_twice() -> None:
    rooms = [("a", room_floor(east=1)), ("b", room_floor(4, west=0)), ("b", room_floor(4, west=0))]
    floor = build_floor(make_area(rooms))
    check_floor(floor)
    assert {index for index, _ in floor.unusable} == {1, 2}
    assert not floor.link.any()
    assert len(floor) == 6


def test_a_room_with_bad_corners_keeps_its_good_faces() -> None:
    floor = build_floor(make_area({"a": room_floor(), "b": broken()}))
    assert {index for index, _ in floor.unusable} == {1}
    assert len(floor) > 2


@pytest.mark.parametrize("flipped", [(), ("a",), ("b",), ("a", "b")])
def test_links_of_rooms_that_look_down(flipped: tuple[str, ...]) -> None:
    """Only where both look down do the edges meet head to tail, as where both look up."""
    rooms = {"a": room_floor(east=1), "b": room_floor(4, west=0)}
    for name in flipped:
        mesh = rooms[name]
        faces, sides = mesh.faces[:, ::-1], mesh.transitions[:, [1, 0, 2]]
        rooms[name] = kl.Walkmesh.from_arrays(mesh.vertices, faces, mesh.materials, sides)
    floor = build_floor(make_area(rooms))
    check_floor(floor)
    assert islands(floor) == (2 if len(flipped) == 1 else 1)


@given(st.integers(0, 10**6), st.floats(0, 0.24), st.integers(1, 5))
@settings(max_examples=25, deadline=None)
def test_a_mesh_in_two_rooms_is_one_floor(seed: int, jitter: float, across: int) -> None:
    mesh = grid_mesh(random_rows(seed, 6, 5, 0.3), jitter=jitter, seed=seed)
    walkable = mesh.walkable
    mesh = mesh_of(mesh.vertices, mesh.faces[walkable], mesh.materials[walkable].tolist())
    whole, parted = build_floor(mesh), build_floor(split_in_rooms(mesh, across))
    check_floor(parted)
    assert islands(whole) == islands(parted)
    assert len(whole.wall_edge) == len(parted.wall_edge)
    assert len(whole.to) == len(parted.to)
    assert len(whole.at_wall) == len(parted.at_wall)


# Real files


@needs_corpus
def test_the_black_vulkar_base_is_one_island() -> None:
    """But for a terrace of two faces and 34 m² in room 7 that shares no vertex with the rest."""
    area = kl.load_area(CORPUS / "area_m10aa")
    floor = build_floor(area)
    check_floor(floor, gap=0.001)
    label = find_components(floor)
    assert np.bincount(label).tolist() == [264, 2]
    assert set(floor.room[label == 0].tolist()) == set(range(8))
    alone = np.flatnonzero(label == 1)
    assert floor.room[alone].tolist() == [7, 7]
    mesh = area.rooms[7].mesh
    assert mesh is not None
    mine = np.unique(mesh.faces[floor.face[alone]])
    others = np.setdiff1d(np.arange(mesh.domain), floor.face[alone])
    assert not np.isin(mine, mesh.faces[others]).any()


@needs_corpus
def test_without_links_each_room_is_an_island() -> None:
    area = kl.load_area(CORPUS / "area_m10aa")
    stripped = area.with_meshes(
        {
            room.index: replace(room.mesh, transitions=np.full_like(room.mesh.transitions, -1))
            for room in area.rooms
            if room.mesh is not None
        }
    )
    assert islands(build_floor(stripped)) == 9


@each_corpus_file("wok/**/*.wok")
def test_real_meshes(path: Path) -> None:
    mesh = kl.read_walkmesh(path)
    floor = build_floor(mesh)
    if len(floor) < 600:
        check_floor(floor)
    assert (floor.plan_area > 0).all()
