"""The binary form: the games' bytes, byte for byte, and errors with their place."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.formats.twoda import TwoDA, parse_2da, read_2da, write_2da
from support.corpus import each_corpus_file, needs_corpus
from support.formats.twoda_shapes import binary, tables

READABLE = [f"twoda/{name}.2da" for name in ("creaturespeed", "heads", "poison", "skills", "small")]
WELL_FORMED = READABLE[:-1]

# Two columns, two rows; "1" is stored once and used twice.
ANNOTATED = bytes.fromhex(
    "32 44 41 20 56 32 2e 62 0a"  # "2DA V2.b\n"
    "6c 61 62 65 6c 09"  # column "label"
    "77 61 6c 6b 09"  # column "walk"
    "00"  # end of the columns
    "03 00 00 00"  # three rows
    "30 09 31 09 32 09"  # their labels: "0", "1", "2"
    "00 00 05 00"  # row 0: texts at 0 and 5
    "07 00 05 00"  # row 1: texts at 7 and 5
    "09 00 08 00"  # row 2: texts at 9 and 8, the latter empty
    "0e 00"  # the texts take 14 bytes
    "44 69 72 74 00"  # 0: "Dirt"
    "31 00"  # 5: "1"
    "00"  # 7: empty
    "00"  # 8: empty again: allowed, though the games would have used 7
    "4c 61 76 61 00"  # 9: "Lava"
)


EMPTY = ANNOTATED[: ANNOTATED.index(b"\0") + 1] + bytes(4)


@pytest.mark.parametrize(("end", "problems"), [(b"\0\0", 0), (b"", 1)])
def test_a_table_without_rows(end: bytes, problems: int) -> None:
    """Some tools write no size of the texts then."""
    table = parse_2da(EMPTY + end)
    assert (table.columns, table.labels, len(table.problems)) == (("label", "walk"), (), problems)
    assert table.to_bytes() == EMPTY + end
    text = parse_2da(table.to_bytes("text"))
    assert (text.columns, text.labels, text.problems) == (table.columns, (), ())


def test_a_byte_order_mark_stops_no_table() -> None:
    marked = b"\xef\xbb\xbf" + ANNOTATED
    table = parse_2da(marked)
    assert table.cells == parse_2da(ANNOTATED).cells
    assert [problem.code for problem in table.problems] == ["byte-order-mark"]
    assert table.to_bytes() == marked


def test_every_part_is_where_the_description_says() -> None:
    table = parse_2da(ANNOTATED)
    assert table.columns == ("label", "walk")
    assert table.labels == ("0", "1", "2")
    assert table.cells == (("Dirt", "1"), ("", "1"), ("Lava", ""))
    assert table.default is None
    assert table.form == "binary"
    assert table.problems == ()
    assert table.to_bytes() == ANNOTATED


def test_new_bytes_share_equal_texts_in_the_order_of_first_use() -> None:
    built = TwoDA(("label", "walk"), ("0", "1"), (("Dirt", "1"), ("1", "")))
    assert built.to_bytes() == binary(offsets=(0, 5, 5, 7), pool=b"Dirt\x001\0\0")


@each_corpus_file(*READABLE)
def test_a_real_file_comes_back_byte_for_byte(path: Path) -> None:
    table = read_2da(path)
    assert table.to_bytes() == path.read_bytes()
    target = io.BytesIO()
    write_2da(table, target)
    assert target.getvalue() == path.read_bytes()


@each_corpus_file(*WELL_FORMED)
def test_a_real_file_is_rebuilt_from_its_content_alone(path: Path) -> None:
    table = read_2da(path)
    assert table.problems == ()
    assert replace(table, stored=None).to_bytes() == path.read_bytes()


@each_corpus_file(*WELL_FORMED)
def test_an_edit_and_its_reversal_give_the_same_bytes(path: Path) -> None:
    table = read_2da(path)
    column = table.columns[-1]
    edited = table.with_cell(0, column, "something else")
    assert edited.to_bytes() != path.read_bytes()
    assert parse_2da(edited.to_bytes()) == edited
    assert edited.with_cell(0, column, table.cell(0, column)).to_bytes() == path.read_bytes()


@needs_corpus
def test_cells_of_a_real_file() -> None:
    from support.corpus import CORPUS

    table = read_2da(CORPUS / "twoda/creaturespeed.2da")
    assert len(table) == 12
    assert table.columns == ("label", "name", "2daname", "walkrate", "runrate")
    assert table.cell(11, "label") == "Wee_Folk"
    assert table.cell("11", "NAME") is None
    assert table.number(11, "walkrate") == 0.7


@needs_corpus
def test_a_size_of_zero_is_recorded_and_the_texts_are_read() -> None:
    from support.corpus import CORPUS

    table = read_2da(CORPUS / "twoda/small.2da")
    assert table.cells == (("ghi", "def", "abc"), ("123", "ghi", "def"), ("abc", "", "123"))
    assert table.labels == ("10", "1", "2")
    assert [str(problem) for problem in table.problems] == [
        "size of the texts at 0x36: says 0, but 17 bytes follow; all of them were read"
    ]
    assert replace(table, stored=None).to_bytes() != table.to_bytes()


@needs_corpus
def test_the_corrupted_sample_is_refused_with_its_place() -> None:
    from support.corpus import CORPUS

    with pytest.raises(FormatError) as caught:
        read_2da(CORPUS / "twoda/corrupted.2da")
    assert (caught.value.section, caught.value.offset) == ("header", 8)
    assert caught.value.source.endswith("corrupted.2da")


@given(tables(forbidden="\0"))
def test_what_is_written_reads_back(table: TwoDA) -> None:
    data = table.to_bytes()
    again = parse_2da(data)
    assert again == table
    assert again.to_bytes() == data
    assert replace(again, stored=None).to_bytes() == data
    assert not any("size" in problem.section for problem in again.problems)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "header at 0x0: starts with b''"),
        (b"2DA V2.1\n", "header at 0x0: starts with b'2DA V2.1'"),
        (b"2DA V2.b", "header at 0x8: b'2DA V2.b' is followed by b''"),
        (b"2DA V2.b\r\n", r"header at 0x8: b'2DA V2.b' is followed by b'\r'"),
        (binary(columns=b"label\t")[:15], r"columns at 0x9: no b'\x00' before the file ends"),
        (binary()[:21], "row count at 0x15: 1 row of 4 bytes end at 0x19"),
        (binary(rows=6), "row count at 0x15: 6 rows of 2 columns take at least 32 bytes"),
        (binary(rows=3), r"labels at 0x1d: no b'\t' before the file ends at 0x34"),
        (binary(labels=b"0\t", pool=b"123\t567"), "cells at 0x29: 4 rows of 2 bytes end at 0x31"),
        (
            binary(labels=b"0\t", size=0, pool=b"\t" + bytes(8)),
            "size of the texts at 0x2e: 1 row of 2 bytes",
        ),
        (binary(labels=b"", pool=b"x" * 20), r"labels at 0x19: no b'\t'"),
        (
            binary(offsets=(0, 5, 13, 12)),
            "cells at 0x21: row 1, column 'label': text 0xd is not am",
        ),
        (
            binary(offsets=(0, 65535, 7, 12)),
            "cells at 0x1f: row 0, column 'walk': text 0xffff is n",
        ),
        (binary(pool=b"Dirt\x001\0Lavax"), "cells at 0x21: row 1, column 'label': text 0x7 has no"),
        (binary(pool=b"", offsets=(0, 0, 0, 0)), "cells at 0x1d: row 0, column 'label': text 0x0"),
    ],
)
def test_errors_name_section_and_offset(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_2da(data, "x.2da")
    assert str(caught.value).startswith(f"x.2da: {message}")


@pytest.mark.parametrize(
    ("data", "cells"),
    [
        (binary(), (("Dirt", "1"), ("Lava", ""))),
        # The tail of a text is a text.
        (binary(offsets=(2, 5, 8, 12)), (("rt", "1"), ("ava", ""))),
        # Texts in any order, unused ones between.
        (binary(offsets=(7, 12, 0, 5)), (("Lava", ""), ("Dirt", "1"))),
        (binary(size=0), (("Dirt", "1"), ("Lava", ""))),
        (binary(size=0xFFFF), (("Dirt", "1"), ("Lava", ""))),
        (binary(pool=b"Dirt\x001\0Lava\0\0rest"), (("Dirt", "1"), ("Lava", ""))),
        (binary(columns=b"label\twalk\0"), (("Dirt", "1"), ("Lava", ""))),
    ],
)
def test_odd_files_are_read(data: bytes, cells: tuple[tuple[str, ...], ...]) -> None:
    table = parse_2da(data)
    assert table.columns == ("label", "walk")
    assert table.cells == cells
    assert table.to_bytes() == data


def test_a_long_text_may_reach_behind_the_last_offset() -> None:
    pool = b"Dirt\x001\0" + b"x" * 100_000 + b"\0"
    table = parse_2da(binary(offsets=(0, 5, 7, 5), size=0, pool=pool))
    assert table.cell(1, "label") == "x" * 100_000


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (binary(size=12), "size of the texts at 0x25: says 12, but 13 bytes follow"),
        (binary(size=14), "size of the texts at 0x25: says 14, but 13 bytes follow"),
        (binary(columns=b"a\tb\0"), "columns at 0xc: no tab behind the last column name, 'b'"),
        (binary(columns=b"a\tA\t\0"), "columns: column name 'a' is at 0 and again at 1; the first"),
        (
            binary(labels=b"7\t7\t"),
            "labels: row label '7' is at 0 and again at 1; the first counts",
        ),
        (binary(columns=b"a\n\tb\t\0"), r"columns: column name 0: 'a\n' contains '\n'"),
        (binary(labels=b"0\t\0\t"), r"labels: row label 1: '\x00' contains '\x00'"),
    ],
)
def test_problems_are_recorded(data: bytes, problem: str) -> None:
    table = parse_2da(data)
    assert len(table.problems) == 1
    assert str(table.problems[0]).startswith(problem)
    assert table.to_bytes() == data


def test_repeats_are_one_problem_however_many_there_are() -> None:
    labels = tuple("aabbcc")
    table = parse_2da(TwoDA((), labels, ((),) * 6).to_bytes())
    assert [problem.text for problem in table.problems] == [
        "row label 'a' is at 0 and again at 1; the first counts (3 such repeats)"
    ]


@pytest.mark.parametrize("table", [TwoDA(), TwoDA(("a", "b")), TwoDA((), ("0", "1"), ((), ()))])
def test_tables_without_rows_or_columns(table: TwoDA) -> None:
    assert parse_2da(table.to_bytes()) == table


@pytest.mark.parametrize("letter", ["\t", "\0", "\n", "\r"])
def test_a_name_with_a_separator_is_not_written(letter: str) -> None:
    name = f"a{letter}b"
    for table, section in (
        (TwoDA((name,)), "columns"),
        (TwoDA((), (name,), ((),)), "labels"),
    ):
        with pytest.raises(FormatError, match="which ends a name") as caught:
            table.to_bytes("binary")
        assert caught.value.section == section


def test_a_cell_with_a_nul_is_not_written() -> None:
    table = TwoDA(("a", "b"), ("0", "1"), (("", ""), ("", "x\0y")))
    with pytest.raises(FormatError, match=r"cells: row 1, column 'b'.*contains a NUL"):
        table.to_bytes()


def test_a_letter_that_cannot_be_stored_is_not_written() -> None:
    for table in (
        TwoDA(("日",)),
        TwoDA((), ("日",), ((),)),
        TwoDA(("a",), ("0",), (("日",),)),
    ):
        with pytest.raises(FormatError, match="Windows-1252") as caught:
            table.to_bytes()
        assert caught.value.section in ("columns", "labels", "cells")


def test_the_texts_take_at_most_65535_bytes() -> None:
    full = TwoDA(("a", "b"), ("0",), (("x" * 65_530, "123"),))
    data = full.to_bytes()
    assert parse_2da(data) == full
    assert parse_2da(data).problems == ()
    with pytest.raises(FormatError, match=r"row 0, column 'b': the texts .* 65,536 bytes"):
        full.with_cell(0, "b", "1234").to_bytes()


def test_equal_texts_do_not_count_twice() -> None:
    table = TwoDA(("a", "b"), ("0", "1"), (("x" * 60_000,) * 2,) * 2)
    assert parse_2da(table.to_bytes()) == table


def test_nothing_is_written_when_the_table_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "a.2da"
    write_2da(parse_2da(binary()), path)
    with pytest.raises(FormatError):
        write_2da(parse_2da(binary()).with_cell(0, "walk", "x" * 70_000), path)
    assert path.read_bytes() == binary()
    assert [file.name for file in tmp_path.iterdir()] == ["a.2da"]


def test_asterisks_in_a_binary_file_stay_when_another_cell_is_edited() -> None:
    table = TwoDA(("a", "b"), ("0",), (("****", "1"),))
    again = parse_2da(table.to_bytes()).with_cell(0, "b", 2)
    assert again.cell(0, "a") is None
    assert b"****\0" in again.to_bytes()


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no such file"):
        read_2da(tmp_path / "none.2da")
