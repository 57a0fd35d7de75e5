"""Numbers of many structs at once are those of the structs one by one."""

import numpy as np
import pytest

from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff
from kotorlevel.formats.gff.columns import number_columns
from kotorlevel.formats.pth import read_path_points
from kotorlevel.formats.pth.path_points import POINTS

NUMBERS: dict[str, tuple[GffType, list[float]]] = {
    "byte": (GffType.BYTE, [0, 255, 7]),
    "char": (GffType.CHAR, [-128, 127, -1]),
    "word": (GffType.WORD, [0, 65_535, 300]),
    "short": (GffType.SHORT, [-32_768, 32_767, -2]),
    "dword": (GffType.DWORD, [0, 2**32 - 1, 70_000]),
    "int": (GffType.INT, [-(2**31), 2**31 - 1, -5]),
    "float": (GffType.FLOAT, [-1.5, 0.25, 1e30]),
}


def read(*structs: Struct) -> Gff:
    root = Struct([("rows", GffType.LIST, list(structs))])
    return parse_gff(Gff("PTH ", root).to_bytes())


def row(number: int, labels: list[str]) -> Struct:
    return Struct([(name, NUMBERS[name][0], NUMBERS[name][1][number]) for name in labels], 3)


@pytest.mark.parametrize("labels", [[name] for name in NUMBERS] + [[*NUMBERS]])
def test_every_type_of_number(labels: list[str]) -> None:
    rows = read(*(row(number, labels) for number in range(3)))["rows"]
    columns = number_columns(rows)
    assert columns is not None
    assert [*columns] == labels
    for name, column in columns.items():
        assert column.type is NUMBERS[name][0]
        assert column.values.tolist() == [struct[name] for struct in rows]


def test_structs_that_differ_are_asked_one_by_one() -> None:
    text = Struct([("byte", GffType.STRING, "x")])
    word = Struct([("byte", GffType.WORD, 1)])
    one = row(0, ["byte"])
    for others in ([row(1, ["char"])], [row(1, ["byte", "char"])], [Struct()], [word], [text]):
        assert number_columns(read(one, *others)["rows"]) is None
    assert number_columns(read(text, text)["rows"]) is None
    assert number_columns(read(row(0, ["char", "byte"]), row(0, ["byte", "char"]))["rows"]) is None
    assert number_columns(read(Struct(), Struct())["rows"]) is None
    assert number_columns(()) is None


def test_edited_structs_are_asked_one_by_one() -> None:
    gff = read(row(0, ["byte"]), row(1, ["byte"]))
    assert number_columns(gff.with_value("rows", 1, "byte", value=9)["rows"]) is None
    gff = read(row(0, ["byte"]), row(1, ["byte"]))
    swapped = [*reversed(gff["rows"])]
    columns = number_columns(gff.with_value("rows", value=swapped)["rows"])
    assert columns is not None  # as they are in the file, in another order
    assert columns["byte"].values.tolist() == [255, 0]


def test_path_points_of_uneven_structs_are_those_of_even_ones() -> None:
    def point(x: float, y: float, extra: bool) -> Struct:
        fields = [("X", GffType.FLOAT, x), ("Y", GffType.FLOAT, y)]
        fields += [("Conections", GffType.DWORD, 1), ("First_Conection", GffType.DWORD, 0)]
        return Struct(fields + [("Z", GffType.FLOAT, 0.0)] * extra, 2)

    way = Struct([("Destination", GffType.DWORD, 1)], 3)
    places = [(1.0, 2.5), (3.0, -4.0)]
    found = []
    for uneven in (False, True):
        points = [point(x, y, uneven and x > 2) for x, y in places]
        lists = [(POINTS, GffType.LIST, points), ("Path_Conections", GffType.LIST, [way])]
        found.append(read_path_points(parse_gff(Gff("PTH ", Struct(lists)).to_bytes())))
    even, other = found
    for name in ("points", "counts", "firsts", "destinations"):
        assert np.array_equal(getattr(even, name), getattr(other, name))
        assert getattr(even, name).dtype == getattr(other, name).dtype
    assert even.points.tolist() == [[1.0, 2.5], [3.0, -4.0]]
    assert {p.code for p in other.problems} - {p.code for p in even.problems} == {"other-field"}
