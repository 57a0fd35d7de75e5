from __future__ import annotations

import io
import math
import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.core.lines import Line, LineReader
from kotorlevel.formats.lyt import (
    DoorHook,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
    parse_layout,
    read_layout,
)
from kotorlevel.formats.lyt.entry import parse_entry
from kotorlevel.formats.lyt.reader import find_entry_lines
from support.cases.texts import crlf
from support.corpus import CORPUS, corpus_files, each_corpus_file, needs_corpus
from support.formats.lyt_strategies import layouts
from support.formats.twoda_shapes import peak_memory
from support.formats.vis_strategies import damaged
from support.quick import few

LYT_FILES = ("lyt/*.lyt", "area_*/*.lyt")

SMALL = (
    "#MAXLAYOUT ASCII",
    "filedependancy m55aa.max",
    "beginlayout",
    "   roomcount 2",
    "      m55aa_01 1.0 2.0 3.0",
    "      **** 0.0 0.0 0.0",
    "   trackcount 1",
    "      m55_mgt01 4.0 5.0 6.0",
    "   obstaclecount 1",
    "      m55_mgo01 7.0 8.0 9.0",
    "   doorhookcount 1",
    "      m55aa_01 door_01 0 1.5 2.5 3.5 0.5 0.25 0.125 -1.0",
    "donelayout",
)


def encode(*lines: str) -> bytes:
    return "".join(line + "\r\n" for line in lines).encode("cp1252")


def parse(*lines: str) -> Layout:
    """The layout of these lines, with CRLF after each."""
    return parse_layout(encode(*lines), "test.lyt")


def changed(number: int, *lines: str) -> tuple[str, ...]:
    """The small layout with line ``number`` (from 1) replaced by ``lines``."""
    return (*SMALL[: number - 1], *lines, *SMALL[number:])


def line_problems(layout: Layout) -> list[tuple[int, str]]:
    return [(p.line, p.text) for p in layout.problems if p.line is not None]


def end_problems(layout: Layout) -> list[str]:
    return [p.text for p in layout.problems if p.section == "line ends"]


# Real files


@each_corpus_file(*LYT_FILES)
def test_a_real_file_is_written_back_byte_for_byte(path: Path) -> None:
    assert read_layout(path).to_bytes() == path.read_bytes()


@each_corpus_file(*LYT_FILES)
def test_a_real_file_keeps_every_entry_in_order(path: Path) -> None:
    layout = read_layout(path)
    lines = [line.split() for line in path.read_text("ascii").splitlines()]
    entries = [words for words in lines if len(words) in (4, 10)]
    placed = [*layout.rooms, *layout.tracks, *layout.obstacles]
    kept = [[e.name, *e.position] for e in placed] + [
        [hook.room, hook.name, hook.unknown, *hook.position, *hook.orientation]
        for hook in layout.door_hooks
    ]
    texts = 1, 2
    assert kept == [
        words[: texts[len(words) == 10]] + [float(w) for w in words[texts[len(words) == 10] :]]
        for words in entries
    ]


@needs_corpus
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lyt/corrupted.lyt", [(4, "roomcount says 5, but there are 2")]),
        ("lyt/swoop_messy_spacing.lyt", []),
        ("lyt/m40ad.lyt", []),
        ("lyt/stunt_starforge.lyt", []),
        ("lyt/tel_swoop.lyt", []),
        ("area_m10aa/m10aa.lyt", []),
    ],
)
def test_problems_of_real_files(name: str, expected: list[tuple[int, str]]) -> None:
    assert line_problems(read_layout(CORPUS / name)) == expected


@needs_corpus
def test_line_ends_of_real_files() -> None:
    assert end_problems(read_layout(CORPUS / "lyt/m40ad.lyt")) == [
        "34 lines end with LF; the game expects CRLF"
    ]
    assert read_layout(CORPUS / "area_m10aa/m10aa.lyt").problems == ()


@needs_corpus
def test_the_quaternion_of_a_real_door_hook_is_w_first() -> None:
    layout = read_layout(CORPUS / "lyt/m40ad.lyt")
    assert layout.door_hooks[0] == DoorHook(
        "M40ad_08a", "door_17", (190.45, 55.0, 3.0), (0.707107, 0.0, 0.0, -0.707106), 0
    )
    assert len(layout.door_hooks) == 13
    for hook in layout.door_hooks:
        w, x, y, z = hook.orientation
        assert (x, y) == (0.0, 0.0), "doors turn about z alone"
        assert math.hypot(w, z) == pytest.approx(1.0, abs=1e-5)


@needs_corpus
def test_tabs_and_exponents_of_a_real_file() -> None:
    layout = read_layout(CORPUS / "lyt/m40ad.lyt")
    assert layout.rooms[12] == LayoutRoom("M40ad_777", (0.0, 0.0, 0.0))
    assert layout.door_hooks[2].orientation == (1.0, 0.0, 0.0, 3.84015e-07)


@needs_corpus
def test_an_empty_slot_of_a_real_file_keeps_its_number() -> None:
    layout = read_layout(CORPUS / "lyt/stunt_starforge.lyt")
    assert layout.rooms[2] == LayoutRoom("****", (202.203, 324.111, 2.95541))
    assert layout.index(LayoutRoom, "m45ad_01b") == 3


@needs_corpus
def test_tracks_and_obstacles_of_a_real_file() -> None:
    layout = read_layout(CORPUS / "lyt/tel_swoop.lyt")
    assert layout.tracks == (LayoutTrack("211TEL_MGT04", (75.1835, 730.74, 0.0)),)
    assert layout.obstacles == (LayoutObstacle("211TEL_MGC02", (19.0186, 1139.38, 0.0)),)
    assert layout.preamble == ("#MAXLAYOUT ASCII", "filedependancy 211TEL.max")


# The shape of a file


def test_a_right_file_has_no_problems() -> None:
    layout = parse(*SMALL)
    assert layout.problems == ()
    assert layout == Layout(
        rooms=(LayoutRoom("m55aa_01", (1.0, 2.0, 3.0)), LayoutRoom("****", (0.0, 0.0, 0.0))),
        tracks=(LayoutTrack("m55_mgt01", (4.0, 5.0, 6.0)),),
        obstacles=(LayoutObstacle("m55_mgo01", (7.0, 8.0, 9.0)),),
        door_hooks=(DoorHook("m55aa_01", "door_01", (1.5, 2.5, 3.5), (0.5, 0.25, 0.125, -1.0), 0),),
        preamble=("#MAXLAYOUT ASCII", "filedependancy m55aa.max"),
    )


def test_spacing_case_of_keywords_and_blank_lines_do_not_matter() -> None:
    lines = [line.strip().replace(" ", "\t  ") for line in SMALL]
    lines = [line.upper() if "count" in line or line.endswith("layout") else line for line in lines]
    odd = parse(*(part for line in lines for part in ("", line + " \t", "  ")))
    assert odd.rooms == parse(*SMALL).rooms
    assert odd.door_hooks == parse(*SMALL).door_hooks
    # The game counts lines: two behind each of the nine from roomcount to the last door hook.
    first = lines.index("ROOMCOUNT\t  2") * 3 + 2
    blank = [problem.line for problem in odd.problems if problem.code == "blank-line"]
    assert blank[:4] == [first + 1, first + 2, first + 4, first + 5]
    assert find_entry_lines(odd.to_bytes()).blank == tuple(
        number for number in range(first, first + 25) if (number - first) % 3
    )
    assert {problem.code for problem in odd.problems} == {"blank-line"}


def test_blank_lines_around_the_sections_are_nobodys_problem() -> None:
    lines = [*SMALL[:2], "", "beginlayout", "", *SMALL[3:-1], "", "", "donelayout", "", ""]
    assert parse(*lines).problems == ()


def test_lines_with_a_doubled_cr_are_no_blank_ones() -> None:
    data = crlf(*SMALL).replace(b"\r\n", b"\r\r\n")
    layout = parse_layout(data)
    assert layout.rooms == parse(*SMALL).rooms
    (problem,) = layout.problems
    assert problem.text == f"{len(SMALL)} lines end with CR CR LF; the game expects CRLF"
    assert layout.to_bytes() == data


@pytest.mark.parametrize("extra", ["5", "1.5 -2 0 0.25 7", "0.0 0.0 0.0 0.0 0.0"])
def test_numbers_behind_a_door_hook_are_kept(extra: str) -> None:
    line = f"m55aa_01 door_01 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0 {extra}"
    layout = parse(*changed(12, line))
    (hook,) = layout.door_hooks
    assert (hook.room, hook.name, hook.position) == ("m55aa_01", "door_01", (1.0, 2.0, 3.0))
    assert hook.orientation == (1.0, 0.0, 0.0, 0.0)
    assert hook.extra == tuple(map(float, extra.split()))
    assert [(p.line, p.code) for p in layout.problems] == [(12, "extra-fields")]
    edited = layout.moved(LayoutRoom, 0, (9.0, 9.0, 9.0)).to_bytes()
    assert f"      {line}\r\n".encode() in edited


def test_names_of_a_door_hook_are_taken_from_the_left() -> None:
    numbers = "0 1 2 3 1 0 0 0"
    rooms = ["roomcount 2", "m55aa_01 0 0 0", "two words 0 0 0"]
    hooks = [
        f"m55aa_01 force field sith {numbers}",
        f"two words door {numbers}",
        f"some room door {numbers}",
        f"m55aa_01 7 {numbers}",
    ]
    sections = [*rooms, "trackcount 0", "obstaclecount 0", f"doorhookcount {len(hooks)}", *hooks]
    layout = parse("beginlayout", *sections, "donelayout")
    assert [(hook.room, hook.name) for hook in layout.door_hooks] == [
        ("m55aa_01", "force field sith"),
        ("two words", "door"),
        ("some", "room door"),
        ("m55aa_01", "7"),
    ]
    again = parse_layout(layout.moved(LayoutRoom, 0, (1.0, 0.0, 0.0)).to_bytes())
    assert again.door_hooks == layout.door_hooks


KOTORBLENDER = (
    "beginlayout",
    "  roomcount 1",
    "    m55aa_01 0 0 0",
    "  trackcount 0",
    "  obstaclecount 0",
    "  doorhookcount 1",
    "    m55aa_01 door_01 1.5 2 0 0.7071068 0 0 0.7071068",
    "  othercount 2",
    "    m55aa_01 camera_01 1 2 3 1 0 0 0",
    "    NULL lamp 1 2",
    "donelayout",
)


def test_section_of_kotorblender_is_kept() -> None:
    layout = parse(*KOTORBLENDER)
    assert layout.others == ("m55aa_01 camera_01 1 2 3 1 0 0 0", "NULL lamp 1 2")
    assert layout.door_hooks[0].orientation == (0.7071068, 0.0, 0.0, 0.7071068)
    assert {(p.line, p.code) for p in layout.problems} == {(7, "nine-fields"), (8, "other-section")}
    assert layout.to_bytes() == crlf(*KOTORBLENDER)
    edited = layout.removed(DoorHook, 0)
    tail = ["   othercount 2", *("      " + text for text in layout.others), "donelayout"]
    assert edited.to_bytes().endswith(crlf("   doorhookcount 0", *tail))
    assert parse_layout(edited.to_bytes()).others == layout.others
    assert parse(*KOTORBLENDER[:7], "othercount 0", "donelayout").others == ()
    assert parse(*KOTORBLENDER[:7], "donelayout").others is None


def test_unknown_lines_never_become_lines_of_kotorblender() -> None:
    lines = [*KOTORBLENDER[:5], *KOTORBLENDER[7:10], *KOTORBLENDER[5:7], "old 1", "donelayout"]
    layout = parse(*lines)
    again = parse_layout(layout.moved(LayoutRoom, 0, (1.0, 0.0, 0.0)).to_bytes())
    assert (again.others, again.section_comments) == (layout.others, layout.section_comments)
    assert again.section_comments == (("othercount", "old 1"),)


def test_comments_of_the_last_door_hook_stay_before_the_section_of_kotorblender() -> None:
    lines = [*KOTORBLENDER[:6], "# mine", *KOTORBLENDER[6:]]
    edited = parse(*lines).removed(DoorHook, 0)
    again = parse_layout(edited.to_bytes())
    assert (again.section_comments, again.others) == (edited.section_comments, edited.others)
    assert again.section_comments == (("othercount", "# mine"),)


def test_ten_fields_with_another_third_field() -> None:
    hook = parse(*changed(12, "m55aa_01 door_01 -3 1 2 3 1 0 0 0")).door_hooks[0]
    assert hook == DoorHook("m55aa_01", "door_01", (1.0, 2.0, 3.0), (1.0, 0.0, 0.0, 0.0), -3)


def test_a_hook_without_the_third_field_is_read_and_recorded() -> None:
    layout = parse(*changed(12, "m55aa_01 door_01 1 2 3 0.5 0 0 -1"))
    assert layout.door_hooks == (
        DoorHook("m55aa_01", "door_01", (1.0, 2.0, 3.0), (0.5, 0.0, 0.0, -1.0), 0),
    )
    ((line, text),) = line_problems(layout)
    assert line == 12
    assert "ten fields, this one nine" in text


@pytest.mark.parametrize(
    "hook",
    [
        "m55aa_01 0 1 2 3 1 0 0 0",
        "m55aa_01 door_01 1 2 3 1 0 0",
        "door_01 1 2",
        "m55aa_01 door_01 0.5 1 2 3 1 0 0 0",
        "m55aa_01 door_01 0 1 2 3 1 0 0 0 extra",
        "m55aa_01 door_01 0 x 2 3 1 0 0 0",
    ],
)
def test_a_hook_that_cannot_be_understood_is_an_error(hook: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(*changed(12, hook))
    assert (caught.value.line, caught.value.section) == (12, "doorhookcount")


@pytest.mark.parametrize(
    "entry", ["m55aa_01 1 2", "1 2 3", "m55aa_01 1 2 3 x", "a 1 x 3 # note", "trackcount 0 x"]
)
def test_a_room_that_cannot_be_understood_is_an_error(entry: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(*changed(5, entry))
    assert (caught.value.line, caught.value.section) == (5, "roomcount")


@pytest.mark.parametrize(
    "number",
    ["nan", "inf", "-inf", "1e39", "1e99999", "0x10", "1_0", "\u0661", "--1", "1,5", "."],
)
@pytest.mark.parametrize(
    ("line", "before"), [(5, "m55aa_01 0"), (12, "m55aa_01 door_01 0 1 2 3 1")]
)
def test_what_is_not_a_number_is_an_error_with_its_line(
    number: str, line: int, before: str
) -> None:
    after = "0" if line == 5 else "0 0"
    data = encode(*changed(line, f"{before} NUMBER {after}"))
    with pytest.raises(FormatError) as caught:
        parse_layout(data.replace(b"NUMBER", number.encode()))
    assert caught.value.line == line


@pytest.mark.parametrize("number", ["1", "+1", "1.", "01.0", "1e0", "1.0E+000", "10e-001"])
def test_a_number_may_be_spelt_in_many_ways(number: str) -> None:
    assert parse(*changed(5, f"a {number} 0 0")).rooms[0].position == (1.0, 0.0, 0.0)


def test_the_largest_float32_is_a_number_in_either_spelling() -> None:
    for text in ("3.4028235e+038", "3.4028234663852886e38", "-3.4028235e38"):
        assert parse(*changed(5, f"a {text} 0 0")).rooms[0].position[0] == float(text)


def test_names_with_spaces_do_not_shift_the_numbers() -> None:
    lines = list(SMALL)
    lines[4] = "   my new  room 1 2 3"
    lines[11] = "   my new room door_01 0 1 2 3 1 0 0 0"
    layout = parse(*lines)
    assert layout.rooms[0] == LayoutRoom("my new room", (1.0, 2.0, 3.0))
    assert (layout.door_hooks[0].room, layout.door_hooks[0].name) == ("my new room", "door_01")
    assert [line for line, _ in line_problems(layout)] == [5, 12]


@pytest.mark.parametrize("name", ["roomcount", "trackcount", "donelayout", "beginlayout"])
def test_a_room_may_be_called_like_a_keyword(name: str) -> None:
    layout = parse(*changed(5, f"{name} 1 2 3"))
    assert layout.rooms[0] == LayoutRoom(name, (1.0, 2.0, 3.0))
    assert layout.problems == ()


def test_names_the_game_cannot_use_are_recorded_and_kept() -> None:
    layout = parse(*changed(5, "a_name_of_17_char 0 0 0"))
    assert layout.rooms[0].name == "a_name_of_17_char"
    ((line, text),) = line_problems(layout)
    assert line == 5
    assert "17 characters" in text


@pytest.mark.parametrize("count", ["0", "1", "3", "77", "-1", "-2"])
def test_a_wrong_count_is_recorded_and_the_entries_are_read(count: str) -> None:
    layout = parse(*changed(4, f"roomcount {count}"))
    assert len(layout.rooms) == 2
    assert line_problems(layout) == [(4, f"roomcount says {count}, but there are 2")]


@pytest.mark.parametrize(
    ("number", "keyword"), [(7, "trackcount"), (9, "obstaclecount"), (11, "doorhookcount")]
)
def test_a_wrong_count_is_recorded_in_every_section(number: int, keyword: str) -> None:
    layout = parse(*changed(number, f"{keyword} 4"))
    assert line_problems(layout) == [(number, f"{keyword} says 4, but there are 1")]


def test_a_missing_count_is_recorded() -> None:
    layout = parse(*changed(4, "   roomcount"))
    assert len(layout.rooms) == 2
    assert line_problems(layout) == [(4, "roomcount has no number, but there are 2")]


def test_a_count_that_is_no_number_is_an_error() -> None:
    with pytest.raises(FormatError, match="not a whole number") as caught:
        parse(*changed(4, "roomcount two"))
    assert caught.value.line == 4


@pytest.mark.parametrize("number", [4, 7])
def test_a_comment_behind_a_count_is_an_error(number: int) -> None:
    with pytest.raises(FormatError, match="and nothing behind it") as caught:
        parse(*changed(number, f"{SMALL[number - 1]} # note"))
    assert caught.value.line == number


def test_missing_sections_are_recorded() -> None:
    layout = parse("beginlayout", "roomcount 0", "donelayout")
    assert line_problems(layout) == [
        (3, "no trackcount before 'donelayout'"),
        (3, "no obstaclecount before 'donelayout'"),
        (3, "no doorhookcount before 'donelayout'"),
    ]


def test_sections_in_another_order_are_read_and_recorded() -> None:
    layout = parse(*SMALL[:3], *SMALL[6:8], *SMALL[3:6], *SMALL[8:])
    assert layout == parse(*SMALL)
    ((line, text),) = line_problems(layout)
    assert (line, text) == (6, "roomcount stands after trackcount; the game expects it before")


def test_a_second_section_is_added_to_the_first_and_recorded() -> None:
    layout = parse(*SMALL[:8], "roomcount 1", "b 0 0 0", *SMALL[8:])
    assert [room.name for room in layout.rooms] == ["m55aa_01", "****", "b"]
    assert line_problems(layout) == [(9, "a second roomcount")]


@pytest.mark.parametrize("lines", [(), ("",), ("roomcount 0", "donelayout"), SMALL[:2]])
def test_a_file_without_a_beginning_is_not_a_layout(lines: tuple[str, ...]) -> None:
    with pytest.raises(FormatError, match="this is not a layout") as caught:
        parse(*lines)
    assert caught.value.line == max(len(lines), 1)


def test_a_file_without_an_end_is_an_error() -> None:
    with pytest.raises(FormatError, match="ends without 'donelayout'") as caught:
        parse(*SMALL[:-1])
    assert caught.value.line == 12
    assert str(caught.value).startswith("test.lyt: line 12: ")


def test_comments_unknown_lines_and_the_epilogue_are_kept() -> None:
    layout = parse(
        "# preamble",
        "beginlayout",
        "  new junk 1 2 3  ",
        "roomcount 2",
        "# first",
        "// more",
        "a 0 0 0",
        "  # second",
        "b 0 0 0",
        "# before tracks",
        "trackcount 0",
        "obstaclecount 0",
        "doorhookcount 1",
        "# door",
        "a door_01 0 1 2 3 1 0 0 0",
        "# last",
        "donelayout",
        "",
        "  after  ",
        "",
    )
    assert layout.preamble == ("# preamble",)
    assert [room.comments for room in layout.rooms] == [("# first", "// more"), ("# second",)]
    assert layout.door_hooks[0].comments == ("# door",)
    assert layout.section_comments == (
        ("roomcount", "new junk 1 2 3"),
        ("trackcount", "# before tracks"),
        ("donelayout", "# last"),
    )
    assert layout.epilogue == ("", "  after")
    assert [line for line, _ in line_problems(layout)] == [3, 5, 6, 8, 10, 14, 16]


def test_unknown_lines_stay_at_the_top_when_the_first_section_is_missing() -> None:
    with_tracks = parse("beginlayout", "junk 1 2 3", "trackcount 0", "donelayout")
    empty = parse("beginlayout", "junk 1 2 3", "donelayout")
    for layout in (with_tracks, empty):
        assert layout.section_comments == (("roomcount", "junk 1 2 3"),)
        again = parse_layout(layout.added(LayoutRoom("a", (0.0, 0.0, 0.0))).to_bytes())
        assert [room.name for room in again.rooms] == ["a"]
        assert again.section_comments == layout.section_comments


@pytest.mark.parametrize("text", ["foocount 0", "foo", "foo 1 bar", "foocount 0 # note", "0"])
@pytest.mark.parametrize("number", [6, 7, 8, 12, 13])
def test_unknown_lines_in_sections_are_kept(number: int, text: str) -> None:
    lines = [*SMALL[: number - 1], f"  {text} ", *SMALL[number - 1 :]]
    layout, plain = parse(*lines), parse(*SMALL)
    assert [room.position for room in layout.rooms] == [room.position for room in plain.rooms]
    assert len(layout.door_hooks) == 1
    assert line_problems(layout) == [(number, f"unknown line, kept: {text!r}")]
    assert [problem.code for problem in layout.problems] == ["unknown-line"]
    again = parse_layout(layout.removed(LayoutTrack, 0).to_bytes())
    assert text in str(again.content)
    assert text in str(layout.content)


@pytest.mark.parametrize("comment", ["# note", "// note", "#", "//1 2 3", "# was 4 5 6"])
def test_a_comment_behind_an_entry_is_kept_as_one_of_its_own(comment: str) -> None:
    lines = list(SMALL)
    for number in (5, 12):
        lines[number - 1] += f"\t{comment}"
    layout, plain = parse(*lines), parse(*SMALL)
    assert layout.rooms[0] == replace(plain.rooms[0], comments=(comment,))
    assert layout.door_hooks[0] == replace(plain.door_hooks[0], comments=(comment,))
    text = f"comment behind an entry, kept: {comment!r}"
    assert line_problems(layout) == [(5, text), (12, text)]
    assert {problem.code for problem in layout.problems} == {"unknown-line"}


def test_a_mark_inside_a_name_begins_no_comment() -> None:
    assert parse(*changed(5, "a room #2 1 2 3")).rooms[0].name == "a room #2"
    hook = parse(*changed(12, "a #1 0 1 2 3 1 0 0 0")).door_hooks[0]
    assert (hook.room, hook.name, hook.comments) == ("a", "#1", ())
    assert parse(*changed(5, "a#b 1 2 3")).rooms[0].name == "a#b"


@pytest.mark.parametrize(("text", "value"), [("0.0", 0), ("-2.", -2), ("1e0", 1)])
def test_the_third_field_of_a_hook_may_have_a_point(text: str, value: int) -> None:
    layout = parse(*changed(12, f"a door_01 {text} 1 2 3 1 0 0 0"))
    assert layout.door_hooks[0].unknown == value
    ((line, problem),) = line_problems(layout)
    assert (line, problem) == (12, f"{text} behind the door is not written as a whole number")


@pytest.mark.parametrize("text", ["2147483648.0", "-4e9", "0.5"])
def test_the_third_field_of_a_hook_is_a_whole_number_of_32_bits(text: str) -> None:
    with pytest.raises(FormatError, match="line 12"):
        parse(*changed(12, f"a door_01 {text} 1 2 3 1 0 0 0"))


def test_where_entries_and_sections_stand() -> None:
    lines = [*SMALL[:3], "junk", *SMALL[3:5], "foocount 0", "# c", *SMALL[5:]]
    found = find_entry_lines(encode(*lines))
    assert found.first_section == 5
    assert found.entries == {
        LayoutRoom: (6, 9),
        LayoutTrack: (11,),
        LayoutObstacle: (13,),
        DoorHook: (15,),
    }
    assert find_entry_lines(b"beginlayout\ndonelayout\n").first_section is None


@pytest.mark.parametrize(
    ("line", "code", "before"),
    [
        (b"#\n", "unknown-line", b"roomcount 0\n"),
        (b"foo\n", "unknown-line", b"roomcount 0\n"),
        (b"foo\n", "unknown-line", b""),
        (b"? 1 2 3\n", "name", b"roomcount 0\n"),
        (b"a d 0. 1 2 3 1 0 0 0\n", "third-field", b"doorhookcount 0\n"),
        (b"roomcount 0\n", "sections", b""),
    ],
)
def test_repeated_faults_are_counted_and_take_little_memory(
    line: bytes, code: str, before: bytes
) -> None:
    data = b"beginlayout\n" + before + line * (few(20_000, 60_000) // len(line)) + b"donelayout\n"
    found: list[Layout] = []
    assert peak_memory(lambda: found.append(parse_layout(data))) < 45 * len(data)
    alike = [problem for problem in found[0].problems if problem.code == code]
    assert len(alike) == 21
    assert " more like this, up to line " in alike[-1].text


def test_every_wrong_count_and_short_hook_is_recorded() -> None:
    hooks = ("a d 1 2 3 1 0 0 0",) * 50
    layout = parse("beginlayout", *("roomcount 7",) * 50, "doorhookcount 50", *hooks, "donelayout")
    counts = [(p.line, p.value) for p in layout.problems if p.code == "count"]
    assert counts == [(line, 0) for line in range(2, 52)]
    short = [p.line for p in layout.problems if p.code == "nine-fields"]
    assert short == list(range(53, 103))


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (b"\n", ["13 lines end with LF; the game expects CRLF"]),
        (b"\r", ["13 lines end with CR; the game expects CRLF"]),
    ],
)
def test_line_ends_other_than_crlf_are_recorded(end: bytes, expected: list[str]) -> None:
    layout = parse_layout(encode(*SMALL).replace(b"\r\n", end))
    assert layout == parse(*SMALL)
    assert end_problems(layout) == expected


def test_a_last_line_without_an_end_is_recorded() -> None:
    layout = parse_layout(encode(*SMALL).removesuffix(b"\r\n"))
    assert end_problems(layout) == ["the last line has no end; the game expects CRLF"]


@pytest.mark.parametrize(
    "data", [b"BWM V1.0\x00\x00", b"a 1\r\n  b\r\n", "beginlayout".encode("utf-16"), b"<xml/>"]
)
def test_another_format_is_an_error(data: bytes) -> None:
    with pytest.raises(FormatError):
        parse_layout(data)


# Sources


def test_paths_bytes_and_files_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.lyt"
    path.write_bytes(encode(*SMALL))
    expected = parse(*SMALL)
    assert read_layout(path) == expected
    assert read_layout(str(path)) == expected
    assert read_layout(encode(*SMALL)) == expected
    assert read_layout(io.BytesIO(encode(*SMALL))) == expected


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.lyt"
    path.write_bytes(b"")
    with pytest.raises(FormatError, match=re.escape(str(path))):
        read_layout(path)
    with pytest.raises(UnreadableError):
        read_layout(tmp_path / "absent.lyt")


def test_a_layout_survives_pickling() -> None:
    layout = parse_layout(encode(*SMALL).replace(b"\r", b""))
    copy = pickle.loads(pickle.dumps(layout))
    assert copy == layout
    assert copy.problems == layout.problems
    assert copy.to_bytes() == layout.to_bytes()


# Hostile input

real_files = st.sampled_from(
    [path.read_bytes() for path in corpus_files(*LYT_FILES)] + [encode(*SMALL)]
)
built_files = layouts.map(Layout.to_bytes)


@given(st.one_of(damaged(real_files), damaged(built_files), st.binary(max_size=200)))
@example(b"beginlayout\r\ntrackcount\r\n1\xa02 3 4\r\ndonelayout")
@example(b"\x1c\r\nbeginlayout\r\ndonelayout\r\n\x1c")
def test_any_bytes_are_read_without_loss_or_refused_with_a_place(data: bytes) -> None:
    try:
        layout = parse_layout(data, "fuzz.lyt")
    except FormatError as error:
        assert error.line is not None
        assert error.line >= 1
        return
    assert layout.to_bytes() == data


def test_sections_out_of_order_are_told_against_the_last_one_seen() -> None:
    """Not against the first: behind the door hooks nothing but the tracks is out of order here."""
    body = b"roomcount 0\r\ndoorhookcount 0\r\ntrackcount 0\r\nobstaclecount 0\r\n"
    layout = parse_layout(b"beginlayout\r\n" + body + b"donelayout\r\n")
    told = [(problem.line, problem.text) for problem in layout.problems]
    assert told == [(4, "trackcount stands after doorhookcount; the game expects it before")]


class Counting:
    """Holds no room, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __contains__(self, name: object) -> bool:
        self.asked += 1
        return False


def test_a_door_hook_of_thousands_of_words_is_compared_with_few_names() -> None:
    words = ["a"] * 5_000 + ["0", "1", "2", "3", "1", "0", "0", "0"]
    rooms = Counting()
    hook = parse_entry(LineReader(b""), Line(1, ""), words, DoorHook, "doorhookcount", rooms)
    assert isinstance(hook, DoorHook)
    assert (hook.room, len(hook.name)) == ("a", 2 * 4_999 - 1)
    assert rooms.asked < 100


def test_blank_lines_cost_little() -> None:
    head = crlf("beginlayout", "roomcount 0", "trackcount 0", "obstaclecount 0", "doorhookcount 0")
    data = head + b"\n" * 100_000 + crlf("donelayout")
    assert peak_memory(lambda: parse_layout(data)) < 30 * len(data)
    assert len(parse_layout(data).problems) < 100
