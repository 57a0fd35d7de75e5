"""The text form: what people and tools write is read; what is written reads back the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.twoda import TwoDA, parse_2da, read_2da, write_2da
from support.corpus import each_corpus_file
from support.formats.twoda_shapes import binary, tables

SAMPLE = b"""2DA V2.0\r
\r
       label      walk  sound\r
0      NotDefined 0     ****\r
1      Dirt       1     DT\r
2      "Wet Dirt" 1     DT\r
"""


def text(*lines: str) -> bytes:
    return "".join(line + "\r\n" for line in ("2DA V2.0", *lines)).encode("cp1252")


def problems(table: TwoDA) -> list[str]:
    return [str(problem) for problem in table.problems]


def test_the_form_of_the_documentation() -> None:
    table = parse_2da(SAMPLE)
    assert table.form == "text"
    assert table.columns == ("label", "walk", "sound")
    assert table.labels == ("0", "1", "2")
    assert table.cells == (("NotDefined", "0", ""), ("Dirt", "1", "DT"), ("Wet Dirt", "1", "DT"))
    assert table.default is None
    assert table.problems == ()
    assert table.to_bytes() == SAMPLE


def test_an_edited_table_is_written_in_aligned_columns() -> None:
    edited = parse_2da(SAMPLE).with_cell("1", "sound", None).with_row("10", {"label": "Snow"})
    assert edited.to_bytes().decode() == (
        "2DA V2.0\r\n"
        "\r\n"
        "   label      walk sound\r\n"
        "0  NotDefined 0    ****\r\n"
        "1  Dirt       1    ****\r\n"
        '2  "Wet Dirt" 1    DT\r\n'
        "10 Snow       **** ****\r\n"
    )


def test_a_very_long_cell_does_not_widen_the_other_rows() -> None:
    table = TwoDA(("a", "b"), ("0", "1"), (("x" * 41, "1"), ("y", "2")))
    *_, first, second = table.to_bytes("text").decode().splitlines()
    assert first == f"0 {'x' * 41} 1"
    assert second == "1 y 2"


@pytest.mark.parametrize(
    "lines",
    [
        ("", "a b", "0 x y"),
        ("a b", "0 x y"),
        ("  ", "\ta\tb", "0\tx\ty"),
        ("", "", "  a   b  ", "", "0  x    y\t", "  "),
        ("", '"a" b', '"0" "x" y'),
    ],
)
def test_spaces_tabs_and_blank_lines(lines: tuple[str, ...]) -> None:
    table = parse_2da(text(*lines))
    assert table == TwoDA(("a", "b"), ("0",), (("x", "y"),))
    assert table.problems == ()


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
@pytest.mark.parametrize("last", [True, False])
def test_every_line_end(end: bytes, last: bool) -> None:
    data = end.join([b"2DA V2.0", b"", b"a b", b"0 x y"]) + (end if last else b"")
    table = parse_2da(data)
    assert table == TwoDA(("a", "b"), ("0",), (("x", "y"),))
    assert table.problems == ()
    assert table.to_bytes() == data


@pytest.mark.parametrize("header", [b"2DA\tV2.0", b"2DA  V2.0  ", b"2DA V2.0\t"])
def test_spaces_in_the_header(header: bytes) -> None:
    assert len(parse_2da(header + b"\r\n\r\na\r\n0 x\r\n")) == 1


@pytest.mark.parametrize(
    "header", [b"2DA V2.01", b"2DA V2", b" 2DA V2.0", b"\n2DA V2.0", b"2DAV2.0"]
)
def test_other_headers_are_refused(header: bytes) -> None:
    with pytest.raises(
        FormatError, match=r"header at 0x0: starts with b'.*a 2DA with b'2DA V2\.b'"
    ):
        parse_2da(header + b"\r\n\r\na\r\n0 x\r\n")


@pytest.mark.parametrize(
    ("line", "default"),
    [
        ("DEFAULT: 5", "5"),
        ("DEFAULT:5", "5"),
        ("default:\t5 ", "5"),
        ('DEFAULT: "two words"', "two words"),
        ("DEFAULT:", ""),
        ("DEFAULT: ****", ""),
    ],
)
def test_the_default(line: str, default: str) -> None:
    data = text(line, "a", "0 ****")
    table = parse_2da(data)
    assert table.default == default
    assert table.columns == ("a",)
    assert table.cell(0, "a") is None
    assert table.problems == ()
    assert parse_2da(replace(table, stored=None).to_bytes("text")) == table


def test_the_default_is_dropped_from_binary_files() -> None:
    table = parse_2da(text("DEFAULT: 5", "a", "0 x"))
    assert parse_2da(table.to_bytes("binary")) == replace(table, default=None)


def test_only_the_first_value_is_the_default() -> None:
    table = parse_2da(text("DEFAULT: 5 6", "a", "0 x"))
    assert table.default == "5"
    assert problems(table) == [
        "line 2: more than one value after DEFAULT:; an edit drops all but the first"
    ]


def test_quotes() -> None:
    table = parse_2da(text("", '"a b" c d', '"row 0" "x  y" "" "\t"', '1 "****" **** ***'))
    assert table.columns == ("a b", "c", "d")
    assert table.labels == ("row 0", "1")
    assert table.cells == (("x  y", "", "\t"), ("****", "", "***"))
    assert table.problems == ()


@pytest.mark.parametrize(
    ("lines", "number"),
    [(('a "b', "0 x y"), 2), (("", "a b", '0 "x y', '1 x" y'), 4), (('DEFAULT: "x', "a"), 2)],
)
def test_an_open_quote_is_an_error_on_its_line(lines: tuple[str, ...], number: int) -> None:
    with pytest.raises(FormatError, match="a double quote is not closed") as caught:
        parse_2da(text(*lines), "x.2da")
    assert (caught.value.source, caught.value.line) == ("x.2da", number)


def test_odd_quotes_are_recorded() -> None:
    table = parse_2da(text("", "a b", '0 "x"y', '1 x"y"z q"', '2 "x""y"'))
    assert table.cells == (("x", "y"), ('x"y"z', 'q"'), ("x", "y"))
    assert problems(table) == [
        "line 4: no space behind a closing double quote",
        "line 5: a double quote inside a word; edited, it fits no text 2DA",
        "line 6: no space behind a closing double quote",
    ]


def test_short_rows_are_filled() -> None:
    data = text("", "a b c", "0 x", "1", "2 x y z", "3 x y")
    table = parse_2da(data)
    assert table.cells == (("x", "", ""), ("", "", ""), ("x", "y", "z"), ("x", "y", ""))
    assert problems(table) == [
        f"line {line}: fewer cells than columns; the missing ones are read as empty"
        for line in (4, 5, 7)
    ]
    assert table.to_bytes() == data


def test_cells_behind_the_last_column_are_left_out_and_dropped_by_an_edit() -> None:
    data = text("", "a", "0 x", "1 x surplus cells")
    table = parse_2da(data)
    assert table.cells == (("x",), ("x",))
    assert problems(table) == [
        "line 5: more cells than columns; an edit drops those behind the last column"
    ]
    assert table.to_bytes() == data
    assert b"surplus" not in table.with_cell(0, "a", "y").to_bytes()


def test_repeated_names_are_recorded_and_the_first_wins() -> None:
    table = parse_2da(text("", "a A", "0 x y", "0 z w"))
    assert table.cell("0", "A") == "x"
    assert [problem.section for problem in table.problems] == ["columns", "labels"]


@pytest.mark.parametrize("data", [b"2DA V2.0", text(), text(""), text("DEFAULT: 1")])
def test_a_file_without_columns(data: bytes) -> None:
    table = parse_2da(data)
    assert (table.columns, len(table)) == ((), 0)
    assert problems(table) == ["columns: no column names"]
    assert table.to_bytes() == data


def test_marks_of_unicode() -> None:
    table = parse_2da(b"\xef\xbb\xbf" + SAMPLE)
    assert table == parse_2da(SAMPLE)
    assert table.form == "text"
    assert "byte-order mark" in problems(table)[0]
    assert table.to_bytes() == b"\xef\xbb\xbf" + SAMPLE
    assert not table.with_cell(0, "walk", 1).to_bytes().startswith(b"\xef")
    with pytest.raises(FormatError, match="line 1: UTF-16"):
        parse_2da(SAMPLE.decode().encode("utf-16"))


def test_a_nul_is_an_error_on_its_line() -> None:
    with pytest.raises(FormatError, match=r"line 4 at 0x.*NUL"):
        parse_2da(SAMPLE.replace(b"NotDefined", b"Not\0efined"))


@given(
    tables(forbidden='"\r\n\0', least_columns=1),
    st.none() | st.sampled_from(["", "0", "****", "a b"]),
)
def test_what_is_written_reads_back(table: TwoDA, default: str | None) -> None:
    table = replace(table, default=default)
    data = table.to_bytes("text")
    again = parse_2da(data)
    assert again == table
    assert again.form == "text"
    assert replace(again, stored=None).to_bytes("text") == data
    assert all(problem.line is None for problem in again.problems)


@given(tables(forbidden='"\r\n\0', least_columns=1))
def test_conversion_there_and_back(table: TwoDA) -> None:
    data = table.to_bytes("binary")
    through_text = parse_2da(parse_2da(data).to_bytes("text"))
    assert through_text.form == "text"
    assert through_text.to_bytes("binary") == data


@each_corpus_file("twoda/creaturespeed.2da", "twoda/[hps]*.2da")
def test_real_files_survive_conversion(path: Path) -> None:
    table = read_2da(path)
    converted = parse_2da(table.to_bytes("text"))
    assert converted == table
    assert converted.problems == ()
    assert converted.to_bytes("binary") == replace(table, stored=None).to_bytes()
    assert table.to_bytes("binary") == path.read_bytes()


def test_an_empty_cell_has_its_own_sign_in_each_form() -> None:
    table = TwoDA(("a", "b"), ("0",), (("", "x"),))
    assert b"****" in table.to_bytes("text")
    assert b"****" not in parse_2da(table.to_bytes("text")).to_bytes("binary")


def test_the_form_is_kept_unless_another_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.2da"
    for data, other in ((SAMPLE, binary()), (binary(), SAMPLE)):
        table = parse_2da(data)
        write_2da(table.with_cell(0, "label", "x"), path)
        assert read_2da(path).form == table.form
        write_2da(table, path, parse_2da(other).form)
        assert read_2da(path).form == parse_2da(other).form
        assert read_2da(path) == table
        write_2da(table, path, table.form)
        assert path.read_bytes() == data


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ValueError, match="'binary' or 'text', not 'csv'"):
        TwoDA().to_bytes("csv")  # type: ignore[arg-type]


@pytest.mark.parametrize("letter", ['"', "\r", "\n", "\0"])
def test_what_text_cannot_hold_is_not_written(letter: str, tmp_path: Path) -> None:
    bad = f"a{letter}b"
    for table, place in (
        (TwoDA((bad,)), "columns"),
        (TwoDA(("a",), (bad,), (("",),)), "labels"),
        (TwoDA(("a", "b"), ("0", "1"), (("", ""), ("", bad))), "cells: row 1, column 'b'"),
        (TwoDA(("a",), default=bad), "default"),
    ):
        with pytest.raises(FormatError) as caught:
            write_2da(table, tmp_path / "x.2da", "text")
        assert str(caught.value).startswith(f"{place}: ")
        assert "contains" in caught.value.message
    assert list(tmp_path.iterdir()) == []


def test_letters_outside_windows_1252_are_not_written() -> None:
    table = TwoDA(("a",), ("0",), (("日",),))
    with pytest.raises(FormatError, match=r"cells: row 0, column 'a': .*Windows-1252"):
        table.to_bytes("text")
    with pytest.raises(FormatError, match=r"columns: .*Windows-1252"):
        TwoDA(("日",)).to_bytes("text")


def test_rows_without_columns_are_not_written() -> None:
    with pytest.raises(FormatError, match="rows without columns"):
        TwoDA((), ("0",), ((),)).to_bytes("text")
    assert parse_2da(TwoDA().to_bytes("text")) == TwoDA()
