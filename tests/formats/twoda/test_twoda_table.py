"""Typed access and edits of a table."""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.twoda import TwoDA, Value, parse_2da

TABLE = TwoDA(
    ("Label", "walk", "rate"),
    ("0", "one", "7"),
    (("Dirt", "1", "1.50"), ("LAVA", "", "****"), ("x", "0x1F", "-.5e1")),
)


@pytest.mark.parametrize("row", [0, "0"])
@pytest.mark.parametrize("column", ["Label", "label", "LABEL"])
def test_a_cell_by_number_or_label_and_by_name_in_any_case(row: int | str, column: str) -> None:
    assert TABLE.cell(row, column) == "Dirt"


def test_a_label_is_not_a_number() -> None:
    assert TABLE.cell("7", "label") == "x"
    with pytest.raises(IndexError):
        TABLE.cell(7, "label")
    with pytest.raises(KeyError):
        TABLE.cell("2", "label")


def test_both_signs_of_an_empty_cell_are_none() -> None:
    assert TABLE.cell(1, "walk") is None
    assert TABLE.cell(1, "rate") is None
    assert TABLE.integer(1, "walk") is None
    assert TABLE.number(1, "rate") is None


def one(text: str) -> TwoDA:
    return TwoDA(("a",), ("0",), ((text,),))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("-5", -5),
        ("+5", 5),
        ("007", 7),
        ("0x1F", 31),
        ("0XfF", 255),
        (" 5 ", 5),
        (" 0x5", 5),
    ],
)
def test_integers(text: str, value: int) -> None:
    assert one(text).integer(0, "a") == value


@pytest.mark.parametrize(
    "text", ["x", "1.0", "1e3", "0x", "0xG", "-0x1", "1_0", "0x1_0", "true", " ", "9" * 5000, "١"]
)
def test_what_is_not_an_integer(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^row 0 \('0'\), column 'a': '.*' is not a whole number$"
    ):
        one(text).integer(0, "a")


@pytest.mark.parametrize(
    ("text", "value"), [("1.50", 1.5), ("-.5e1", -5.0), ("3", 3.0), (" 2. ", 2.0), ("1e-007", 1e-7)]
)
def test_numbers(text: str, value: float) -> None:
    assert one(text).number(0, "a") == value


@pytest.mark.parametrize("text", ["x", "nan", "inf", "0x10", "1,5", "1e", " ", "1_0", "9" * 5000])
def test_what_is_not_a_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"^row 0 \('0'\), column 'a': '.*' is not a number$"):
        one(text).number(0, "a")


def test_a_number_too_large_for_the_game() -> None:
    with pytest.raises(ValueError, match="column 'a': '1e39' is too large"):
        one("1e39").number(0, "a")


def test_the_error_names_the_column_as_the_file_does() -> None:
    with pytest.raises(ValueError, match=r"row 0 \('0'\), column 'Label': 'Dirt'"):
        TABLE.integer("0", "LABEL")


def test_unknown_columns_and_rows() -> None:
    with pytest.raises(KeyError, match="there is no column 'run', only: Label, walk, rate"):
        TABLE.cell(0, "run")
    with pytest.raises(KeyError, match="there is no column 'run'"):
        TABLE.column("run")
    with pytest.raises(KeyError, match="there is no row labelled 'two'"):
        TABLE.cell("two", "walk")
    for row in (-1, 3, 2**70):
        with pytest.raises(IndexError, match=f"there is no row {row}, only 3"):
            TABLE.cell(row, "walk")
    with pytest.raises(TypeError):
        TABLE.cell(1.0, "walk")  # type: ignore[arg-type]


def test_numbers_of_numpy_name_rows() -> None:
    row: int = np.int64(2)  # type: ignore[assignment]
    assert TABLE.integer(row, "walk") == 31


def test_columns() -> None:
    assert TABLE.column("RATE") == ("1.50", None, "-.5e1")
    assert TABLE.has_column("WALK")
    assert not TABLE.has_column("run")
    assert len(TABLE) == 3


def test_find_row() -> None:
    assert TABLE.find_row("label", "lava") == 1
    assert TABLE.find_row("LABEL", "Dirt") == 0
    assert TABLE.find_row("label", "snow") is None
    assert TABLE.find_row("walk", "") is None
    assert TABLE.find_row("rate", "****") is None
    with pytest.raises(KeyError):
        TABLE.find_row("run", "1")


def test_the_first_of_equal_names_wins() -> None:
    table = TwoDA(("a", "A"), ("0", "0"), (("1", "2"), ("3", "4")))
    assert table.cell("0", "A") == "1"
    assert table.column("A") == ("1", "3")
    assert table.with_cell("0", "A", 9).cells == (("9", "2"), ("3", "4"))
    assert table.without_row("0").cells == (("3", "4"),)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x", "x"),
        ("", ""),
        (None, ""),
        ("****", ""),
        (5, "5"),
        (-5, "-5"),
        (True, "1"),
        (0.1, "0.1"),
        (2.0, "2.0"),
        (np.int32(4), "4"),
        (np.float32(0.1), "0.1"),
        (np.float64(0.7), "0.7"),
    ],
)
def test_with_cell(value: Value, text: str) -> None:
    edited = TABLE.with_cell("one", "WALK", value)
    assert edited.cells == (TABLE.cells[0], ("LAVA", text, "****"), TABLE.cells[2])
    assert edited.columns == TABLE.columns
    assert edited.labels == TABLE.labels


def test_what_no_cell_can_hold() -> None:
    for value in (math.nan, math.inf, 1e39):
        with pytest.raises(FormatError):
            TABLE.with_cell(0, "walk", value)
    with pytest.raises(TypeError):
        TABLE.with_cell(0, "walk", [])  # type: ignore[arg-type]


def test_with_row() -> None:
    added = TABLE.with_row("8", {"WALK": 1, "label": "Snow"})
    assert added.labels == ("0", "one", "7", "8")
    assert added.cells[3] == ("Snow", "1", "")
    first = TABLE.with_row("new", {}, at=0)
    assert first.labels == ("new", "0", "one", "7")
    assert first.cells == (("", "", ""), *TABLE.cells)
    assert TABLE.with_row("new", {}, at=3) == TABLE.with_row("new", {})
    assert TABLE.with_row("new", {}, at=1).without_row(1) == TABLE


def test_rows_that_cannot_be_added() -> None:
    with pytest.raises(KeyError, match="no column 'run'"):
        TABLE.with_row("8", {"run": 1})
    with pytest.raises(ValueError, match="already a row labelled 'one'"):
        TABLE.with_row("one", {})
    for at in (-1, 4):
        with pytest.raises(IndexError, match=f"row {at} is outside 0 to 3"):
            TABLE.with_row("8", {}, at=at)


def test_without_row() -> None:
    assert TABLE.without_row(1).labels == ("0", "7")
    assert TABLE.without_row("one").cells == (TABLE.cells[0], TABLE.cells[2])
    with pytest.raises(IndexError):
        TABLE.without_row(3)
    with pytest.raises(KeyError):
        TABLE.without_row("two")


def test_edits_leave_the_table_as_it_was() -> None:
    data = TABLE.to_bytes()
    table = parse_2da(data)
    before = copy.deepcopy(table.content)
    for edited in (
        table.with_cell(0, "walk", 5),
        table.with_row("8", {"walk": 1}, at=0),
        table.without_row(0),
    ):
        assert edited != table
        assert table.content == before
        assert table.to_bytes() == data
        assert edited.to_bytes() != data
        assert parse_2da(edited.to_bytes()) == edited
    assert table.with_cell(0, "walk", "1").to_bytes() == data


def test_an_edited_table_has_no_problems_of_the_old_file() -> None:
    table = parse_2da(TABLE.to_bytes() + b"rest")
    assert table.problems
    assert table.with_cell(0, "walk", 5).problems == ()


def test_lookups_follow_an_edit() -> None:
    assert TABLE.cell("7", "walk") == "0x1F"
    assert TABLE.without_row(0).cell("7", "walk") == "0x1F"
    assert TABLE.with_row("new", {"walk": 3}, at=0).cell("new", "walk") == "3"


def test_rows_and_columns_must_match() -> None:
    with pytest.raises(ValueError, match="1 labels for 0 rows"):
        TwoDA(("a",), ("0",), ())
    with pytest.raises(ValueError, match="row 1 has 2 cells for 1 columns"):
        TwoDA(("a",), ("0", "1"), (("x",), ("x", "y")))


def test_a_table_can_be_sent_to_another_process() -> None:
    table = parse_2da(TABLE.to_bytes())
    table.cell(0, "walk")
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert hash(again) == hash(table)
    assert again.to_bytes() == table.to_bytes()


def test_numpy_is_loaded_only_for_the_binary_form() -> None:
    script = (
        "import sys; from kotorlevel.formats.twoda import parse_2da;"
        "parse_2da(b'2DA V2.0\\r\\n\\r\\na\\r\\n0 x\\r\\n').with_cell(0, 'a', 1).to_bytes();"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
