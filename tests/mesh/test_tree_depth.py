"""How deep a stored tree is, and that a graph which is no tree is not followed for ever."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

import kotorlevel as kl
from kotorlevel.formats.bwm.tables import NODE
from kotorlevel.mesh.tree import find_tree_depth
from support.corpus import each_corpus_file
from support.meshes import rooms


def depth(children: Sequence[tuple[int, int]]) -> int | None:
    nodes = np.zeros(len(children), NODE)
    for number, (left, right) in enumerate(children):
        nodes[number]["left"], nodes[number]["right"] = left, right
    return find_tree_depth(nodes)


def slow_depth(children: Sequence[tuple[int, int]]) -> int | None:
    """Every way down from the root, one step at a time; None where two ways meet."""
    ways = [0] if children else []
    met: set[int] = set()
    levels = 0
    while ways:
        levels += 1
        below = []
        for number in ways:
            if number in met:
                return None
            met.add(number)
            below += [child for child in children[number] if 0 <= child < len(children)]
        ways = below
    return levels


@pytest.mark.parametrize(
    ("children", "wanted"),
    [
        ([], 0),
        ([(-1, -1)], 1),
        ([(1, 2), (-1, -1), (-1, -1)], 2),
        ([(1, -1), (2, -1), (-1, -1)], 3),
        ([(1, 4), (2, 3), (-1, -1), (-1, -1), (-1, -1)], 3),
        ([(0, 0)], None),
        ([(0, -1)], None),
        ([(1, 2), (0, -1), (-1, -1)], None),
        ([(1, 2), (2, -1), (-1, -1)], None),
        ([(1, 1), (-1, -1)], None),
        ([(1, 2), (2, 3), (-1, -1), (-1, -1)], None),
        ([(1, 2), (3, -1), (3, -1), (-1, -1)], None),
        ([(1, 99), (-7, 2**31 - 1)], 2),
        ([(-1, -1), (1, 1)], 1),
    ],
)
def test_depth_by_hand(children: list[tuple[int, int]], wanted: int | None) -> None:
    assert depth(children) == wanted
    assert slow_depth(children) == wanted


@settings(max_examples=120)
@given(st.lists(st.tuples(*[st.integers(-1, 9)] * 2), max_size=9))
def test_depth_of_any_graph(children: list[tuple[int, int]]) -> None:
    assert depth(children) == slow_depth(children)


def test_depth_of_a_long_chain() -> None:
    count = 2000
    assert depth([(n + 1, -1) for n in range(count)]) == count
    assert depth([((n + 1) % count, -1) for n in range(count)]) is None


class Watched(np.ndarray[tuple[int], np.dtype[np.void]]):
    """A table that counts how often its columns are taken."""

    taken = 0

    def __getitem__(self, key: Any) -> Any:
        Watched.taken += 1
        return super().__getitem__(key)


def test_the_table_is_taken_once_and_not_level_by_level() -> None:
    nodes = np.zeros(5000, NODE)
    nodes["left"], nodes["right"] = np.arange(1, 5001), -1
    Watched.taken = 0
    assert find_tree_depth(nodes.view(Watched)) == 5000
    assert Watched.taken < 10


@settings(max_examples=20)
@given(rooms())
def test_derived_trees_are_as_flat_as_can_be(mesh: kl.Walkmesh) -> None:
    count = len(mesh.faces)
    assert find_tree_depth(mesh.nodes) == ((count - 1).bit_length() + 1 if count else 0)


@each_corpus_file("**/*.wok")
def test_depth_of_real_files(path: object) -> None:
    nodes = kl.read_walkmesh(path).nodes  # type: ignore[arg-type]
    pairs = zip(nodes["left"].tolist(), nodes["right"].tolist(), strict=True)
    assert find_tree_depth(nodes) == slow_depth(list(pairs))
