"""OBJ as programs write it, in all its spellings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.drawing import Shape
from kotorlevel.formats.obj import parse_mtl, parse_obj, read_obj
from support.formats.drawings import polygons

SQUARE = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def only(data: bytes, source: str = "") -> Shape:
    (shape,) = parse_obj(data, source).shapes
    return shape


@pytest.mark.parametrize(
    "face",
    [
        b"f 1 2 3 4",
        b"f 1/1 2/2 3/3 4/4",
        b"f 1//1 2//1 3//1 4//1",
        b"f 1/7/9 2/8/9 3/9/9 4/10/9",
        b"f -4 -3 -2 -1",
        b"f -4/-4/-1 2 -2//1 4",
        b"f\t1  2\t3 4 ",
        b"  f 1 2 3 4",
        b"f +1 2 3 4",
        b"f 1 2 \\\n 3 \\\n4",
        b"f 1 2 3 4 # the floor",
        b"f 01 2 3 4",
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_spellings_of_a_face(face: bytes, end: bytes, mark: bytes) -> None:
    shape = only(mark + (SQUARE + face).replace(b"\n", end))
    assert polygons(shape) == [((0, 1, 2, 3), None)]
    assert shape.points.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]


@pytest.mark.parametrize(
    "vertex",
    [
        b"v 1.5 -2 3e1",
        b"v 1.5 -2 30 1.0",
        b"v 1.5 -2 30 0.1 0.2 0.3",
        b"v\t+1.5\t-2.\t.3E2",
        b" v 1.5 -2 \\\n 30",
        b"v 1.5 -2 30 # here",
    ],
)
def test_spellings_of_a_vertex(vertex: bytes) -> None:
    shape = only(b"v 9 9 9\nv 8 8 8\n" + vertex + b"\nf 1 2 3\n")
    assert shape.points.tolist() == [[9, 9, 9], [8, 8, 8], [1.5, -2, 30]]


def test_negative_numbers_count_from_their_line() -> None:
    shape = only(b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf -3 -2 -1\nv 3 0 0\nf -3 -2 -1\n")
    assert [corners for corners, _ in polygons(shape)] == [(0, 1, 2), (1, 2, 3)]


def test_oddly_spelled_lines_keep_their_order() -> None:
    shape = only(b"v 0 0 0\nv\t1 0 0\nv 2 0 0\n v 3 0 0\nf 1 2 3\nf\t2 3 4\nf 4 2 1\n")
    assert shape.points[:, 0].tolist() == [0, 1, 2, 3]
    assert [corners for corners, _ in polygons(shape)] == [(0, 1, 2), (1, 2, 3), (3, 1, 0)]


def test_objects_have_the_vertices_that_they_use() -> None:
    data = b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\no a\nv 5 0 0\nv 6 0 0\nf 4 3 2\n"
    data += b"o empty\no loose\nv 7 0 0\no b\nf 5 4 2\ng inner\nf 3 2 4\n"
    a, loose, b = parse_obj(data, "x.obj").shapes
    assert (a.name, loose.name, b.name) == ("a", "loose", "b")
    assert a.points.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [6, 0, 0]]
    assert polygons(a) == [((2, 1, 0), None)]
    assert loose.points.tolist() == [[7, 0, 0]]
    assert polygons(loose) == []
    assert b.points.tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [5, 0, 0]]
    assert polygons(b) == [((3, 2, 0), None), ((1, 0, 2), None)]


def test_two_objects_of_one_name_stay_two_and_groups_go_on() -> None:
    faces = b"%(k)s x\nf 1 2 3\n%(k)s y\nf 2 3 4\n%(k)s x\nf 3 4 1\n"
    assert [s.name for s in parse_obj(SQUARE + faces % {b"k": b"o"}).shapes] == ["x", "y", "x"]
    x, y = parse_obj(SQUARE + faces % {b"k": b"g"}).shapes
    assert (x.name, len(x.sizes), y.name, len(y.sizes)) == ("x", 2, "y", 1)


@pytest.mark.parametrize(
    ("source", "name"),
    [("a/Room 1.obj", "Room 1"), ("", "object"), ("m55aa_01.x.obj", "m55aa_01.x")],
)
def test_without_objects_the_file_gives_the_name(source: str, name: str) -> None:
    assert only(SQUARE + b"f 1 2 3", source).name == name
    assert only(SQUARE + b"o\nf 1 2 3", source).name == name
    before, behind = parse_obj(SQUARE + b"f 1 2 3\no x\nf 1 2 4", source).shapes
    assert (before.name, behind.name) == (name, "x")


def test_materials_are_numbered_by_their_first_use() -> None:
    data = b"usemtl c\nf 1 2 3\nusemtl a b \nf 2 3 4\nusemtl\nf 1 2 4\n"
    data += b"usemtl c\nf 1 3 4\no n\nf 1 2 3\n"
    first, second = parse_obj(SQUARE + data).shapes
    assert [name for _, name in polygons(first)] == ["c", "a b", None, "c"]
    assert first.material_names == ("c", "a b")
    assert [name for _, name in polygons(second)] == ["c"], "it stays in force"
    _, third = parse_obj(SQUARE + data + b"o m\nusemtl a b\nf 1 2 3\nusemtl c\nf 1 2 3").shapes[1:]
    assert third.material_names == ("a b", "c")


def test_blender_says_no_material_of_an_object_without_one() -> None:
    data = SQUARE + b"o a\nusemtl link_x\nf 1 2 3\no Cube\nf 1 2 4\no b\nusemtl c\nf 1 2 3\n"
    for start, expected in ((b"# Blender 5.0.1\n", None), (b"# 3ds Max\n", "link_x")):
        first, cube, last = parse_obj(start + data).shapes
        names = [polygons(shape)[0][1] for shape in (first, cube, last)]
        assert names == ["link_x", expected, "c"]


@pytest.mark.parametrize("name", ["Straße", "link_50%", "a #2", "Ωmega", "x\u3000y"])
def test_names_in_any_letters(name: str) -> None:
    data = SQUARE + f"o {name}\nusemtl {name}\nf 1 2 3".encode()
    assert only(data).name == name
    assert only(data).material_names == (name,)


def test_latin_1_names() -> None:
    assert only(SQUARE + "o Straße\nf 1 2 3".encode("latin-1")).name == "Straße"


def test_what_is_left_out_is_told() -> None:
    data = b"vt 0 0\nvn 0 0 1\ns off\nl 1 2\nl 2 3\np 1\ncurv 0 1 1 2\nfoo 1\nbar\n"
    remarks = parse_obj(SQUARE + data + b"f 1 2 3\n").remarks
    assert remarks == (
        "2 lines left out: only faces are read",
        "1 point left out: only faces are read",
        "1 curve left out: only faces are read",
        "2 unknown lines passed over: the first is 'foo' in line 12",
    )


def test_y_up() -> None:
    shape = parse_obj(b"v 1 2 3\nv 1 0 0\nv 0 0 1\nf 1 2 3", up="y").shapes[0]
    assert shape.points[0].tolist() == [1, -3, 2]


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"v 0 0\n", 1, "three numbers, not 2"),
        (b"v 0 0 x\n", 1, "'x' is not a number"),
        (b"v 0 0 nan\n", 1, "'nan' is not a number"),
        (b"v 0 inf 0\n", 1, "'inf' is not a number"),
        (b"v 0 1_0 0\n", 1, "'1_0' is not a number"),
        (b"v 0 1e39 0\n", 1, "too large"),
        (b"v 0 1e999 0\n", 1, "too large"),
        (b"v\n", 1, "three numbers, not 0"),
        (SQUARE + b"\nf 1 2\n", 6, "at least three corners, not 2"),
        (SQUARE + b"f\n", 5, "at least three corners, not 0"),
        (SQUARE + b"f 1 2 3\nf 1 2 5\n", 6, "vertex 5, and the file has 4 vertices"),
        (SQUARE + b"f 1 2 3\nf 1 0 2\n", 6, "numbered from 1"),
        (SQUARE + b"f 1 2 -5\n", 5, "vertex -5"),
        (SQUARE + b"f 1 2 x\n", 5, "'x' is not a whole number"),
        (SQUARE + b"f 1 2 3/x\n", 5, "'x' is not a whole number"),
        (SQUARE + b"f 1 2 /3\n", 5, "'' is not a whole number"),
        (SQUARE + b"f 1 2 " + b"9" * 30, 5, "not a whole number"),
        (SQUARE + b"f 1 2 " + b"9" * 18, 5, "names vertex 999999999999999999"),
        (SQUARE + b"# \\\n\\\nx\nf 1 2 9\n", 8, "vertex 9"),
        (SQUARE + b"f 1 2 3\r\n\r\nv a b c", 7, "'a' is not a number"),
        (b"v 0 0 0\n\0", 2, "no OBJ"),
        (b"\xff\xfev\0", 1, "UTF-16"),
    ],
)
def test_errors_have_their_line(data: bytes, line: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse_obj(data, "x.obj")
    assert caught.value.line == line
    assert caught.value.source == "x.obj"


@pytest.mark.parametrize("data", [b"", SQUARE, b"hello", b"l 1 2\n"])
def test_no_faces(data: bytes) -> None:
    with pytest.raises(FormatError, match="no faces"):
        parse_obj(data, "x.obj")


def test_colours_come_from_the_file_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "room.obj"
    path.write_bytes(
        b"mtllib my colours.mtl\nmtllib ../x.mtl\nmtllib gone.mtl\n" + SQUARE + b"f 1 2 3"
    )
    (tmp_path / "my colours.mtl").write_bytes(
        b"newmtl a b\nKd 1 0.5 0\nd 0.25\nnewmtl c\nTr 0.25\nKd x 0 0\nd 2 \n"
        b"\nnewmtl d\nTr 0.25\nKd 0 0 0"
    )
    (tmp_path.parent / "x.mtl").write_bytes(b"newmtl evil\nKd 0 0 0\n")
    drawing = read_obj(path)
    assert drawing.colors == {"a b": "#ff8000", "d": "#000000"}
    assert drawing.alphas == {"a b": 0.25, "d": 0.75}
    assert drawing.source == str(path)
    assert read_obj(path.read_bytes()).colors == {}


def test_an_mtl_of_nonsense_is_empty() -> None:
    assert parse_mtl(b"\xff\0\n Kd 1 1 1\nd\nnewmtl") == ({}, {})


def test_many_objects_over_shared_vertices_are_as_a_slow_reader_has_them() -> None:
    random = np.random.default_rng(3)
    lines = ["v {} {} {}".format(*random.integers(0, 99, 3)) for _ in range(60)]
    wanted: dict[str, list[list[list[float]]]] = {}
    points = [[float(x) for x in line.split()[1:]] for line in lines]
    for number in range(8):
        lines.append(f"o part {number}")
        for _ in range(5):
            ring = random.integers(0, 60, random.integers(3, 6)).tolist()
            lines.append("f " + " ".join(str(corner + 1) for corner in ring))
            wanted.setdefault(f"part {number}", []).append([points[corner] for corner in ring])
    shapes = parse_obj("\n".join(lines).encode()).shapes
    found = {
        shape.name: [[shape.points[c].tolist() for c in ring] for ring, _ in polygons(shape)]
        for shape in shapes
    }
    assert found == wanted
