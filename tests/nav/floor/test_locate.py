"""Which cell a place is on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import kotorlevel as kl
from kotorlevel.nav.arguments import check_place
from kotorlevel.nav.floor.build import build_floor
from kotorlevel.nav.floor.locate import TOLERANCE, CellIndex, find_foot, neighbour_faces
from kotorlevel.nav.navigator import Navigator
from support.areas import floor, make_area
from support.nav.mazes import draw, maze, overpass


def test_every_cell_has_its_own_middle() -> None:
    area = make_area({"hall": floor(east=1), "none": None, "yard": floor(4, 0, 2, 2, 1)})
    cells = build_floor(area)
    index, ground = CellIndex(cells), kl.Ground(area)
    for cell, (x, y, z) in enumerate(cells.centre.tolist()):
        foot = find_foot(ground, x, y, z)
        assert foot is not None
        assert (foot.room, foot.face) == (cells.room[cell], cells.face[cell])
        assert index.find_cell([(foot.room, foot.face)], x, y) == cell
    assert index.cells_of(1, 0) == []
    assert index.cells_of(0, 99) == []


def test_a_border_has_a_little_width() -> None:
    cells = build_floor(maze(np.ones((1, 1), bool)))
    index = CellIndex(cells)
    faces = [(0, 0), (0, 1)]
    assert index.find_cell(faces, 0.5, -TOLERANCE / 2) >= 0
    assert index.find_cell(faces, 0.5, -TOLERANCE * 2) == -1
    navigator = Navigator(maze(np.ones((1, 1), bool)), fast=False)
    assert navigator.path((0.5, -TOLERANCE / 2, 0), (0.5, 0.5, 0)).ok
    assert navigator.path((1 + TOLERANCE / 2, 0.5, 0), (0.5, 0.5, 0)).ok


def test_with_z_the_nearest_floor() -> None:
    navigator = Navigator(overpass(), fast=False)
    for z, expected in ((-3.0, 0.0), (2.9, 0.0), (3.1, 6.0), (50.0, 6.0)):
        path = navigator.path((9, 1, z), (9, 1, z))
        assert path.ok
        assert path.points[0, 2] == pytest.approx(expected)
        assert path.length == 0


def test_a_face_that_was_cut_has_several_cells() -> None:
    """A body shrinks the faces; the cell that is found has the place in it."""
    navigator = Navigator(maze(draw("....", "....", ".#..", "....")), fast=False)
    for x, y in np.random.default_rng(1).uniform(0, 4, (60, 2)).tolist():
        clearance = navigator.clearance(x, y)
        path = navigator.path((x, y), (3, 3), 0.3)
        if clearance is None:
            assert path.status == "start-off-floor"
        elif clearance > 0.301:
            assert path.ok
        elif clearance < 0.299:
            assert path.status == "start-blocked"


def test_neighbours_come_after_the_face_itself() -> None:
    cells = build_floor(maze(np.ones((2, 2), bool)))
    for cell in range(len(cells)):
        faces = neighbour_faces(cells, cell)
        assert faces[0] == (cells.room[cell], cells.face[cell])
        low, high = cells.passage_starts[cell : cell + 2]
        assert {face for _, face in faces[1:]} == set(cells.face[cells.to[low:high]].tolist())


def test_places() -> None:
    assert check_place((1, 2), "a") == (1.0, 2.0, None)
    assert check_place(np.array([1, 2, 3]).tolist(), "a") == (1.0, 2.0, 3.0)
    bad: Any
    for bad in ((1,), (1, 2, 3, 4), "12", (np.nan, 0)):
        with pytest.raises((ValueError, TypeError)):
            check_place(bad, "a")
