"""Archives read: by their first bytes, and only what is asked for."""

from __future__ import annotations

import io
import os
import pickle
import struct
from pathlib import Path
from typing import IO, Any

import pytest

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.source import open_binary
from kotorlevel.formats.archives import Archive, Entry, find_kind, read_archive
from support.formats.archive_shapes import (
    BIF,
    ERF,
    MOD,
    RIM,
    THREE,
    Row,
    archive_file,
    codes,
    key_file,
)

KINDS = {
    ERF: "ERF",
    MOD: "MOD",
    b"SAV V1.0": "SAV",
    b"HAK V1.0": "HAK",
    RIM: "RIM",
    BIF: "BIF",
}
every_kind = pytest.mark.parametrize("magic", KINDS, ids=list(KINDS.values()))


@every_kind
def test_what_is_in_it(magic: bytes) -> None:
    data = archive_file(magic)
    archive = read_archive(data)
    assert archive.kind == KINDS[magic]
    assert find_kind(data) == KINDS[magic]
    assert len(archive) == 3
    assert archive.problems == ()
    assert archive.source == ""
    names = ["0", "1", "2"] if magic == BIF else ["alpha", "Beta", "gamma"]
    assert [entry.name for entry in archive.entries] == names
    assert [entry.type for entry in archive.entries] == [2016, 3000, 9]
    assert [entry.id for entry in archive.entries] == [0, 1, 2]
    assert [entry.size for entry in archive.entries] == [5, 3, 9]
    assert [entry.offset for entry in archive.entries] == [data.index(row.data) for row in THREE]
    assert [archive.read(entry) for entry in archive.entries] == [row.data for row in THREE]
    assert archive.to_bytes() == data


@every_kind
def test_an_empty_archive(magic: bytes) -> None:
    archive = read_archive(archive_file(magic, ()))
    assert archive.entries == ()
    assert archive.problems == ()
    assert archive.find("a.wok") is None


@pytest.mark.parametrize("extension", ["rim", "mod", "erf", "bif", "key", "txt"])
def test_the_extension_does_not_matter(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a.{extension}"
    path.write_bytes(archive_file(ERF))
    assert read_archive(path).kind == "ERF"
    assert read_archive(str(path)).source == str(path)


@pytest.mark.parametrize(
    ("which", "found"),
    [
        ("alpha.wok", b"first"),
        ("ALPHA.WOK", b"first"),
        ("beta.lyt", b"2nd"),
        (("bETA", "lyt"), b"2nd"),
        (("beta", ".LYT"), b"2nd"),
        (("beta", 3000), b"2nd"),
        (("beta", "#3000"), b"2nd"),
        ("beta.#3000", b"2nd"),
        ("gamma.mpg", b"the third"),
    ],
)
def test_names_in_any_case(which: Any, found: bytes) -> None:
    archive = read_archive(archive_file(RIM))
    assert archive.read(which) == found
    entry = archive.find(which) if isinstance(which, str) else archive.find(*which)
    assert isinstance(entry, Entry)
    assert archive.read(entry) == found


@pytest.mark.parametrize(
    "which",
    [
        "alpha.lyt",
        "alpha",
        "alpha.foo",
        "alph.wok",
        "alphaa.wok",
        "alpha\0.wok",
        "x" * 17 + ".wok",
        "жук.wok",
        ".wok",
        "",
        ("alpha", 99999),
        ("alpha", -1),
        ("alpha", 2**40),
    ],
)
def test_what_is_not_there(which: Any) -> None:
    archive = read_archive(archive_file(ERF))
    with pytest.raises(KeyError):
        archive.read(which)
    assert (archive.find(which) if isinstance(which, str) else archive.find(*which)) is None


def test_letters_beyond_ascii_are_kept_and_found_in_any_case() -> None:
    archive = read_archive(archive_file(ERF, [Row(b"\xc9a\x81", 2016, b"x")]))
    assert archive.entries[0].name == "Éa\udc81"
    assert archive.read("éA\udc81.wok") == b"x"


def test_an_unknown_type_goes_by_its_number() -> None:
    archive = read_archive(archive_file(ERF, [Row(b"thing", 1234, b"x")]))
    (entry,) = archive.entries
    assert (entry.extension, entry.filename) == ("#1234", "thing.#1234")
    assert archive.read(entry.filename) == b"x"


def test_types_of_a_rim_have_32_bits() -> None:
    archive = read_archive(archive_file(RIM, [Row(b"thing", 2**32 - 1, b"x")]))
    assert archive.entries[0].filename == "thing.#4294967295"
    assert archive.read("thing.#4294967295") == b"x"


def test_a_rim_whose_table_offset_is_zero() -> None:
    data = archive_file(RIM)
    data = data[:16] + bytes(4) + data[20:]
    archive = read_archive(data)
    assert archive.read("beta.lyt") == b"2nd"
    assert archive.problems == ()
    assert archive.replaced("beta.lyt", b"other").to_bytes()[16:20] == bytes(4)


def test_a_full_name_has_no_nul() -> None:
    archive = read_archive(archive_file(ERF, [Row(b"0123456789abcdef", 2016, b"x")]))
    assert archive.entries[0].name == "0123456789abcdef"
    assert archive.read("0123456789ABCDEF.wok") == b"x"
    assert archive.problems == ()


def test_descriptions() -> None:
    texts = [(0, b"A module"), (2, b"\xfcber\0"), (4, b"")]
    packed = b"".join(struct.pack("<II", code, len(text)) + text for code, text in texts)
    data = archive_file(MOD, descriptions=packed, languages=3, built=(103, 199, 77))
    archive = read_archive(data)
    assert archive.descriptions == tuple(texts)
    assert archive.problems == ()
    assert int(archive.header["build_year"]) == 103
    assert int(archive.header["build_day"]) == 199
    assert int(archive.header["description_strref"]) == 77
    assert archive.to_bytes() == data


@pytest.mark.parametrize(
    ("packed", "languages", "read"),
    [
        (struct.pack("<II", 1, 3) + b"abc", 2, 1),
        (struct.pack("<II", 1, 4) + b"abc", 1, 0),
        (struct.pack("<II", 1, 3) + b"abc", 2**32 - 1, 1),
        (b"\1\0\0", 1, 0),
        (b"", 1, 0),
    ],
)
def test_broken_descriptions_are_a_problem(packed: bytes, languages: int, read: int) -> None:
    data = archive_file(ERF, descriptions=packed, languages=languages)
    archive = read_archive(data)
    assert len(archive.descriptions) == read
    assert codes(archive) == ["descriptions"]
    assert archive.read("alpha.wok") == b"first"
    assert archive.to_bytes() == data


def test_descriptions_outside_the_file_are_a_problem() -> None:
    data = bytearray(archive_file(ERF, languages=1))
    struct.pack_into("<I", data, 12, 2**31)
    archive = read_archive(bytes(data))
    assert archive.descriptions == ()
    assert codes(archive) == ["descriptions"]
    assert archive.to_bytes() == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"ERF", "starts with 'ERF'"),
        (b"ERF V1.1" + bytes(200), "starts with 'ERF V1.1'"),
        (b"erf V1.0" + bytes(200), "starts with 'erf V1.0'"),
        (b"\0\x1b[2J\0\0\0" + bytes(200), r"starts with '\x00\x1b[2J"),
        (key_file([], []), "this is a KEY"),
    ],
)
def test_what_is_no_archive(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_archive(data)
    assert message in caught.value.message
    assert (caught.value.section, caught.value.offset) == ("header", 0)
    assert str(caught.value).isprintable()
    assert find_kind(data) is None


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no such file"):
        read_archive(tmp_path / "absent.mod")
    with pytest.raises(UnreadableError, match="is a folder"):
        read_archive(tmp_path)


# Only what is asked for


class Counting(io.BytesIO):
    """An open file that knows which of its bytes were read."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.read_spans: list[tuple[int, int]] = []

    def read(self, size: int | None = -1, /) -> bytes:
        start = self.tell()
        data = super().read(size)
        self.read_spans.append((start, start + len(data)))
        return data


def big_archive(magic: bytes) -> bytes:
    return archive_file(
        magic, [Row(b"a", 2016, bytes(50_000)), Row(b"b", 2016, b"needle"), THREE[0]]
    )


@every_kind
def test_only_tables_and_the_resource_are_read(magic: bytes) -> None:
    file = Counting(big_archive(magic))
    archive = read_archive(file)
    tables = archive.entries[0].offset
    assert all(end <= tables for _, end in file.read_spans)
    file.read_spans.clear()
    entry = archive.entries[1]
    assert archive.read(entry) == b"needle"
    assert file.read_spans == [(entry.offset, entry.offset + 6)]


def test_a_path_is_closed_after_each_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.mod"
    path.write_bytes(big_archive(MOD))
    opened: list[IO[bytes]] = []

    def watch(name: str) -> Any:
        opened.append(open_binary(name))
        return opened[-1]

    monkeypatch.setattr("kotorlevel.core.lazy_source.open_binary", watch)
    archive = read_archive(path)
    assert archive.read("b.wok") == b"needle"
    assert len(archive.to_bytes()) == path.stat().st_size
    assert opened
    assert all(file.closed for file in opened)


def test_an_archive_in_the_middle_of_an_open_file() -> None:
    data = archive_file(MOD)
    file = io.BytesIO(b"before" + data)
    file.seek(6)
    archive = read_archive(file)
    assert file.tell() == 6
    assert archive.read("beta.lyt") == b"2nd"
    assert archive.to_bytes() == data
    assert file.tell() == 6


def changed_file(tmp_path: Path, change: str) -> tuple[Archive, Path]:
    path = tmp_path / "a.mod"
    path.write_bytes(archive_file(MOD))
    archive = read_archive(path)
    if change == "grown":
        path.write_bytes(archive_file(MOD) + b"more")
    elif change == "cut":
        path.write_bytes(archive_file(MOD)[:-1])
    elif change == "rewritten":
        path.write_bytes(archive_file(MOD))
        stamp = path.stat().st_mtime_ns + 1_000_000_000
        os.utime(path, ns=(stamp, stamp))
    else:
        path.unlink()
    return archive, path


@pytest.mark.parametrize("change", ["grown", "cut", "rewritten"])
def test_a_file_that_changed_in_between(tmp_path: Path, change: str) -> None:
    archive, path = changed_file(tmp_path, change)
    with pytest.raises(FormatError, match="has changed since it was opened") as caught:
        archive.read("beta.lyt")
    assert caught.value.source == str(path)
    assert caught.value.section == "'Beta.lyt'"
    assert caught.value.offset == archive.entries[1].offset
    with pytest.raises(FormatError, match="has changed"):
        archive.to_bytes()


def test_a_file_that_has_gone(tmp_path: Path) -> None:
    archive, _ = changed_file(tmp_path, "gone")
    with pytest.raises(UnreadableError, match="no such file"):
        archive.read("beta.lyt")


def test_an_open_file_that_was_closed() -> None:
    file = io.BytesIO(archive_file(MOD))
    archive = read_archive(file)
    file.close()
    with pytest.raises(FormatError, match="cannot be read"):
        archive.read("beta.lyt")


def test_an_archive_can_be_sent_to_another_process(tmp_path: Path) -> None:
    path = tmp_path / "a.mod"
    path.write_bytes(archive_file(MOD))
    again = pickle.loads(pickle.dumps(read_archive(path)))
    assert again.read("beta.lyt") == b"2nd"
    assert again.entries == read_archive(path).entries
    with pytest.raises(ValueError, match="read-only"):
        again.tables["keys"]["type"][0] = 1


def test_tables_are_read_only() -> None:
    archive = read_archive(archive_file(MOD))
    with pytest.raises(ValueError, match="read-only"):
        archive.tables["keys"]["type"][0] = 1
    with pytest.raises(ValueError, match="read-only"):
        archive.header["entry_count"] = 1


@pytest.mark.parametrize("number", [-1, 3, 10**9])
def test_an_entry_that_is_not_there(number: int) -> None:
    with pytest.raises(IndexError):
        read_archive(archive_file(MOD)).entry(number)


def test_an_entry_of_another_archive_is_not_there() -> None:
    other = read_archive(archive_file(MOD, [*THREE, Row(b"delta", 2016, b"x")]))
    archive = read_archive(archive_file(MOD))
    for entry in (other.entries[3], Entry("alpha", 2016, 1, 0, 0, 0)):
        with pytest.raises(KeyError):
            archive.read(entry)
    assert archive.read(other.entries[0]) == b"first"
