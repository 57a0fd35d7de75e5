"""Corners of several rooms at one place."""

from __future__ import annotations

import numpy as np
import pytest

import kotorlevel as kl
from support.corpus import LEVELS, needs_levels


def slow_shared(area: kl.Area, room: int, vertex: int, tolerance: float) -> set[tuple[int, int]]:
    mesh = area.rooms[room].mesh
    assert mesh is not None
    place = mesh.vertices[vertex].astype(float)
    return {
        (other.index, number)
        for other in area.rooms
        if other.mesh is not None
        for number, point in enumerate(other.mesh.vertices.astype(float))
        if np.linalg.norm(point - place) <= tolerance
    }


def station() -> kl.Area:
    from kotorlevel.area.sample import make_rooms

    rooms = make_rooms()
    return kl.Area.from_meshes("station", dict(rooms))


@pytest.mark.parametrize("tolerance", [0.001, 2.0])
def test_all_rooms_are_asked_and_the_one_that_is_meant_comes_first(tolerance: float) -> None:
    area = station()
    found = 0
    for room in area.rooms:
        assert room.mesh is not None
        for vertex in range(0, len(room.mesh.vertices), 3):
            shared = kl.find_shared_vertices(area, room.name, vertex, tolerance)
            assert shared[0] == (room.index, vertex)
            assert set(shared) == slow_shared(area, room.index, vertex, tolerance)
            assert len(set(shared)) == len(shared)
            found += len({index for index, _ in shared}) > 1
    assert found


def test_both_ends_of_every_link_are_shared() -> None:
    area = station()
    for room in area.rooms:
        assert room.mesh is not None
        for edge in room.mesh.boundary():
            if edge.transition < 0:
                continue
            for k in (0, 1):
                corner = int(room.mesh.faces[edge.edge // 3, (edge.edge + k) % 3])
                rooms = {index for index, _ in kl.find_shared_vertices(area, room.index, corner)}
                assert edge.transition in rooms


def test_what_is_not_there() -> None:
    area = station()
    with pytest.raises(KeyError):
        kl.find_shared_vertices(area, "nowhere", 0)
    for vertex, tolerance in ((10**6, 0.1), (-1, 0.1), (2**70, 0.1), (0, -1.0), (0, np.nan)):
        with pytest.raises(ValueError, match=r"no such vertex|not a distance"):
            kl.find_shared_vertices(area, 0, vertex, tolerance)
    bare = area.with_mesh(0, None)
    with pytest.raises(ValueError, match="no walkmesh"):
        kl.find_shared_vertices(bare, 0, 0)


@needs_levels
def test_doorways_of_a_level_of_the_game() -> None:
    path = LEVELS / "areas" / "k1" / "tar_m10aa"
    if not path.is_dir():
        pytest.skip("the area is absent")
    area = kl.load_area(path)
    met = missed = 0
    for room in area.rooms:
        if room.mesh is None:
            continue
        for edge in room.mesh.boundary():
            if edge.transition >= 0 and area.rooms[edge.transition].mesh is not None:
                corner = int(room.mesh.faces[edge.edge // 3, edge.edge % 3])
                rooms = {index for index, _ in kl.find_shared_vertices(area, room.index, corner)}
                met += edge.transition in rooms
                missed += edge.transition not in rooms
    assert met > 20
    assert missed <= met // 20
