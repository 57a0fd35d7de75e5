"""Folders and archives, asked the same way; the KEY has tests of its own."""

from __future__ import annotations

import os
import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from kotorlevel.area.install.resources import Resource
from kotorlevel.area.install.sources import ArchiveSource, FolderSource, ResourceSource
from kotorlevel.core.errors import FormatError, UnreadableError
from support.formats.archive_shapes import ERF, MOD, RIM, Row, archive_file
from support.installation import needs_case

WOK, LYT = 2016, 3000


def found(resources: Sequence[Resource]) -> list[tuple[str, bytes]]:
    return [(resource.place, resource.read()) for resource in resources]


def only(resources: Sequence[Resource]) -> Resource:
    (resource,) = resources
    return resource


# Folders


def make_folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def test_files_of_a_folder(tmp_path: Path) -> None:
    files = {"A.Wok": b"one", "b.lyt": b"three", "c": b"", "d.doc": b"", "sub/e.wok": b"deep"}
    source = FolderSource(make_folder(tmp_path, files), "Override", "Override")
    assert (source.place, source.what) == ("Override", "Override")
    assert [(r.name, r.type, r.place, r.size, r.path) for r in source.resources()] == [
        ("A", WOK, "Override/A.Wok", 3, tmp_path / "A.Wok"),
        ("b", LYT, "Override/b.lyt", 5, tmp_path / "b.lyt"),
    ]
    assert found(source.find_all("a", "wok")) == [("Override/A.Wok", b"one")]
    assert source.find_all("e", "wok") == []
    assert source.find_all("d", "doc") == []
    assert source.find_all("a", "lyt") == []


def test_a_deep_folder_has_its_own_files_first(tmp_path: Path) -> None:
    files = {"z/a.wok": b"z", "b/c/a.wok": b"c", "b/a.wok": b"b", "x.wok": b"", ".git/a.wok": b""}
    source = FolderSource(make_folder(tmp_path, files), "mod", deep=True)
    assert found(source.find_all("a", "wok")) == [
        ("mod/b/a.wok", b"b"),
        ("mod/b/c/a.wok", b"c"),
        ("mod/z/a.wok", b"z"),
    ]
    (tmp_path / "A.WOK").write_bytes(b"top")
    again = FolderSource(tmp_path, "mod", deep=True)
    assert again.find_all("a", "wok")[0].place == "mod/A.WOK"
    assert [r.place for r in again.resources()] == [
        "mod/A.WOK",
        "mod/b/a.wok",
        "mod/b/c/a.wok",
        "mod/z/a.wok",
        "mod/x.wok",
    ]


def test_two_files_that_differ_in_case_only(tmp_path: Path) -> None:
    needs_case(tmp_path)
    files = {"room.wok": b"small", "ROOM.wok": b"large", "Room.WOK": b"mixed"}
    source = FolderSource(make_folder(tmp_path, files), "Override")
    assert found(source.find_all("rOOm", "wok")) == [
        ("Override/ROOM.wok", b"large"),
        ("Override/Room.WOK", b"mixed"),
        ("Override/room.wok", b"small"),
    ]


def test_a_place_of_no_name(tmp_path: Path) -> None:
    source = FolderSource(make_folder(tmp_path, {"sub/a.wok": b""}), "", deep=True)
    assert only(source.find_all("a", "wok")).place == "sub/a.wok"


def test_the_list_that_is_given_away_is_the_callers_own(tmp_path: Path) -> None:
    source = FolderSource(make_folder(tmp_path, {"a.wok": b""}), "Override")
    source.find_all("a", "wok").clear()
    assert len(source.find_all("a", "wok")) == 1


def test_a_file_that_has_gone_since(tmp_path: Path) -> None:
    source = FolderSource(make_folder(tmp_path, {"a.wok": b"x"}), "Override")
    resource = only(source.find_all("a", "wok"))
    (tmp_path / "a.wok").unlink()
    with pytest.raises(UnreadableError, match="no such file") as caught:
        resource.read()
    assert caught.value.source == "Override/a.wok"


def test_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for name in ("none", "file"):
        source = FolderSource(tmp_path / name, "Override")
        assert list(source.resources()) == []
        assert source.find_all("a", "wok") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wok")
    (tmp_path / "folder.wok").mkdir()
    assert list(FolderSource(tmp_path, "Override", deep=True).resources()) == []


# Archives

ROWS = (Row(b"Alpha", WOK, b"first"), Row(b"beta", LYT, b"2nd"), Row(b"ALPHA", WOK, b"again"))


@pytest.mark.parametrize("magic", [ERF, MOD, RIM])
def test_entries_of_an_archive(tmp_path: Path, magic: bytes) -> None:
    path = tmp_path / "whatever.rim"  # the first bytes count, not the extension
    path.write_bytes(archive_file(magic, ROWS))
    source = ArchiveSource(path, "modules/whatever.rim")
    assert (source.place, source.what) == ("modules/whatever.rim", "archive")
    assert [(r.filename, r.place, r.size, r.path) for r in source.resources()] == [
        ("Alpha.wok", "modules/whatever.rim", 5, path),
        ("beta.lyt", "modules/whatever.rim", 3, path),
        ("ALPHA.wok", "modules/whatever.rim", 5, path),
    ]
    assert [r.read() for r in source.find_all("alpha", "wok")] == [b"first", b"again"]
    assert [r.read() for r in source.find_all("BETA", 3000)] == [b"2nd"]
    for name, kind in [("beta", "wok"), ("gamma", "wok"), ("alpha", "foo"), ("x" * 17, "wok")]:
        assert source.find_all(name, kind) == []


def test_an_archive_is_read_when_it_is_asked(tmp_path: Path) -> None:
    source = ArchiveSource(tmp_path / "none.rim", "modules/none.rim")
    with pytest.raises(UnreadableError, match="no such file") as caught:
        source.find_all("a", "wok")
    assert caught.value.source == str(tmp_path / "none.rim")


def test_an_entry_outside_of_the_file_spoils_only_itself(tmp_path: Path) -> None:
    rows = (Row(b"a", WOK, b"data"), Row(b"b", WOK, b"data", offset=5000), Row(b"c", WOK, b"end"))
    path = tmp_path / "x.mod"
    path.write_bytes(archive_file(MOD, rows))
    source = ArchiveSource(path, "modules/x.mod")
    assert [r.name for r in source.resources()] == ["a", "b", "c"]
    assert only(source.find_all("c", "wok")).read() == b"end"
    broken = only(source.find_all("b", "wok"))
    with pytest.raises(FormatError, match="the file ends at") as caught:
        broken.read()
    # The row of the second resource: header, three keys of 24 bytes, one row of 8.
    assert (caught.value.source, caught.value.section, caught.value.offset) == (
        str(path),
        "resources",
        160 + 3 * 24 + 8,
    )


@pytest.mark.parametrize("name", [b"..\\evil", b"../../evil", b"/etc/x", b"c:x", b"con", b"\x1b[m"])
def test_names_that_would_leave_the_folder_have_no_file_name(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / "x.rim"
    path.write_bytes(archive_file(RIM, [Row(name, WOK, b"evil"), Row(b"good", WOK, b"good")]))
    source = ArchiveSource(path, "modules/x.rim")
    bad, good = source.resources()
    assert bad.name == name.decode()
    assert bad.safe_filename is None
    assert good.safe_filename == "good.wok"
    assert bad.place == "modules/x.rim"
    assert bad.read() == b"evil"
    assert [r.read() for r in source.find_all(name.decode(), "wok")] == [b"evil"]


def test_sources_pickle_before_and_after_use(tmp_path: Path) -> None:
    (tmp_path / "x.rim").write_bytes(archive_file(RIM, ROWS))
    sources: list[ResourceSource] = [
        FolderSource(tmp_path, "here"),
        ArchiveSource(tmp_path / "x.rim", "x.rim"),
    ]
    (tmp_path / "alpha.wok").write_bytes(b"file")
    for _ in range(2):
        again = pickle.loads(pickle.dumps(sources))
        data = [source.find_all("alpha", "wok")[0].read() for source in again]
        assert data == [b"file", b"first"]
        assert [s.find_all("alpha", "wok")[0].read() for s in sources] == data
