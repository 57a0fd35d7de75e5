"""Connected components against painting, one node at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from kotorlevel.mesh.components import component_roots, label_components

Pairs = list[tuple[int, int]]


def slow_roots(count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    beside: list[list[int]] = [[] for _ in range(count)]
    for a, b in pairs:
        beside[a].append(b)
        beside[b].append(a)
    root = [-1] * count
    for start in range(count):
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if root[node] == -1:
                root[node] = start
                waiting += beside[node]
    return root


def fast_roots(count: int, pairs: Sequence[tuple[int, int]]) -> list[int]:
    ends = np.array(pairs, np.intp).reshape(-1, 2)
    roots: list[int] = component_roots(count, ends[:, 0], ends[:, 1]).tolist()
    return roots


graphs = st.integers(1, 30).flatmap(
    lambda count: st.tuples(
        st.just(count), st.lists(st.tuples(*[st.integers(0, count - 1)] * 2), max_size=40)
    )
)


@settings(max_examples=100)
@given(graphs)
def test_roots_and_labels(graph: tuple[int, Pairs]) -> None:
    roots = slow_roots(*graph)
    assert fast_roots(*graph) == roots
    numbers = {root: label for label, root in enumerate(sorted(set(roots)))}
    labels = label_components(np.array(roots, np.intp)).tolist()
    assert labels == [numbers[root] for root in roots]


def shapes(count: int) -> dict[str, Pairs]:
    """Where hooking by the lowest number has the most to do."""
    order = np.random.default_rng(1).permutation(count).tolist()
    half = count // 2
    return {
        "path": [(n, n + 1) for n in range(count - 1)],
        "path backwards": [(n + 1, n) for n in reversed(range(count - 1))],
        "path in any order": list(pairwise(order)),
        "comb": [(n, half + n) for n in range(half)] + [(n, half + n - 1) for n in range(1, half)],
        "star about the highest": [(count - 1, n) for n in range(count - 1)],
        "star about the lowest": [(0, n) for n in range(1, count)],
        "one pair many times": [(3, 7)] * count,
        "own neighbours": [(n, n) for n in range(count)],
        "two by two": [(n, n ^ 1) for n in range(count)],
        "nothing": [],
    }


@pytest.mark.parametrize("shape", shapes(8))
@pytest.mark.parametrize("count", [8, 3000])
def test_long_and_wide_graphs(shape: str, count: int) -> None:
    pairs = shapes(count)[shape]
    assert fast_roots(count, pairs) == slow_roots(count, pairs)


def test_no_nodes() -> None:
    assert fast_roots(0, []) == []
    assert label_components(np.empty(0, np.intp)).tolist() == []
