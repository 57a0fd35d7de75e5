"""Random layouts."""

from __future__ import annotations

import struct
from typing import TypeVar

from hypothesis import strategies as st

from kotorlevel.core.text import format_float32
from kotorlevel.formats.lyt import DoorHook, Layout, LayoutObstacle, LayoutRoom, LayoutTrack

T = TypeVar("T")


def _from_bits(bits: int) -> float:
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return value


float32s = st.one_of(
    st.integers(0, 0x7F7FFFFF).map(_from_bits),
    st.integers(0x80000000, 0xFF7FFFFF).map(_from_bits),
)
"""Every finite float32, by bit pattern."""

# As read from the shortest text, so that reading it again gives the same double.
coordinates = st.one_of(
    float32s.map(lambda value: float(format_float32(value))),
    st.sampled_from([0.0, -0.0, 1.0, 44.99, 0.707107, 3.84015e-07, 300000.0, 1e10]),
)
positions = st.tuples(coordinates, coordinates, coordinates)
names = st.sampled_from(
    ["m55aa_01", "M55AA_01", "m55aa_02", "****", "7", "a room", "caf\u00e9", "donelayout", "1e5"]
)
doors = st.sampled_from(["door_01", "Door_02", "#1", "7", "roomcount"])
comments = st.lists(
    st.sampled_from(["# made by hand", "// a 1 2 3", "#", "# donelayout"]), max_size=2
).map(tuple)
# Until the first section begins, no line is read as an entry: any text may be kept there.
section_comments = st.tuples(
    st.lists(st.sampled_from(["old junk 1 2 3", "# one", "beginlayout"]), max_size=2),
    st.lists(st.sampled_from(["# two"]), max_size=1),
    st.lists(st.sampled_from(["// three", "//"]), max_size=2),
).map(
    lambda kept: tuple(
        (keyword, text)
        for keyword, texts in zip(("roomcount", "obstaclecount", "donelayout"), kept, strict=True)
        for text in texts
    )
)


def several(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(strategy, max_size=4).map(tuple)


rooms = st.builds(LayoutRoom, names, positions, comments)
hooks = st.builds(
    DoorHook,
    names.filter(lambda name: name != "a room"),  # that is one where it is in the layout, too
    doors,
    positions,
    st.tuples(coordinates, coordinates, coordinates, coordinates),
    st.integers(-9, 9),
    comments,
    st.lists(st.one_of(coordinates, st.integers(-9, 9)), max_size=2).map(tuple),
)
layouts = st.builds(
    Layout,
    several(rooms),
    several(st.builds(LayoutTrack, names, positions, comments)),
    several(st.builds(LayoutObstacle, names, positions, comments)),
    several(hooks),
    st.sampled_from([(), ("#MAXLAYOUT ASCII",), ("#MAXLAYOUT ASCII", "filedependancy a.max")]),
    section_comments,
    st.sampled_from([(), ("",) * 2 + ("after",), ("beginlayout", "  roomcount 3", "donelayout")]),
    st.none() | st.just(("a lamp 1 2 3 1 0 0 0",)),
)
