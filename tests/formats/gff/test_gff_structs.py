"""Structs and lists: reading like a dictionary, editing by making new ones."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import (
    Field,
    Gff,
    GffType,
    LocalizedString,
    Struct,
    StructList,
    parse_gff,
)
from support.formats.gff_shapes import gff_bytes, one_field, small_gff, words

GIT = parse_gff(small_gff().to_bytes())


def test_a_struct_is_a_mapping() -> None:
    door = GIT["Door List"][1]
    assert dict(door) == {"Tag": "hatch", "X": -2.0}
    assert list(door) == ["Tag", "X"]
    assert len(door) == 2
    assert "X" in door
    assert "Y" not in door
    assert door.get("Y") is None
    assert door.get("Y", 5) == 5
    assert door.id == 8
    assert door.type_of("Tag") is GffType.STRING
    assert door.fields[1] == Field("X", GffType.FLOAT, -2.0)
    assert "Door List" in GIT
    assert GIT.get("Door") is None


def test_places() -> None:
    assert GIT.root.place == ""
    assert GIT["Inner"].place == "Inner"
    assert GIT["Door List"].place == "Door List"
    assert [door.place for door in GIT["Door List"]] == ["Door List[0]", "Door List[1]"]
    assert GIT["Door List"][-1].place == "Door List[1]"
    moved = GIT.without("Door List", 0)
    assert moved["Door List"][0].place == "Door List[0]"
    nested = Gff("GFF ", Struct([("Top", GffType.STRUCT, GIT.root)]))
    assert nested["Top"]["Door List"][1].place == "Top.Door List[1]"
    assert repr(GIT["Door List"][1]) == "<Struct 8 at Door List[1]: Tag, X>"
    assert repr(GIT["Door List"]) == "<Door List: 2 structs>"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match=r"Door List\[1\] has no field 'x'; it has: Tag, X"):
        GIT["Door List"][1]["x"]
    with pytest.raises(KeyError, match=r"the struct has no field 'x'; it has: none"):
        Struct()["x"]
    with pytest.raises(IndexError, match="Door List has no struct 2; it has 2"):
        GIT["Door List"][2]
    with pytest.raises(IndexError, match="Empty has no struct -1; it has 0"):
        GIT["Empty"][-1]


def test_lists_are_sequences() -> None:
    doors = GIT["Door List"]
    assert isinstance(doors, StructList)
    assert [door["Tag"] for door in doors] == ["gate", "hatch"]
    assert [door["Tag"] for door in doors[::-1]] == ["hatch", "gate"]
    assert doors == list(doors)
    assert doors == GIT["Door List"]
    assert doors != list(doors)[:1]
    assert doors[0] in doors
    assert len(GIT["Empty"]) == 0


def test_equal_is_what_is_written_the_same() -> None:
    assert parse_gff(small_gff().to_bytes()).root == small_gff().root
    x = Struct([("X", GffType.FLOAT, 0.0)])
    assert x == Struct([("X", GffType.FLOAT, 0.0)])
    assert x != Struct([("X", GffType.FLOAT, -0.0)])
    assert x != Struct([("X", GffType.DOUBLE, 0.0)])
    assert x != Struct([("x", GffType.FLOAT, 0.0)])
    assert x != Struct([("X", GffType.FLOAT, 0.0)], 1)
    assert x != Struct([])
    assert x != {"X": 0.0}
    one, two = (Struct([("L", GffType.LIST, [x] * n)]) for n in (1, 2))
    assert one != two
    nan = Struct([("X", GffType.FLOAT, math.nan)])
    assert nan == Struct([("X", GffType.FLOAT, math.nan)])


def test_plain_values_fit_json() -> None:
    plain = GIT.root.to_plain()
    assert plain["Door List"] == [{"Tag": "gate", "X": 1.5}, {"Tag": "hatch", "X": -2.0}]
    assert plain["Inner"] == {"Only": -3}
    assert plain["Name"] == {"strref": 42, "strings": {"0": "Gate", "3": "Porte"}}
    assert plain["Place"] == [1.0, 2.0, 3.5]
    assert plain["Void"] == "\0\1ÿ"
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    odd = Struct([("X", GffType.FLOAT, math.inf), ("V", GffType.VECTOR, (0, math.nan, 1))])
    assert odd.to_plain() == {"X": "inf", "V": [0.0, "nan", 1.0]}


# Editing


def test_values_are_replaced_and_types_stay() -> None:
    door = GIT["Door List"][0].replaced({"Tag": "arch"}, X=3)
    assert dict(door) == {"Tag": "arch", "X": 3.0}
    assert door.type_of("X") is GffType.FLOAT
    assert dict(GIT["Door List"][0]) == {"Tag": "gate", "X": 1.5}
    with pytest.raises(KeyError, match="has no field 'Y'"):
        door.replaced(Y=1)


def test_fields_are_added_removed_and_retyped() -> None:
    door = GIT["Door List"][0].added("Y", GffType.FLOAT, 2.5)
    assert list(door) == ["Tag", "X", "Y"]
    assert list(door.added("Z", GffType.INT, 1, at=0)) == ["Z", "Tag", "X", "Y"]
    assert list(door.removed("Tag", "Y")) == ["X"]
    assert door.retyped("X", GffType.STRING, "1.5").fields[1] == ("X", GffType.STRING, "1.5")
    assert door.with_id(9).id == 9
    assert door.with_id(9).with_id(8) == door
    with pytest.raises(ValueError, match=r"Door List\[0\] already has a field 'X'"):
        door.added("X", GffType.INT, 1)
    with pytest.raises(KeyError):
        door.removed("Q")
    with pytest.raises(KeyError):
        door.retyped("Q", GffType.INT, 1)
    for at in (-1, 4):
        with pytest.raises(IndexError, match="is outside 0 to 3"):
            door.added("Q", GffType.INT, 1, at=at)


def test_values_are_set_by_path() -> None:
    git = GIT.with_value("Door List", 1, "X", value=9.0)
    assert [door["X"] for door in git["Door List"]] == [1.5, 9.0]
    assert git.with_value("Inner", "Only", value=7)["Inner"]["Only"] == 7
    assert git.with_value("Byte", value=1)["Byte"] == 1
    assert git.with_value("Door List", -1, value=git["Inner"])["Door List"][1].id == 100
    new = git.with_value("Door List", 0, "Bearing", value=0.5, field_type=GffType.FLOAT)
    assert dict(new["Door List"][0]) == {"Tag": "gate", "X": 1.5, "Bearing": 0.5}
    retyped = git.with_value("Byte", value=-1, field_type=GffType.INT)
    assert retyped.root.type_of("Byte") is GffType.INT
    assert list(retyped) == list(git)
    assert parse_gff(small_gff().to_bytes()) == GIT


def test_items_and_fields_are_added_and_removed_by_path() -> None:
    door = GIT["Door List"][1].replaced(Tag="new")
    for at, tags in ((None, ["gate", "hatch", "new"]), (0, ["new", "gate", "hatch"])):
        git = GIT.with_item("Door List", item=door, at=at)
        assert [item["Tag"] for item in git["Door List"]] == tags
    assert [item["Tag"] for item in GIT.without("Door List", 0)["Door List"]] == ["hatch"]
    assert "Inner" not in GIT.without("Inner")
    assert len(GIT.without("Inner", "Only")["Inner"]) == 0
    with pytest.raises(IndexError, match="3 is outside 0 to 2"):
        GIT.with_item("Door List", item=door, at=3)


@pytest.mark.parametrize(
    ("path", "error", "message"),
    [
        ((), ValueError, "a path names a field"),
        (("Q",), KeyError, "the struct has no field 'Q'"),
        (("Door List", 7, "X"), IndexError, "Door List has no struct 7"),
        (("Door List", "X"), KeyError, "Door List is a list: 'X' is no number"),
        (("Door List", "X", "Y"), KeyError, "Door List is a list: 'X' is no number"),
        ((3,), KeyError, "the root is a struct: 3 is no label"),
        (("Door List", 0, 0), KeyError, r"Door List\[0\] is a struct: 0 is no label"),
        (("Byte", "X"), KeyError, "neither a struct nor a list above it"),
        (("Byte", "X", "Y"), KeyError, "neither a struct nor a list above it"),
    ],
)
def test_paths_that_lead_nowhere(path: tuple[str | int, ...], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        GIT.with_value(*path, value=1)
    with pytest.raises(error, match=message):
        GIT.without(*path)


@pytest.mark.parametrize(
    ("field_type", "value", "message"),
    [
        (GffType.BYTE, 256, "256 does not fit the type BYTE"),
        (GffType.BYTE, -1, "-1 does not fit the type BYTE"),
        (GffType.CHAR, 128, "128 does not fit the type CHAR"),
        (GffType.DWORD64, 2**64, "does not fit the type DWORD64"),
        (GffType.INT, 1.5, "1.5 is not a whole number"),
        (GffType.INT, "1", "'1' is not a whole number"),
        (GffType.FLOAT, "1", "'1' is not a number that fits"),
        (GffType.FLOAT, 1e39, "too large for the game's 32-bit numbers"),
        (GffType.DOUBLE, 10**400, "is not a number that fits"),
        (GffType.DOUBLE, None, "None is not a number that fits"),
        (GffType.STRING, 5, "5 is not a text"),
        (GffType.STRING, "日", "Windows-1252"),
        (GffType.RESREF, "x" * 17, "is no resource name: at most 16 letters"),
        (GffType.RESREF, "a\0", "is no resource name"),
        (GffType.LOCALIZED, "text", "'text' is not a LocalizedString"),
        (GffType.LOCALIZED, LocalizedString(2**32), "does not fit a line number"),
        (GffType.LOCALIZED, LocalizedString(0, ((-1, ""),)), "-1 is not the key of a language"),
        (GffType.LOCALIZED, LocalizedString(0, ((0, "日"),)), "Windows-1252"),
        (GffType.VOID, "text", "'text' is not bytes"),
        (GffType.VECTOR, (1.0, 2.0), "is not a row of 3 numbers"),
        (GffType.VECTOR, "abc", "'abc' is not a row of 3 numbers"),
        (GffType.ORIENTATION, 5, "5 is not a row of 4 numbers"),
        (GffType.VECTOR, (1, 2, "3"), "'3' is not a number that fits"),
        (GffType.STRREF, -(2**31) - 1, "does not fit a line number"),
        (GffType.STRUCT, {"X": 1}, "{'X': 1} is not a Struct"),
        (GffType.LIST, 5, "5 is not a list of structs"),
        (GffType.LIST, {"X": 1}, "{'X': 1} is not a list of structs"),
        (GffType.LIST, Struct(), "is not a list of structs"),
    ],
)
def test_what_a_type_cannot_hold(field_type: GffType, value: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        Struct([("A", field_type, value)])
    assert message in str(caught.value)
    assert caught.value.section == "A"
    with pytest.raises(FormatError) as caught:
        GIT.with_value("Door List", 1, "A", value=value, field_type=field_type)
    assert caught.value.section == "Door List[1].A"


def test_what_a_list_cannot_hold() -> None:
    with pytest.raises(FormatError, match="5 is not a Struct") as caught:
        GIT.with_value("Door List", 1, value=5)
    assert caught.value.section == "Door List[1]"


@pytest.mark.parametrize("label", ["", "x" * 17, "a\0b", "日"])
def test_labels_that_cannot_be(label: str) -> None:
    with pytest.raises(FormatError):
        Struct([(label, GffType.BYTE, 1)])


def test_odd_arguments() -> None:
    with pytest.raises(ValueError, match="the label 'A' occurs twice"):
        Struct([("A", GffType.BYTE, 1), ("A", GffType.INT, 1)])
    for number in (-1, 2**32):
        with pytest.raises(FormatError, match="does not fit the number of a struct"):
            Struct((), number)
        with pytest.raises(FormatError, match="does not fit the number of a struct"):
            Struct().with_id(number)
    with pytest.raises(FormatError, match="has more than four letters"):
        Gff("AREAS", Struct())
    assert Gff("GIT", Struct()).kind == "GIT "
    with pytest.raises(TypeError):
        hash(Struct())


def test_numbers_of_numpy_are_taken() -> None:
    made = Struct(
        [
            ("I", GffType.INT, np.int32(-5)),
            ("B", GffType.BYTE, True),
            ("F", GffType.FLOAT, np.float32(0.1)),
            ("V", GffType.VECTOR, np.array([1, 2, 3])),
            ("R", GffType.STRREF, 0xFFFFFFFF),
        ]
    )
    assert made["I"] == -5
    assert made["B"] == 1
    assert made["F"] == float(np.float32(0.1))
    assert made["V"] == (1.0, 2.0, 3.0)
    assert made["R"] == -1
    assert {type(value) for value in made.values()} == {int, float, tuple}


def test_a_float_is_rounded_when_it_is_put_in() -> None:
    made = Struct([("F", GffType.FLOAT, 0.1)])
    assert made["F"] == np.float32(0.1)
    assert made["F"] != 0.1


def test_localized_strings() -> None:
    name = LocalizedString(5, ((0, "Gate"), (3, "Porte")))
    assert name.find() == "Gate"
    assert name.find(1, feminine=True) == "Porte"
    assert name.find(1) is None
    assert name.with_text("Door").strings == ((0, "Door"), (3, "Porte"))
    assert name.with_text("Tor", 2).strings == ((0, "Gate"), (3, "Porte"), (4, "Tor"))
    assert name.with_text("Door").strref == 5
    twice = LocalizedString(-1, ((0, "a"), (0, "b")))
    assert twice.find() == "a"
    assert twice.with_text("c").strings == ((0, "c"), (0, "b"))


def test_a_nan_keeps_its_bits_when_another_field_is_edited() -> None:
    signalling = 0x7F800001
    data = gff_bytes(
        [(0, 0, 2)], [(8, 0, signalling), (0, 1, 1)], [b"A", b"B"], indices=words(0, 1)
    )
    gff = parse_gff(data)
    assert math.isnan(gff["A"])
    assert gff.with_value("B", value=2).to_bytes() == gff_bytes(
        [(0, 0, 2)], [(8, 0, signalling), (0, 1, 2)], [b"A", b"B"], indices=words(0, 1)
    )


def test_junk_beside_a_small_number_stays_until_it_is_edited() -> None:
    gff = parse_gff(one_field(0, 0xABCDEF07))
    assert gff["A"] == 7
    assert gff.with_value("A", value=8).to_bytes() == one_field(0, 8)
    more = gff.with_value("B", value=1, field_type=GffType.BYTE)
    assert words(0, 0, 0xABCDEF07) in more.to_bytes()
