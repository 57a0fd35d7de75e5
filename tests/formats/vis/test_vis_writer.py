from __future__ import annotations

import dataclasses
import io
from pathlib import Path

import pytest
from hypothesis import given

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.vis import (
    Visibility,
    VisRoom,
    format_visibility,
    parse_visibility,
    read_visibility,
    write_visibility,
)
from support.corpus import each_corpus_file
from support.formats.vis_strategies import visibilities

WRONG = b"# by hand\na 7\n\n\t b \nb\n  A"
"""Every fault at once: LF, a comment, a wrong count, odd spacing, no count, no last line end."""


def canonical(visibility: Visibility) -> bytes:
    """The bytes of ``visibility`` without regard to what was read."""
    return dataclasses.replace(visibility, stored=None).to_bytes()


def test_the_games_own_form() -> None:
    visibility = Visibility(
        (VisRoom("m55aa_01", ("M55aa_02", "m55aa_03")), VisRoom("M55aa_02"), VisRoom("x", ("x",)))
    )
    assert visibility.to_bytes() == (
        b"m55aa_01 2\r\n  M55aa_02\r\n  m55aa_03\r\nM55aa_02 0\r\nx 1\r\n  x\r\n"
    )


def test_comments_stand_before_their_parent_and_at_the_end() -> None:
    visibility = Visibility((VisRoom("a", ("b",), ("# one", "// two")),), ("# end",))
    assert visibility.to_bytes() == b"# one\r\n// two\r\na 1\r\n  b\r\n# end\r\n"


def test_an_empty_visibility_is_an_empty_file() -> None:
    assert Visibility().to_bytes() == b""
    assert parse_visibility(b"") == Visibility()


def test_an_edit_writes_the_strict_form() -> None:
    visibility = parse_visibility(WRONG)
    assert visibility.to_bytes() == WRONG
    edited = visibility.added("c", ["a"])
    assert edited.to_bytes() == b"# by hand\r\na 1\r\n  b\r\nb 1\r\n  A\r\nc 1\r\n  a\r\n"
    assert visibility.to_bytes() == WRONG


def test_what_is_edited_and_edited_back_is_written_as_it_was_read() -> None:
    visibility = parse_visibility(WRONG)
    back = visibility.added("c").removed("C")
    assert back is not visibility
    assert back.to_bytes() == WRONG


def test_replaced_fields_never_write_stale_bytes() -> None:
    visibility = parse_visibility(WRONG)
    entries = (*visibility.entries, VisRoom("c"))
    assert b"c 0\r\n" in dataclasses.replace(visibility, entries=entries).to_bytes()
    assert dataclasses.replace(visibility, epilogue=("# z",)).to_bytes().endswith(b"# z\r\n")
    respelt = (dataclasses.replace(visibility.entries[0], name="A"), *visibility.entries[1:])
    assert b"A 1\r\n" in dataclasses.replace(visibility, entries=respelt).to_bytes()


@each_corpus_file("vis/*.vis", "area_*/*.vis")
def test_the_strict_form_of_a_real_file_has_equal_content_and_no_problems(path: Path) -> None:
    visibility = read_visibility(path)
    data = canonical(visibility)
    again = parse_visibility(data)
    assert (again.entries, again.epilogue) == (visibility.merged, visibility.epilogue)
    assert again.problems == ()
    assert canonical(again) == data


def test_repeated_parents_are_merged_where_they_are_written_anew() -> None:
    data = b"a 1\r\n  b\r\nb 2\r\n  a\r\n  A\r\n# mine\r\nA 2\r\n  B\r\n  c\r\n"
    read = parse_visibility(data)
    assert (len(read.entries), read.to_bytes()) == (3, data)
    edited = read.added("c", ("a",)).to_bytes()
    assert edited == b"# mine\r\na 2\r\n  b\r\n  c\r\nb 2\r\n  a\r\n  A\r\nc 1\r\n  a\r\n"


@each_corpus_file("vis/m02ae.vis", "vis/tel.vis", "area_*/*.vis")
def test_the_strict_form_of_a_right_real_file_differs_only_in_line_ends(path: Path) -> None:
    assert canonical(read_visibility(path)) == path.read_bytes().replace(b"\n", b"\r\n")


@given(visibilities)
def test_what_is_written_reads_back_the_same(visibility: Visibility) -> None:
    data = visibility.to_bytes()
    again = parse_visibility(data)
    assert (again.entries, again.epilogue) == (visibility.merged, visibility.epilogue)
    one, other = ({(a.lower(), b.lower()) for a, b in v.pairs()} for v in (again, visibility))
    assert one == other
    assert again.to_bytes() == data
    assert canonical(again) == data
    assert not [p for p in again.problems if "says" in p.text or "no number" in p.text]
    assert not [p for p in again.problems if p.section == "line ends"]


@pytest.mark.parametrize(
    "name", ["", " ", "a  b", " a", "a\t", "a\nb", "a\r", "a\0", "#a", "//a", "\u4e16"]
)
def test_a_name_that_would_not_read_back_is_refused(name: str) -> None:
    for entry in (VisRoom(name), VisRoom("a", (name,))):
        with pytest.raises(FormatError):
            format_visibility(Visibility((entry,)))


@pytest.mark.parametrize("text", ["", "a 1", "  # x", "# x\r\nb 0", "#\0"])
def test_a_comment_that_would_not_read_back_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        format_visibility(Visibility((VisRoom("a", (), (text,)),)))
    with pytest.raises(FormatError):
        format_visibility(Visibility((), (text,)))


def test_paths_and_files_can_be_written(tmp_path: Path) -> None:
    visibility = Visibility((VisRoom("a", ("b",)),))
    path = tmp_path / "m55aa.vis"
    write_visibility(visibility, path)
    assert path.read_bytes() == b"a 1\r\n  b\r\n"
    assert [child.name for child in tmp_path.iterdir()] == ["m55aa.vis"]
    buffer = io.BytesIO()
    write_visibility(visibility, buffer)
    assert buffer.getvalue() == b"a 1\r\n  b\r\n"


def test_a_refused_visibility_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.vis"
    path.write_bytes(b"old")
    with pytest.raises(FormatError):
        write_visibility(Visibility((VisRoom("#"),)), path)
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize(
    "visibility",
    [
        Visibility((VisRoom("a", (), ("# x ",)),)),
        Visibility((VisRoom("a"),), ("# x", "#\t")),
        Visibility((VisRoom("a", "bc"),)),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_what_would_read_back_as_something_else_is_refused(visibility: Visibility) -> None:
    with pytest.raises(FormatError, match="would not read back as it is"):
        format_visibility(visibility)
