"""An edit changes what was asked and nothing else; an unedited archive is the same file."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import Archive, assemble, read_archive, write_archive
from support.formats.archive_shapes import (
    BIF,
    ERF,
    MOD,
    RIM,
    THREE,
    Row,
    archive_file,
    codes,
    patched,
)

NAMED = pytest.mark.parametrize("magic", [MOD, RIM])
ANY = pytest.mark.parametrize("magic", [MOD, RIM, BIF])
ODD: dict[str, Any] = {"reserved": b"kept", "unknown": 77, "built": (103, 5, 9)}


def odd(magic: bytes) -> dict[str, Any]:
    """Header fields that no one understands; a BIF has none."""
    return {} if magic == BIF else ODD


class File:
    """The parts of an archive file, so that it can be packed again with one of them changed."""

    def __init__(self, draw: st.DrawFn, magics: tuple[bytes, ...]) -> None:
        self.magic = draw(st.sampled_from(magics))
        contents = draw(st.lists(st.binary(min_size=1, max_size=6), min_size=1, max_size=5))
        self.rows = [
            Row(b"n%d" % number, 2000 + number, data, id=number, unused=number)
            for number, data in enumerate(contents)
        ]
        tables: list[Any] = ["keys"] if self.magic in (RIM, BIF) else ["keys", "places"]
        text = draw(st.binary(max_size=5)) if len(tables) == 2 else b""
        self.fields: dict[str, Any] = odd(self.magic)
        if text:
            packed = struct.pack("<II", 3, len(text)) + text
            self.fields = {**ODD, "descriptions": packed, "languages": 1}
            tables.append("text")
        self.order = draw(st.permutations([*tables, *range(len(self.rows))]))
        if len(tables) == 2 and not text:
            self.order.insert(0, "text")  # the place of no descriptions means nothing
        gap = st.binary(max_size=4)
        self.gaps = {part: draw(gap) for part in [*self.order, "end"]}
        if not text:
            self.gaps["text"] = b""

    def pack(self) -> bytes:
        return archive_file(self.magic, self.rows, order=self.order, gaps=self.gaps, **self.fields)


@st.composite
def files(draw: st.DrawFn, magics: tuple[bytes, ...] = (MOD, RIM, BIF)) -> File:
    return File(draw, magics)


@given(files(), st.data())
def test_replacing_is_packing_with_the_other_content(file: File, draw: st.DataObject) -> None:
    before = read_archive(file.pack())
    number = draw.draw(st.integers(0, len(file.rows) - 1))
    content = draw.draw(st.binary(max_size=9))
    file.rows[number] = file.rows[number]._replace(data=content)
    after = before.replaced(before.entries[number], content)
    assert after.to_bytes() == file.pack()
    assert before.replaced(
        before.entries[number], before.read(before.entries[number])
    ).to_bytes() == (before.to_bytes())


@given(files((MOD, RIM)), st.binary(max_size=9))
def test_adding_is_packing_with_one_more(file: File, content: bytes) -> None:
    before = read_archive(file.pack())
    number = len(file.rows)
    file.rows.append(Row(b"new", 2016, content, id=number))
    file.order.append(number)
    file.gaps[number] = file.gaps.pop("end")
    after = before.added("new", "wok", content)
    assert after.to_bytes() == file.pack()
    assert after.removed("new.wok").to_bytes() == before.to_bytes()


@given(files((MOD, RIM)), st.data())
def test_removing_is_packing_without_it(file: File, draw: st.DataObject) -> None:
    before = read_archive(file.pack())
    number = draw.draw(st.integers(0, len(file.rows) - 1))
    at = file.order.index(number)
    behind = file.order[at + 1] if at + 1 < len(file.order) else "end"
    file.gaps[behind] = file.gaps.pop(number) + file.gaps[behind]
    del file.order[at]
    del file.rows[number]
    renumbered = {part: part - (part > number) for part in file.order if isinstance(part, int)}
    file.order = [renumbered.get(part, part) for part in file.order]
    file.gaps = {renumbered.get(part, part): gap for part, gap in file.gaps.items()}
    file.rows = [row._replace(id=new) for new, row in enumerate(file.rows)]
    after = before.removed(before.entries[number])
    assert after.to_bytes() == file.pack()


@st.composite
def tangled(draw: st.DrawFn) -> bytes:
    """Archives in which entries share bytes, are empty, or are empty and anywhere."""
    magic = draw(st.sampled_from([MOD, RIM]))
    pool = draw(st.binary(min_size=8, max_size=12))
    count = draw(st.integers(1, 5))
    start = len(archive_file(magic, [Row(b"n%d" % n, 9) for n in range(count + 1)]))
    rows = [Row(b"pool", 9, pool)]
    for number in range(count):
        first = draw(st.integers(0, len(pool)))
        size = draw(st.integers(0, len(pool) - first))
        anywhere = draw(st.sampled_from([start + first, 0, 2**32 - 1, 130]))
        rows.append(Row(b"n%d" % number, 9, b"", start + first if size else anywhere, size))
    return archive_file(magic, rows, gaps={"end": draw(st.binary(max_size=3))})


def contents(archive: Archive) -> list[tuple[str, int, bytes]]:
    return [(entry.name, entry.type, archive.read(entry)) for entry in archive.entries]


@given(tangled() | files((MOD, RIM)).map(File.pack), st.data())
def test_any_edits_do_what_they_do_to_a_list(data: bytes, draw: st.DataObject) -> None:
    archive = read_archive(data)
    model = contents(archive)
    for step in range(draw.draw(st.integers(1, 5))):
        number = draw.draw(st.integers(0, len(model) - 1)) if model else None
        action = draw.draw(st.sampled_from(["replace", "remove", "add"]))
        content = draw.draw(st.binary(max_size=20))
        if action == "add" or number is None:
            archive = archive.added(f"add{step}", 77, content)
            model.append((f"add{step}", 77, content))
        elif action == "replace":
            archive = archive.replaced(archive.entries[number], content)
            model[number] = (*model[number][:2], content)
        else:
            archive = archive.removed(archive.entries[number])
            del model[number]
        assert contents(archive) == model
        assert contents(read_archive(archive.to_bytes())) == model
        assert set(codes(archive)) <= {"overlap"}
        assert [entry.id for entry in archive.entries] == list(range(len(model)))


@ANY
def test_what_is_shared_is_not_touched(magic: bytes) -> None:
    start = read_archive(archive_file(magic)).entries[0].offset
    rows = [THREE[0], Row(b"b", 9, b"", start + 1, 3), THREE[2]]
    archive = read_archive(archive_file(magic, rows))
    for number in (0, 1):
        edited = archive.replaced(archive.entries[number], b"entirely other")
        for entry in archive.entries:
            wanted = b"entirely other" if entry.number == number else archive.read(entry)
            assert edited.read(entry) == wanted
        assert edited.image.size == archive.image.size + 14


@ANY
@pytest.mark.parametrize("place", ["start", "header", "table", "resource", "end", "far"])
def test_an_empty_entry_gets_a_content(magic: bytes, place: str) -> None:
    first = read_archive(archive_file(magic)).entries[0].offset
    offset = {
        "start": 0,
        "header": 10,
        "table": first - 20,
        "resource": first + 2,
        "end": len(archive_file(magic)) - len(THREE[2].data),
        "far": 2**32 - 1,
    }[place]
    rows = [*THREE[:2], Row(b"empty", 9, b"", offset)]
    data = archive_file(magic, rows)
    archive = read_archive(data)
    edited = archive.replaced(archive.entries[2], b"content")
    contents_now = [edited.read(entry) for entry in edited.entries]
    assert contents_now == [b"first", b"2nd", b"content"]
    assert edited.problems == ()
    assert edited.to_bytes()[first:] == b"first2ndcontent"


@ANY
def test_an_empty_entry_inside_another_shares_nothing(magic: bytes) -> None:
    first = read_archive(archive_file(magic)).entries[0].offset
    archive = read_archive(archive_file(magic, [*THREE[:2], Row(b"empty", 9, b"", first + 2)]))
    edited = archive.replaced(archive.entries[0], b"x")
    assert edited.to_bytes()[first:] == b"x2nd"
    assert edited.entries[2].offset == first + 2  # it means nothing, and stays


@ANY
@pytest.mark.parametrize("behind", [-10, 5, 20])
def test_tables_stay_under_an_entry_that_gets_another_place(magic: bytes, behind: int) -> None:
    head = {MOD: 160, RIM: 120, BIF: 20}[magic]
    first = read_archive(archive_file(magic, THREE[:2])).entries[0].offset
    size = first - (head + behind)
    data = archive_file(magic, [THREE[0], Row(b"bad", 9, b"", head + behind, size)])
    archive = read_archive(data)
    edited = archive.replaced(archive.entries[1], b"good")
    assert edited.to_bytes()[:head] == data[:head]
    assert edited.to_bytes()[first:] == b"firstgood"


def test_only_offsets_behind_it_move() -> None:
    data = archive_file(MOD, gaps={1: b"gap", "end": b"end"}, **ODD)
    edited = read_archive(data).replaced("beta.lyt", b"2nd, longer").to_bytes()
    # The size of row 1 and the offset of row 2, in the table behind 160 + 3 * 24 bytes.
    size_place, offset_place = 160 + 72 + 8 + 4, 160 + 72 + 16
    changed = [place for place in range(160 + 72 + 24) if edited[place] != data[place]]
    assert changed == [size_place, offset_place]
    assert edited[size_place] == data[size_place] + 8
    assert edited[offset_place] == data[offset_place] + 8
    assert edited[160 + 72 + 24 :] == data[160 + 72 + 24 :].replace(b"2nd", b"2nd, longer")


@NAMED
def test_ids_that_were_not_rows_are_kept(magic: bytes) -> None:
    rows = [row._replace(id=own) for row, own in zip(THREE, (9, 1, 2), strict=True)]
    archive = read_archive(archive_file(magic, rows))
    assert [e.id for e in archive.removed("beta.lyt").entries] == [9, 1]
    assert [e.id for e in archive.replaced("beta.lyt", b"").entries] == [9, 1, 2]
    assert [e.id for e in archive.added("d", 9, b"").entries] == [9, 1, 2, 3]


@NAMED
def test_bytes_behind_names_and_unused_numbers_survive(magic: bytes) -> None:
    rows = [THREE[0], Row(b"abc\0junk", 9, b"x", unused=500)]
    archive = read_archive(archive_file(magic, rows))
    edited = archive.replaced("alpha.wok", b"y").removed("alpha.wok").added("q", 9, b"")
    assert b"abc\0junk" in edited.to_bytes()
    assert codes(edited) == ["behind-name"]
    if magic == MOD:
        assert edited.tables["keys"]["unused"].tolist() == [500, 0]


@NAMED
def test_several_are_removed_at_once(magic: bytes) -> None:
    archive = read_archive(archive_file(magic))
    assert [e.name for e in archive.removed("alpha.wok", "GAMMA.mpg").entries] == ["Beta"]
    empty = archive.removed(*archive.entries)
    assert empty.entries == ()
    assert empty.to_bytes() == archive_file(magic, ())
    assert contents(empty.added("a", 9, b"x")) == [("a", 9, b"x")]


@NAMED
def test_into_an_empty_archive_whose_offsets_are_zero(magic: bytes) -> None:
    data = archive_file(magic, ())
    for place in (20, 24, 28) if magic == MOD else (16,):
        data = patched(data, place, 0)
    edited = read_archive(data).added("a", 9, b"x").added("b", 9, b"yy")
    assert contents(edited) == [("a", 9, b"x"), ("b", 9, b"yy")]
    assert edited.problems == ()


def test_names_and_types_that_cannot_be_added() -> None:
    archive = read_archive(archive_file(MOD))
    for name in ("", "x" * 17, "a/b", "a b", "é", "a\0"):
        with pytest.raises(ValueError, match=r"name|characters|contains"):
            archive.added(name, "wok", b"")
    for kind in ("foo", -1, 65_536, "#65536", ""):
        with pytest.raises(ValueError, match="is not a type"):
            archive.added("a", kind, b"")
    with pytest.raises(ValueError, match="is there already"):
        archive.added("ALPHA", 2016, b"")
    assert read_archive(archive_file(RIM)).added("a", 65_536, b"x").read("a.#65536") == b"x"


def test_a_content_is_bytes_or_a_path() -> None:
    archive = read_archive(archive_file(MOD))
    content: Any = "text"
    with pytest.raises(TypeError, match="bytes or a Path, not str"):
        archive.replaced("alpha.wok", content)
    for same in (b"abc", bytearray(b"abc"), memoryview(b"abc")):
        assert archive.replaced("alpha.wok", same).read("alpha.wok") == b"abc"


def test_what_is_not_there_cannot_be_edited() -> None:
    archive = read_archive(archive_file(MOD))
    with pytest.raises(KeyError, match="delta"):
        archive.replaced("delta.wok", b"")
    with pytest.raises(KeyError, match="delta"):
        archive.removed("delta.wok")


def test_a_name_that_is_there_twice_is_not_guessed() -> None:
    archive = read_archive(archive_file(MOD, [THREE[0], THREE[0], THREE[1]]))
    with pytest.raises(KeyError, match=r"is there 2 times, as numbers \[0, 1\]"):
        archive.replaced("alpha.wok", b"")
    with pytest.raises(KeyError, match="is there 2 times"):
        archive.removed("alpha.wok")
    assert archive.replaced(archive.entries[1], b"new").read(archive.entries[0]) == b"first"
    assert len(archive.removed(archive.entries[1])) == 2


def test_entries_of_a_bif_are_neither_added_nor_removed() -> None:
    archive = read_archive(archive_file(BIF))
    with pytest.raises(ValueError, match="KEY"):
        archive.added("a", 9, b"")
    with pytest.raises(ValueError, match="KEY"):
        archive.removed("0.wok")
    assert archive.replaced("0.wok", b"other").read("0.wok") == b"other"
    with pytest.raises(FormatError, match="fixed resources"):
        read_archive(patched(archive_file(BIF), 12, 1)).replaced("0.wok", b"")


@ANY
def test_an_entry_outside_the_file_stands_in_the_way(magic: bytes) -> None:
    rows = [THREE[0], Row(b"bad", 9, b"", 5000, 10), Row(b"worse", 9, b"", 200, 2**31)]
    archive = read_archive(archive_file(magic, rows))
    with pytest.raises(FormatError, match=r"the file ends at .* make the archive anew") as caught:
        archive.replaced(archive.entries[0], b"x" * 10_000)
    assert caught.value.offset == archive.row_place("offset", 1)[1]
    if magic != BIF:
        mended = archive.removed(*archive.entries[1:])
        assert contents(mended) == [("alpha", 2016, b"first")]
        with pytest.raises(FormatError, match=r"'worse\.mpg'"):
            archive.replaced("bad.mpg", b"x")


@ANY
def test_an_entry_over_the_tables_stands_in_the_way(magic: bytes) -> None:
    archive = read_archive(archive_file(magic, [THREE[0], Row(b"bad", 9, b"", 10, 30)]))
    with pytest.raises(FormatError, match="lies over the header or a table") as caught:
        archive.replaced(archive.entries[0], b"x")
    assert caught.value.offset == archive.row_place("offset", 1)[1]
    mended = archive.replaced(archive.entries[1], b"good")
    assert [mended.read(entry) for entry in mended.entries] == [b"first", b"good"]
    assert mended.problems == ()


def test_tables_that_overlap_stand_in_the_way() -> None:
    archive = read_archive(patched(archive_file(ERF), 28, 170))
    with pytest.raises(FormatError, match="overlaps keys; such an archive cannot be changed"):
        archive.removed(*archive.entries)


def test_more_than_the_offsets_can_say(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = read_archive(archive_file(MOD))
    monkeypatch.setattr(assemble, "_LARGEST_OFFSET", archive.image.size + 32 + 5)
    assert archive.added("fits", 9, b"12345").read("fits.mpg") == b"12345"
    with pytest.raises(FormatError, match="larger than 4 GiB"):
        archive.added("too_large", 9, b"123456")


# To the disk


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_an_archive_is_written_over_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.mod"
    path.write_bytes(archive_file(MOD))
    archive = read_archive(path)
    write_archive(archive, path)
    assert path.read_bytes() == archive_file(MOD)
    write_archive(read_archive(path).replaced("beta.lyt", b"other"), path)
    assert read_archive(path).read("beta.lyt") == b"other"
    assert read_archive(path).read("gamma.mpg") == b"the third"
    with pytest.raises(FormatError, match="has changed"):
        archive.read("beta.lyt")
    assert names_in(tmp_path) == ["a.mod"]


def test_a_content_on_the_disk_is_read_when_it_is_written(tmp_path: Path) -> None:
    content = tmp_path / "new.wok"
    content.write_bytes(b"abc" * 700_000)
    archive = read_archive(archive_file(MOD)).added("new", "wok", content)
    assert archive.read("new.wok") == b"abc" * 700_000
    write_archive(archive, tmp_path / "b.mod")
    assert (tmp_path / "b.mod").read_bytes() == archive.to_bytes()
    content.write_bytes(b"changed")
    with pytest.raises(FormatError, match=r"new\.wok.*has changed"):
        write_archive(archive, tmp_path / "c.mod")
    assert names_in(tmp_path) == ["b.mod", "new.wok"]


def test_the_old_file_survives_a_source_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.mod"
    path.write_bytes(archive_file(MOD))
    archive = read_archive(path)
    target = tmp_path / "b.mod"
    target.write_bytes(b"old")
    path.unlink()
    with pytest.raises(FormatError):
        write_archive(archive, target)
    assert target.read_bytes() == b"old"
    assert names_in(tmp_path) == ["b.mod"]
