from __future__ import annotations

import io
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.formats.vis import Visibility, VisRoom, parse_visibility, read_visibility
from support.cases.texts import crlf
from support.corpus import CORPUS, corpus_files, each_corpus_file, needs_corpus
from support.formats.twoda_shapes import peak_memory
from support.formats.vis_strategies import damaged, visibilities
from support.quick import few

VIS_FILES = ("vis/*.vis", "area_*/*.vis")

SMALL = b"m55aa_01 2\r\n  m55aa_02\r\n  m55aa_03\r\nm55aa_02 1\r\n  m55aa_01\r\nm55aa_03 0\r\n"


def parse(*lines: str) -> Visibility:
    """The visibility of these lines, with CRLF after each."""
    return parse_visibility("".join(line + "\r\n" for line in lines).encode("cp1252"), "test.vis")


def line_problems(visibility: Visibility) -> list[tuple[int, str]]:
    return [(p.line, p.text) for p in visibility.problems if p.line is not None]


def end_problems(visibility: Visibility) -> list[str]:
    return [p.text for p in visibility.problems if p.section == "line ends"]


# Real files


@each_corpus_file(*VIS_FILES)
def test_a_real_file_is_written_back_byte_for_byte(path: Path) -> None:
    assert read_visibility(path).to_bytes() == path.read_bytes()


@each_corpus_file(*VIS_FILES)
def test_a_real_file_keeps_every_name_in_order_and_spelling(path: Path) -> None:
    visibility = read_visibility(path)
    lines = [line for line in path.read_text("ascii").splitlines() if line.strip()]
    kept = [
        (indented, name)
        for entry in visibility.entries
        for indented, name in [(False, entry.name), *((True, name) for name in entry.sees)]
    ]
    assert kept == [(line[0] in " \t", line.split()[0]) for line in lines]


@needs_corpus
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vis/corrupted.vis", [(1, "says 77, but there are 3"), (7, "says 2"), (8, "no number")]),
        ("vis/messy_spacing.vis", [(7, "room_03 says 2, but there are 0"), (8, "room_01 has no")]),
        ("vis/m17aa.vis", [(511, "m17aa_09w has no number")]),
        ("vis/m40ad.vis", [(45, "m40ad_21a says 2, but there are 3")]),
        ("vis/m02ae.vis", []),
        ("vis/tel.vis", []),
        ("area_m10aa/m10aa.vis", []),
    ],
)
def test_wrong_counts_of_real_files_are_recorded_with_their_line(
    name: str, expected: list[tuple[int, str]]
) -> None:
    found = line_problems(read_visibility(CORPUS / name))
    assert [line for line, _ in found] == [line for line, _ in expected]
    for (_, text), (_, wanted) in zip(found, expected, strict=True):
        assert wanted in text


@needs_corpus
def test_indentation_decides_in_a_real_file_with_odd_spacing() -> None:
    assert read_visibility(CORPUS / "vis/messy_spacing.vis").entries == (
        VisRoom("room_01", ("room_02", "room_03", "room_04")),
        VisRoom("room_02", ("room_01",)),
        VisRoom("room_03", ()),
        VisRoom("room_01", ("room_04",)),
        VisRoom("room_04", ("room_03", "room_01")),
    )


@needs_corpus
def test_line_ends_of_a_real_file_are_recorded() -> None:
    assert end_problems(read_visibility(CORPUS / "vis/m17aa.vis")) == [
        "544 lines end with LF; the game expects CRLF",
        "the last line has no end; the game expects CRLF",
    ]


@pytest.mark.sampled(3)
@each_corpus_file("lyt/*.lyt", "area_*/*.lyt", "ascii/*.ascii")
def test_another_text_format_is_an_error_or_has_problems(path: Path) -> None:
    try:
        assert read_visibility(path).problems
    except FormatError as error:
        assert error.line is not None


@each_corpus_file("lyt/*.lyt", "area_*/*.lyt")
def test_a_layout_is_not_a_visibility(path: Path) -> None:
    with pytest.raises(FormatError, match=r"not a visibility file|no room stands above") as caught:
        read_visibility(path)
    assert caught.value.line == 2


# The shape of a file


def test_a_right_file_has_no_problems() -> None:
    visibility = parse_visibility(SMALL)
    assert visibility.problems == ()
    assert visibility.entries == (
        VisRoom("m55aa_01", ("m55aa_02", "m55aa_03")),
        VisRoom("m55aa_02", ("m55aa_01",)),
        VisRoom("m55aa_03", ()),
    )


def test_any_indentation_makes_a_child() -> None:
    visibility = parse("a 4", " b", "\tc", "        d  ", " \t e\t")
    assert visibility.entries == (VisRoom("a", ("b", "c", "d", "e")),)
    assert visibility.problems == ()


def test_spelling_order_repeats_and_self_lists_are_kept() -> None:
    visibility = parse("B 3", "  a", "  A", "  b", "a 0", "b 1", "  c")
    assert visibility.entries == (
        VisRoom("B", ("a", "A", "b")),
        VisRoom("a"),
        VisRoom("b", ("c",)),
    )
    assert visibility.problems == ()


def test_blank_lines_are_ignored() -> None:
    visibility = parse("", "a 2", "  ", "  b", "\t", "", "  c", "", "d 0", "")
    assert visibility.entries == (VisRoom("a", ("b", "c")), VisRoom("d"))
    assert visibility.problems == ()


@pytest.mark.parametrize("count", ["0", "1", "3", "-2", "77", "999999999999999999"])
def test_a_wrong_count_is_recorded_and_the_children_are_read(count: str) -> None:
    visibility = parse("", f"a {count}", "  b", "  c", "b 0")
    assert visibility.entries == (VisRoom("a", ("b", "c")), VisRoom("b"))
    assert line_problems(visibility) == [(2, f"a says {count}, but there are 2")]


@pytest.mark.parametrize("count", ["2", "+2", "02"])
def test_a_right_count_in_any_spelling_is_right(count: str) -> None:
    assert parse(f"a   {count} ", "  b", "  c").problems == ()


def test_a_missing_count_is_recorded_with_what_to_do() -> None:
    visibility = parse("a 1", "b", "  c")
    assert visibility.entries == (VisRoom("a"), VisRoom("b", ("c",)))
    (_, first), (line, second) = line_problems(visibility)
    assert first == "a says 1, but there are 0"
    assert line == 2
    assert "no number" in second
    assert "must be indented" in second


def test_a_number_alone_is_a_name() -> None:
    visibility = parse("7 1", "  8", "9")
    assert visibility.entries == (VisRoom("7", ("8",)), VisRoom("9"))
    assert [line for line, _ in line_problems(visibility)] == [3]


def test_a_count_too_long_to_be_one_is_part_of_the_name() -> None:
    visibility = parse("a 0", f"b {'9' * 5000}")
    assert visibility.entries[1].name == f"b {'9' * 5000}"
    assert [line for line, _ in line_problems(visibility)] == [2, 2]


def test_a_child_before_any_parent_is_an_error() -> None:
    with pytest.raises(FormatError) as caught:
        parse("", "# comment", "  b", "a 1", "  b")
    assert caught.value.line == 3
    assert str(caught.value) == ("test.vis: line 3: 'b' is indented, but no room stands above it")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("a_name_of_17_char", "17 characters"),
        ("my room", "contains ' '"),
        ("caf\u00e9", "contains '\\xe9'"),
        ("a/b", "contains '/'"),
        ("a\x1bb", "contains '\\x1b'"),
    ],
)
def test_a_name_the_game_cannot_use_is_recorded_and_kept(name: str, fault: str) -> None:
    visibility = parse("a 1", f"  {name}", f"{name} 0")
    assert visibility.entries == (VisRoom("a", (name,)), VisRoom(name))
    problems = line_problems(visibility)
    assert [line for line, _ in problems] == [2, 3]
    assert all(fault in text for _, text in problems)
    assert all("\x1b" not in text for _, text in problems)


def test_a_child_with_a_number_stays_a_child() -> None:
    visibility = parse("a 2", "  StuntRoom45ad 5", "  c", "b 0")
    assert visibility.entries == (VisRoom("a", ("StuntRoom45ad", "c")), VisRoom("b"))
    assert [(p.line, p.code) for p in visibility.problems] == [(2, "child-number")]


@pytest.mark.parametrize("version", ["m55aa V3.28", "VIS V1.0", "x\tv3", "V3.28"])
def test_a_version_is_kept_and_no_room(version: str) -> None:
    data = crlf(version, "a 1", "  b", "b 1", "  a")
    visibility = parse_visibility(data)
    assert visibility.rooms == ("a", "b")
    assert [(p.line, p.code) for p in visibility.problems] == [(1, "version")]
    assert visibility.to_bytes() == data
    edited = visibility.with_visible("a", "b").added("c")
    assert edited.to_bytes() == data + b"c 0\r\n"


@pytest.mark.parametrize("name", ["V3", "v_01", "x V", "x V3a", "x  y V3"])
def test_what_is_no_version(name: str) -> None:
    assert parse_visibility(crlf(f"{name} 0")).rooms == (" ".join(name.split()),)


@pytest.mark.parametrize(
    ("lines", "sees"),
    [
        ("a 2,b,c,b 1,a,c 0", {"a": ("b", "c"), "b": ("a",), "c": ()}),
        ("x V3,a 1,# mine,b,b 0", {"a": ("b",), "b": ()}),
        ("a 2,b,c 3,b 0", {"a": ("b", "c"), "b": ()}),
        # All have numbers: they may as well be rooms with wrong ones.
        ("a 1,b 1,c 1,a 1", {"a": (), "b": (), "c": ()}),
        # The counts do not hold, or something is indented: indentation decides.
        ("a 2,b,c,b 2,a", {"a": (), "b": (), "c": ()}),
        ("a 1,b,b 0,c", {"a": (), "b": (), "c": ()}),
        ("a 1,b,b 1,  a", {"a": (), "b": ("a",)}),
        ("a -1,b", {"a": (), "b": ()}),
    ],
)
def test_counts_decide_where_nothing_is_indented(
    lines: str, sees: dict[str, tuple[str, ...]]
) -> None:
    data = crlf(*lines.split(","))
    visibility = parse_visibility(data)
    assert {name: visibility.seen_from(name) for name in visibility.parents} == sees
    flat = [problem.line for problem in visibility.problems if problem.code == "flat"]
    assert bool(flat) == (
        not any(line.startswith(" ") for line in lines.split(",")) and any(sees["a"])
    )
    assert visibility.to_bytes() == data


def test_comments_are_recorded_and_kept_before_the_next_parent() -> None:
    visibility = parse(
        "# top",
        "a 2",
        "  // inside ",
        "  b",
        "  c",
        "#between",
        "// two",
        "b 0",
        "# end",
        "\t#",
        "",
    )
    assert visibility.entries == (
        VisRoom("a", ("b", "c"), ("# top",)),
        VisRoom("b", (), ("// inside", "#between", "// two")),
    )
    assert visibility.epilogue == ("# end", "#")
    problems = line_problems(visibility)
    assert [line for line, _ in problems] == [1, 3, 6, 7, 9, 10]
    assert problems[1][1] == "comments are not part of the format, kept: '// inside'"


def test_problems_come_in_the_order_of_the_lines() -> None:
    visibility = parse("a 9", "  b c", "# x", "b", "  d e")
    lines = [problem.line for problem in visibility.problems]
    assert lines == [1, 2, 3, 4, 5]


# Whole files that are odd


@pytest.mark.parametrize("data", [b"", b"\r\n", b"  \r\n\t\r\n"])
def test_an_empty_file_is_an_empty_visibility_with_a_problem(data: bytes) -> None:
    visibility = parse_visibility(data)
    assert visibility.entries == ()
    assert visibility.rooms == ()
    assert [p.text for p in visibility.problems] == ["the file is empty"]
    assert visibility.to_bytes() == data


def test_comments_alone_list_no_room() -> None:
    visibility = parse("# nothing yet")
    assert visibility.entries == ()
    assert visibility.epilogue == ("# nothing yet",)
    assert "lists no room" in [p.text for p in visibility.problems]


@pytest.mark.parametrize(
    ("data", "ends"),
    [
        (b"a 1\n  b\n", ["2 lines end with LF; the game expects CRLF"]),
        (b"a 1\r  b\r", ["2 lines end with CR; the game expects CRLF"]),
        (b"a 1\r\n  b", ["the last line has no end; the game expects CRLF"]),
    ],
)
def test_line_ends_other_than_crlf_are_recorded(data: bytes, ends: list[str]) -> None:
    visibility = parse_visibility(data)
    assert visibility.entries == (VisRoom("a", ("b",)),)
    assert end_problems(visibility) == ends


def test_a_byte_order_mark_is_recorded_and_not_part_of_the_name() -> None:
    visibility = parse_visibility(b"\xef\xbb\xbf" + SMALL)
    assert visibility.entries == parse_visibility(SMALL).entries
    assert [line for line, _ in line_problems(visibility)] == [1]
    assert visibility.to_bytes() == b"\xef\xbb\xbf" + SMALL


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"BWM V1.0\x01\x00\x00\x00", 1),
        (b"a 1\r\n  b\x00\r\n", 2),
        ("a 1\r\n  b\r\n".encode("utf-16"), 1),
        (b'<?xml version="1.0"?>\n<a>\n  <b/>\n</a>\n', 1),
        (b"\r\n// notes\r\nThis is not what you think.\r\n", 3),
    ],
)
def test_what_is_plainly_something_else_is_an_error(data: bytes, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse_visibility(data, "other.vis")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"other.vis: line {line}")


def test_one_count_is_enough_to_be_read_as_visibility() -> None:
    visibility = parse("Written by hand", "a 0")
    assert [entry.name for entry in visibility.entries] == ["Written by hand", "a"]
    assert [line for line, _ in line_problems(visibility)] == [1, 1]


def test_a_file_of_good_names_needs_no_counts() -> None:
    visibility = parse("a", "  b", "b", "  a")
    assert visibility.pairs() == (("a", "b"), ("b", "a"))
    assert [line for line, _ in line_problems(visibility)] == [1, 3]


# Sources


def test_paths_bytes_and_files_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.vis"
    path.write_bytes(SMALL)
    expected = parse_visibility(SMALL)
    assert read_visibility(path) == expected
    assert read_visibility(str(path)) == expected
    assert read_visibility(SMALL) == expected
    assert read_visibility(io.BytesIO(SMALL)) == expected


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.vis"
    path.write_bytes(b"  b\r\n")
    with pytest.raises(FormatError, match=re.escape(str(path))):
        read_visibility(path)
    with pytest.raises(UnreadableError):
        read_visibility(tmp_path / "absent.vis")


def test_a_visibility_survives_pickling() -> None:
    visibility = parse_visibility(SMALL.replace(b"\r", b""))
    assert visibility.sees("m55aa_01", "m55aa_02")
    copy = pickle.loads(pickle.dumps(visibility))
    assert copy == visibility
    assert copy.problems == visibility.problems
    assert copy.to_bytes() == visibility.to_bytes()


# Hostile input


@pytest.mark.parametrize(
    ("line", "code", "most"),
    [(b"a\n", "no-count", 45), (b"#\n", "comment", 30), (b" ?\n", "name", 30)],
)
def test_repeated_faults_are_counted_and_take_little_memory(
    line: bytes, code: str, most: int
) -> None:
    count = few(10_000, 30_000)
    data = b"a 0\n" + line * count
    found: list[Visibility] = []
    assert peak_memory(lambda: found.append(parse_visibility(data))) < most * len(data)
    alike = [problem for problem in found[0].problems if problem.code == code]
    assert [problem.line for problem in alike] == list(range(2, 23))
    assert alike[-1].text == f"and {count - 20:,} more like this, up to line {count + 1}"


def test_every_wrong_count_is_recorded() -> None:
    visibility = parse(*("a 5", "  b") * 50)
    counts = [(p.line, p.value) for p in visibility.problems if p.code == "count"]
    assert counts == [(line, 1) for line in range(1, 101, 2)]


real_files = st.sampled_from([path.read_bytes() for path in corpus_files(*VIS_FILES)] + [SMALL])
built_files = visibilities.map(Visibility.to_bytes)


@given(st.one_of(damaged(real_files), damaged(built_files), st.binary(max_size=200)))
@example(b"a 1\r\n\xa0b\r\n")
@example(b"\x1c\r\na \x1f1\r\n  b")
@example(b"\xef\xbb\xbf\xef\xbb\xbf")
def test_any_bytes_are_read_without_loss_or_refused_with_a_place(data: bytes) -> None:
    try:
        visibility = parse_visibility(data, "fuzz.vis")
    except FormatError as error:
        assert error.line is not None
        assert error.line >= 1
        return
    assert visibility.to_bytes() == data
    for room in visibility.rooms:
        assert room in visibility
    visibility.mirrored().all_visible()


def test_only_some_parents_have_counts() -> None:
    sight = parse_visibility(b"a 1\r\n  b\r\nb\r\n  a\r\n  c\r\nc 1\r\n  b\r\n")
    assert sight.pairs() == (("a", "b"), ("b", "a"), ("b", "c"), ("c", "b"))
    assert [(problem.line, problem.code) for problem in sight.problems] == [(3, "no-count")]
    # The first without one, with a name that no room can have: a count further down is enough.
    odd = parse_visibility(b"a room with a very long name\r\n  b\r\nb 0\r\nc\r\n")
    assert odd.parents == ("a room with a very long name", "b", "c")
    with pytest.raises(FormatError, match="not a visibility file"):
        parse_visibility(b"a room with a very long name\r\n  b\r\nb\r\n")


def test_wrong_counts_are_told_ten_thousand_times_and_then_counted() -> None:
    problems = parse_visibility(b"x 9\r\n" * 12_000).problems
    assert len(problems) == 10_001
    assert problems[-1].text == "and 2,000 more like this, up to line 12000"
