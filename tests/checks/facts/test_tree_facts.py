"""What a stored tree is, whatever is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kotorlevel.checks.facts.tables.tree import TreeFacts
from kotorlevel.formats.bwm.tables import NODE
from support.builders import square_tables
from support.cases.tables_shapes import room


def facts(*rows: tuple[int, int, int], faces: int = 2) -> TreeFacts:
    """A tree of (face, left, right)."""
    nodes = np.zeros(len(rows), NODE)
    for row, (face, left, right) in enumerate(rows):
        nodes["face"][row], nodes["left"][row], nodes["right"][row] = face, left, right
    return TreeFacts(nodes, faces)


LEAF_0, LEAF_1 = (0, -1, -1), (1, -1, -1)


def test_sound_tree() -> None:
    tree = TreeFacts(square_tables()["nodes"], 2)
    assert tree.is_leaf.tolist() == [False, True, True]
    assert tree.visits.tolist() == [1, 1, 1]
    assert sorted(tree.faces.tolist()) == [0, 1]
    assert (tree.is_usable, tree.one_based) == (True, False)


def test_room_tree_holds_every_face_once() -> None:
    bwm = room()
    tree = TreeFacts(bwm.nodes, len(bwm.faces))
    assert sorted(tree.faces.tolist()) == list(range(len(bwm.faces)))
    assert tree.is_usable


@pytest.mark.parametrize(
    ("rows", "visits", "usable"),
    [
        ([], [], True),
        ([LEAF_0], [1], True),
        ([(-1, 1, 1), LEAF_0], [1, 2], False),
        ([(-1, 0, 1), LEAF_0], [2, 1], False),
        ([(-1, 1, 2), (-1, 0, 2), LEAF_0], [2, 1, 2], False),
        ([(-1, 1, 9), LEAF_0], [1, 1], False),
        ([(-1, -1, -1), LEAF_0], [1, 0], False),
        ([(-1, 1, -7), LEAF_0], [1, 1], False),
        ([(0, 1, 1), LEAF_1], [1, 0], True),
    ],
)
def test_visits_end_in_every_graph(rows: list[Any], visits: list[int], usable: bool) -> None:
    tree = facts(*rows)
    assert tree.visits.tolist() == visits
    assert tree.is_usable is usable


def test_one_based_children() -> None:
    assert facts((-1, 2, 3), LEAF_0, LEAF_1).one_based
    assert not facts((-1, 1, 2), LEAF_0, LEAF_1).one_based
    assert not facts((-1, 2, 9), LEAF_0, LEAF_1).one_based
    assert not facts(LEAF_0).one_based


def test_faces_that_do_not_exist_are_left_out() -> None:
    tree = facts((-1, 1, 2), (7, -1, -1), (-3, -1, -1))
    assert tree.faces.tolist() == []


def test_extreme_numbers() -> None:
    low, high = -(2**31), 2**31 - 1
    tree = facts((-1, low, high), (high, low, low), (low, high, high))
    assert tree.visits.tolist() == [1, 0, 0]
    assert not tree.is_usable
