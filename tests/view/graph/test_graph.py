"""The graph of modules: laid out without overlaps, the same each time, safe in DOT."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.area.exits import ModuleEnds, join_ends
from kotorlevel.area.transitions import Transition
from kotorlevel.view.graph.draw import find_graph
from kotorlevel.view.graph.layout import find_parts, lay_out
from kotorlevel.view.shelves import pack_shelves
from support.area.leading import write_leading_folders
from support.view.svg_parts import layer, parse, words


def leads(*pairs: tuple[str, str]) -> kl.Transitions:
    """Modules that lead to each other; those that nothing leaves are not there."""
    names = dict.fromkeys(a for a, _ in pairs)
    ends = [
        ModuleEnds(
            name,
            name,
            tuple(
                Transition("Door List", number, "", to, "w")
                for number, (start, to) in enumerate(pairs)
                if start == name
            ),
            frozenset({"w"}),
        )
        for name in names
    ]
    return join_ends(ends, names)


@settings(max_examples=5, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14)), max_size=25))
def test_no_two_nodes_overlap(pairs: list[tuple[int, int]]) -> None:
    sizes = np.array([(40.0 + 7 * (i % 5), 30.0) for i in range(15)])
    middles = lay_out(sizes, pairs)
    assert (middles - sizes / 2 >= -1).all()
    for a, b in itertools.combinations(range(15), 2):
        apart = np.abs(middles[a] - middles[b]) - (sizes[a] + sizes[b]) / 2
        assert apart.max() >= 0, (a, b)
    assert (middles == lay_out(sizes, pairs)).all()


def test_more_nodes_than_forces_are_computed_for() -> None:
    count = 400
    sizes = np.full((count, 2), (60.0, 30.0))
    middles = lay_out(sizes, [(0, i) for i in range(1, count)])
    assert len(np.unique(middles, axis=0)) == count


def test_parts() -> None:
    assert find_parts(6, [(4, 1), (1, 0), (5, 5)]) == [[0, 1, 4], [2], [3], [5]]


def test_shelves_keep_the_order_and_the_gap() -> None:
    sizes = [(30.0, 10.0), (50.0, 20.0), (40.0, 5.0), (90.0, 8.0)]
    places = pack_shelves(sizes, 4.0, 90.0)
    assert places == [(0, 0), (34, 0), (0, 24), (0, 33)]
    assert pack_shelves([], 4.0) == []


def test_ways_are_told_once() -> None:
    found = leads(("a", "b"), ("b", "a"), ("a", "b"), ("b", "gone"), ("c", "c"), ("d", "a"))
    graph = find_graph(found)
    assert graph.names == ("a", "b", "d", "gone")
    assert graph.missing == {3}
    assert graph.alone == 1
    assert [(way.ends, way.back, way.lost) for way in graph.ways] == [
        ((0, 1), True, False),
        ((1, 3), False, True),
        ((2, 0), False, False),
    ]


def test_svg_and_dot(tmp_path: Path) -> None:
    folder = write_leading_folders(tmp_path)
    svg = kl.draw_transitions(folder)
    names = words(layer(parse(svg), "modules"))
    assert names == ["aaa_m01aa", "bbb_m01aa", "ccc_m01aa", "zzz_m09zz"]
    assert "1 not here" in words(layer(parse(svg), "title"))[0]
    assert svg == kl.draw_transitions(folder)
    assert svg != kl.draw_transitions(folder, theme="dark")
    dot = kl.draw_transitions(folder, format="dot")
    assert '"aaa_m01aa" -> "bbb_m01aa" [label="From_A"];' in dot
    assert '"bbb_m01aa" -> "ccc_m01aa" [label="no_such_tag", color="red"];' in dot
    assert '"zzz_m09zz" [style=dashed];' in dot


def test_names_cannot_leave_their_quotes() -> None:
    evil = 'x"];\n"y" -> "z\\'
    dot = kl.draw_transitions(leads((evil, "</title><script>")), format="dot")
    assert not [line for line in dot.splitlines() if re.match(r'\s*"y"', line)]
    assert len(dot.splitlines()) == 6
    svg = kl.draw_transitions(leads((evil, "</title><script>")))
    assert "<script" not in svg
    parse(svg)


def test_no_ways_at_all() -> None:
    svg = kl.draw_transitions(join_ends([ModuleEnds("a", "a")], ["a"]))
    assert "0 modules" in words(layer(parse(svg), "title"))[0]


def test_refused() -> None:
    with pytest.raises(ValueError, match="svg, png or dot"):
        kl.draw_transitions(leads(("a", "b")), format="gif")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="no theme"):
        kl.draw_transitions(leads(("a", "b")), theme="pink")  # type: ignore[call-overload]
