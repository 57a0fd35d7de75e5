"""Text and numbers as the games store them: every byte and every float32 survives."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import (
    as_float32,
    decode_text,
    encode_text,
    format_float32,
    parse_float,
    parse_integer,
    printable,
)

LARGEST = 3.4028234663852886e38
SMALLEST = 2.0**-149


def test_every_byte_comes_back() -> None:
    every = bytes(range(256))
    assert encode_text(decode_text(every)) == every
    assert len(set(decode_text(every))) == 256


@given(st.binary())
def test_all_bytes_come_back(data: bytes) -> None:
    assert encode_text(decode_text(data)) == data


def test_windows_letters() -> None:
    assert decode_text(b"caf\xe9 \x80") == "café €"


@pytest.mark.parametrize("text", ["日本", "a\u0301", "\ud800", "\U0001f600"])
def test_a_letter_the_games_cannot_store_is_an_error(text: str) -> None:
    with pytest.raises(FormatError, match="Windows-1252") as caught:
        encode_text(text, "labels")
    assert caught.value.section == "labels"
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("a\tb\r\n\0", r"a\tb\r\n\x00"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\u202egnp", r"\u202egnp"),
        ("\udc81", r"\udc81"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 60 + "..."),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(), st.integers(1, 100))
def test_printable_can_always_be_shown(text: str, longest: int) -> None:
    shown = printable(text, longest)
    assert shown.isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert len(shown) <= 10 * longest + 3


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("-0.0", 0.0),
        ("+1.5", 1.5),
        ("2.", 2.0),
        (".5", 0.5),
        ("3.8e-007", 3.8e-7),
        ("1E5", 1e5),
        ("340282346638528859811704183484516925440", LARGEST),
        ("1e-9999", 0.0),
    ],
)
def test_parse_float(text: str, value: float) -> None:
    assert parse_float(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "x", "nan", "inf", "1_0", " 1", "1 ", "1\n", "0x10", "1e", ".", "e5", "--1", "1,5", "١"],
)
def test_what_is_not_a_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        parse_float(text)


@pytest.mark.parametrize("text", ["1e39", "-1e39", "1e9999", "9" * 64])
def test_what_is_too_large(text: str) -> None:
    with pytest.raises(ValueError, match="too large"):
        parse_float(text)


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("-7", -7), ("+7", 7), ("007", 7)])
def test_parse_integer(text: str, value: int) -> None:
    assert parse_integer(text) == value


@pytest.mark.parametrize("text", ["", "x", "1.0", "1e3", "1_0", " 1", "1\n", "0x10", "١", "9" * 19])
def test_what_is_not_an_integer(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        parse_integer(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (44.99, "44.99"),
        (0.1, "0.1"),
        (300000.0, "300000.0"),
        (16777216.0, "16777216.0"),
        (3.84e-7, "3.84e-007"),
        (1e8, "100000000.0"),
        (1e9, "1e+009"),
        (1e10, "1e+010"),
        (9.77551e-7, "9.77551e-007"),
        (2.0**87, "1.5474251e+026"),
        (LARGEST, "3.4028235e+038"),
        (-LARGEST, "-3.4028235e+038"),
    ],
)
def test_format_float32(value: float, text: str) -> None:
    assert format_float32(value) == text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_every_float32_comes_back(value: float) -> None:
    text = format_float32(value)
    again = as_float32(parse_float(text))
    assert again == value
    assert math.copysign(1, again) == math.copysign(1, value)
    assert "." in text or "e" in text


def digits(text: str) -> str:
    return text.lower().partition("e")[0].replace(".", "").strip("-0")


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_no_text_is_longer_than_needed(value: float) -> None:
    shortest = np.format_float_scientific(np.float32(value), unique=True)
    assert len(digits(format_float32(value))) <= len(digits(shortest))


@given(st.floats(-1e30, 1e30))
def test_a_double_is_written_as_the_nearest_float32(value: float) -> None:
    assert as_float32(parse_float(format_float32(value))) == as_float32(value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e39, -1e300])
def test_numbers_the_games_cannot_store(value: float) -> None:
    with pytest.raises(FormatError):
        format_float32(value)


def test_the_smallest_number() -> None:
    assert as_float32(parse_float(format_float32(SMALLEST))) == SMALLEST
