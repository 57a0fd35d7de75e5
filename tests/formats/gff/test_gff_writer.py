"""Tree → bytes: round trips of made trees, and the order of what is written."""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotorlevel.core.errors import FormatError
from kotorlevel.formats.gff import Gff, GffType, Struct, parse_gff, write_gff
from kotorlevel.formats.gff.structs import DEEPEST
from support.formats.gff_shapes import gff_bytes, gffs, small_gff, structs, words
from support.formats.slow_gff import slow_tree


@given(gffs())
def test_what_is_written_reads_back(gff: Gff) -> None:
    data = gff.to_bytes()
    again = parse_gff(data)
    assert again == gff
    assert again.kind == gff.kind
    assert again.root.to_plain() == gff.root.to_plain()
    assert again.problems == ()
    assert again.to_bytes() == data
    assert replace(again, stored=None).to_bytes() == data


@given(gffs(), structs(2), st.data())
def test_an_edit_changes_what_it_says(gff: Gff, new: Struct, draw: st.DataObject) -> None:
    gff = parse_gff(gff.to_bytes())
    if "new" in gff:
        return
    edited = gff.with_value("new", value=[new, new], field_type=GffType.LIST)
    again = parse_gff(edited.to_bytes())
    assert again == edited
    assert list(again["new"]) == [new, new]
    assert again.without("new") == gff
    assert edited.without("new").to_bytes() == gff.to_bytes()
    if len(gff.root):
        label = draw.draw(st.sampled_from(list(gff)))
        shorter = parse_gff(gff.without(label).to_bytes())
        assert list(shorter) == [other for other in gff if other != label]
        assert all(shorter.root[other] == gff[other] for other in shorter)


def test_a_small_file_byte_by_byte() -> None:
    inner = Struct([("A", GffType.BYTE, 5)], 7)
    fields = [
        ("A", GffType.STRUCT, inner),
        ("B", GffType.LIST, [Struct([], 1), inner]),
        ("C", GffType.RESREF, "xy"),
    ]
    assert Gff("UTD", Struct(fields)).to_bytes() == gff_bytes(
        structs=[(0xFFFFFFFF, 0, 3), (7, 1, 1), (1, 0xFFFFFFFF, 0), (7, 3, 1)],
        fields=[(14, 0, 1), (0, 0, 5), (15, 1, 0), (0, 0, 5), (11, 2, 0)],
        labels=[b"A", b"B", b"C"],
        data=b"\2xy",
        indices=words(0, 2, 4),
        lists=words(2, 2, 3),
        kind=b"UTD ",
    )


# A root whose two lists were filled turn by turn, and a field that came last.
TURNS = gff_bytes(
    structs=[(0xFFFFFFFF, 0, 3), (2, 3, 1), (3, 2, 1), (2, 5, 1), (3, 4, 1)],
    fields=[(15, 0, 0), (15, 1, 12), (4, 3, 10), (4, 2, 20), (4, 3, 11), (4, 2, 21), (10, 4, 0)],
    labels=[b"Points", b"Ends", b"X", b"To", b"Note"],
    data=words(2) + b"ok",
    indices=words(0, 1, 6),
    lists=words(2, 1, 3, 2, 2, 4),
)


def in_turns() -> Gff:
    """The file above, with labels in the order of the fields, as the games have them."""
    return parse_gff(replace(parse_gff(TURNS), stored=None).to_bytes())


def test_structs_and_fields_keep_their_order() -> None:
    gff = in_turns()
    edited = gff.with_value("Points", 1, "X", value=99)
    before, after = gff.to_bytes(), edited.to_bytes()
    assert len(before) == len(after) == len(TURNS)
    changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    assert changed == [56 + 12 * 5 + 12 * 5 + 8]
    assert [item["X"] for item in edited["Points"]] == [20, 99]


def test_what_is_new_stands_behind_its_neighbour() -> None:
    gff = in_turns()
    point = Struct([("X", GffType.DWORD, 22)], 2)
    longer = gff.with_item("Points", item=point, at=1)
    data = longer.to_bytes()
    assert parse_gff(data) == longer
    ids = [row[0] for row in _rows(data, 0)]
    assert ids == [0xFFFFFFFF, 2, 2, 3, 2, 3]
    assert [row[2] for row in _rows(data, 1)][2:7] == [10, 20, 22, 11, 21]


def test_a_copied_struct_is_written_twice() -> None:
    gff = in_turns()
    doubled = gff.with_item("Points", item=gff["Points"][0])
    data = doubled.to_bytes()
    again = parse_gff(data)
    assert [item["X"] for item in again["Points"]] == [20, 21, 20]
    assert [row[2] for row in _rows(data, 1)][2:7] == [10, 20, 11, 21, 20]
    assert again.problems == ()
    assert again.without("Points", 2) == gff


def test_structs_of_another_file_do_not_disturb_the_order() -> None:
    gff, other = in_turns(), parse_gff(small_gff().to_bytes())
    mixed = gff.with_item("Points", item=other["Door List"][1])
    data = mixed.to_bytes()
    assert parse_gff(data) == mixed
    assert [row[0] for row in _rows(data, 0)] == [0xFFFFFFFF, 2, 3, 2, 8, 3]
    assert mixed.without("Points", 2).to_bytes() == gff.to_bytes()


def test_any_struct_can_become_the_root() -> None:
    turned = gff_bytes(
        structs=[(0xFFFFFFFF, 0, 1), (1, 2, 1), (2, 1, 1)],
        fields=[(14, 0, 2), (14, 1, 1), (0, 2, 5)],
        labels=[b"A", b"B", b"C"],
    )
    gff = parse_gff(turned)
    inner = gff.replaced(gff["A"])
    again = parse_gff(inner.to_bytes())
    assert again.root.id == 2
    assert again.root.to_plain() == {"B": {"C": 5}}


def _rows(data: bytes, table: int) -> list[tuple[int, ...]]:
    start, count = struct.unpack_from("<2I", data, 8 + 8 * table)
    return [struct.unpack_from("<3I", data, start + 12 * row) for row in range(count)]


def test_deep_trees() -> None:
    deep = Struct([("X", GffType.BYTE, 1)])
    for _ in range(DEEPEST - 1):
        deep = Struct([("In", GffType.LIST, [deep])])
    data = Gff("GFF", deep).to_bytes()
    assert parse_gff(data).root == deep
    assert parse_gff(data).root.to_plain() == deep.to_plain()
    deeper = Struct([("In", GffType.STRUCT, deep)])
    with pytest.raises(FormatError, match="more than 100 deep"):
        Gff("GFF", deeper).to_bytes()
    with pytest.raises(FormatError, match="more than 100 deep"):
        deeper.to_plain()
    for _ in range(100_000):
        deeper = Struct([("In", GffType.STRUCT, deeper)])
    assert deeper == deeper.replaced(In=deeper["In"])
    with pytest.raises(FormatError, match="more than 100 deep"):
        Gff("GFF", deeper).to_bytes()


def test_targets(tmp_path: Path) -> None:
    gff = small_gff()
    path = tmp_path / "a.git"
    write_gff(gff, path)
    assert path.read_bytes() == gff.to_bytes()
    target = io.BytesIO()
    write_gff(gff, target)
    assert target.getvalue() == gff.to_bytes()


def test_nothing_is_written_when_the_tree_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "a.git"
    path.write_bytes(b"before")
    deep = Struct()
    for _ in range(DEEPEST):
        deep = Struct([("In", GffType.STRUCT, deep)])
    with pytest.raises(FormatError):
        write_gff(Gff("GIT", deep), path)
    assert path.read_bytes() == b"before"
    assert [file.name for file in tmp_path.iterdir()] == ["a.git"]


def test_the_slow_reader_agrees_with_what_is_written() -> None:
    number, fields = slow_tree(small_gff().to_bytes())
    assert number == 0xFFFFFFFF
    assert [label for label, _, _ in fields] == list(small_gff())
