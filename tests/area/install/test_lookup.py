"""Several sources, one after the other: the first copy wins, and the others say why they do not."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kotorlevel.area.install.lookup import Lookup
from kotorlevel.area.install.sources import ArchiveSource, FolderSource
from kotorlevel.core.errors import FormatError
from support.formats.archive_shapes import MOD, RIM, Row, archive_file

WOK, LYT = 2016, 3000


def folder(path: Path, place: str, *names: str) -> FolderSource:
    here = path / place
    here.mkdir()
    for name in names:
        (here / name).write_bytes(f"{place}/{name}".encode())
    return FolderSource(here, place)


def archive(path: Path, place: str, magic: bytes, *rows: Row) -> ArchiveSource:
    (path / place).write_bytes(archive_file(magic, rows))
    return ArchiveSource(path / place, place)


@pytest.fixture
def lookup(tmp_path: Path) -> Lookup:
    sources = (
        folder(tmp_path, "first", "b.wok"),
        archive(
            tmp_path,
            "second.mod",
            MOD,
            Row(b"A", WOK, b"second A"),
            Row(b"b", WOK, b"second b"),
            Row(b"b", LYT, b"second layout"),
            Row(b"B", WOK, b"second again"),
            Row(b"e", WOK, b"second e"),
            Row(b"e", WOK, b"second e again"),
        ),
        folder(tmp_path, "third", "a.wok", "B.WOK", "c.lyt"),
    )
    replaced = archive(tmp_path, "old.rim", RIM, Row(b"b", WOK, b"old"), Row(b"d", WOK, b"old d"))
    return Lookup(sources, ((replaced, "replaced by second.mod"),))


@pytest.mark.parametrize(
    ("name", "kind", "place", "data"),
    [
        ("b", "wok", "first/b.wok", b"first/b.wok"),
        ("B", 2016, "first/b.wok", b"first/b.wok"),
        ("a", ".WOK", "second.mod", b"second A"),
        ("b", "lyt", "second.mod", b"second layout"),
        ("C", "lyt", "third/c.lyt", b"third/c.lyt"),
        ("e", "wok", "second.mod", b"second e"),
    ],
)
def test_the_first_copy_wins(
    lookup: Lookup, name: str, kind: str | int, place: str, data: bytes
) -> None:
    found = lookup.find(name, kind)
    assert found is not None
    assert (found.place, found.read()) == (place, data)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a", "lyt"), ("f", "wok"), ("d", "wok"), ("a", "foo"), ("a", "txt"), ("", "wok"), ("ж", 1)],
)
def test_what_is_not_there(lookup: Lookup, name: str, kind: str | int) -> None:
    assert lookup.find(name, kind) is None


def test_all_copies_with_reasons(lookup: Lookup) -> None:
    copies = lookup.copies("b", "wok")
    assert [(c.resource.place, c.resource.read(), c.reason) for c in copies] == [
        ("first/b.wok", b"first/b.wok", ""),
        ("second.mod", b"second b", "shadowed by first/b.wok"),
        ("second.mod", b"second again", "shadowed by first/b.wok"),
        ("third/B.WOK", b"third/B.WOK", "shadowed by first/b.wok"),
        ("old.rim", b"old", "replaced by second.mod"),
    ]
    assert [c.used for c in copies] == [True, False, False, False, False]
    assert [c.source.place for c in copies] == [
        "first",
        "second.mod",
        "second.mod",
        "third",
        "old.rim",
    ]


def test_a_resource_that_only_a_replaced_source_has_is_not_used(lookup: Lookup) -> None:
    copies = lookup.copies("D", "wok")
    assert [(c.resource.place, c.reason) for c in copies] == [("old.rim", "replaced by second.mod")]
    assert not copies[0].used
    assert lookup.copies("nobody", "wok") == []


def test_every_resource_once_in_the_order_of_the_lookup(lookup: Lookup) -> None:
    assert [(r.filename, r.place) for r in lookup.resources()] == [
        ("b.wok", "first/b.wok"),
        ("A.wok", "second.mod"),
        ("b.lyt", "second.mod"),
        ("e.wok", "second.mod"),
        ("c.lyt", "third/c.lyt"),
    ]


def test_no_sources() -> None:
    assert Lookup(()).find("a", "wok") is None
    assert Lookup(()).copies("a", "wok") == []
    assert list(Lookup(()).resources()) == []


def test_a_broken_source_is_met_only_by_who_asks_it(tmp_path: Path) -> None:
    (tmp_path / "bad.rim").write_bytes(b"RIM V1.0 and then nothing")
    bad = ArchiveSource(tmp_path / "bad.rim", "bad.rim")
    lookup = Lookup((folder(tmp_path, "first", "a.wok"), bad))
    found = lookup.find("a", "wok")
    assert found is not None
    assert found.read() == b"first/a.wok"
    for ask in (
        lambda: lookup.find("b", "wok"),
        lambda: lookup.copies("a", "wok"),
        lambda: list(lookup.resources()),
    ):
        with pytest.raises(FormatError) as caught:
            ask()
        assert caught.value.source == str(tmp_path / "bad.rim")
        assert (caught.value.section, caught.value.offset) == ("header", 0)


@pytest.mark.parametrize("used", [False, True])
def test_pickled_before_and_after_use(lookup: Lookup, used: bool) -> None:
    if used:
        assert len(list(lookup.resources())) == 5
        assert len(lookup.copies("b", "wok")) == 5
    again: Lookup = pickle.loads(pickle.dumps(lookup))
    assert [(c.resource.read(), c.reason) for c in again.copies("b", "wok")] == [
        (b"first/b.wok", ""),
        (b"second b", "shadowed by first/b.wok"),
        (b"second again", "shadowed by first/b.wok"),
        (b"third/B.WOK", "shadowed by first/b.wok"),
        (b"old", "replaced by second.mod"),
    ]
    copies = pickle.loads(pickle.dumps(lookup.copies("a", "wok")))
    assert [c.resource.read() for c in copies] == [b"second A", b"third/a.wok"]
