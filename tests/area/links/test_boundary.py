"""The boundary edges of all rooms in one table."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.area.links.boundary import collect_boundary
from support.area.room_grids import make_grid
from support.areas import LEAF, floor, make_area
from support.corpus import CORPUS, needs_corpus


def test_the_sides_of_a_floor() -> None:
    found = collect_boundary(make_area({"hall": floor(east=1), "sky": None, "yard": floor(4)}))
    assert found.room.tolist() == [0] * 4 + [2] * 4
    assert found.edge.tolist() == [0, 1, 4, 5] * 2
    assert found.transition.tolist() == [-1, 1, -1, -1] + [-1] * 4
    assert found.start[1].tolist() == [4, 0, 0]
    assert found.end[1].tolist() == [4, 4, 0]
    assert found.middle[1].tolist() == [4, 2, 0]
    assert found.length.tolist() == [4.0] * 8
    assert not found.walled.any()
    assert found.unusable == ()


@pytest.mark.parametrize("seed", range(4))
def test_walls_are_known_by_construction(seed: int) -> None:
    """A room has twelve outer sides, and each doorway is one of two rooms."""
    grid = make_grid(seed)
    found = collect_boundary(grid.area)
    assert len(found) == 9 * 12
    assert int((~found.walled).sum()) == 2 * len(grid.doorways)


@needs_corpus
def test_real_rooms() -> None:
    """The edges are those that BioWare stored, and no link has a wall on it."""
    area = kl.load_area(CORPUS / "area_m10aa")
    found = collect_boundary(area)
    for room in area.rooms:
        if room.mesh is None:
            continue
        own = found.room == room.index
        stored = dict(room.mesh.edges.tolist())
        assert dict(zip(found.edge[own], found.transition[own], strict=True)) == stored
    assert not found.walled[found.transition >= 0].any()
    assert found.walled.mean() > 0.9


def test_stored_tables_are_not_trusted() -> None:
    mesh = kl.Walkmesh.from_bwm(floor(east=1).to_bwm())
    assert mesh.stored is not None
    lied = replace(mesh.stored, edges=mesh.stored.edges[:2])
    area = make_area({"hall": kl.Walkmesh.from_bwm(lied)})
    assert collect_boundary(area).edge.tolist() == [0, 1, 4, 5]


def test_what_is_unusable() -> None:
    wild = replace(floor(), vertices=np.full((4, 3), np.inf, np.float32))
    beyond = replace(floor(), faces=np.array([(0, 1, 2), (7, 8, 9)], np.uint32))
    long = replace(floor(), domain=3)
    rooms = [("a", wild), ("b", beyond), ("c", long), ("d", LEAF[0])]
    found = collect_boundary(make_area([*rooms, ("e", floor()), ("E", floor()), ("f", floor())]))
    assert [index for index, _ in found.unusable] == [0, 1, 2, 3, 4, 5]
    assert set(found.room.tolist()) == {6}
    reasons = dict(found.unusable)
    assert "not finite" in reasons[0]
    assert "adjacency" in reasons[2]
    assert "object" in reasons[3]
    assert reasons[4] == reasons[5] == "the layout lists it 2 times, as rooms 4, 5"


def test_no_rooms() -> None:
    assert len(collect_boundary(make_area({}))) == 0
    assert len(collect_boundary(make_area([("****", None)] * 3))) == 0
