from __future__ import annotations

import dataclasses
import io
import math
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.core.text import as_float32, format_float32, parse_float
from kotorlevel.formats.lyt import (
    DoorHook,
    Layout,
    LayoutObstacle,
    LayoutRoom,
    LayoutTrack,
    format_layout,
    parse_layout,
    read_layout,
    write_layout,
)
from support.corpus import corpus_files, each_corpus_file
from support.formats.lyt_strategies import float32s, layouts
from support.formats.vis_strategies import damaged

ORIGIN = (0.0, 0.0, 0.0)
HOOK = DoorHook("a", "d", ORIGIN)

LOOSE = (
    b"# by hand\nbeginlayout\njunk\n  roomcount 9\n# first\n\ta  1 2. 3e0\nb 1 2 3\n"
    b"# tracks\n trackcount\n obstaclecount 0\ndoorhookcount 1\n a d 1 2 3 1 0 0 0\n"
    b"donelayout\n\nafter\n"
)


def canonical(layout: Layout) -> bytes:
    """The bytes of ``layout`` without regard to what was read."""
    return dataclasses.replace(layout, stored=None).to_bytes()


def test_the_games_own_form() -> None:
    layout = Layout(
        rooms=(LayoutRoom("m55aa_01", (225.0, 44.99, -0.535343)), LayoutRoom("****", ORIGIN)),
        tracks=(LayoutTrack("m55_mgt01", (1, 2, 300000)),),
        obstacles=(LayoutObstacle("m55_mgo01", (0.5, 3.84015e-07, 1e10)),),
        door_hooks=(
            DoorHook("m55aa_01", "door_01", (190.45, 55.0, 3.0), (0.707107, 0, 0, -0.707106)),
        ),
        preamble=("#MAXLAYOUT ASCII", "filedependancy m55aa.max"),
    )
    assert layout.to_bytes() == (
        b"#MAXLAYOUT ASCII\r\n"
        b"filedependancy m55aa.max\r\n"
        b"beginlayout\r\n"
        b"   roomcount 2\r\n"
        b"      m55aa_01 225.0 44.99 -0.535343\r\n"
        b"      **** 0.0 0.0 0.0\r\n"
        b"   trackcount 1\r\n"
        b"      m55_mgt01 1.0 2.0 300000.0\r\n"
        b"   obstaclecount 1\r\n"
        b"      m55_mgo01 0.5 3.84015e-007 1e+010\r\n"
        b"   doorhookcount 1\r\n"
        b"      m55aa_01 door_01 0 190.45 55.0 3.0 0.707107 0.0 0.0 -0.707106\r\n"
        b"donelayout\r\n"
    )


def test_an_empty_layout_has_all_sections() -> None:
    assert Layout().to_bytes() == (
        b"#MAXLAYOUT ASCII\r\nbeginlayout\r\n   roomcount 0\r\n   trackcount 0\r\n"
        b"   obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n"
    )


def test_kept_lines_survive_an_edit() -> None:
    layout = parse_layout(LOOSE)
    assert layout.to_bytes() == LOOSE
    edited = layout.added(LayoutRoom("c", ORIGIN), at=0)
    assert edited.to_bytes() == (
        b"# by hand\r\nbeginlayout\r\njunk\r\n   roomcount 3\r\n      c 0.0 0.0 0.0\r\n# first\r\n"
        b"      a 1.0 2.0 3.0\r\n      b 1.0 2.0 3.0\r\n# tracks\r\n   trackcount 0\r\n"
        b"   obstaclecount 0\r\n   doorhookcount 1\r\n      a d 0 1.0 2.0 3.0 1.0 0.0 0.0 0.0\r\n"
        b"donelayout\r\n\r\nafter\r\n"
    )
    again = parse_layout(edited.to_bytes())
    assert again == edited
    assert all("kept" in problem.text for problem in again.problems)


def test_what_is_edited_and_edited_back_is_written_as_it_was_read() -> None:
    layout = parse_layout(LOOSE)
    assert layout.added(LayoutRoom("c", ORIGIN)).removed(LayoutRoom, "c").to_bytes() == LOOSE
    assert layout.moved(LayoutRoom, "a", (1.0, 2.0, 3.0)).to_bytes() == LOOSE


def test_replaced_fields_never_write_stale_bytes() -> None:
    layout = parse_layout(LOOSE)
    replace = dataclasses.replace
    assert b"roomcount 1\r\n" in replace(layout, rooms=layout.rooms[:1]).to_bytes()
    assert b"doorhookcount 0\r\n" in replace(layout, door_hooks=()).to_bytes()
    assert b"t 0.0" in replace(layout, tracks=(LayoutTrack("t", ORIGIN),)).to_bytes()
    assert b"o 0.0" in replace(layout, obstacles=(LayoutObstacle("o", ORIGIN),)).to_bytes()
    assert replace(layout, preamble=()).to_bytes().startswith(b"beginlayout\r\n")
    assert replace(layout, epilogue=()).to_bytes().endswith(b"donelayout\r\n")
    assert b"junk" not in replace(layout, section_comments=()).to_bytes()


@each_corpus_file("lyt/*.lyt", "area_*/*.lyt")
def test_the_strict_form_of_a_real_file_has_equal_content_and_no_problems(path: Path) -> None:
    layout = read_layout(path)
    data = canonical(layout)
    again = parse_layout(data)
    assert again.content == layout.content
    assert again.problems == ()
    assert canonical(again) == data


@each_corpus_file("lyt/stunt_starforge.lyt", "lyt/tel_swoop.lyt", "area_*/*.lyt")
def test_the_strict_form_of_a_tidy_real_file_differs_only_in_line_ends(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    assert canonical(read_layout(path)) == b"".join(line + b"\r\n" for line in lines)


@given(layouts)
def test_what_is_written_reads_back_the_same(layout: Layout) -> None:
    data = layout.to_bytes()
    again = parse_layout(data)
    assert again == layout
    assert again.to_bytes() == data
    assert canonical(again) == data
    assert not [p for p in again.problems if "says" in p.text or p.section == "line ends"]


real_files = st.sampled_from(
    [path.read_bytes() for path in corpus_files("lyt/*.lyt", "area_*/*.lyt")] + [LOOSE]
)


@given(damaged(real_files))
@example(b"\n\xff\xfe\nbeginlayout\ndonelayout\n")
@example(b"beginlayout\njunk 1 2 3\ntrackcount 0\ndonelayout\n")
@example(b"beginlayout\ndoorhookcount 1\nroom #door 0 0 0 0 1 0 0 0\ndonelayout\n")
@example(b"beginlayout\nroomcount 1\na 3.4028235e38 0 0\ndonelayout\n")
def test_whatever_can_be_read_can_be_written_in_the_strict_form(data: bytes) -> None:
    try:
        layout = parse_layout(data)
    except FormatError:
        return
    try:
        strict = canonical(layout)
    except FormatError as error:
        assert "byte-order mark" in error.message
        return
    again = parse_layout(strict)
    assert canonical(again) == strict
    assert [room.name for room in again.rooms] == [room.name for room in layout.rooms]
    for old, new in zip(layout.rooms, again.rooms, strict=True):
        assert list(map(as_float32, new.position)) == list(map(as_float32, old.position))


@pytest.mark.parametrize(
    "name", ["", " ", "a  b", " a", "a\t", "a\nb", "a\r", "a\0", "#a", "//a", "\u4e16"]
)
def test_a_name_that_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(FormatError):
        format_layout(Layout(rooms=(LayoutRoom(name, ORIGIN),)))
    with pytest.raises(FormatError):
        format_layout(Layout(door_hooks=(DoorHook(name, "door", ORIGIN),)))


@pytest.mark.parametrize("name", ["", "a  b", "a 1", "a\n", "a\0"])
def test_a_door_that_would_not_read_back_is_refused(name: str) -> None:
    with pytest.raises(FormatError):
        format_layout(Layout(door_hooks=(DoorHook("room", name, ORIGIN),)))


@pytest.mark.parametrize("text", ["", "a 1 2 3", "# x\r\ndonelayout", "#\0"])
def test_a_comment_that_would_not_read_back_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        format_layout(Layout(rooms=(LayoutRoom("a", ORIGIN, (text,)),)))
    with pytest.raises(FormatError):
        format_layout(Layout(section_comments=(("trackcount", text),)))


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, 1e39, 3.4028236e38])
def test_a_number_that_no_float32_holds_is_refused(number: float) -> None:
    with pytest.raises(FormatError, match="m55aa_01") as caught:
        format_layout(Layout(rooms=(LayoutRoom("m55aa_01", (0.0, number, 0.0)),)))
    assert caught.value.section == "roomcount"
    with pytest.raises(FormatError):
        format_layout(Layout(door_hooks=(DoorHook("a", "d", ORIGIN, (number, 0.0, 0.0, 0.0)),)))


@pytest.mark.parametrize("position", [(1.0, 2.0), (1.0, 2.0, 3.0, 4.0), ()])
def test_a_position_of_another_length_is_refused(position: Any) -> None:
    with pytest.raises(FormatError, match="expected 3") as caught:
        format_layout(Layout(rooms=(LayoutRoom("a", position),)))
    assert caught.value.section == "roomcount"
    with pytest.raises(FormatError, match="expected 3"):
        format_layout(Layout(door_hooks=(DoorHook("a", "d", position),)))


@pytest.mark.parametrize(
    "changes",
    [{"orientation": (1.0, 0.0, 0.0)}, {"unknown": 1.5}, {"unknown": 10**18}, {"unknown": None}],
)
def test_a_door_hook_that_would_not_read_back_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        format_layout(Layout(door_hooks=(dataclasses.replace(HOOK, **changes),)))


STRUCTURE = ["donelayout", "beginlayout", "roomcount 5", "doorhookcount 0", "a 1 2 3", " # x"]


@pytest.mark.parametrize("text", STRUCTURE)
@pytest.mark.parametrize(
    "make",
    [
        lambda text: Layout(rooms=(LayoutRoom("a", ORIGIN, (text,)),)),
        lambda text: Layout(door_hooks=(DoorHook("a", "d", ORIGIN, comments=(text,)),)),
        lambda text: Layout(section_comments=(("trackcount", text),)),
        lambda text: Layout(section_comments=(("donelayout", text),)),
    ],
    ids=["room", "hook", "section", "end"],
)
def test_structure_is_refused_as_a_comment(make: Callable[[str], Layout], text: str) -> None:
    layout = make(text)
    if text == "beginlayout":  # unknown there, and kept as such
        assert parse_layout(layout.to_bytes()) == layout
        return
    with pytest.raises(FormatError):
        layout.to_bytes()


@pytest.mark.parametrize(
    "layout",
    [
        Layout(preamble=("beginlayout",)),
        Layout(preamble=("# x", "BeginLayout ")),
        Layout(preamble=("",)),
        Layout(section_comments=(("roomcount", "donelayout"),)),
        Layout(section_comments=(("roomcount", "trackcount 0"),)),
        Layout(section_comments=(("nosuchcount", "# lost"),)),
        Layout(section_comments=(("Roomcount", "# lost"),)),
        Layout(epilogue=("x", "")),
        Layout(rooms=(LayoutTrack("a", ORIGIN),)),  # type: ignore[arg-type]
        Layout(rooms=(LayoutRoom("a 1 2 3 #b", ORIGIN),)),
        Layout(door_hooks=(DoorHook("roomcount", "#1", ORIGIN),)),
    ],
    ids=str,
)
def test_what_would_read_back_as_something_else_is_refused(layout: Layout) -> None:
    with pytest.raises(FormatError):
        layout.to_bytes()


def test_unknown_lines_between_entries_survive_an_edit() -> None:
    data = LOOSE.replace(b"b 1 2 3\n", b"foocount 0\nb 1 2 3 # note\n")
    edited = parse_layout(data).removed(LayoutRoom, "a")
    assert edited.rooms == (LayoutRoom("b", (1.0, 2.0, 3.0), ("# first", "foocount 0", "# note")),)
    assert parse_layout(edited.to_bytes()) == edited


def test_the_order_in_which_section_comments_are_given_does_not_matter() -> None:
    comments = (("donelayout", "# end"), ("roomcount", "# top"))
    again = parse_layout(Layout(section_comments=comments).to_bytes())
    assert again.section_comments == comments[::-1]


def test_paths_and_files_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.lyt"
    write_layout(Layout(), path)
    assert path.read_bytes() == Layout().to_bytes()
    assert [child.name for child in tmp_path.iterdir()] == ["m55aa.lyt"]
    buffer = io.BytesIO()
    write_layout(Layout(), buffer)
    assert buffer.getvalue() == Layout().to_bytes()


# Numbers


def digits_of(text: str) -> int:
    mantissa = text.lower().partition("e")[0]
    return len(mantissa.lstrip("+-").replace(".", "").strip("0"))


def shorter_texts(value: float, digits: int) -> list[str]:
    """The two decimals of ``digits`` digits around ``value``: if they fail, all others do."""
    exact = Decimal(value)
    step = Decimal(1).scaleb(exact.adjusted() - digits + 1)
    around = (exact.quantize(step, way, Context(200)) for way in (ROUND_FLOOR, ROUND_CEILING))
    return [str(number) for number in around]


@given(float32s)
@example(2.0**-96)
@example(2.0**87)
@example(2.0**90)
@example(3.4028234663852886e38)
@example(-3.4028232635611926e38)
@example(2.0**-149)
@example(2.0**-126)
@example(16777216.0)
@example(-0.0)
def test_a_float32_is_written_exactly_and_in_the_fewest_digits(value: float) -> None:
    text = format_float32(value)
    back = as_float32(parse_float(text))
    assert back == value
    assert math.copysign(1, back) == math.copysign(1, value)
    if (digits := digits_of(text)) > 1:
        for shorter in shorter_texts(value, digits - 1):
            assert as_float32(float(shorter)) != value


def test_powers_of_two_are_written_in_the_fewest_digits() -> None:
    for exponent in range(-149, 128):
        test_one = 2.0**exponent
        text = format_float32(test_one)
        assert as_float32(parse_float(text)) == test_one
        if (digits := digits_of(text)) > 1:
            for shorter in shorter_texts(test_one, digits - 1):
                assert as_float32(float(shorter)) != test_one


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0.0"),
        (-0.0, "-0.0"),
        (1, "1.0"),
        (44.99, "44.99"),
        (0.1, "0.1"),
        (0.0001, "0.0001"),
        (0.00001, "1e-005"),
        (3.84015e-07, "3.84015e-007"),
        (100000, "100000.0"),
        (1234567, "1234567.0"),
        (16777217, "16777216.0"),
        (123456789, "123456790.0"),
        (1e9, "1e+009"),
        (1 / 3, "0.33333334"),
    ],
)
def test_the_games_spelling_of_numbers(value: float, text: str) -> None:
    assert format_float32(value) == text


def test_numbers_that_were_not_edited_keep_all_their_digits() -> None:
    text = (
        b"beginlayout\r\nroomcount 2\r\na 99999999999 1.23456789012 -0.1\r\nb 0 0 0\r\n"
        b"trackcount 0\r\nobstaclecount 0\r\ndoorhookcount 1\r\n"
        b"a d 0 1 2 3 57.42482388 0 0 1e-40 7 0.30000001\r\ndonelayout\r\n"
    )
    layout = parse_layout(text)
    (hook,) = layout.door_hooks
    assert hook.orientation[0] == 57.42482388
    for edited in (
        layout.moved(LayoutRoom, 1, (1 / 3, 2.0, 3.0)),
        layout.moved(DoorHook, 0, (1 / 3, 2.0, 3.0)),
        layout.renamed(LayoutRoom, 0, "c"),
        layout.removed(LayoutRoom, 1),
    ):
        again = parse_layout(edited.to_bytes())
        assert again.rooms[0].position == layout.rooms[0].position
        assert again.door_hooks[0].orientation == hook.orientation
        assert again.door_hooks[0].extra == hook.extra
    # What was edited is as short as ever: no digits that the game does not have.
    assert b"0.33333334 2.0 3.0" in layout.moved(LayoutRoom, 1, (1 / 3, 2.0, 3.0)).to_bytes()


def test_kept_lines_before_sections_in_any_order_stay_with_theirs() -> None:
    text = (
        b"beginlayout\r\nroomcount 1\r\na 0 0 0\r\n# of obstacles\r\nobstaclecount 0\r\n"
        b"# of tracks\r\ntrackcount 0\r\n# of rooms\r\nroomcount 0\r\ndoorhookcount 0\r\n"
        b"donelayout\r\n"
    )
    layout = parse_layout(text)
    assert layout.to_bytes() == text
    moved = layout.moved(LayoutRoom, 0, (1.0, 2.0, 3.0))
    again = parse_layout(moved.to_bytes())
    assert again.content == moved.content
    assert dict(again.section_comments) == {
        "roomcount": "# of rooms",
        "trackcount": "# of tracks",
        "obstaclecount": "# of obstacles",
    }
