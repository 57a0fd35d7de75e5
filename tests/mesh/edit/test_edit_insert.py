"""New vertices on boundary edges: the same floor in more faces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.mesh.edit import insert_points
from support.areas import floor
from support.builders import square_wok

SIDES = (0, 1, 4, 5)
"""The boundary edges of a floor."""


def along(edge: int, part: float) -> tuple[float, float, float]:
    """The point of a boundary edge of a floor, from 0 at its start to 1."""
    x, y = {0: (part, 0), 1: (1, part), 4: (1 - part, 1), 5: (0, 1 - part)}[edge]
    return 4.0 * x, 4.0 * y, 0.0


def areas(mesh: kl.Walkmesh) -> np.ndarray:
    corners = mesh.vertices.astype(float)[mesh.faces]
    return np.asarray(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2])


def test_one_point() -> None:
    mesh = floor(south=3, east=7)
    after = insert_points(mesh, [(1, (4.0, 1.0, 0.0))])
    assert len(after.faces) == 3
    assert after.domain == 3
    assert after.vertices[4].tolist() == [4, 1, 0]
    assert after.vertices[after.faces[0]].tolist() == [[4, 0, 0], [4, 1, 0], [0, 0, 0]]
    assert after.transitions[:2].tolist() == [[7, -1, 3], [7, -1, -1]]
    assert np.array_equal(after.faces[2], mesh.faces[1])


points = st.lists(st.tuples(st.sampled_from(SIDES), st.integers(1, 31)), max_size=12)


@given(points)
def test_the_floor_stays_the_same(chosen: list[tuple[int, int]]) -> None:
    """As large as before, every face upright and joined, one more boundary edge for each point."""
    mesh = floor(south=1, east=2, north=3, west=4)
    wanted = {(edge, along(edge, part / 32)) for edge, part in chosen}
    after = insert_points(mesh, wanted)
    assert (areas(after) > 0).all()
    assert areas(after).sum() == 32
    assert len(after.edges) == 4 + len(wanted)
    assert len(after.loops) == 1
    assert len(after.faces) == 2 + len(wanted)
    assert (after.adjacency == -1).sum() == 4 + len(wanted)
    leads = after.edges["transition"].tolist()
    for edge, room in ((0, 1), (1, 2), (4, 3), (5, 4)):
        assert leads.count(room) == 1 + sum(e == edge for e, _ in wanted)


def test_nothing_asked_nothing_done() -> None:
    mesh = kl.Walkmesh.from_bwm(square_wok())
    assert insert_points(mesh, []) is mesh


@pytest.mark.parametrize(
    ("edge", "point"),
    [
        (2, (2, 2, 0)),
        (99, (2, 2, 0)),
        (-1, (2, 2, 0)),
        (0, (0, 0, 0)),
        (0, (4, 0, 0)),
        (0, (5, 0, 0)),
        (0, (float("nan"), 0, 0)),
    ],
)
def test_what_is_refused(edge: int, point: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="edge"):
        insert_points(floor(), [(edge, point)])
