"""Without z a ground answers as the game does (FACTS 9): its surfaces, and its second look."""

from __future__ import annotations

import math

import numpy as np
import pytest

import kotorlevel as kl
from support.query.shapes import (
    NONWALK,
    OBSCURING,
    STONE,
    both_ways,
    joined,
    mesh_of,
    rectangle,
)

STEP = 0.001 / math.sqrt(2)
"""The second look is 0.001 m away along (1, 1): so far in x, and so far in y."""

JUST_WITHIN, JUST_BEYOND = STEP * 0.999, STEP * 1.001


def square(fast: bool) -> kl.Ground:
    return kl.Ground(rectangle(0, 0, 2, 2), fast=fast)


@both_ways
@pytest.mark.parametrize(
    ("x", "y", "answers"),
    [
        (-JUST_WITHIN, 1.0, True),  # left of it
        (-JUST_BEYOND, 1.0, False),
        (1.0, -JUST_WITHIN, True),  # below
        (1.0, -JUST_BEYOND, False),
        (-JUST_WITHIN, -JUST_WITHIN, True),  # both
        (-JUST_WITHIN, -JUST_BEYOND, False),
        (-JUST_BEYOND, -JUST_WITHIN, False),
        (-0.0009, 1.0, False),  # a millimetre is the length of the step, not of its x
        (2.0001, 1.0, False),  # right of it: the second look goes further away
        (1.0, 2.0001, False),
        (2.0001, 2.0001, False),
        (-0.0001, 1.9999, False),  # the second look is above the top
        (-0.0001, 1.999, True),
        (-0.0001, 2.0, False),
    ],
)
def test_the_second_look_is_a_millimetre_to_the_upper_right(
    x: float, y: float, answers: bool, fast: bool
) -> None:
    ground = square(fast)
    assert (ground.height(x, y) is not None) is answers
    assert (ground.find_face(x, y) is not None) is answers
    assert np.isnan(ground.heights([(x, y)])).tolist() == [not answers]
    assert (ground.find_faces([(x, y)]).face >= 0).tolist() == [answers]


@both_ways
def test_the_height_is_that_of_the_second_look(fast: bool) -> None:
    """On a slope of 45°, and the point is still the one that was asked for."""
    slope = mesh_of([(0, 0, 0), (2, 0, 2), (2, 2, 2), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    ground = kl.Ground(slope, fast=fast)
    found = ground.find_face(-0.0002, 1.0)
    assert found is not None
    assert found.point[:2] == (-0.0002, 1.0)
    assert found.point[2] == pytest.approx(STEP - 0.0002, abs=1e-12)
    assert ground.heights([(-0.0002, 1.0)])[0] == found.point[2]
    # Where the first look finds a face there is no second one.
    assert ground.height(0.5, 0.25) == 0.5


@both_ways
def test_there_is_one_second_look_for_all_rooms(fast: bool) -> None:
    """A point in room 1 is not moved into room 0, however near that is."""
    right, left = rectangle(1, 0, 2, 2, 5), rectangle(0, 0, 1.5, 2, 3)
    ground = kl.Ground([right, left], fast=fast)
    assert ground.height(0.9999, 0.5) == 3.0
    assert ground.heights([(0.9999, 0.5)]).tolist() == [3.0]
    # A gap of half a millimetre: what is to the upper right answers, whichever room it is.
    for rooms, room in (
        ([rectangle(0, 0, 1, 2), rectangle(1.0005, 0, 2, 2)], 1),
        ([rectangle(1.0005, 0, 2, 2), rectangle(0, 0, 1, 2)], 0),
    ):
        found = kl.Ground(rooms, fast=fast).find_face(1.0002, 1.0)
        assert found is not None
        assert found.room == room


@both_ways
def test_there_is_no_third_look(fast: bool) -> None:
    assert square(fast).height(-1.5 * STEP, 1.0) is None
    assert square(fast).height(-0.001, 1.0) is None
    assert square(fast).height(1.0, -0.002) is None


@both_ways
def test_the_second_look_asks_the_same_surfaces(fast: bool) -> None:
    ground = kl.Ground(rectangle(0, 0, 2, 2, 0, NONWALK), fast=fast)
    assert ground.height(-0.0003, 1) == 0.0
    assert ground.height(-0.0003, 1, walkable=True) is None
    assert ground.height(-0.0003, 1, materials=[STONE]) is None
    assert kl.Ground(rectangle(0, 0, 2, 2, 0, OBSCURING), fast=fast).height(-0.0003, 1) is None


@both_ways
def test_a_ceiling_of_material_2_does_not_hide_the_floor_but_7_does(fast: bool) -> None:
    """Faces are walkable first, so only in another room can a ceiling come before the floor."""
    floor = rectangle(0, 0, 2, 2, 0)
    for material, height in ((OBSCURING, 0.0), (NONWALK, 4.0)):
        ceiling = rectangle(0, 0, 2, 2, 4, material)
        assert kl.Ground([ceiling, floor], fast=fast).height(1.5, 0.5) == height
        assert kl.Ground(joined(ceiling, floor), fast=fast).height(1.5, 0.5) == 0.0
        object_like = kl.Walkmesh.from_arrays(
            [*ceiling.vertices, *floor.vertices],
            [*ceiling.faces, *(floor.faces + 4)],
            [*ceiling.materials, *floor.materials],
            kind=0,
        )
        assert kl.Ground(object_like, fast=fast).height(1.5, 0.5) == height


@both_ways
def test_the_second_look_far_from_the_origin(fast: bool) -> None:
    """As exact there as anywhere: points are doubles, whatever the mesh is."""
    far = 65536.0
    ground = kl.Ground(rectangle(far, far, far + 2, far + 2), fast=fast)
    assert ground.height(far - JUST_WITHIN, far + 1) == 0.0
    assert ground.height(far - JUST_BEYOND, far + 1) is None
