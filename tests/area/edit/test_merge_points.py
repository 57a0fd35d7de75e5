"""Path points of two versions: points by place, connections by their ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kotorlevel.area.edit.merge.points import merge_points
from kotorlevel.area.edit.merge.three_way import ConflictError, Judge, Side
from kotorlevel.formats.gff import GffType
from kotorlevel.formats.pth import PathPoints, make_path_points, read_path_points
from support.corpus import each_level_file

Place = tuple[float, float]
Edit = Callable[[PathPoints], PathPoints]


def merge(
    a: PathPoints, b: PathPoints, base: PathPoints | None, prefer: Side | None = None
) -> PathPoints:
    judge = Judge(prefer)
    merged = merge_points(judge, a, b, base)
    judge.check()
    return merged


def meaning(paths: PathPoints) -> tuple[list[Place], list[tuple[Place, Place]]]:
    """Places and pairs of places, told without the code under test."""
    places = [tuple(row) for row in paths.points.tolist()]
    pairs = [(places[i], places[j]) for i in range(len(paths)) for j in paths.neighbours(i)]
    return sorted(places), sorted(pairs)


def at(paths: PathPoints, place: Place) -> int:
    return int(np.abs(paths.points - np.array(place, np.float32)).sum(axis=1).argmin())


def move(place: Place, by: Place) -> Edit:
    def edit(paths: PathPoints) -> PathPoints:
        points = paths.points.copy()
        points[at(paths, place)] += np.array(by, np.float32)
        return paths.replaced(points)

    return edit


def remove(place: Place) -> Edit:
    def edit(paths: PathPoints) -> PathPoints:
        gone = at(paths, place)
        kept = np.arange(len(paths)) != gone
        links = paths.connections[(paths.connections != gone).all(axis=1)]
        return paths.replaced(paths.points[kept], (np.cumsum(kept) - 1)[links])

    return edit


def add(place: Place, beside: Place) -> Edit:
    def edit(paths: PathPoints) -> PathPoints:
        new, old = len(paths), at(paths, beside)
        points = np.concatenate([paths.points, np.array([place], np.float32)])
        return paths.replaced(points, np.concatenate([paths.connections, [[new, old], [old, new]]]))

    return edit


def cut(one: Place, other: Place) -> Edit:
    def edit(paths: PathPoints) -> PathPoints:
        ends = {at(paths, one), at(paths, other)}
        kept = [pair for pair in paths.connections.tolist() if set(pair) != ends]
        return paths.replaced(connections=np.array(kept, np.int64).reshape(-1, 2))

    return edit


ROW = make_path_points(
    [(0, 0), (10, 0), (20, 0), (30, 0)], [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)]
)
APART = [
    (move((0, 0), (1, 1)), move((20, 0), (-1, 2))),
    (move((0, 0), (1, 1)), remove((30, 0))),
    (add((5, 9), (10, 0)), remove((0, 0))),
    (add((5, 9), (10, 0)), add((25, 9), (30, 0))),
    (cut((0, 0), (10, 0)), cut((20, 0), (30, 0))),
    (cut((0, 0), (10, 0)), move((10, 0), (0, 3))),
    (remove((0, 0)), remove((30, 0))),
]


@pytest.mark.parametrize("edits", APART)
def test_edits_that_do_not_touch(edits: tuple[Edit, Edit]) -> None:
    for first, second in (edits, edits[::-1]):
        merged = merge(first(ROW), second(ROW), ROW)
        assert meaning(merged) == meaning(second(first(ROW)))
        assert (np.diff(merged.points[:, 0]) >= 0).all()


def test_a_side_alone() -> None:
    moved = move((0, 0), (1, 1))(ROW)
    assert merge(moved, ROW, ROW) is moved
    assert merge(ROW, moved, ROW) is moved
    assert merge(moved, moved, ROW) is moved


def test_conflicts() -> None:
    a, b = move((10, 0), (1, 0))(ROW), move((10, 0), (0, 1))(ROW)
    with pytest.raises(ConflictError) as refused:
        merge(a, b, ROW)
    (one,) = refused.value.conflicts
    assert (one.kind, one.at_a, one.at_b) == ("path point", (11, 0, 0), (10, 1, 0))
    assert meaning(merge(a, b, ROW, "b")) == meaning(b)
    with pytest.raises(ConflictError) as refused:
        merge(remove((10, 0))(ROW), add((12, 4), (10, 0))(ROW), ROW)
    (one,) = refused.value.conflicts
    assert (one.a, one.b) == ("removed", "with 2 new connections")


def test_without_a_base_nothing_is_removed() -> None:
    merged = merge(remove((0, 0))(ROW), add((25, 9), (30, 0))(ROW), None)
    assert meaning(merged) == meaning(add((25, 9), (30, 0))(ROW))


def test_points_that_no_file_may_have() -> None:
    """Connections that lead nowhere are nobody's to put together: one conflict about all of it."""
    broken = PathPoints(ROW.points, ROW.counts, ROW.firsts, ROW.destinations + 9)
    with pytest.raises(ConflictError) as refused:
        merge(broken, move((0, 0), (1, 1))(ROW), ROW)
    assert [each.kind for each in refused.value.conflicts] == ["path points"]
    assert merge(broken, move((0, 0), (1, 1))(ROW), ROW, "a") is broken


@each_level_file("areas/*/*/*.pth", also=("m10aa.pth",))
def test_real_path_points(path: Path) -> None:
    base = read_path_points(path)
    if len(base) < 8:
        return
    places = [tuple(row) for row in base.points.tolist()]
    edits = [
        move(places[2], (0.7, 0.7)),
        remove(places[-1]),
        add((places[0][0] - 3, places[0][1]), places[0]),
    ]
    for i, first in enumerate(edits):
        for second in edits[i + 1 :]:
            wanted = meaning(second(first(base)))
            assert meaning(merge(first(base), second(base), base)) == wanted
            assert meaning(merge(second(base), first(base), base)) == wanted
    assert merge(base, base, base).to_bytes() == path.read_bytes()


def test_other_fields_of_the_root_stay() -> None:
    gff = ROW.to_gff().with_value("Note", value=3, field_type=GffType.INT)
    a = move((0, 0), (1, 1))(read_path_points(gff))
    merged = merge(a, move((30, 0), (1, 1))(ROW), ROW)
    assert merged.to_gff()["Note"] == 3
