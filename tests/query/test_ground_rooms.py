"""Several rooms as one ground: their order, their numbers, and what takes no part."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import kotorlevel as kl
from support.query.shapes import (
    METAL,
    NONWALK,
    OBSCURING,
    STONE,
    both_ways,
    broken,
    joined,
    no_faces,
    rectangle,
    row_of_rooms,
    terrain,
    zoo_model,
)

DOWN = (0.0, 0.0, -1.0)


@both_ways
def test_without_z_the_first_room_in_order_answers(fast: bool) -> None:
    """Not the highest, the lowest, or the one with the lowest face number."""
    high, low = rectangle(0, 0, 4, 4, 5), rectangle(0, 0, 4, 4, 1)
    for rooms in ([high, low], [low, high], [None, high, low], [None, low, None, high]):
        first = next(k for k, room in enumerate(rooms) if room is not None)
        ground = kl.Ground(rooms, fast=fast)
        for x, y in ((3.0, 1.0), (1.0, 3.0)):
            found = ground.find_face(x, y)
            mesh = rooms[first]
            assert mesh is not None
            assert found is not None
            assert found.room == first
            assert found.point[2] == mesh.vertices[0, 2]
            batch = ground.find_faces([(x, y)])
            assert (batch.room[0], batch.face[0]) == (found.room, found.face)


@both_ways
def test_the_first_room_with_a_face_there_answers(fast: bool) -> None:
    """Room 0 is elsewhere, room 1 has only what the game does not check."""
    rooms = [
        rectangle(10, 0, 14, 4, 9),
        rectangle(0, 0, 4, 4, 8, OBSCURING),
        rectangle(0, 0, 2, 4, 7, NONWALK),
        rectangle(0, 0, 4, 4, 6),
    ]
    ground = kl.Ground(rooms, fast=fast)
    assert [ground.height(x, 1) for x in (1, 3, 12, 20)] == [7.0, 6.0, 9.0, None]
    found = ground.find_faces([(1, 1), (3, 1), (12, 1), (20, 1)])
    assert found.room.tolist() == [2, 3, 0, -1]


@both_ways
def test_a_side_belongs_to_the_room_above_it_or_to_its_right(fast: bool) -> None:
    """Half-open: each room has its lower and left sides, whatever the order of the rooms."""
    squares = {
        (i, j): rectangle(2 * i, 2 * j, 2 * i + 2, 2 * j + 2) for i in (0, 1) for j in (0, 1)
    }
    owners = {(2, 0.5): (1, 0), (2, 3.25): (1, 1), (0.75, 2): (0, 1), (3.5, 2): (1, 1)}
    owners[2, 2] = (1, 1)
    for names in permutations(squares):
        ground = kl.Ground([squares[name] for name in names], fast=fast)
        for (x, y), owner in owners.items():
            found = ground.find_face(x, y)
            assert found is not None
            assert names[found.room] == owner
            assert [names[ref.room] for ref in ground.floors(x, y)] == [owner]
        assert [names[room] for room in ground.find_faces([*owners]).room] == [*owners.values()]


@both_ways
def test_faces_are_numbered_in_their_own_room(fast: bool) -> None:
    rooms = [terrain(3, 2, at=(10 * k, 0, k), relief=0, jitter=0, seed=k) for k in range(4)]
    ground = kl.Ground(rooms, fast=fast)
    for room, mesh in enumerate(rooms):
        centres = mesh.vertices[mesh.faces].astype(float).mean(axis=1)
        found = ground.find_faces(centres[:, :2])
        assert found.face.tolist() == list(range(len(mesh.faces)))
        assert set(found.room.tolist()) == {room}
        hits = ground.raycasts(centres + np.array((0, 0, 5)), [DOWN] * len(centres))
        assert hits.face.tolist() == list(range(len(mesh.faces)))
        assert set(hits.room.tolist()) == {room}
        for face, centre in enumerate(centres.tolist()):
            near = ground.nearest(centre, 1.0)
            assert near is not None
            assert (near.face, near.room) == (face, room)
            sight = ground.line_of_sight((centre[0], centre[1], 9), (centre[0], centre[1], -9))
            assert (sight.face, sight.room) == (face, room)
            hit = ground.raycast((centre[0], centre[1], 9), DOWN)
            assert hit is not None
            assert (hit.face, hit.room) == (face, room)


@both_ways
def test_rooms_without_a_mesh_keep_their_index(fast: bool) -> None:
    ground = kl.Ground([None, None, rectangle(0, 0, 2, 2), None], fast=fast)
    found = ground.find_face(1.5, 0.5)
    assert found == kl.FaceRef(0, 2, (1.5, 0.5, 0.0))
    assert repr(ground) == "Ground(2 faces, 1 room)"


@both_ways
def test_with_z_the_room_does_not_matter(fast: bool) -> None:
    ground = kl.Ground([rectangle(0, 0, 4, 4, z) for z in (6, 0, 3)], fast=fast)
    for z, height, room in ((7, 6, 0), (1, 0, 1), (2, 3, 2)):
        found = ground.find_face(3, 1, z)
        assert found == kl.FaceRef(0, room, (3.0, 1.0, float(height)))
    assert [(ref.room, ref.point[2]) for ref in ground.floors(3, 1)] == [(0, 6), (2, 3), (1, 0)]


@both_ways
def test_a_mesh_is_a_list_of_one_room(fast: bool) -> None:
    mesh = terrain(3, 3)
    one, listed = kl.Ground(mesh, fast=fast), kl.Ground([mesh], fast=fast)
    given_once = kl.Ground(iter([mesh]), fast=fast)
    for x, y in ((0.5, 0.5), (1.7, 2.2), (9, 9)):
        assert one.find_face(x, y) == listed.find_face(x, y) == given_once.find_face(x, y)


@both_ways
def test_rooms_answer_as_the_one_mesh_that_they_are_together(fast: bool) -> None:
    rooms = [mesh for mesh in row_of_rooms() if mesh is not None]
    apart = kl.Ground(rooms, fast=fast)
    random = np.random.default_rng(1)
    points = random.uniform((-1, -1, -2), (7, 4, 6), (300, 3))
    for number, mesh in enumerate(rooms):
        alone = kl.Ground(mesh, fast=fast)
        # The first room with an answer, one at a time.
        missing = np.isnan(alone.heights(points[:, :2]))
        if number == 0:
            first = np.where(missing, -1, 0)
            continue
        first = np.where((first < 0) & ~missing, number, first)
    # Points are at random: none needs the second look.
    assert apart.find_faces(points[:, :2]).room.tolist() == first.tolist()
    together = joined(*rooms)
    everything = kl.Ground(together, fast=fast).heights(points[:, :2], points[:, 2])
    assert np.array_equal(apart.heights(points[:, :2], points[:, 2]), everything, equal_nan=True)


@both_ways
def test_faces_without_a_place_take_no_part(fast: bool) -> None:
    """And the faces after them keep their numbers."""
    mesh = broken()
    ground = kl.Ground([None, mesh], fast=fast)
    assert ground.left_out.tolist() == [[1, 0], [1, 1], [1, 2], [1, 3], [1, 4]]
    assert len(ground) == len(mesh.faces) - 5
    assert [tuple(row) for row in kl.Ground(mesh).left_out.tolist()] == zoo_model("broken").left_out
    # Face 5 is the only whole one of those added, seven metres up.
    assert ground.find_face(4, 4, 7) == kl.FaceRef(5, 1, (4.0, 4.0, 7.0))
    centres = mesh.vertices[mesh.faces[6:]].astype(float).mean(axis=1)
    found = ground.find_faces(centres[:, :2], centres[:, 2])
    assert found.face.tolist() == list(range(6, len(mesh.faces)))
    hit = ground.raycast((4, 4, 99), DOWN)
    assert hit is not None
    assert (hit.face, hit.room) == (5, 1)


@both_ways
@pytest.mark.parametrize("rooms", [[], [None], [None, None], "no faces", "broken only"], ids=str)
def test_a_ground_without_faces_never_answers(rooms: list[None] | str, fast: bool) -> None:
    sources: dict[str, list[kl.Walkmesh | None]] = {
        "no faces": [no_faces(), no_faces()],
        "broken only": [_only_broken(broken())],
    }
    ground = kl.Ground(sources[rooms] if isinstance(rooms, str) else rooms, fast=fast)
    assert len(ground) == 0
    assert repr(ground) == "Ground(0 faces, 0 rooms)"
    assert ground.height(0, 0) is None
    assert ground.height(0, 0, 0) is None
    assert ground.find_face(1e9, -1e9) is None
    assert ground.floors(0, 0) == []
    assert ground.raycast((0, 0, 1), DOWN) is None
    assert not ground.any_hit((0, 0, 1), DOWN)
    assert ground.all_hits((0, 0, 1), DOWN) == []
    assert ground.line_of_sight((0, 0, 1), (0, 0, -1)) == kl.Sight(True)
    assert ground.nearest((0, 0, 0)) is None
    assert np.isnan(ground.heights([(0, 0), (1, 1)])).all()
    assert np.isnan(ground.heights([(0, 0), (1, 1)], [0, 0])).all()
    assert ground.find_faces([(0, 0)]).face.tolist() == [-1]
    assert ground.find_faces([(0, 0)]).room.tolist() == [-1]
    hits = ground.raycasts([(0, 0, 1)], [DOWN])
    assert (hits.face.tolist(), hits.room.tolist()) == ([-1], [-1])
    assert math.isnan(hits.distance[0])
    sights = ground.lines_of_sight([(0, 0, 1)], [(0, 0, -1)])
    assert (sights.clear.tolist(), sights.face.tolist()) == ([True], [-1])


def _only_broken(mesh: kl.Walkmesh) -> kl.Walkmesh:
    """The first faces of ``mesh``, none of which has a place."""
    return replace(
        mesh,
        faces=mesh.faces[:5],
        materials=mesh.materials[:5],
        transitions=mesh.transitions[:5],
    )


@both_ways
def test_an_object_is_ground_as_well(fast: bool) -> None:
    """A placeable's mesh has no tables of its own; its faces keep their order."""
    mesh = kl.Walkmesh.from_arrays(
        [(0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1)],
        [(0, 1, 2), (0, 2, 3)],
        [NONWALK, METAL],
        kind=0,
    )
    ground = kl.Ground(mesh, fast=fast)
    found = ground.find_face(1.5, 0.5)
    assert found == kl.FaceRef(0, 0, (1.5, 0.5, 1.0))
    assert ground.find_face(1.5, 0.5, walkable=True) is None
    near = ground.nearest((1.5, 0.5, 1), materials=[METAL, STONE])
    assert near is not None
    assert near.face == 1
