"""New archives: the form of the games' own files, and the same bytes every time."""

from __future__ import annotations

import datetime
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.resource import type_extension
from kotorlevel.formats.archives import build_bif, new_archive, read_archive, write_archive
from support.formats.archive_shapes import BIF, THREE, Row, archive_file

KINDS = ["ERF", "MOD", "SAV", "HAK", "RIM"]
RESOURCES: list[Any] = [(row.name.decode(), row.type, row.data) for row in THREE]


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_one_packs_by_hand(kind: str) -> None:
    archive = new_archive(kind, RESOURCES)
    assert archive.to_bytes() == archive_file(f"{kind} V1.0".encode())
    assert archive.kind == kind
    assert archive.problems == ()
    assert new_archive(kind).to_bytes() == archive_file(f"{kind} V1.0".encode(), ())


def test_descriptions_and_the_day() -> None:
    archive = new_archive(
        "MOD",
        RESOURCES,
        descriptions=[(0, b"Hello"), (2, b"Hallo")],
        description_strref=42,
        built=datetime.date(2003, 7, 19),
    )
    packed = struct.pack("<II", 0, 5) + b"Hello" + struct.pack("<II", 2, 5) + b"Hallo"
    # The 19th of July is the 200th day of that year, and days count from 0.
    expected = archive_file(b"MOD V1.0", descriptions=packed, languages=2, built=(103, 199, 42))
    assert archive.to_bytes() == expected
    assert archive.descriptions == ((0, b"Hello"), (2, b"Hallo"))


def test_a_bif() -> None:
    rows = [row._replace(id=3 << 20 | number) for number, row in enumerate(THREE)]
    bif = build_bif(3, [(type_extension(row.type), row.data) for row in THREE])
    assert bif.to_bytes() == archive_file(BIF, rows)


names = st.text(st.sampled_from("abcXYZ019_-"), min_size=1, max_size=16)
resources = st.lists(
    st.tuples(names, st.integers(0, 0xFFFF), st.binary(max_size=30)),
    max_size=8,
    unique_by=lambda resource: (resource[0].lower(), resource[1]),
)


@given(st.sampled_from(KINDS), resources)
def test_everything_comes_back(kind: str, given_resources: list[Any]) -> None:
    data = new_archive(kind, given_resources).to_bytes()
    again = read_archive(data)
    assert again.problems == ()
    assert again.to_bytes() == data
    assert [(e.name, e.type, again.read(e)) for e in again.entries] == given_resources
    for name, kind_number, content in given_resources:
        assert again.read((name.upper(), kind_number)) == content
    rows = [Row(name.encode(), number, content) for name, number, content in given_resources]
    assert data == archive_file(f"{kind} V1.0".encode(), rows)


def test_contents_from_the_disk(tmp_path: Path) -> None:
    for name, _, content in RESOURCES:
        (tmp_path / name).write_bytes(content)
    archive = new_archive("MOD", [(name, kind, tmp_path / name) for name, kind, _ in RESOURCES])
    write_archive(archive, tmp_path / "a.mod")
    assert (tmp_path / "a.mod").read_bytes() == archive_file(b"MOD V1.0")


@pytest.mark.parametrize(
    ("resource", "message"),
    [
        (("a/b", "wok", b""), "contains '/'"),
        (("", "wok", b""), "empty"),
        (("x" * 17, "wok", b""), "17 characters"),
        (("a", "foo", b""), "'foo' is not a type"),
        (("a", 70_000, b""), "70000 is not a type"),
        (("ALPHA", "wok", b""), "is there already"),
    ],
)
def test_what_an_archive_cannot_hold(resource: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        new_archive("MOD", [*RESOURCES, resource])


@pytest.mark.parametrize("kind", ["BIF", "KEY", "ZIP", "mod", ""])
def test_other_kinds(kind: str) -> None:
    with pytest.raises(FormatError, match="not a kind of archive"):
        new_archive(kind)
    with pytest.raises(FormatError, match="not a type"):
        build_bif(0, [("foo", b"")])


def test_forty_thousand_entries() -> None:
    many = [(f"r{number}", 9, b"%d" % number) for number in range(40_000)]
    archive = read_archive(new_archive("ERF", many).to_bytes())
    assert len(archive) == 40_000
    assert archive.problems == ()
    assert archive.read("R39999.mpg") == b"39999"
