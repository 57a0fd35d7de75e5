"""Which format a file has, by its content before its name."""

from __future__ import annotations

import pytest

from kotorlevel.formats.detect import detect_format

MARK = b"\xef\xbb\xbf"
NODE = b"node aabb walk\nendnode\n"
LAYOUT = b"beginlayout\r\ndonelayout\r\n"
COMMENTS = b"# a long story\n" * 10_000
assert len(COMMENTS) > 2 * 65_536


@pytest.mark.parametrize("before", [b"", MARK, b"# x\n", MARK + b"# x\r\n", b" \t", COMMENTS])
@pytest.mark.parametrize(("data", "expected"), [(NODE, "ascii"), (LAYOUT, "lyt")])
def test_text_formats_have_a_mark_line(before: bytes, data: bytes, expected: str) -> None:
    assert detect_format(before + data) == expected
    assert detect_format(before + data.upper(), "a.wok") == expected
    assert detect_format((before + data).replace(b"\r", b"").replace(b"\n", b"\r")) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"a node aabb\n",
        b"# node aabb x\n",
        b"node emitter x\n",
        b"beginlayout now\n",
        b"x" + MARK + NODE,
        b"\0\n" + NODE,
        b"",
    ],
)
def test_other_lines_are_no_mark(data: bytes) -> None:
    assert detect_format(data) is None
    assert detect_format(data, "A.VIS") == "vis"


def test_what_is_not_text_is_not_searched() -> None:
    assert detect_format(b"\n" * 65_535 + b"\0" + NODE) is None
    assert detect_format(b"\n" * 65_536 + b"\0\n" + NODE) == "ascii"


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"BWM V1.0", "bwm"), (b"2DA V2.b\n", "2da"), (MARK + b"2DA V2.0\r\n", "2da")],
)
def test_other_formats_begin_with_their_name(data: bytes, expected: str) -> None:
    assert detect_format(data, "a.lyt") == expected


def test_the_first_mark_counts() -> None:
    assert detect_format(NODE + LAYOUT) == "ascii"
    assert detect_format(LAYOUT + NODE) == "lyt"
