"""No read leaves the file, and no claim of a header costs memory before it is checked."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.byteview import ByteView
from kotorlevel.core.errors import FormatError

U4 = np.dtype("<u4")
ROW = np.dtype([("a", "<f4", 3), ("b", "<u2")])


def test_an_array_is_a_read_only_view() -> None:
    data = bytes(range(24))
    rows = ByteView(data).array("rows", U4, 3, 8)
    assert rows.tobytes() == data[8:20]
    assert not rows.flags.writeable
    assert np.shares_memory(rows, np.frombuffer(data, np.uint8))


def test_structured_rows() -> None:
    rows = ByteView(bytes(100)).array("rows", ROW, 7, 2)
    assert rows.shape == (7,)
    assert rows["a"].shape == (7, 3)
    with pytest.raises(FormatError):
        ByteView(bytes(100)).array("rows", ROW, 7, 3)


@pytest.mark.parametrize("offset", [0, 4, 8])
def test_the_last_byte_can_be_read_and_the_one_behind_cannot(offset: int) -> None:
    view = ByteView(bytes(8))
    count = (8 - offset) // 4
    assert len(view.array("rows", U4, count, offset)) == count
    with pytest.raises(FormatError):
        view.array("rows", U4, count, offset + 1)
    with pytest.raises(FormatError):
        view.array("rows", U4, count + 1, offset)


@given(
    size=st.integers(0, 64),
    count=st.integers(-3, 20) | st.integers(),
    offset=st.integers(-5, 70) | st.integers(),
)
def test_an_array_is_whole_or_an_error(size: int, count: int, offset: int) -> None:
    view = ByteView(bytes(range(size)))
    fits = offset >= 0 and count >= 0 and offset + 4 * count <= size
    try:
        rows = view.array("rows", U4, count, offset)
    except FormatError:
        assert not fits
    else:
        assert fits
        assert rows.tobytes() == view.data[offset : offset + 4 * count]


def test_the_error_says_what_does_not_fit_and_where() -> None:
    with pytest.raises(FormatError) as caught:
        ByteView(bytes(0x1D0), "room.wok").array("distances", U4, 12, 0x1A8)
    assert str(caught.value) == (
        "room.wok: distances at 0x1a8: 12 rows of 4 bytes end at 0x1d8, the file ends at 0x1d0"
    )
    assert (caught.value.section, caught.value.offset) == ("distances", 0x1A8)


@pytest.mark.parametrize("count", [2**32 - 1, 2**63, 2**70])
@pytest.mark.parametrize("offset", [0, 136, 2**32 - 1])
def test_an_absurd_count_costs_no_memory(count: int, offset: int) -> None:
    view = ByteView(bytes(200))
    tracemalloc.start()
    try:
        with pytest.raises(FormatError):
            view.array("rows", U4, count, offset)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000


def test_nothing_is_copied() -> None:
    data = bytes(10_000_000)
    tracemalloc.start()
    try:
        rows = ByteView(data).array("rows", U4, 2_500_000, 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(rows) == 2_500_000
    assert peak < 100_000


def test_an_empty_table_may_stand_at_the_end() -> None:
    assert ByteView(b"").array("rows", ROW, 0, 0).shape == (0,)
    assert ByteView(bytes(8)).array("rows", ROW, 0, 8).dtype == ROW


def test_an_empty_table_behind_the_end_is_an_error() -> None:
    with pytest.raises(FormatError):
        ByteView(bytes(8)).array("rows", ROW, 0, 9)


def test_a_number_is_read_as_little_endian() -> None:
    view = ByteView(b"\x01\x02\x03\x04\xff")
    assert view.number("count", "<u4", 0) == 0x04030201
    assert view.number("count", "<u2", 1) == 0x0302
    assert view.number("count", "<i1", 4) == -1
    assert type(view.number("count", "<u4", 0)) is int
    with pytest.raises(FormatError, match="count at 0x2"):
        view.number("count", "<u4", 2)


def test_find() -> None:
    view = ByteView(b"ab\tcd\0", "x.2da")
    assert view.find("name", b"\t", 0) == 2
    assert view.find("name", b"\0", 3) == 5
    with pytest.raises(FormatError) as caught:
        view.find("name", b"\t", 3)
    assert str(caught.value) == "x.2da: name at 0x3: no b'\\t' before the file ends at 0x6"
    with pytest.raises(FormatError):
        view.find("name", b"\t", 600)


def test_length() -> None:
    assert len(ByteView(bytes(7))) == 7
