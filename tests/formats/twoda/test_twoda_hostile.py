"""Files made to hurt: each gives a table or a located error, soon, in little memory."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.twoda import TwoDA, parse_2da
from support.corpus import corpus_files
from support.formats.twoda_shapes import binary, peak_memory, survives, tables
from support.quick import few

SMALL = 300_000
"""Bytes; what reading a tiny file may take at most."""

REAL = [path.read_bytes() for path in corpus_files("twoda/*.2da")]
BUILT = [
    binary(),
    TwoDA(("a", "b"), ("0", "1"), (("x y", ""), ("****", "1.5"))).to_bytes(),
    TwoDA(("a", "b"), ("0", "1"), (("x y", ""), ("****", "1.5")), "5").to_bytes("text"),
    parse_2da(binary()).to_bytes("text"),
]


def refuse(data: bytes) -> None:
    with pytest.raises(FormatError):
        parse_2da(data)


@pytest.mark.parametrize("rows", [5, 255, 65_535, 2**24, 2**31, 2**32 - 1])
@pytest.mark.parametrize("columns", [b"\0", b"a\t\0", b"label\twalk\t\0", b"\t" * 60 + b"\0"])
def test_an_absurd_number_of_rows(rows: int, columns: bytes) -> None:
    data = binary(columns=columns, rows=rows, labels=b"\t\t", offsets=(), pool=b"")
    assert peak_memory(partial(refuse, data)) < SMALL


def test_four_billion_rows_without_columns_need_their_labels() -> None:
    data = binary(columns=b"\0", rows=2**32 - 1, labels=b"\t" * 100, offsets=(), pool=b"")
    assert peak_memory(partial(refuse, data)) < SMALL


@pytest.mark.parametrize(
    ("offset", "pool", "text"),
    [
        (3, b"ab\0", "text 0x3 is not among the 3 bytes of texts"),
        (1, b"a\0b", None),
        (2, b"a\0b", "text 0x2 has no NUL before the file ends"),
    ],
)
def test_a_text_that_is_not_there_or_has_no_end(offset: int, pool: bytes, text: str | None) -> None:
    data = binary(columns=b"a\t\0", rows=1, labels=b"0\t", offsets=(offset,), pool=pool)
    if text is None:
        assert parse_2da(data).cells == (("",),)
        return
    with pytest.raises(FormatError, match=text):
        parse_2da(data)


def test_very_many_columns_and_rows() -> None:
    data = binary(columns=b"\t" * 65_535 + b"\0", rows=60_000, labels=b"\t" * 60_000, offsets=())
    assert peak_memory(partial(refuse, data)) < 20 * len(data)


def test_one_long_text_in_a_million_cells_is_decoded_once() -> None:
    data = binary(
        columns=b"a\t" * 1000 + b"\0",
        rows=1000,
        labels=b"\t" * 1000,
        offsets=(0,) * 1_000_000,
        pool=b"x" * 60_000 + b"\0",
    )
    table: list[TwoDA] = []
    assert peak_memory(lambda: table.append(parse_2da(data))) < 8 * len(data)
    assert len({id(text) for row in table[0].cells for text in row}) == 1
    assert table[0].to_bytes() is data
    with pytest.raises(FormatError, match="60,000,000,000 letters are too many"):
        table[0].to_bytes("text")


def overlapping(length: int) -> bytes:
    """A file whose cells are all the tails of one text."""
    return binary(
        columns=b"a\t" * 256 + b"\0",
        rows=256,
        labels=b"\t" * 256,
        offsets=tuple(range(65_536)),
        size=0,
        pool=b"x" * length + b"\0",
    )


@pytest.mark.parametrize("length", [65_535, 70_000, 5_000_000])
def test_texts_that_overlap_cannot_stand_for_gigabytes(length: int) -> None:
    data = overlapping(length)
    assert peak_memory(partial(refuse, data)) < 3 * len(data) + 4_000_000
    with pytest.raises(FormatError, match="is one of too many that overlap"):
        parse_2da(data)


def test_some_overlap_is_allowed() -> None:
    tails = binary(offsets=(0, 1, 2, 3), pool=b"abc\0")
    assert parse_2da(tails).cells == (("abc", "bc"), ("c", ""))


def test_a_text_without_end_is_searched_once() -> None:
    data = overlapping(5_000_000)[:-1]
    refuse(data)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(binary(b"\0", 15_000, b"\t" * 15_000, (), pool=b""), id="empty labels"),
        pytest.param(binary(b"\0", 15_000, b"\0\t" * 15_000, (), pool=b""), id="bad labels"),
        pytest.param(binary(b"a\t\0", 8_000, b"7\t" * 8_000, (0,) * 8_000), id="thin"),
        pytest.param(binary(b"\t" * 15_000 + b"\0", 0, b"", (), pool=b""), id="columns"),
        pytest.param(b"2DA V2.0\n\na\n" + b"0\n" * 8_000, id="short rows"),
        pytest.param(b"2DA V2.0\n\na\n" + b"0 x y\n" * 5_000, id="long rows"),
        pytest.param(b"2DA V2.0\n\na\n" + b'0"" \n' * 5_000, id="quotes"),
        pytest.param(b"2DA V2.0\n\n" + b"a " * 20_000 + b"\n0 x\n", id="a wide text"),
        pytest.param(b"2DA V2.0\n" + b"\n" * 15_000, id="blank lines"),
        pytest.param(b"2DA V2.0\n\na\n0 " + b'"x"' * 8_000, id="touching quotes"),
    ],
)
def test_memory_is_a_small_multiple_of_the_file(data: bytes) -> None:
    table: list[TwoDA] = []
    assert peak_memory(lambda: table.append(parse_2da(data))) < 40 * len(data)
    assert len(table[0].problems) < 50
    assert table[0].to_bytes() is data


def test_missing_cells_of_a_text_are_limited() -> None:
    data = b"2DA V2.0\r\n\r\n" + b"a " * 30_000 + b"\r\n" + b"0\r\n" * 30_000
    assert peak_memory(partial(refuse, data)) < 20_000_000
    with pytest.raises(FormatError, match="line 37, rows: 1,020,000 cells are missing"):
        parse_2da(data)


def test_an_open_quote_at_the_end_of_a_long_line() -> None:
    data = b"2DA V2.0\n\na\n0 " + b'"' * 1_000_001
    refuse(data)


def cut(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data))]


def flip(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data))
    return data[:place] + bytes([dice.randrange(256)]) + data[place + 1 :]


def flip_word(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data))
    word = dice.choice([b"\0\0", b"\xff\xff", b"\t\t", b'""', b"\r\n", b"****", b"\xff" * 4])
    return data[:place] + word + data[place + len(word) :]


def remove(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data))
    return data[:place] + data[place + dice.randrange(1, 9) :]


def insert(data: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(data) + 1)
    return data[:place] + dice.randbytes(dice.randrange(1, 9)) + data[place:]


@pytest.mark.parametrize("mutate", [cut, flip, flip_word, remove, insert])
def test_mutations_of_files(mutate: Callable[[bytes, random.Random], bytes]) -> None:
    read = refused = 0
    for number, data in enumerate(REAL + BUILT):
        for seed in range(few(24, 60)):
            dice = random.Random(1000 * number + seed)
            mutated = mutate(data, dice)
            for _ in range(seed % 3):
                mutated = mutate(mutated or data, dice)
            table = survives(mutated)
            read, refused = read + (table is not None), refused + (table is None)
            if table is not None:
                write_all_ways(table)
    assert read > 10
    assert refused > 10


def write_all_ways(table: TwoDA) -> None:
    """What can be written anew reads back the same; what cannot is a `FormatError`."""
    edited = table.with_row("a label that no file has", {})
    for form in ("binary", "text"):
        try:
            data = edited.to_bytes(form)
        except FormatError:
            continue
        again = parse_2da(data)
        assert again.content[:3] == edited.content[:3]


def test_every_cut_of_a_file_is_refused_or_read() -> None:
    for data in BUILT:
        for size in range(len(data)):
            survives(data[:size])


@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    survives(data)
    survives(b"2DA V2.b\n" + data)
    survives(b"2DA V2.0\r\n" + data)


@given(tables(forbidden="\0"), st.data())
def test_mutations_of_built_files(table: TwoDA, data: st.DataObject) -> None:
    file = bytearray(table.to_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        file[data.draw(st.integers(9, len(file) - 1))] = data.draw(st.integers(0, 255))
    survives(bytes(file))


def test_a_large_table_is_read_and_written_fast() -> None:
    dice = np.random.default_rng(1)
    cells = tuple(tuple(row) for row in dice.integers(0, 9000, (4_000, 30)).astype(str).tolist())
    table = TwoDA(tuple(f"c{i}" for i in range(30)), tuple(map(str, range(4_000))), cells)
    for form in ("binary", "text"):
        assert parse_2da(table.to_bytes(form)) == table
