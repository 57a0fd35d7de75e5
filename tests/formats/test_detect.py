"""Which format a file has, by its content before its name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kotorlevel as kl
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives.tables import KEY_MAGIC, MAGICS
from kotorlevel.formats.detect import (
    EXTENSIONS,
    detect_data_format,
    detect_drawing_format,
    detect_format,
)

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


@pytest.mark.parametrize("start", MAGICS)
def test_archives_begin_with_their_kind(start: bytes) -> None:
    assert detect_data_format(start + b"\0\0", "a.git") == "archive"
    assert detect_data_format(start[:7]) is None


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (KEY_MAGIC, "key"),
        (b"GIT V3.2", "gff"),
        (b"PTH V3.2", "pth"),
        (b"\xff\0  V3.2", "gff"),
        (b"GIT V3.3", None),
        (b"V3.2", None),
        (b"", None),
        (b"BWM V1.0", None),
        (b"2DA V2.b", None),
    ],
)
def test_data_files_begin_with_their_kind(start: bytes, expected: str | None) -> None:
    assert detect_data_format(start) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.mod", "archive"),
        ("A.BIF", "archive"),
        ("chitin.key", "key"),
        ("x/module.ifo", "gff"),
        ("a.pth", "pth"),
        ("a.wok", None),
        ("mod", None),
        ("a", None),
        ("", None),
    ],
)
def test_a_broken_data_file_goes_by_its_name(name: str, expected: str | None) -> None:
    assert detect_data_format(b"broken", name) == expected


def test_data_files_are_no_level_files() -> None:
    """What `check` and folders go by: these formats are not theirs."""
    for name in ("a.mod", "a.rim", "a.git", "a.pth", "a.key"):
        assert detect_format(b"MOD V1.0", name) is None
        assert name[1:] not in EXTENSIONS


@pytest.mark.parametrize(
    ("read", "magic"),
    [
        (kl.read_walkmesh, b"BWM V1.0"),
        (kl.read_gff, b"PTH V3.2"),
        (kl.read_archive, b"ERF V1.0"),
    ],
)
def test_a_binary_file_that_an_editor_has_saved_is_told_as_such(
    read: Callable[[bytes], object], magic: bytes
) -> None:
    with pytest.raises(FormatError, match="a text editor has saved it with a byte-order mark"):
        read(b"\xef\xbb\xbf" + magic + bytes(200))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"glTF\2\0\0\0", "gltf"),
        (b'{"asset":{"version":"2.0"}}', "gltf"),
        (MARK + b'\n { "scene": 0,\n "asset" : {', "gltf"),
        (b"# made by hand\nmtllib x.mtl\no room\nv 0 -1.5 3e-2\n", "obj"),
        (b"v 0 0 0", "obj"),
        (b"\tv\t0 0\t0 1\r\n", "obj"),
        (b'{"scene": 0}', None),
        (b"v 0 0\nv a b c\nve 0 0 0\n", None),
        (b"\0\nv 0 0 0\n", None),
        (b"", None),
        (NODE + b"v 0 0 0\n", None),
        (LAYOUT + b"v 0 0 0\n", None),
        (b"2DA V2.0\nv 0 0 0\n", None),
        (b"GIT V3.2\nv 0 0 0\n", None),
    ],
)
def test_drawings(data: bytes, expected: str | None) -> None:
    assert detect_drawing_format(data) == expected
    assert detect_format(data) is None or expected is None


@pytest.mark.parametrize(
    ("name", "expected"), [("a.OBJ", "obj"), ("a.glb", "gltf"), ("a.gltf", "gltf"), ("a.mtl", None)]
)
def test_a_broken_drawing_goes_by_its_name(name: str, expected: str | None) -> None:
    assert detect_drawing_format(b"broken", name) == expected
    assert detect_drawing_format(b"BWM V1.0", name) is None
    assert detect_format(b"broken", name) is None


def test_a_long_file_is_told_soon() -> None:
    for data in (b"{" + b'"asset"' * 100_000, b"v 1" * 100_000, b"\nv" + b" 1" * 200_000 + b"x"):
        assert detect_drawing_format(data) is None
