"""Lines are told apart as the game and every editor do, numbered from 1, and never lose a byte."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.lines import Line, LineReader, encode_lines
from kotorlevel.core.text import decode_text, encode_text


def lines_of(data: bytes) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in LineReader(data)]


def problems_of(data: bytes) -> list[str]:
    return [str(problem) for problem in LineReader(data).problems]


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_every_line_end(end: bytes) -> None:
    data = end.join([b"one", b"", b"  three", b""])
    assert lines_of(data) == [(1, "one"), (2, ""), (3, "  three")]


def test_mixed_line_ends() -> None:
    assert lines_of(b"a\r\nb\nc\rd\n\re") == [
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (4, "d"),
        (5, ""),
        (6, "e"),
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\r\n", [(1, "")]),
        (b"\r\n\r\n", [(1, ""), (2, "")]),
        (b"x", [(1, "x")]),
        (b"x\r\n", [(1, "x")]),
        (b"\r\nx", [(1, ""), (2, "x")]),
        (b"a\x0bb\x0cc\x1cd\x85e\r\n", [(1, "a\x0bb\x0cc\x1cd…e")]),
    ],
)
def test_line_breaks_and_nothing_else_end_a_line(
    data: bytes, expected: list[tuple[int, str]]
) -> None:
    assert lines_of(data) == expected


LINES = st.lists(st.binary().map(lambda b: bytes(c for c in b if c not in b"\r\n\0")))


@given(LINES)
def test_no_byte_is_lost(lines: list[bytes]) -> None:
    data = b"//\r\n" + b"".join(line + b"\r\n" for line in lines)
    assert [encode_text(text) for _, text in lines_of(data)] == [b"//", *lines]
    assert problems_of(data) == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"a\r\nb\r\n", []),
        (b"a\r\nb", ["line ends: the last line has no end; the game expects CRLF"]),
        (b"a\nb\r\nc\n", ["line ends: 2 lines end with LF; the game expects CRLF"]),
        (b"a\rb\r\n", ["line ends: 1 lines end with CR; the game expects CRLF"]),
    ],
)
def test_line_ends_that_are_not_the_games_are_recorded(data: bytes, expected: list[str]) -> None:
    assert problems_of(data) == expected


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"\0", 1),
        (b"a\r\nb\r\nc\0", 3),
        (b"a\nb\nc\0", 3),
        (b"a\rb\rc\0", 3),
        (b"a\r\n\0\r\n", 2),
    ],
)
def test_a_nul_is_an_error_on_its_line(data: bytes, line: int) -> None:
    with pytest.raises(FormatError, match="NUL") as caught:
        LineReader(data, "a.lyt")
    assert (caught.value.source, caught.value.line) == ("a.lyt", line)
    assert caught.value.offset == data.index(0)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_is_named_as_such(codec: str) -> None:
    with pytest.raises(FormatError, match="UTF-16"):
        LineReader("\ufeffbeginlayout\r\n".encode(codec))


def test_a_utf8_mark_is_recorded_and_taken_off() -> None:
    data = b"\xef\xbb\xbfroom 1\r\n"
    assert lines_of(data) == [(1, "room 1")]
    assert problems_of(data) == [
        "line 1: starts with a UTF-8 byte-order mark, which the game takes for text"
    ]


def test_words_and_indentation() -> None:
    assert Line(1, "\t a  b\tc ").words == ["a", "b", "c"]
    assert Line(1, " \t").words == []
    assert Line(1, "  a").indented
    assert Line(1, "\ta").indented
    assert not Line(1, "a ").indented
    assert not Line(1, "").indented


@pytest.mark.parametrize(
    "text", ["9" * 100_000, "0." + "0" * 1_000_000 + "1", "1e" + "9" * 100_000, "-" * 100_000]
)
def test_a_very_long_number_is_refused_quickly_and_shown_short(text: str) -> None:
    reader = LineReader(b"", "a.lyt")
    for read in (reader.number, reader.integer):
        with pytest.raises(FormatError) as caught:
            read(text, Line(7, text), "roomcount")
        assert str(caught.value).startswith("a.lyt: line 7, roomcount: '")
        assert len(str(caught.value)) < 200


def test_numbers() -> None:
    reader = LineReader(b"")
    line = Line(1, "")
    assert reader.number("-3.8e-007", line) == -3.8e-7
    assert reader.integer("-12", line) == -12
    assert type(reader.integer("12", line)) is int
    with pytest.raises(FormatError, match="line 1: 'nan' is not a number"):
        reader.number("nan", line)
    with pytest.raises(FormatError, match=r"line 1: '1\.0' is not a whole number"):
        reader.integer("1.0", line)


def test_notes_and_errors_name_the_line() -> None:
    reader = LineReader(b"", "a.vis")
    reader.note("odd", Line(3, "x"), code="odd")
    reader.note("odd", 4, "rooms", code="odd")
    reader.note("odd", None, code="odd")
    assert [str(problem) for problem in reader.problems] == [
        "line 3: odd",
        "line 4, rooms: odd",
        "odd",
    ]
    assert str(reader.error("bad", Line(5, "x"))) == "a.vis: line 5: bad"
    assert str(reader.error("bad", 6, "rooms")) == "a.vis: line 6, rooms: bad"


def test_the_same_note_twice_in_a_row_is_one() -> None:
    reader = LineReader(b"")
    for line in (1, 1, 2, 1):
        reader.note("odd", line, code="odd")
    assert [problem.line for problem in reader.problems] == [1, 2, 1]


def test_a_kind_of_problem_is_told_twenty_times_and_then_counted() -> None:
    reader = LineReader(b"")
    for line in range(1, 1255):
        reader.note(f"odd {line}", line, "rooms", code="odd", value=line)
        reader.note("even", line, code="even", value=line, every=True)
    reader.note("other", 9, code="other")
    odd = [problem for problem in reader.problems if problem.code == "odd"]
    assert [(p.line, p.value) for p in odd[:20]] == [(line, line) for line in range(1, 21)]
    assert [str(p) for p in odd[20:]] == [
        "line 21, rooms: and 1,234 more like this, up to line 1254"
    ]
    assert odd[20].value is None
    even = [problem for problem in reader.problems if problem.code == "even"]
    assert [(p.line, p.value) for p in even] == [(line, line) for line in range(1, 1255)]
    assert [p.text for p in reader.problems if p.code == "other"] == ["other"]


def test_twenty_and_twenty_one_of_a_kind() -> None:
    reader = LineReader(b"")
    for line in range(1, 21):
        reader.note("odd", line, code="odd")
    assert {problem.text for problem in reader.problems} == {"odd"}
    reader.note("odd", 40, code="odd")
    assert str(reader.problems[-1]) == "line 40: and 1 more like this"


@given(LINES)
def test_encoded_lines_read_back(lines: list[bytes]) -> None:
    texts = ["//", *map(decode_text, lines)]
    data = encode_lines(texts)
    assert [text for _, text in lines_of(data)] == texts
    assert problems_of(data) == []


@pytest.mark.parametrize("letter", ["\r", "\n", "\0"])
def test_a_line_that_would_not_read_back_is_not_encoded(letter: str) -> None:
    with pytest.raises(FormatError, match=r"line 2: .* inside"):
        encode_lines(["a", f"b{letter}c"])


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_text_that_begins_like_a_mark_is_not_encoded(mark: bytes) -> None:
    with pytest.raises(FormatError, match="byte-order mark"):
        encode_lines([decode_text(mark) + "a"])
    assert encode_lines(["a", decode_text(mark)]) == b"a\r\n" + mark + b"\r\n"


@given(st.lists(st.sampled_from([b"\n", b"\r\n", b"a", b" ", b"\xe9", b"\x85", b"\x0b", b"\x1c"])))
def test_lines_are_the_same_however_many_are_split_at_once(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    ended = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    wanted = [decode_text(line) for line in (ended if ended[-1] else ended[:-1])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kotorlevel.core.lines._LETTERS_AT_ONCE", 2)
        assert lines_of(data) == list(enumerate(wanted, 1))
    assert lines_of(data) == list(enumerate(wanted, 1))
