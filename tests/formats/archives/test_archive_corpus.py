"""Real archives: the same bytes again, and one changed resource among all others unchanged."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import Archive, new_archive, read_archive, write_archive
from support.corpus import CORPUS, corpus_files, each_corpus_file, needs_corpus

GOOD = [
    f"archives/{path.name}"
    for path in corpus_files("archives/*")
    if not path.name.startswith("corrupted")
] or ["archives/*"]
each_archive = each_corpus_file(*GOOD)


@each_archive
def test_it_comes_back_byte_for_byte(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    assert read_archive(path).to_bytes() == data
    assert read_archive(data).to_bytes() == data
    assert read_archive(io.BytesIO(data)).to_bytes() == data
    write_archive(read_archive(path), tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == data


@each_archive
def test_it_reads_like_struct_does(path: Path) -> None:
    """An independent reading of the same bytes, field by field."""
    data = path.read_bytes()
    archive = read_archive(path)
    assert archive.problems == ()
    assert archive.kind.encode() == data[:3]
    found = [(e.name.encode(), e.type, e.id, e.offset, e.size) for e in archive.entries]
    expected = []
    if data.startswith(b"RIM "):
        count, table = struct.unpack_from("<II", data, 12)
        for row in range(count):
            name, *rest = struct.unpack_from("<16s4I", data, table + 32 * row)
            expected.append((name.rstrip(b"\0"), *rest))
    else:
        count, _, keys, places = struct.unpack_from("<4I", data, 16)
        for row in range(count):
            name, own, kind = struct.unpack_from("<16sIH", data, keys + 24 * row)
            offset, size = struct.unpack_from("<II", data, places + 8 * row)
            expected.append((name.rstrip(b"\0"), kind, own, offset, size))
    assert found == expected
    for entry in archive.entries:
        assert archive.read(entry) == data[entry.offset : entry.offset + entry.size]
        assert archive.read(entry.filename.upper()) == archive.read(entry)


def contents(archive: Archive) -> list[tuple[str, int, int, bytes]]:
    return [(e.name, e.type, e.id, archive.read(e)) for e in archive.entries]


def gaps(archive: Archive) -> list[bytes]:
    """What stands before each resource and behind the last, in the order of the file."""
    data = archive.to_bytes()
    places = sorted((entry.offset, entry.offset + entry.size) for entry in archive.entries)
    tables = max(  # the last table ends where the resources may begin
        archive.table_place(slot) + archive.tables[slot.table.name].nbytes
        for slot in archive.shape.slots
    )
    ends = [tables, *(end for _, end in places)]
    starts = [*(start for start, _ in places), len(data)]
    return [data[end:start] for end, start in zip(ends, starts, strict=True)]


@each_archive
def test_one_resource_is_replaced(path: Path) -> None:
    archive = read_archive(path)
    before = contents(archive)
    chosen = {0, len(archive) // 2, len(archive) - 1}
    for number in chosen:
        for content in (b"", b"x", before[number][3] + b"longer"):
            edited = archive.replaced(archive.entries[number], content)
            expected = [*before]
            expected[number] = (*before[number][:3], content)
            assert contents(edited) == expected
            assert contents(read_archive(edited.to_bytes())) == expected
            assert gaps(edited) == gaps(archive)
            back = edited.replaced(edited.entries[number], before[number][3])
            assert back.to_bytes() == path.read_bytes()


@each_archive
def test_one_resource_more_and_one_less(path: Path) -> None:
    archive = read_archive(path)
    added = archive.added("kotorlevel", "txt", b"hello")
    assert contents(added) == [*contents(archive), ("kotorlevel", 10, len(archive), b"hello")]
    assert added.removed("kotorlevel.txt").to_bytes() == path.read_bytes()
    number = len(archive) // 2
    fewer = archive.removed(archive.entries[number])
    rest = [content for row, content in enumerate(contents(archive)) if row != number]
    expected = [(name, kind, row, data) for row, (name, kind, _, data) in enumerate(rest)]
    assert contents(fewer) == expected


@each_archive
def test_made_anew_it_holds_the_same(path: Path) -> None:
    archive = read_archive(path)
    anew = new_archive(archive.kind, [(e.name, e.type, archive.read(e)) for e in archive.entries])
    assert contents(anew) == contents(archive)


@needs_corpus
def test_mod_tools_pack_as_we_do() -> None:
    """Made anew, the modules of the corpus are the same files but for the day of their build."""
    for name in ("m12ab.mod", "stunt_50a.mod", "tar_m10aa.mod", "small.rim", "file1.rim"):
        data = (CORPUS / "archives" / name).read_bytes()
        archive = read_archive(data)
        resources = [(e.name, e.type, archive.read(e)) for e in archive.entries]
        anew = bytearray(new_archive(archive.kind, resources).to_bytes())
        if archive.kind == "MOD":
            anew[32:44] = data[32:44]  # year, day, description
        assert bytes(anew) == data


@needs_corpus
@pytest.mark.parametrize(
    ("name", "section", "offset", "message"),
    [
        # Letters stand in place of the numbers from 0x10 on: count, and offsets of the tables.
        ("corrupted.erf", "keys", int.from_bytes(b"fggd", "little"), "1,935,959,649 rows of 24"),
        ("corrupted.rim", "entries", int.from_bytes(b"dfgf", "little"), "1,734,764,388 rows of 32"),
    ],
)
def test_corrupted_files_say_where(name: str, section: str, offset: int, message: str) -> None:
    path = CORPUS / "archives" / name
    with pytest.raises(FormatError) as caught:
        read_archive(path)
    assert caught.value.source == str(path)
    assert (caught.value.section, caught.value.offset) == (section, offset)
    assert caught.value.message.startswith(message)


@needs_corpus
def test_the_corpus_is_whole() -> None:
    assert len(corpus_files("archives/*")) >= 9
