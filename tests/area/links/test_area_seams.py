"""Seams: all edges that meet, and no others; compared with a search that knows no shortcut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.area import Area
from kotorlevel.area.links.boundary import AreaBoundary, collect_boundary
from kotorlevel.area.links.grid import HALF_AROUND, Cells
from kotorlevel.area.links.seams import Seams, find_seams
from support.area.room_grids import make_grid, slow_meetings
from support.areas import floor, make_area
from support.corpus import each_corpus_file


def seams_of(area: Area, tolerance: float = 0.001) -> Seams:
    return find_seams(collect_boundary(area), tolerance)


def names(seams: Seams) -> set[tuple[int, int, int, int]]:
    """(room, edge, other room, other edge) of each pair, the lower room first."""
    b = seams.boundary
    return {
        (int(b.room[i]), int(b.edge[i]), int(b.room[j]), int(b.edge[j]))
        for i, j in zip(seams.first, seams.second, strict=True)
    }


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("walls", [True, False])
def test_grids_against_the_slow_search(seed: int, walls: bool) -> None:
    grid = make_grid(seed, walls=walls, degrees=(0, 90, 33.3, -71)[seed % 4])
    seams = seams_of(grid.area)
    assert names(seams) == slow_meetings(grid.area)
    assert len(seams.crowded) == 0
    is_open = ~seams.closed
    rooms = seams.boundary.room
    joined = {
        (int(rooms[i]), int(rooms[j]))
        for i, j in zip(seams.first[is_open], seams.second[is_open], strict=True)
    }
    assert joined == grid.doorways


def test_two_floors_side_by_side() -> None:
    """East of the hall, edge 1, is west of the yard, edge 5."""
    area = make_area({"hall": floor(), "yard": floor(4)})
    assert names(seams_of(area)) == {(0, 1, 1, 5)}


@pytest.mark.parametrize(
    ("shift", "meets"),
    [
        ((0.0009, 0, 0), True),
        ((0, 0.0009, 0), True),
        ((0, 0, 0.0009), True),
        ((0.0011, 0, 0), False),
        ((0, 0, -0.0011), False),
        ((-0.0011, 0, 0), False),
    ],
)
def test_the_tolerance(shift: tuple[float, float, float], meets: bool) -> None:
    area = make_area({"hall": floor(), "yard": floor(4).translated(shift)})
    assert (len(seams_of(area)) == 1) is meets
    assert len(seams_of(area, 0.01)) == 1


def test_cells_have_no_borders() -> None:
    """Wherever the edges lie to the cells of the search, the pair is found."""
    for number in range(60):
        x = number * 0.00017 - 0.005
        yard = floor(4 + x).translated((0.0008, -0.0005, 0))
        assert len(seams_of(make_area({"hall": floor(x), "yard": yard}))) == 1


def test_touching_at_a_corner_only_is_no_seam() -> None:
    area = make_area({"hall": floor(), "yard": floor(4, 4)})
    assert len(seams_of(area)) == 0


def test_edges_in_the_same_direction_do_not_meet() -> None:
    """The same floor twice: every edge lies on one that runs the same way."""
    assert len(seams_of(make_area({"hall": floor(), "copy": floor()}))) == 0


def test_three_rooms_at_one_edge_are_crowded() -> None:
    area = make_area({"hall": floor(), "yard": floor(4), "again": floor(4, width=9)})
    seams = seams_of(area)
    assert len(seams) == 0
    b = seams.boundary
    crowd = {(int(b.room[row]), int(b.edge[row])) for row in seams.crowded}
    assert crowd == {(0, 1), (1, 5), (2, 5)}


def test_short_edges_are_left_out() -> None:
    tiny = make_area({"hall": floor(depth=0.0019), "yard": floor(4, depth=0.0019)})
    assert len(seams_of(tiny)) == 0
    assert len(seams_of(tiny, 0.0005)) == 1


@pytest.mark.parametrize("tolerance", [0, -1, 1, float("nan"), float("inf")])
def test_tolerances_without_meaning(tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance"):
        seams_of(make_area({"hall": floor()}), tolerance)


@pytest.mark.parametrize("scale", [1e-30, 1e9, 1e30, 3e37])
def test_absurd_places(scale: float) -> None:
    rooms = {f"r{n}": floor(n * scale, -scale, scale, scale, scale) for n in range(4)}
    pairs = names(seams_of(make_area(rooms)))
    expected = slow_meetings(make_area(rooms)) if scale > 1 else set()
    assert pairs == expected


def test_a_crowd_costs_little() -> None:
    """Ten thousand edges at one place: none is a seam, and nobody compares all with all."""
    count = 5_000
    points = np.tile([(0, 0, 0), (4, 0, 0), (2, 3, 0)], (count, 1))
    mesh = kl.Walkmesh.from_arrays(points, np.arange(3 * count).reshape(-1, 3), [4] * count)
    seams = seams_of(make_area({"a": mesh, "b": mesh.rotated(180, (2, 0))}))
    assert len(seams) == 0
    assert len(seams.crowded) >= 2 * count


POINTS = st.lists(
    st.tuples(*[st.floats(-30, 30, width=32) | st.sampled_from([0, 0.5, 1, 1e30])] * 2),
    max_size=40,
)


@given(POINTS, st.sampled_from([0.001, 0.5, 1.0, 7.0]))
def test_all_near_points_share_cells(points: list[tuple[float, float]], size: float) -> None:
    """Every pair that is close is found, from one side or within its cell, and none twice."""
    places = np.array(points, float).reshape(-1, 2)
    found = [
        (int(a), int(b))
        for rows, others, _ in Cells(places, size).around(places, HALF_AROUND)
        for a, b in zip(rows, others, strict=True)
    ]
    assert len(found) == len(set(found))
    both = set(found) | {(b, a) for a, b in found}
    for a in range(len(places)):
        for b in range(len(places)):
            if np.abs(places[a] - places[b]).max() <= size:
                assert (a, b) in both


def test_a_seam_inside_a_room_is_none_between_rooms() -> None:
    """Equal places with different vertices are meant so (FACTS 2): no room leads to itself."""
    both = kl.edit.merge(floor(), floor(4))
    area = make_area({"hall": both})
    assert len(collect_boundary(area)) == 8
    seams = seams_of(area)
    assert (len(seams), len(seams.crowded)) == (0, 0)


# Walls on links, in real files


def boundary_of(path: Path) -> AreaBoundary:
    return collect_boundary(make_area({path.stem: kl.read_walkmesh(path)}))


@each_corpus_file("wok/bioware/*.wok", "wok/modtools/m*.wok")
def test_no_link_of_the_games_has_a_wall_on_it(path: Path) -> None:
    """And all but one in a hundred of the other edges have one."""
    found = boundary_of(path)
    linked = found.transition >= 0
    assert linked.any()
    assert not found.walled[linked].any()
    assert (~found.walled[~linked]).sum() <= max(2, 0.01 * len(found))


@each_corpus_file("wok/modtools/kit_*.wok")
def test_marked_walls_of_kits_are_beside_a_doorway(path: Path) -> None:
    """A kit marks its doorways with numbers, and with each the side wall that comes next."""
    found = boundary_of(path)
    marked = found.transition >= 0
    is_open = marked & ~found.walled
    assert is_open.any()
    for row in np.flatnonzero(marked & found.walled).tolist():
        same = is_open & (found.transition == found.transition[row])
        ends = np.concatenate([found.start[same], found.end[same]])
        apart = np.minimum(
            np.linalg.norm(ends - found.start[row], axis=1),
            np.linalg.norm(ends - found.end[row], axis=1),
        )
        assert apart.min() == 0
