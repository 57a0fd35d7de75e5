"""Numbers, texts and the layout of the text: exact, short, and the same every time."""

from __future__ import annotations

import json
import struct
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotorlevel as kl
from kotorlevel.core.text import decode_text, format_float32
from kotorlevel.formats.gff import Gff, parse_gff
from kotorlevel.formats.lyt import Layout
from kotorlevel.formats.twoda import TwoDA
from kotorlevel.formats.vis import Visibility
from kotorlevel.mesh.jsonform.numbers import plain_floats, plain_number, read_float, read_floats
from kotorlevel.mesh.jsonform.values import At
from support.formats.gff_shapes import gffs
from support.formats.lyt_strategies import layouts
from support.formats.twoda_shapes import tables
from support.formats.vis_strategies import visibilities
from support.mesh.json_samples import make_samples
from support.meshes import objects, rooms

bits = st.one_of(
    st.integers(0, 2**32 - 1),
    st.floats(width=32, allow_nan=False).map(
        lambda value: struct.unpack("<I", struct.pack("<f", value))[0]
    ),
)


@given(st.lists(bits, min_size=1, max_size=30))
def test_every_float32_comes_back(patterns: list[int]) -> None:
    values = np.array(patterns, "<u4").view("<f4")
    text = json.dumps(plain_floats(values), allow_nan=False)
    back = read_floats(At(json.loads(text)), (-1,))
    assert back.tobytes() == values.tobytes()
    for value in values:
        raw = value.tobytes()
        one = json.loads(json.dumps(plain_number(raw), allow_nan=False))
        assert read_float(At(one)) == raw


@given(st.floats(width=32, min_value=2.0**-60, max_value=2.0**60))
def test_no_text_is_longer_than_needed(value: float) -> None:
    """Digits as in the shortest spelling that the layout's writer finds by trying, or one more."""

    def digits(text: str) -> int:
        return len(text.partition("e")[0].replace(".", "").strip("0"))

    (found,) = plain_floats(np.array([value], np.float32))
    assert digits(repr(found)) <= max(digits(format_float32(value)), 1) + 1
    assert digits(repr(plain_number(struct.pack("<f", value)))) <= digits(format_float32(value)) + 1


@given(st.integers(0, 2**64 - 1))
def test_every_double_comes_back(pattern: int) -> None:
    raw = pattern.to_bytes(8, "little")
    one = json.loads(json.dumps(plain_number(raw), allow_nan=False))
    assert read_float(At(one), 8) == raw


@given(st.one_of(rooms(), objects()))
def test_any_walkmesh_comes_back(mesh: kl.Walkmesh) -> None:
    data = mesh.to_bytes()
    assert kl.from_json(kl.format_json(kl.to_json(data))) == data


@given(gffs())
def test_any_gff_comes_back(gff: Gff) -> None:
    data = gff.to_bytes()
    back = kl.from_json(kl.format_json(kl.to_json(data)))
    assert back == data
    assert parse_gff(back) == gff


@given(tables(forbidden="\0\t\r\n"))
def test_any_table_comes_back(table: TwoDA) -> None:
    data = table.to_bytes()
    assert kl.from_json(kl.format_json(kl.to_json(data))) == data


@given(layouts)
def test_any_layout_comes_back(layout: Layout) -> None:
    try:
        data = layout.to_bytes()
    except kl.errors.FormatError:
        return
    assert kl.from_json(kl.format_json(kl.to_json(data, name="x.lyt"))) == data


@given(visibilities)
def test_any_visibility_comes_back(visibility: Visibility) -> None:
    try:
        data = visibility.to_bytes()
        document = kl.to_json(data, name="x.vis")
    except kl.errors.FormatError:
        return
    assert kl.from_json(kl.format_json(document)) == data


def test_every_letter_of_the_games_comes_back() -> None:
    """Also the five bytes that Windows-1252 leaves undefined, through UTF-8."""
    every = decode_text(bytes(each for each in range(1, 256) if each not in b"\t\r\n"))
    data = TwoDA((every,), ("0",), ((every,),)).to_bytes()
    text = kl.format_json(kl.to_json(data))
    assert "\u20ac" in text
    assert "\\udc81" in text
    assert kl.from_json(text.encode("utf-8")) == data


def test_a_row_of_a_table_is_a_line() -> None:
    text = kl.format_json(kl.to_json(make_samples()["odd.wok"]))
    lines = [line.strip().rstrip(",") for line in text.splitlines()]
    for row in ("[2.0, 0.0, 0.0]", "[0, 1, 2, 10]", "[0, 2, 3, 4]", "[0, 1, 3]"):
        assert row in lines
    assert max(map(len, lines)) <= 160
    assert text == kl.format_json(kl.parse_json(text))


documents = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=15,
)


@settings(max_examples=50)
@given(st.dictionaries(st.text(), documents, max_size=5))
def test_any_document_is_laid_out_without_changing_it(document: dict[str, Any]) -> None:
    try:
        text = kl.format_json(document)
    except ValueError:  # an infinity, which no document has as a number
        return
    assert json.loads(text) == document


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1, "b": [{"c": 1, "c": 2}]}', 'b[0]: the key "c" is there twice'),
        ('{"a": NaN}', 'NaN is no number of JSON; write "nan"'),
        ('{"a": -Infinity}', 'write "-inf"'),
        ('{"a": 1,\n "b": }', "line 2: this is no JSON: expecting value, column 7"),
        ("[1, 2]", "no object"),
        ("", "line 1: this is no JSON"),
        ("[" * 100_000, "too deep"),
        ('{"a":' * 100_000, "too deep"),
        ('{"a": ' + "1" * 50_000 + "}", "this is no JSON"),
        (b'\xff\xfe{"a": 1}', "no UTF-8"),
    ],
)
def test_what_is_no_document_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(kl.errors.FormatError) as caught:
        kl.parse_json(text, "x.json")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.json: ")
    assert len(str(caught.value)) < 400
    assert sys.getrecursionlimit() >= 1000


def test_a_signalling_nan_gives_no_warning() -> None:
    values = np.array([0x7F800001, 0x7FC00000], "<u4").view("<f4")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plain_floats(values) == ["nan:0x7f800001", "nan"]
