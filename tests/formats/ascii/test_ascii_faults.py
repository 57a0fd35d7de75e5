"""Bad text: an error at the line that is wrong, or a problem where reading can go on."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.ascii import (
    AsciiModel,
    format_ascii_engine,
    format_ascii_model,
    parse_ascii,
)
from support.formats.ascii_samples import ENGINE, MDLEDIT_WOK, MODEL
from support.formats.twoda_shapes import peak_memory

# (what is replaced in ENGINE, by what, line of the error, part of its text)
FAULTS = [
    ("verts 4", "verts 10", 4, "10 rows announced, 4 found, then line 9: 'faces 2'"),
    ("verts 4", "verts 3", 4, "3 rows announced, 4 found"),
    ("verts 4", "verts 4000000000", 4, "4,000,000,000 rows announced, 4 found"),
    ("verts 4", "verts 99999999999999999999", 4, "not a whole number"),
    ("verts 4", "verts -4", 4, "-4 rows announced"),
    ("verts 4", "verts", 4, "expected 'verts N'"),
    ("verts 4", "verts 4 5", 4, "expected 'verts N'"),
    ("verts 4", "verts four", 4, "'four' is not a whole number"),
    ("faces 2", "faces 3", 9, "3 rows announced, 2 found, then line 12: 'aabb'"),
    ("faces 2", "faces 1", 9, "1 rows announced, 2 found"),
    ("faces 2", "faces", 9, "expected 'faces N'"),
    ("1.0 0.0 0.0\n", "1.0 0.0\n", 6, "2 values, expected 3"),
    ("1.0 0.0 0.0\n", "1.0 0.0 0.0 0.0\n", 6, "4 values, expected 3"),
    ("1.0 0.0 0.0\n", "1.0 zero 0.0\n", 6, "'zero' is not a number"),
    ("1.0 0.0 0.0\n", "one 0.0 0.0\n", 6, "'one' is not a number"),
    ("1.0 0.0 0.0\n", "nan 0.0 0.0\n", 6, "'nan' is not a number"),
    ("1.0 0.0 0.0\n", "1.0 nan 0.0\n", 6, "'nan' is not a number"),
    ("1.0 0.0 0.0\n", "1.0 -inf 0.0\n", 6, "'-inf' is not a number"),
    ("1.0 0.0 0.0\n", "1.0 1_0 0.0\n", 6, "'1_0' is not a number"),
    ("1.0 0.0 0.0\n", "1.0 1e-e 0.0\n", 6, "'1e-e' is not a number"),
    ("1.0 0.0 0.0\n", "1.0 1e39 0.0\n", 6, "too large"),
    ("1.0 0.0 0.0\n", "1.0 0x10 0.0\n", 6, "is not a number"),
    ("1.0 0.0 0.0\n", f"1.0 {'1' * 70} 0.0\n", 6, "is not a number"),
    ("    0.0 1.0 0.25\n", "\n# x\n1 2\n", 10, "2 values"),
    ("0 1 2 1", "0 1 4 1", 10, "4 is no vertex: there are 4, counted from 0"),
    ("0 1 2 1", "0 -1 2 1", 10, "-1 is no vertex"),
    ("2 3 0 7", "2 3 0", 11, "7 values, expected 8"),
    ("2 3 0 7", "2 3 0 7 9", 11, "9 values, expected 8"),
    ("2 3 0 7", "2 3 0 7.0", 11, "'7.0' is not a whole number"),
    ("2 3 0 7", "2 3 0 grass", 11, "'grass' is not a whole number"),
    ("2 3 0 7", "2 3 0 4294967296", 11, "4294967296 does not fit 32 bits"),
    ("2 3 0 7", "2 3 0 99999999999999999999", 11, "is not a whole number"),
    ("2 3 0 7", "2 3 0 1-1", 11, "is not a whole number"),
    ("0.25 0\n", "0.25\n", 14, "6 values, expected 7"),
    ("0.25 0\n", "0.25 0 1\n", 14, "8 values, expected 7"),
    ("0.25 0\n", "0.25 inf\n", 14, "'inf' is not a number"),
    ("  aabb\n", "  aabb x\n", 12, "'x' is not a whole number"),
    ("  faces 2", "  verts 0\n  faces 2", 9, "the node has one at line 4 already"),
    ("  aabb\n", "  faces 0\n  aabb\n", 12, "the node has one at line 9 already"),
    ("endnode\n", "", 1, "'aabb walk' has no 'endnode' before the file ends"),
    ("endnode\n", "node dummy x\nendnode\n", 1, "no 'endnode' before line 16: 'node'"),
    ("endnode\n", "endmodelgeom x\n", 1, "no 'endnode' before line 16: 'endmodelgeom'"),
    ("endnode\n", "newanim x y\n", 1, "no 'endnode' before line 16: 'newanim'"),
    ("node aabb walk", "node", 1, "expected 'node KIND NAME'"),
    ("position 1.0 2.0 3.0", "position 1.0 2.0", 2, "2 values, expected 3"),
    ("position 1.0 2.0 3.0", "position 1.0 2.0 up", 2, "'up' is not a number"),
    ("0.0 0.0 1.0 0.5", "0.0 0.0 1.0", 3, "3 values, expected 4"),
    ("node aabb walk", "layoutposition 1 2\nnode aabb walk", 1, "2 values, expected 3"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAULTS)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_fault_names_its_line(old: str, new: str, line: int, message: str, end: str) -> None:
    text = ENGINE.decode()
    assert old in text
    broken = text.replace(old, new, 1).replace("\n", end)
    with pytest.raises(FormatError) as caught:
        parse_ascii(broken.encode(), "bad.ascii")
    assert caught.value.line == line
    assert message in caught.value.message
    assert str(caught.value).startswith(f"bad.ascii: line {line}")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\n\n", 1),
        (b"hello\n", 1),
        (b"newanim x\nnode aabb x\nendnode\n", 1),
        (b"node aabb x\nverts 1\n\0\0\0", 3),
        (b"\xff\xfen\0o\0d\0e\0", 1),
        (b"BWM V1.0\1\0\0\0", 1),
    ],
)
def test_what_is_no_model(data: bytes, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        parse_ascii(data)
    assert caught.value.line == line


def problems_of(text: bytes) -> list[tuple[int | None, str, str]]:
    return [(p.line, p.section, p.text) for p in parse_ascii(text).problems]


def test_lines_too_long_for_the_engine() -> None:
    with pytest.raises(FormatError, match="line 6: a line of 273 bytes; the game reads 255"):
        parse_ascii(ENGINE.replace(b"    1.0 0.0 0.0\n", b"1.0 0.0 0.0".ljust(273) + b"\n"))
    just_fits = ENGINE.replace(b"node aabb walk\n", b"node aabb walk".ljust(255) + b"\n")
    assert problems_of(just_fits) == []
    comment = ENGINE.replace(b"node aabb walk\n", b"node aabb walk # " + b"x" * 300 + b"\n")
    assert problems_of(comment) == []


def test_only_the_engine_has_a_limit_for_lines() -> None:
    name = "x" * 300
    long = MDLEDIT_WOK.replace(b"\n", b" " * 300 + b"\n")
    assert problems_of(long) == problems_of(MDLEDIT_WOK)
    node = parse_ascii(ENGINE).nodes[0]
    with pytest.raises(FormatError, match="a line of 310 bytes; the game reads 255"):
        format_ascii_engine(replace(node, name=name))
    model = AsciiModel((replace(node, name=name),))
    assert parse_ascii(format_ascii_model(model)).nodes[0].name == name


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("0.25 0\n", "0.25 2\n", 14, "2 is no face: there are 2"),
        ("0.25 0\n", "0.25 -2\n", 14, "-2 is no face"),
        ("0.25 0\n", "0.25 0.5\n", 14, "0.5 is no face"),
        ("  aabb\n", "  aabb 4\n", 12, "4 rows announced, 3 found"),
        ("endnode", "endnode\nendnode", 17, "no node is open here"),
        ("walk", "walk mesh", 1, "words behind the name: 'mesh'"),
        ("  verts", "  position 0 0 0\n  verts", 4, "again; the last one counts"),
        ("endnode", "endnode\nnewanim x y\nnode aabb", 17, "no 'doneanim' before the file ends"),
    ],
)
def test_problems_in_engine_text(old: str, new: str, line: int, message: str) -> None:
    (problem,) = problems_of(ENGINE.decode().replace(old, new, 1).encode())
    assert problem[0] == line
    assert message in problem[2]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (b"parent Box01", b"parent Box02", 25, "the parent 'Box02' is not there"),
        (b"parent NULL", b"parent walk9", 7, "run in a circle"),
        (b"node aabb walk9", b"node aabb BOX01", 25, "a second node called 'BOX01'"),
        (b"    0 3\n", b"    3 3\n", 43, "3 is no edge: there are 3"),
        (b"    0 3\n", b"    -1 3\n", 43, "-1 is no edge"),
        (b"roomlinks 2", b"roomlinks 9", 42, "9 pairs announced, 2 found"),
    ],
)
def test_problems_in_models(old: bytes, new: bytes, line: int, message: str) -> None:
    (problem,) = problems_of(MODEL.replace(old, new, 1))
    assert problem[0] == line
    assert message in problem[2]


def test_room_links_stop_at_what_is_no_pair() -> None:
    text = MDLEDIT_WOK.replace(b"roomlinks 3\n    1 2\n", b"roomlinks\n 1 2\n 7 8 9\n 2 2\n")
    model = parse_ascii(text)
    assert model.nodes[0].roomlinks.tolist() == [[1, 2]]
    assert [problem.line for problem in model.problems] == [14]


@pytest.mark.parametrize("row", [b"1.5 2", b"1 2.0", b"1", b"7 8 9", b"1 x", b"1 -", b"1e1 2"])
def test_a_row_that_is_no_pair_of_whole_numbers_ends_the_room_links(row: bytes) -> None:
    text = MDLEDIT_WOK.replace(b"roomlinks 3\n    1 2\n", b"roomlinks 1\n0 4\n" + row + b"\n2 2\n")
    model = parse_ascii(text)
    assert model.nodes[0].roomlinks.tolist() == [[0, 4]]
    assert [(p.line, p.text) for p in model.problems] == [
        (14, "not an edge and a room; the rest is left out")
    ]


@pytest.mark.parametrize("number", [b"99999999999", b"9" * 19])
def test_a_room_link_that_no_field_holds_is_an_error(number: bytes) -> None:
    with pytest.raises(FormatError) as caught:
        parse_ascii(MDLEDIT_WOK.replace(b"    1 2\n", b"    1 " + number + b"\n"))
    assert caught.value.line == 13


def test_room_links_without_a_room_or_of_one_edge() -> None:
    rows = [b"0 -1", b"1 -2", b"2 2147483648", b"1 5", b"0 -1"]
    text = MDLEDIT_WOK.replace(
        b"roomlinks 3\n    1 2\n", b"roomlinks 5\n" + b"\n".join(rows) + b"\n"
    )
    model = parse_ascii(text)
    assert len(model.nodes[0].roomlinks) == 5
    assert [(p.line, p.code, p.text) for p in model.problems] == [
        (14, "no-room", "-2 is no room: those are 0 and above, and -1 is none"),
        (15, "no-room", "2147483648 is no room: those are 0 and above, and -1 is none"),
        (16, "second-link", "edge 1 has a link already; the last one counts"),
        (17, "second-link", "edge 0 has a link already; the last one counts"),
    ]


def test_absent_parent_is_normal_in_a_walkmesh_alone() -> None:
    assert problems_of(MDLEDIT_WOK.replace(b"roomlinks 3", b"roomlinks 1")) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"node aabb a\nendnode\n" * 3000, "second-node"),
        (b"node aabb a b c\nendnode\n" + b"node x\nendnode\nendnode\n" * 3000, "no-node"),
        (b"node aabb a\n" + b"position 1 2 3\n" * 3000 + b"endnode\n", "again"),
        (b"newmodel a\n" + b"node x\nparent y\nendnode\n" * 3000, "no-parent"),
        (b"node aabb a\nroomlinks\n" + b"0 0\n" * 3000 + b"endnode\n", "no-edge"),
        (b"node aabb a\naabb\n" + b"0 0 0 0 0 0 7\n" * 3000 + b"endnode\n", "no-face"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_repeated_faults_are_counted(text: bytes, code: str) -> None:
    alike = [problem for problem in parse_ascii(text).problems if problem.code == code]
    assert len(alike) == 21
    assert " more like this, up to line " in alike[-1].text


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        b"node aabb a\nverts 20000\n" + b"1 2 3\n" * 20_000 + b"endnode\n",
        b"node aabb a\nverts 20000\n" + b"1 2 3\n\n" * 20_000 + b"endnode\n",
        b"node aabb a\nverts 10000\n" + b"1.25 2.5 -3.75\n" * 10_000 + b"endnode\n",
        b"node aabb a\nverts 1\n0 0 0\nfaces 9000\n" + b"0 0 0 0 0 0 0 0\n" * 9000 + b"endnode\n",
        b"node aabb a\nroomlinks\n" + b"7 8\n" * 20_000 + b"endnode\n",
        b"node aabb a\nendnode\n" * 5000,
        b"node a\n" + b"a\n" * 50_000 + b"endnode\n",
    ],
    ids=["vertices", "blank lines", "long vertices", "faces", "links", "nodes", "keywords"],
)
def test_memory_is_a_small_multiple_of_the_file(text: bytes) -> None:
    assert peak_memory(lambda: parse_ascii(text)) < 40 * len(text)


def test_rows_are_read_and_blamed_across_parts() -> None:
    rows = [b"%d 0.5 -%d" % (i, i) for i in range(10_000)]
    rows[5000:5000] = [b"  ", b"# nothing"]
    text = b"node aabb a\nverts 10000\n" + b"\n".join(rows) + b"\nendnode\n"
    vertices = parse_ascii(text).nodes[0].vertices
    assert vertices.tolist() == [[i, 0.5, -i] for i in range(10_000)]
    with pytest.raises(FormatError, match="'0x5' is not a number") as caught:
        parse_ascii(text.replace(b"9000 0.5", b"9000 0x5"))
    assert caught.value.line == 9005


def test_lying_counts_allocate_nothing() -> None:
    text = ENGINE.replace(b"verts 4", b"verts 999999999999999999")
    tracemalloc.start()
    with pytest.raises(FormatError):
        parse_ascii(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    [
        b"newmodel x\n"
        + b"".join(b"node trimesh n%d\nparent n%d\nendnode\n" % (i, i + 1) for i in range(20_000)),
        b"".join(b"node trimesh n%d\nparent n%d\nendnode\n" % (i, i - 1) for i in range(20_000)),
        b"node aabb x\nfaces 200000\n" + b"1 " * 400_000 + b"\nendnode\n",
        b"node aabb x\nverts 1\n" + b"1" * 1_000_000 + b" 0 0\nendnode\n",
        b"node aabb x\n" + b"verts 1\n" * 50_000,
        b"#" * 1_000_000 + b"\nnode aabb x\nendnode",
        (b"# " * 500_000) + b"\nnode aabb x\nendnode",
    ],
    ids=["chain", "chain back", "one line", "one number", "verts again", "hashes", "spaced hashes"],
)
def test_hostile_text_takes_no_time(text: bytes) -> None:
    try:
        parse_ascii(text)
    except FormatError as error:
        assert error.line
