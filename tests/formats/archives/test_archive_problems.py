"""What is wrong in an archive and readable all the same is recorded, with its place."""

from __future__ import annotations

import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.archives import read_archive
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


def key_place(magic: bytes, row: int) -> tuple[str, int]:
    """Where a row with a name stands."""
    return ("entries", 120 + 32 * row) if magic == RIM else ("keys", 160 + 24 * row)


def offset_place(magic: bytes, row: int, rows: int) -> tuple[str, int]:
    """Where a row with an offset stands."""
    if magic == RIM:
        return "entries", 120 + 32 * row
    return (
        ("resources", 20 + 16 * row) if magic == BIF else ("resources", 160 + 24 * rows + 8 * row)
    )


@NAMED
@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"", "the name is empty"),
        (b"../../etc/x", "contains '/'"),
        (b"..\\x", r"contains '\\'"),
        (b"c:x", "contains ':'"),
        (b"a\x1b[2J", r"contains '\x1b'"),
        (b"a b", "contains ' '"),
        (b"\xe9", r"contains '\xe9'"),
        (b"a\x7f", r"contains '\x7f'"),
        (b"a\x81", r"contains '\udc81'"),
    ],
)
def test_names_that_the_game_cannot_use(magic: bytes, name: bytes, text: str) -> None:
    data = archive_file(magic, [THREE[0], Row(name, 2016, b"still here")])
    archive = read_archive(data)
    (problem,) = archive.problems
    assert problem.code == "name"
    assert text in problem.text
    assert (problem.section, problem.offset) == key_place(magic, 1)
    assert archive.read(archive.entries[1]) == b"still here"
    assert archive.to_bytes() == data


@NAMED
def test_bytes_behind_the_nul_of_a_name(magic: bytes) -> None:
    data = archive_file(magic, [THREE[0], Row(b"abc\0/../x\0\0\0", 2016, b"here")])
    archive = read_archive(data)
    assert archive.entries[1].name == "abc"
    assert archive.read("abc.wok") == b"here"
    (problem,) = archive.problems
    assert problem.code == "behind-name"
    assert (problem.section, problem.offset) == key_place(magic, 1)


@NAMED
def test_names_that_are_there_twice(magic: bytes) -> None:
    rows = [Row(b"a", 2016, b"1"), Row(b"a", 3000, b"2"), Row(b"A", 2016, b"3")]
    archive = read_archive(archive_file(magic, rows))
    (problem,) = archive.problems
    assert problem.code == "duplicate"
    assert problem.text == "'A.wok' is there already, as number 0"
    assert (problem.section, problem.offset) == key_place(magic, 2)
    assert archive.read("A.wok") == b"1"
    assert archive.read(archive.entries[2]) == b"3"


@NAMED
def test_ids_that_are_not_the_row(magic: bytes) -> None:
    rows = [THREE[0], THREE[1]._replace(id=7), THREE[2]]
    archive = read_archive(archive_file(magic, rows))
    (problem,) = archive.problems
    assert problem.code == "id"
    assert problem.text == "'Beta.lyt' has the id 7, not 1"
    assert archive.read("beta.lyt") == b"2nd"


def test_ids_of_a_bif_are_the_keys_business() -> None:
    assert read_archive(archive_file(BIF, [THREE[0]._replace(id=5 << 20)])).problems == ()


@ANY
@pytest.mark.parametrize(
    ("offset", "size"), [(0, 2**32 - 1), (2**32 - 1, 1), (2**32 - 1, 2**32 - 1), (300, 1000)]
)
def test_an_entry_that_leaves_the_file(magic: bytes, offset: int, size: int) -> None:
    rows = [THREE[0], Row(b"bad", 2016, b"x", offset, size), THREE[2]]
    data = archive_file(magic, rows)
    archive = read_archive(data)
    (problem,) = archive.problems
    assert problem.code == "outside"
    place = offset_place(magic, 1, 3)
    assert (problem.section, problem.offset) == place
    with pytest.raises(FormatError) as caught:
        archive.read(archive.entries[1])
    assert (caught.value.section, caught.value.offset) == place
    assert f"0x{offset + size:x}, the file ends at 0x{len(data):x}" in caught.value.message
    assert archive.read(archive.entries[2]) == b"the third"
    assert archive.to_bytes() == data


@ANY
def test_one_byte_too_many(magic: bytes) -> None:
    data = archive_file(magic)
    archive = read_archive(data[:-1])
    assert codes(archive) == ["outside"]
    with pytest.raises(FormatError, match="the file ends at"):
        archive.read(archive.entries[2])
    assert codes(read_archive(data)) == []


@ANY
@pytest.mark.parametrize("offset", [0, 5, 2**32 - 1])
def test_the_offset_of_an_empty_entry_means_nothing(magic: bytes, offset: int) -> None:
    archive = read_archive(archive_file(magic, [Row(b"a", 2016, b"", offset), THREE[0]]))
    assert archive.problems == ()
    assert archive.read(archive.entries[0]) == b""


@ANY
def test_entries_that_overlap(magic: bytes) -> None:
    data = archive_file(magic)
    first, second, _ = read_archive(data).entries
    rows = [THREE[0]._replace(size=6), THREE[1], THREE[2]]
    archive = read_archive(archive_file(magic, rows))
    (problem,) = archive.problems
    assert problem.code == "overlap"
    names = ("0.wok", "1.lyt") if magic == BIF else ("alpha.wok", "Beta.lyt")
    assert problem.text == (
        f"'{names[1]}' starts at 0x{second.offset:x} and overlaps '{names[0]}', "
        f"which ends at 0x{first.offset + 6:x}"
    )
    assert (problem.section, problem.offset) == offset_place(magic, 1, 3)
    assert archive.read(archive.entries[0]) == b"first2"
    assert archive.read(archive.entries[1]) == b"2nd"


@ANY
def test_one_inside_another_and_two_the_same(magic: bytes) -> None:
    start = read_archive(archive_file(magic)).entries[2].offset
    rows = [
        Row(b"a", 9, b"", start, 9),
        Row(b"b", 9, b"", start + 2, 3),
        Row(b"c", 9, b"the third"),
    ]
    data = archive_file(magic, rows, gaps={2: b"........"})
    assert data[start : start + 9] == b"the third"
    archive = read_archive(data)
    assert codes(archive) == ["overlap", "overlap"]
    assert archive.read(archive.entries[1]) == b"e t"
    assert archive.to_bytes() == data


@ANY
def test_the_one_that_is_overlapped_is_named(magic: bytes) -> None:
    """Two short ones inside a long one; the second does not touch the first."""
    start = read_archive(archive_file(magic)).entries[2].offset
    rows = [
        Row(b"long", 9, b"", start, 8),
        Row(b"x", 9, b"", start + 1, 2),
        Row(b"y", 9, b"the third"),
    ]
    rows[2] = rows[2]._replace(offset=start + 4, size=2)
    archive = read_archive(archive_file(magic, rows, gaps={2: b"........"}))
    long = "'0.mpg'" if magic == BIF else "'long.mpg'"
    assert codes(archive) == ["overlap", "overlap"]
    assert all(f"overlaps {long}, which" in problem.text for problem in archive.problems)


@ANY
def test_an_entry_over_the_header_and_the_tables(magic: bytes) -> None:
    data = archive_file(magic, [Row(b"a", 2016, b"", 0, 30), THREE[0]])
    archive = read_archive(data)
    assert "overlap" in codes(archive)
    assert archive.read(archive.entries[0]) == data[:30]


def test_tables_that_overlap() -> None:
    data = archive_file(ERF)
    archive = read_archive(patched(data, 28, 170))
    texts = [problem.text for problem in archive.problems if problem.code == "overlap"]
    assert any("resources starts at 0xaa and overlaps keys, which ends at 0xe8" in t for t in texts)


def test_fixed_resources_of_a_bif() -> None:
    archive = read_archive(patched(archive_file(BIF), 12, 3))
    assert codes(archive) == ["fixed"]
    assert len(archive) == 3


@NAMED
@pytest.mark.parametrize(
    ("name", "code"), [(b"same", "duplicate"), (b"a/b", "name"), (b"x\0y", "behind-name")]
)
def test_a_long_list_is_cut(magic: bytes, name: bytes, code: str) -> None:
    archive = read_archive(archive_file(magic, [Row(name, 9)] * 1000))
    problems = [problem for problem in archive.problems if problem.code == code]
    many = 999 if code == "duplicate" else 1000
    assert len(problems) == 21
    assert problems[-1].text == f"and {many - 20} more like this"
    last = 21 if code == "duplicate" else 20
    assert (problems[-1].section, problems[-1].offset) == key_place(magic, last)


def test_exactly_twenty_are_no_long_list() -> None:
    archive = read_archive(archive_file(MOD, [Row(b"same", 9)] * 21))
    assert codes(archive) == ["duplicate"] * 20


@ANY
def test_many_overlaps_are_found_and_cut(magic: bytes) -> None:
    rows = [Row(b"%d" % number, 9, b"", 0, 30_000) for number in range(2000)]
    archive = read_archive(archive_file(magic, rows))
    overlaps = [problem for problem in archive.problems if problem.code == "overlap"]
    assert len(overlaps) == 21
    for entry in archive.entries[:3]:
        assert len(archive.read(entry)) == 30_000


@pytest.mark.parametrize(
    ("name", "kind", "safe"),
    [
        (b"m10aa_01a", 2016, "m10aa_01a.wok"),
        (b"M10AA", 1234, "M10AA.#1234"),
        (b"a b", 2016, "a b.wok"),
        (b"\xe9", 2016, "é.wok"),
        (b"a..b", 2016, "a..b.wok"),
        (b"", 2016, None),
        (b"..", 2016, None),
        (b"../x", 2016, None),
        (b"..\\x", 2016, None),
        (b"/etc/x", 2016, None),
        (b"c:x", 2016, None),
        (b"a*", 2016, None),
        (b"a?", 2016, None),
        (b"a\x1b", 2016, None),
        (b"a\x81", 2016, None),
        (b"con", 2016, None),
        (b"NUL", 2016, None),
        (b"com1", 10, None),
        (b"lpt9 ", 10, None),
        (b"com1.a", 10, None),
        (b"common", 10, "common.txt"),
        (b"con1", 10, "con1.txt"),
    ],
)
def test_file_names_that_are_safe(name: bytes, kind: int, safe: str | None) -> None:
    (entry,) = read_archive(archive_file(MOD, [Row(name, kind)])).entries
    assert entry.safe_filename == safe
