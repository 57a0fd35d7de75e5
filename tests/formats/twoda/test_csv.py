"""2DA tables as CSV and back: any cell, what spreadsheets make of it, and what is refused."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, given

import kotorlevel as kl
from kotorlevel.errors import FormatError
from kotorlevel.formats.twoda import TwoDA
from kotorlevel.formats.twoda.csv_text import _find_separator
from support.corpus import each_corpus_file, each_level_file
from support.formats.twoda_shapes import peak_memory, tables

NOT_BYTE_EXACT = ("small.2da", "k1/genericdoors.2da")
"""Real tables whose texts stand in another order than the games' tools write them."""


@given(tables(forbidden="\0\t\r\n"))
def test_any_table_comes_back(table: TwoDA) -> None:
    try:
        data = kl.to_csv(table)
    except kl.errors.FormatError:
        # No column name, or a wholly empty row, behind the last that has text; or a name twice.
        names = [name.lower() for name in table.columns]
        ends = [
            not any((label, *row)) for label, row in zip(table.labels, table.cells, strict=True)
        ]
        assume(len(set(names)) == len(names) and "" not in names and not any(ends[-1:]))
        raise
    assert kl.from_csv(data) == table


def test_cells_with_anything_in_them() -> None:
    cells = ("****", "", 'say "hi"', "a,b;c", "two\r\nlines", " spaces ", "caf\u00e9 \u20ac \udc81")
    table = TwoDA(tuple("abcdefg"), ("0",), (cells,))
    data = kl.to_csv(table)
    assert kl.from_csv(data) == table
    text = data.decode("utf-8-sig", "surrogatepass")
    assert list(csv.reader(io.StringIO(text, newline="")))[1] == ["0", *cells]


def test_plain_tables_are_plain_ascii() -> None:
    table = TwoDA(("label", "walk"), ("0", "1"), (("Dirt", "1"), ("Grass", "")))
    assert kl.to_csv(table) == b"row,label,walk\r\n0,Dirt,1\r\n1,Grass,\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"row;label;walk\r\n0;Dirt;1\r\n1;W\xe4t, dirt;\r\n",  # Windows-1252, semicolons
        "\ufeffrow\tlabel\twalk\n0\tDirt\t1\n1\tW\u00e4t, dirt\t\n".encode(),
        'sep=;\r\n;label;walk\r\n0;"Dirt";1\r\n1;W\u00e4t, dirt;\r\n'.encode("utf-8-sig")[3:],
        'x,label,walk,,\n0,Dirt,1,,\n1,"W\u00e4t, dirt",,,\n,,,,\n\n'.encode(),
        'row,"label",walk\r0,Dirt,1\r1,"W\u00e4t, dirt",\r'.encode("utf-16"),
    ],
)
def test_what_spreadsheets_write_is_read(data: bytes) -> None:
    wanted = TwoDA(("label", "walk"), ("0", "1"), (("Dirt", "1"), ("W\u00e4t, dirt", "")))
    assert kl.from_csv(data) == wanted


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: the file is empty"),
        (b"\r\n,,\r\n", "the file is empty"),
        (b"row,a,b\n0,1\n", "line 2: has 2 cells, the line of column names 3"),
        (b'row,a,b\n0,"x\ny",2\n1,2,3,4\n', "line 4: has 4 cells"),
        (b"row,a,A\n0,1,2\n", "line 1: the column 'A' is there twice, as 1 and 2"),
        (b'row,a\n0,"open\n', "this is no CSV"),
        (b"row,a\n0,x\0y\n", "line 2: a NUL"),
        ("row,a\n0,\u4e2d\n".encode(), "line 2: '\\u4e2d'"),
        (b"row,a\n0," + b"x" * (2 << 20) + b"\n", "this is no CSV"),
        (b"\xff\xfea", "UTF-16"),
    ],
)
def test_what_is_no_table_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.from_csv(data)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


@each_corpus_file("twoda/*.2da")
def test_a_table_of_the_corpus_comes_back(path: Path) -> None:
    check(path)


@each_level_file("twoda/*/*.2da", also=("genericdoors.2da", "placeables.2da"))
def test_a_table_of_a_level_comes_back(path: Path) -> None:
    check(path)


def check(path: Path) -> None:
    if path.name == "corrupted.2da":
        pytest.skip("broken on purpose")
    table = kl.read_2da(path)
    back = kl.from_csv(kl.to_csv(table))
    assert back == table
    is_same = back.to_bytes() == path.read_bytes()
    assert is_same != path.as_posix().endswith(NOT_BYTE_EXACT)


@pytest.mark.parametrize("piece", [b"\xff", b'""', b'"a",', b";"])
def test_a_long_first_line_costs_little(piece: bytes) -> None:
    data = b"row," + piece * (100_000 // len(piece)) + b"\n"

    def read() -> None:
        with suppress(FormatError):
            kl.from_csv(data)

    assert peak_memory(read) < 60 * len(data)


@pytest.mark.parametrize(
    ("line", "separator"),
    [
        ('row;"a,b,c";d', ";"),
        ('"row,,,""x"\t"a;b;c;d"\tb', "\t"),
        ('row,"a\n;;;;",b', ","),
        ("row;a\n,,,,", ";"),
        ('row;a;"b,,,,', ";"),
        ("row", ","),
    ],
)
def test_what_parts_cells_is_found_outside_of_quotes(line: str, separator: str) -> None:
    assert _find_separator(line) == separator
