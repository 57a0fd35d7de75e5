"""GFFs of two versions: field by field, entries of lists by what they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from kotorlevel.area.edit.merge.gff.files import merge_gff
from kotorlevel.area.edit.merge.three_way import Conflict, ConflictError, Judge, Side
from kotorlevel.area.instances import GIT_LISTS
from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, LocalizedString, Struct, parse_gff, read_gff
from support.corpus import LEVELS, each_level_file, needs_levels
from support.formats.gff_shapes import gffs

Edit = Callable[[Gff], Gff]


def merge(a: Gff, b: Gff, base: Gff | None, prefer: Side | None = None) -> Gff:
    judge = Judge(prefer)
    merged = merge_gff(judge, a, b, base)
    judge.check()
    return merged


def conflicts_of(a: Gff, b: Gff, base: Gff | None) -> tuple[Conflict, ...]:
    with pytest.raises(ConflictError) as refused:
        merge(a, b, base)
    return refused.value.conflicts


def crate(tag: str, x: float, template: str = "crate") -> Struct:
    return Struct(
        [
            ("TemplateResRef", GffType.RESREF, template),
            ("Tag", GffType.STRING, tag),
            ("X", GffType.FLOAT, x),
            ("Y", GffType.FLOAT, 0.0),
            ("Z", GffType.FLOAT, 0.0),
            ("Bearing", GffType.FLOAT, 0.0),
        ],
        9,
    )


def git(*crates: Struct) -> Gff:
    sounds = Struct([("MusicDay", GffType.INT, 3), ("MusicNight", GffType.INT, 4)], 100)
    root = Struct(
        [
            ("UseTemplates", GffType.BYTE, 1),
            ("AreaProperties", GffType.STRUCT, sounds),
            ("Placeable List", GffType.LIST, list(crates)),
        ]
    )
    return parse_gff(Gff("GIT ", root).to_bytes())


BASE = git(crate("one", 1), crate("two", 2), crate("three", 3))
CRATES = "Placeable List"


def tags(gff: Gff) -> list[str]:
    return [each["Tag"] for each in gff[CRATES]]


def move(tag: str, x: float) -> Edit:
    return lambda gff: gff.with_value(CRATES, tags(gff).index(tag), "X", value=x)


def turn(tag: str, bearing: float) -> Edit:
    return lambda gff: gff.with_value(CRATES, tags(gff).index(tag), "Bearing", value=bearing)


def remove(tag: str) -> Edit:
    return lambda gff: gff.without(CRATES, tags(gff).index(tag))


def add(tag: str, x: float, template: str = "crate") -> Edit:
    return lambda gff: gff.with_item(CRATES, item=crate(tag, x, template))


def music(number: int) -> Edit:
    return lambda gff: gff.with_value("AreaProperties", "MusicDay", value=number)


APART = [
    (move("one", 5), move("two", 6)),
    (move("one", 5), turn("one", 1.5)),
    (remove("one"), move("three", 8)),
    (remove("one"), remove("three")),
    (add("four", 4), move("one", 5)),
    (add("four", 4, "barrel"), remove("two")),
    (music(7), move("one", 5)),
    (music(7), lambda gff: gff.with_value("AreaProperties", "MusicNight", value=9)),
    (move("one", 5), lambda gff: gff.with_value("Extra", value=2, field_type=GffType.INT)),
    (move("one", 5), lambda gff: gff.without("UseTemplates")),
    (move("one", 5), move("one", 5)),
]


@pytest.mark.parametrize("edits", APART)
def test_edits_that_do_not_touch(edits: tuple[Edit, Edit]) -> None:
    """Both edits, made one after the other, are what a merge of the two gives."""
    for first, second in (edits, edits[::-1]):
        merged = merge(first(BASE), second(BASE), BASE)
        wanted = second(first(BASE))
        assert merged.root == wanted.root
        assert merged.to_bytes() == wanted.to_bytes()


def test_what_one_side_alone_changed_is_its_file() -> None:
    edited = move("one", 5)(BASE)
    stored = parse_gff(edited.to_bytes())
    for base in (BASE, parse_gff(BASE.to_bytes())):
        assert merge(stored, base, BASE) is stored
        assert merge(base, stored, BASE) is stored
    assert merge(BASE, BASE, None) is BASE


def test_conflicts() -> None:
    """What both changed is told with its kind, its name and both places."""
    (one,) = conflicts_of(move("one", 5)(BASE), move("one", 6)(BASE), BASE)
    assert (one.kind, one.name, one.room) == ("placeable", "one", "")
    assert (one.a, one.b) == ("at (5, 0, 0)", "at (6, 0, 0)")
    assert (one.at_a, one.at_b) == ((5, 0, 0), (6, 0, 0))
    assert one.title == "placeable one"
    (two,) = conflicts_of(remove("two")(BASE), turn("two", 1.5)(BASE), BASE)
    assert (two.a, two.b) == ("removed", "changed (Bearing 1.5)")
    assert (two.at_a, two.at_b) == (None, (2, 0, 0))
    (three,) = conflicts_of(music(7)(BASE), music(8)(BASE), BASE)
    assert (three.kind, three.name) == ("field", "AreaProperties")
    assert (three.a, three.b) == ("MusicDay 7", "MusicDay 8")
    a, b = move("one", 5)(music(7)(BASE)), move("one", 6)(BASE)
    assert merge(a, b, BASE, "b") == move("one", 6)(music(7)(BASE))
    assert merge(a, b, BASE, "a") == a


def test_a_place_is_one_value() -> None:
    """To take x of one side and y of the other would put a thing where nobody put it."""
    a = BASE.with_value(CRATES, 0, "X", value=5.0)
    b = BASE.with_value(CRATES, 0, "Y", value=7.0)
    (one,) = conflicts_of(a, b, BASE)
    assert (one.a, one.b) == ("at (5, 0, 0)", "at (1, 7, 0)")


def test_things_that_both_added() -> None:
    """The same thing is there once; another one of the same name is another one."""
    four = add("four", 4)(BASE)
    assert tags(merge(four, four, BASE)) == ["one", "two", "three", "four"]
    both = merge(add("five", 5)(four), add("six", 6)(four), BASE)
    assert tags(both) == ["one", "two", "three", "four", "five", "six"]
    far = merge(four, add("four", 40)(BASE), BASE)
    assert [each["X"] for each in far[CRATES]] == [1, 2, 3, 4, 40]


def test_without_a_base() -> None:
    """Nothing counts as removed, and what differs is a conflict."""
    assert tags(merge(remove("one")(BASE), add("four", 4)(BASE), None)) == [
        "two", "three", "one", "four",
    ]  # fmt: skip
    assert len(conflicts_of(move("one", 5)(BASE), BASE, None)) == 1
    bare = BASE.without("UseTemplates")
    assert merge(bare, BASE, None)["UseTemplates"] == 1


def are(rooms: dict[str, int], axis: int = 0, zoom: int = 1) -> Gff:
    listed = [
        Struct([("RoomName", GffType.STRING, name), ("EnvAudio", GffType.INT, value)])
        for name, value in rooms.items()
    ]
    shown = Struct([("NorthAxis", GffType.INT, axis), ("MapZoom", GffType.INT, zoom)])
    name = LocalizedString(-1, ((0, "Lab"),))
    fields = [
        ("Name", GffType.LOCALIZED, name),
        ("Map", GffType.STRUCT, shown),
        ("Rooms", GffType.LIST, listed),
    ]
    return parse_gff(Gff("ARE ", Struct(fields)).to_bytes())


def test_are() -> None:
    """Rooms go by name, in any case; the map is one value, for its numbers mean each other."""
    base = are({"a": 1, "b": 2})
    merged = merge(are({"b": 2, "A": 5}), are({"a": 1, "b": 7, "c": 3}), base)
    assert [(r["RoomName"], r["EnvAudio"]) for r in merged["Rooms"]] == [
        ("b", 7),
        ("A", 5),
        ("c", 3),
    ]
    (one,) = conflicts_of(are({"a": 5}), are({"a": 6}), are({"a": 1}))
    assert (one.kind, one.room) == ("room sound", "a")
    (shown,) = conflicts_of(are({}, axis=1), are({}, zoom=2), are({}))
    assert (shown.kind, shown.a, shown.b) == (
        "map", "NorthAxis 1, MapZoom 1", "NorthAxis 0, MapZoom 2",
    )  # fmt: skip


@needs_levels
def test_entry_of_a_real_module() -> None:
    base = read_gff(LEVELS / "areas/k1/tar_m10aa/module.ifo")
    a = base.with_value("Mod_Entry_X", value=1.0)
    (one,) = conflicts_of(a, base.with_value("Mod_Entry_Y", value=2.0), base)
    assert one.kind == "entry"
    assert one.at_a is not None
    assert one.at_a[0] == 1.0
    assert one.a.startswith("in 'm10aa' at (1, ")
    other = base.with_value("Mod_Tag", value="OTHER")
    assert merge(a, other, base) == other.with_value("Mod_Entry_X", value=1.0)


def sorted_rows(gff: Gff, label: str) -> list[str]:
    return sorted(repr(row.to_plain()) for row in gff[label])


@each_level_file("areas/*/*/*.git", also=("m10aa.git",))
def test_real_gits(path: Path) -> None:
    """Two edits of a shipped GIT that do not touch, in both orders.

    A thing that was taken away and a copy of another of its kind may be told as one that moved:
    then it has another place in the list, and nothing else is other.
    """
    base = read_gff(path)
    lists = [label for label in GIT_LISTS if label in base and len(base[label]) > 3]
    for label in lists:
        a = base.without(label, 0)
        b = base.with_item(label, item=base[label][1]).without(label, 2)
        wanted = base.without(label, 2).without(label, 0).with_item(label, item=base[label][1])
        for merged in (merge(a, b, base), merge(b, a, base)):
            assert sorted_rows(merged, label) == sorted_rows(wanted, label)
        only = base.without(label, 2)
        assert merge(a, only, base).to_bytes() == only.without(label, 0).to_bytes()


@settings(max_examples=60, deadline=None)
@given(gffs(), gffs())
def test_any_tree_and_itself(one: Gff, other: Gff) -> None:
    """Of unchanged files, whatever is in them, the other side's is taken, and no conflict told."""
    other = Gff(one.kind, other.root)
    assert merge(one, other, one).root == other.root
    assert merge(other, one, one).root == other.root
    assert merge(other, other, one).root == other.root
    for side, wanted in (("a", one), ("b", other)):
        judge = Judge(side)  # type: ignore[arg-type]
        merged = merge_gff(judge, one, other, None)
        assert parse_gff(merged.to_bytes()).root == merged.root
        assert set(wanted) <= set(merged)


def test_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="several kinds"):
        merge(BASE, are({}), None)
    with pytest.raises(FormatError):
        parse_gff(BASE.to_bytes()[:60])
