"""Which struct of a list is which in another version, and which path point."""

from __future__ import annotations

import itertools
import math
import random
import time

import numpy as np
import pytest

from kotorlevel.area.matching.instances import match_entries
from kotorlevel.area.matching.nearest import pair_nearest
from kotorlevel.area.matching.points import match_points
from kotorlevel.formats.gff import GffType, Struct


def thing(tag: str, x: float, template: str = "n_guard", bearing: float = 0.0) -> Struct:
    place = [(label, GffType.FLOAT, v) for label, v in zip("XYZ", (x, 0.0, 0.0), strict=True)]
    return Struct(
        [
            ("Tag", GffType.STRING, tag),
            ("TemplateResRef", GffType.RESREF, template),
            *place,
            ("Bearing", GffType.FLOAT, bearing),
        ],
        4,
    )


def test_equal_ones_first_whatever_the_order() -> None:
    a = [thing("one", 1), thing("two", 2), thing("two", 2)]
    match = match_entries(a, [a[2], a[0], a[1]])
    assert match.pairs == ((0, 1), (1, 0), (2, 2))
    assert (match.changed, match.removed, match.added) == ((), (), ())


def test_of_the_same_name_the_nearest_is_the_same() -> None:
    a = [thing("guard", 0), thing("guard", 10), thing("guard", 20)]
    b = [thing("GUARD", 19), thing("guard", 0), thing("guard", 50)]
    match = match_entries(a, b)
    assert match.pairs == ((0, 1), (1, 2), (2, 0))
    assert match.changed == ((1, 2), (2, 0))


def test_then_by_template_then_by_tag_then_by_place() -> None:
    a = [thing("x", 0, "t1"), thing("y", 5, "t2"), thing("z", 9, "t3"), thing("w", 30, "t4")]
    b = [thing("new", 9, "other"), thing("y", 6, "t9"), thing("q", 1, "t1"), thing("v", 44, "t5")]
    match = match_entries(a, b)
    assert match.pairs == ((0, 2), (1, 1), (2, 0))
    assert (match.removed, match.added) == ((3,), (3,))


def test_things_without_names_or_places_are_never_guessed() -> None:
    a = [Struct([("X", GffType.INT, 1)], 1)]
    b = [Struct([("X", GffType.INT, 2)], 1)]
    match = match_entries(a, b)
    assert (match.pairs, match.removed, match.added) == ((), (0,), (0,))


def test_many_of_one_name_do_not_take_long() -> None:
    a = [thing("same", float(i)) for i in range(3000)]
    b = [thing("same", i + 0.25) for i in range(3000)]
    start = time.process_time()
    match = match_entries(a, b)
    assert match.pairs == tuple((i, i) for i in range(3000))
    assert time.process_time() - start < 10


@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_pairs_are_those_of_a_slow_search(seed: int) -> None:
    random.seed(seed)
    a, b = (np.array([[random.random(), random.random()] for _ in range(12)]) for _ in range(2))
    left_a, left_b, slow = set(range(12)), set(range(12)), []
    while left_a and left_b:
        i, j = min(
            itertools.product(left_a, left_b), key=lambda pair: math.dist(a[pair[0]], b[pair[1]])
        )
        slow.append((i, j))
        left_a.remove(i)
        left_b.remove(j)
    assert pair_nearest(a, b) == sorted(slow)


def test_points_by_place_then_by_nearness() -> None:
    match = match_points([(0, 0), (5, 5), (9, 9)], [(5, 5), (1, 0), (40, 40)], limit=3)
    assert match.pairs == ((0, 1), (1, 0))
    assert match.moved == ((0, 1),)
    assert (match.removed, match.added) == ((2,), (2,))


def test_points_that_are_not_finite_are_the_same_only_when_equal() -> None:
    match = match_points([(math.nan, 0), (1, 1)], [(2, 2), (math.nan, 0)])
    assert match.pairs == ((0, 1), (1, 0))
