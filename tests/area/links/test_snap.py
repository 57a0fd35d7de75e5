"""Snapping and splitting: what almost met then meets, and nothing else has changed."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.snap import snap_seams, split_seams
from support.area.room_grids import joined_rooms, make_grid, one_way
from support.areas import floor, make_area


def names_of(area: Area, pairs: frozenset[tuple[int, int]]) -> set[tuple[str, ...]]:
    return {tuple(sorted((area.rooms[a].name, area.rooms[b].name))) for a, b in pairs}


def test_a_gap_is_closed() -> None:
    area = make_area({"hall": floor(), "yard": floor(4.03)})
    after, report = snap_seams(area, 0.04)
    assert after.rooms[0].mesh is area.rooms[0].mesh
    yard = after.rooms[1].mesh
    assert yard is not None
    assert yard.vertices[[0, 3]].tolist() == [[4, 0, 0], [4, 4, 0]]
    assert np.array_equal(yard.vertices[[1, 2]], floor(4.03).vertices[[1, 2]])
    assert {(m.room, m.end) for m in report.moved} == {(1, (4, 0, 0)), (1, (4, 4, 0))}
    assert report.refused == ()
    assert joined_rooms(kl.relink(after)[0]) == {("hall", "yard")}
    assert snap_seams(after, 0.04)[0] is after


def test_not_beyond_the_limit() -> None:
    area = make_area({"hall": floor(), "yard": floor(4.03)})
    assert snap_seams(area, 0.02) == (area, snap_seams(area, 0.02)[1])
    for limit in (0, -1, 0.6, float("nan")):
        with pytest.raises(ValueError, match="limit"):
            snap_seams(area, limit)


def test_seams_that_are_there_go_along() -> None:
    """a | b | c: a and b are 3 cm apart and b and c meet; closing the gap must not open them.

    Only the west of b moves, which c does not touch; then with a room d on top of both b and c.
    """
    d = floor(4.03, 4, width=4)
    area = make_area({"a": floor(), "b": floor(4.03), "c": floor(8.03), "d": d})
    before, _ = kl.relink(area)
    assert joined_rooms(before) == {("b", "c"), ("b", "d")}
    after, _ = snap_seams(before, 0.04)
    linked, report = kl.relink(after, clear=True)
    assert joined_rooms(linked) == {("a", "b"), ("b", "c"), ("b", "d")}
    assert report.seams == 3
    assert report.nowhere == ()
    assert not one_way(linked)


def test_a_face_is_not_turned_over() -> None:
    """A room that is 2 cm wide, and 3 cm too far east: it would be pulled through itself."""
    area = make_area({"hall": floor(), "rim": floor(3.97, width=0.02), "far": floor(50)})
    after, report = snap_seams(area, 0.04)
    assert after is area
    assert report.moved == ()
    assert len(report.refused) == 1
    assert "turn" in report.refused[0][2]


def test_each_edge_goes_to_the_nearest() -> None:
    """A sill of 12 mm between two rooms, 4 mm from either: they stay on its two sides."""
    area = make_area({"a": floor(), "b": floor(4.02), "sill": floor(4.004, width=0.012)})
    after, report = snap_seams(area, 0.03)
    assert report.refused == ()
    assert joined_rooms(kl.relink(after)[0]) == {("a", "sill"), ("b", "sill")}
    sill = after.rooms[2].mesh
    assert sill is not None
    assert np.unique(sill.vertices[:, 0]).tolist() == [4, np.float32(4.02)]


def test_what_would_go_too_far_is_left() -> None:
    """a, b and c about one corner, each 3 cm off from the last: the corner of c is 6 cm off.

    The rooms e and f are only 3 cm apart, and are joined all the same.
    """
    row = {"a": floor(), "b": floor(4.03), "c": floor(4.06, 4)}
    area = make_area({**row, "e": floor(50), "f": floor(54.03)})
    after, report = snap_seams(area, 0.035)
    assert {(a[0], b[0]) for a, b, _ in report.refused} == {(0, 1), (1, 2)}
    assert {move.room for move in report.moved} == {4}
    for index in range(4):
        assert after.rooms[index].mesh is area.rooms[index].mesh
    assert joined_rooms(kl.relink(after)[0]) == {("e", "f")}


@pytest.mark.parametrize("seed", range(6))
def test_torn_grids(seed: int) -> None:
    """Every room is moved by up to 1 cm in each direction: snapping brings all doorways back."""
    grid = make_grid(seed, degrees=11 * seed)
    random = Random(seed)
    torn: dict[int, kl.Walkmesh | None] = {}
    for room in grid.area.rooms:
        assert room.mesh is not None
        torn[room.index] = room.mesh.translated([random.uniform(-0.01, 0.01) for _ in range(3)])
    area = grid.area.with_meshes(torn)
    after, report = snap_seams(area, 0.04)
    assert report.refused == ()
    linked, _ = kl.relink(after)
    assert joined_rooms(linked) == names_of(area, grid.doorways)
    for room, old in zip(after.rooms, area.rooms, strict=True):
        assert room.mesh is not None
        assert old.mesh is not None
        assert np.abs(room.mesh.vertices - old.mesh.vertices).max() <= 0.04
        assert np.array_equal(room.mesh.faces, old.mesh.faces)


def test_a_long_edge_is_split() -> None:
    rooms = {"hall": floor(), "one": floor(4, 0, depth=1), "two": floor(4, 1, depth=3)}
    area = make_area(rooms)
    after, splits = split_seams(area)
    assert [(s.room, s.edge, s.at) for s in splits] == [(0, 1, (4, 1, 0))]
    assert after.rooms[1].mesh is area.rooms[1].mesh
    linked, report = kl.relink(after)
    assert joined_rooms(linked) == {("hall", "one"), ("hall", "two"), ("one", "two")}
    assert report.near_misses == ()
    assert split_seams(after) == (after, ())


def test_both_sides_are_split() -> None:
    """From 0 to 4 on one side, from 1 to 6 on the other: they share 1 to 4."""
    area = make_area({"hall": floor(), "yard": floor(4, 1, depth=5)})
    after, splits = split_seams(area)
    assert {(s.room, s.at) for s in splits} == {(0, (4, 1, 0)), (1, (4, 4, 0))}
    linked, report = kl.relink(after)
    assert joined_rooms(linked) == {("hall", "yard")}
    assert len(report.changes) == 2
    assert report.near_misses == ()


def test_links_stay_on_both_parts() -> None:
    area = make_area({"hall": floor(east=7, north=5), "yard": floor(4, 1, depth=2)})
    after, _ = split_seams(area)
    mesh = after.rooms[0].mesh
    assert mesh is not None
    assert sorted(mesh.transitions[mesh.transitions != -1].tolist()) == [5, 7, 7, 7]
