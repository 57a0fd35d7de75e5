from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
from hypothesis import given

from conformance.reference import slow_order
from kotorlevel.mesh.derive import walkable_first


@given(st.lists(st.booleans()))
def test_order_is_the_slow_one(walkable: list[bool]) -> None:
    order = walkable_first(np.array(walkable, bool))
    assert order.tolist() == slow_order(walkable)
    assert order.dtype == np.intp


def test_order_names_the_old_face_of_each_new_one() -> None:
    old = np.array(["wall", "floor", "roof", "path"])
    order = walkable_first(np.array([False, True, False, True]))
    assert old[order].tolist() == ["floor", "path", "wall", "roof"]
