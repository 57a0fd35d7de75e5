"""Bytes → tree: every part where the description says, and errors with their place."""

from __future__ import annotations

import io
import math
import pickle
import struct
from pathlib import Path
from typing import Any

import pytest

from kotorlevel.core.errors import FormatError, UnreadableError
from kotorlevel.formats.gff import (
    Gff,
    GffType,
    LocalizedString,
    Struct,
    StructList,
    parse_gff,
    read_gff,
    read_gff_tables,
)
from kotorlevel.formats.gff.tables import HEADER, SLOTS
from support.formats.gff_shapes import (
    HEADER_FIELDS,
    gff_bytes,
    one_field,
    patched,
    small_gff,
    tree_of,
    words,
)
from support.formats.slow_gff import slow_tree

# A root with two fields: a number, and a list of one struct, which has one text.
ANNOTATED = bytes.fromhex(
    "47 49 54 20 56 33 2e 32"  # "GIT V3.2"
    "38 00 00 00 02 00 00 00"  # structs: at 0x38, 2 rows
    "50 00 00 00 03 00 00 00"  # fields: at 0x50, 3 rows
    "74 00 00 00 03 00 00 00"  # labels: at 0x74, 3 rows
    "a4 00 00 00 08 00 00 00"  # field data: at 0xa4, 8 bytes
    "ac 00 00 00 08 00 00 00"  # field indices: at 0xac, 8 bytes
    "b4 00 00 00 08 00 00 00"  # list indices: at 0xb4, 8 bytes
    "ff ff ff ff 00 00 00 00 02 00 00 00"  # struct 0: id, fields listed at 0, 2 of them
    "08 00 00 00 02 00 00 00 01 00 00 00"  # struct 1: id 8, its one field is field 2
    "03 00 00 00 00 00 00 00 fe ff 00 00"  # field 0: SHORT, label 0, -2
    "0f 00 00 00 01 00 00 00 00 00 00 00"  # field 1: LIST, label 1, list at 0
    "0a 00 00 00 02 00 00 00 00 00 00 00"  # field 2: STRING, label 2, data at 0
    "44 65 70 74 68 00 00 00 00 00 00 00 00 00 00 00"  # "Depth"
    "44 6f 6f 72 20 4c 69 73 74 00 00 00 00 00 00 00"  # "Door List"
    "54 72 61 6e 73 69 74 69 6f 6e 44 65 73 74 69 6e"  # "TransitionDestin": all 16 letters
    "04 00 00 00 43 61 66 e9"  # 4 letters: "Café"
    "00 00 00 00 01 00 00 00"  # the root has fields 0 and 1
    "01 00 00 00 01 00 00 00"  # 1 struct: struct 1
)


def test_every_part_is_where_the_description_says() -> None:
    git = parse_gff(ANNOTATED)
    assert (git.kind, git.version) == ("GIT ", "V3.2")
    assert git.root.id == 0xFFFFFFFF
    assert list(git) == ["Depth", "Door List"]
    assert git["Depth"] == -2
    assert git["Door List"][0]["TransitionDestin"] == "Café"
    assert git["Door List"][0].id == 8
    assert git.problems == ()
    assert git.to_bytes() == ANNOTATED


def test_the_same_tree_is_written_to_the_same_bytes() -> None:
    door = Struct([("TransitionDestin", GffType.STRING, "Café")], 8)
    fields = [("Depth", GffType.SHORT, -2), ("Door List", GffType.LIST, [door])]
    assert Gff("GIT", Struct(fields)).to_bytes() == ANNOTATED


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (one_field(0, 0xFF), 255),
        (one_field(1, 0xFF), -1),
        (one_field(2, 0xFFFE), 65_534),
        (one_field(3, 0xFFFE), -2),
        (one_field(4, 0xFFFFFFFE), 2**32 - 2),
        (one_field(5, 0xFFFFFFFE), -2),
        (one_field(6, 1, b"x" + b"\xff" * 8), 2**64 - 1),
        (one_field(7, 0, b"\xff" * 8), -1),
        (one_field(8, 0x3FC00000), 1.5),
        (one_field(8, 0x80000000), -0.0),
        (one_field(9, 0, struct.pack("<d", 0.1)), 0.1),
        (one_field(10, 0, words(3) + b"a\x81b"), "a\udc81b"),
        (one_field(10, 0, words(0)), ""),
        (one_field(11, 2, b"xx\4m10\xe9yy"), "m10é"),
        (one_field(12, 0, words(8, 0xFFFFFFFF, 0)), LocalizedString()),
        (
            one_field(12, 0, words(29, 7, 2, 0, 3) + b"abc" + words(5, 2) + b"de"),
            LocalizedString(7, ((0, "abc"), (5, "de"))),
        ),
        (one_field(13, 0, words(2) + b"\0\xff"), b"\0\xff"),
        (one_field(16, 0, struct.pack("<4f", 1, 2, 3, 4)), (1.0, 2.0, 3.0, 4.0)),
        (one_field(17, 0, struct.pack("<3f", 1, 2, 3)), (1.0, 2.0, 3.0)),
        (one_field(18, 0, words(4, 0x1000)), 0x1000),
        (one_field(18, 0, words(4, 0xFFFFFFFF)), -1),
    ],
    ids=lambda item: f"type {item[68]}" if isinstance(item, bytes) and len(item) > 68 else "",
)
def test_values(data: bytes, value: Any) -> None:
    gff = parse_gff(data)
    assert gff["A"] == value
    assert type(gff["A"]) is type(value)
    assert gff.problems == ()
    assert gff.to_bytes() == data
    assert Gff(gff.kind, Struct([("A", gff.root.type_of("A"), value)])).root == gff.root


def test_a_negative_zero_stays_one() -> None:
    assert math.copysign(1, parse_gff(one_field(8, 0x80000000))["A"]) == -1


def test_structs_and_lists() -> None:
    data = gff_bytes(
        structs=[(0xFFFFFFFF, 0, 2), (5, 0, 0), (6, 2, 1)],
        fields=[(14, 0, 1), (15, 1, 4), (0, 0, 9)],
        labels=[b"A", b"B"],
        indices=words(0, 1),
        lists=words(0xDEAD, 2, 2, 2),
    )
    gff = parse_gff(data)
    assert gff["A"].id == 5
    assert len(gff["A"]) == 0
    assert isinstance(gff["B"], StructList)
    assert [item["A"] for item in gff["B"]] == [9, 9]
    assert [problem.code for problem in gff.problems] == ["shared-struct", "shared-field"]


def test_indices_need_not_be_multiples_of_four() -> None:
    data = gff_bytes(
        structs=[(0xFFFFFFFF, 1, 2), (6, 0, 0)],
        fields=[(15, 0, 3), (0, 1, 9)],
        labels=[b"A", b"B"],
        indices=b"x" + words(0, 1),
        lists=b"xyz" + words(1, 1),
    )
    assert parse_gff(data).root.to_plain() == {"A": [{}], "B": 9}


def test_a_file_without_fields() -> None:
    gff = parse_gff(gff_bytes())
    assert len(gff.root) == 0
    assert gff.problems == ()
    assert Gff("GFF ", Struct()).to_bytes() == gff_bytes()


def test_all_types_agree_with_the_slow_reader() -> None:
    data = small_gff().to_bytes()
    assert tree_of(parse_gff(data).root) == slow_tree(data)
    assert {field.type for field in parse_gff(data).root.fields} | {
        GffType.CHAR,
        GffType.FLOAT,
        GffType.STRING,
    } == set(GffType)


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "m55aa.git"
    path.write_bytes(ANNOTATED)
    for source in (path, str(path), ANNOTATED, io.BytesIO(ANNOTATED)):
        assert read_gff(source) == parse_gff(ANNOTATED)
    with pytest.raises(UnreadableError):
        read_gff(tmp_path / "absent.git")
    path.write_bytes(ANNOTATED[:50])
    with pytest.raises(FormatError) as caught:
        read_gff(path)
    assert caught.value.source == str(path)


# Errors


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "header at 0x0: the file is empty"),
        (b"GIT V3.3" + bytes(48), "header at 0x0: this is no GFF: it starts with 'GIT V3.3'"),
        (b"GIT V3.2" + bytes(47), "header at 0x0: 1 row of 56 bytes end at 0x38, the file ends"),
        (b"GIT V3.2" + bytes(48), "structs at 0xc: there are no structs, not even the root"),
        (
            patched(ANNOTATED, struct_count=2**32 - 1),
            "structs at 0x38: 4,294,967,295 rows of 12 bytes end at 0xc",
        ),
        (
            patched(ANNOTATED, list_size=9),
            "list indices at 0xb4: 9 rows of 1 bytes end at 0xbd, the file ends at 0xbc",
        ),
        (
            gff_bytes([(0, 7, 1)], [(0, 0, 0)], [b"A"]),
            "structs at 0x38: the root: field 7 does not exist, there are 1",
        ),
        (
            gff_bytes([(0, 0, 2)], [(0, 0, 0)], [b"A"], indices=words(0, 1)),
            "structs at 0x38: the root: field 1 does not exist, there are 1",
        ),
        (
            gff_bytes([(0, 4, 2)], [(0, 0, 0)], [b"A"], indices=words(0, 0)),
            "structs at 0x38: the root: the rows of 2 fields end at 0xc of the field indices, "
            "which are 0x8 bytes long",
        ),
        (
            gff_bytes([(0, 0, 2**32 - 1)], [(0, 0, 0)], [b"A"], indices=words(0, 0)),
            "structs at 0x38: the root: the rows of 4,294,967,295 fields end at",
        ),
        (
            gff_bytes([(0, 0, 1)], [(0, 1, 0)], [b"A"]),
            "fields at 0x44: (label 1): label 1 does not exist, there are 1",
        ),
        (one_field(19, 0), "fields at 0x44: A: type 19 is not known; the last is 18"),
        (one_field(2**32 - 1, 0), "fields at 0x44: A: type 4,294,967,295 is not known"),
        (one_field(14, 1), "fields at 0x44: A: struct 1 does not exist, there are 1"),
        (one_field(15, 0), "fields at 0x44: A: the list begins at 0x0 of the list indices"),
        (
            one_field(15, 0, lists=words(2, 0)),
            "fields at 0x44: A: 2 structs end at 0xc of the list indices, which are 0x8 bytes",
        ),
        (
            one_field(15, 0, lists=words(2**32 - 1, 0)),
            "fields at 0x44: A: 4,294,967,295 structs end at",
        ),
        (
            one_field(15, 0, lists=words(1, 1)),
            "fields at 0x44: A: struct 1 does not exist, there are 1",
        ),
        (
            one_field(6, 1, bytes(8)),
            "fields at 0x44: A: the value ends at 0x9 of the field data, which are 0x8 bytes",
        ),
        (one_field(17, 2**32 - 1, bytes(8)), "fields at 0x44: A: the value ends at 0x10000000b"),
        (one_field(10, 0, words(1)), "fields at 0x44: A: the value ends at 0x5 of the field data"),
        (one_field(10, 0, words(2**32 - 1)), "fields at 0x44: A: the value ends at 0x100000003"),
        (one_field(11, 0, b"\5abcd"), "fields at 0x44: A: the value ends at 0x6"),
        (one_field(11, 0, b""), "fields at 0x44: A: the value ends at 0x1"),
        (one_field(12, 0, words(8, 0)), "fields at 0x44: A: the value ends at 0xc"),
        (
            one_field(12, 0, words(8, 0, 1)),
            "fields at 0x44: A: its 1 texts leave the field data",
        ),
        (
            one_field(12, 0, words(8, 0, 1, 0, 2) + b"x"),
            "fields at 0x44: A: its 1 texts leave the field data",
        ),
        (
            one_field(12, 0, words(8, 0, 2**32 - 1, 0, 1) + b"x"),
            "fields at 0x44: A: its 4,294,967,295 texts leave the field data",
        ),
        (one_field(13, 0, words(1)), "fields at 0x44: A: the value ends at 0x5"),
        (one_field(18, 0, words(4)), "fields at 0x44: A: the value ends at 0x8"),
        (one_field(14, 0), "structs at 0x38: struct 0 stands inside itself"),
        (
            one_field(15, 0, lists=words(1, 0)),
            "structs at 0x38: struct 0 stands inside itself",
        ),
        (
            gff_bytes(
                [(0, 0, 1), (1, 1, 1), (2, 2, 1)],
                [(14, 0, 1), (14, 0, 2), (14, 0, 1)],
                [b"A"],
            ),
            "structs at 0x",
        ),
    ],
)
def test_errors_name_section_offset_and_place(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_gff(data, "x.git")
    assert str(caught.value).startswith(f"x.git: {message}")


def test_an_error_deep_inside_names_its_place() -> None:
    """Door List[1].Inner has a field of label 9."""
    data = gff_bytes(
        structs=[(0, 0, 1), (8, 1, 1), (8, 1, 1), (3, 2, 1)],
        fields=[(15, 0, 0), (0, 0, 0), (0, 9, 0), (14, 1, 3)],
        labels=[b"Door List", b"Inner"],
        lists=words(2, 1, 2),
    )
    assert parse_gff(data).problems
    changed = bytearray(data)
    struct.pack_into("<3I", changed, 56 + 12 * 2, 8, 3, 1)
    with pytest.raises(FormatError) as caught:
        parse_gff(bytes(changed))
    place = 56 + 4 * 12 + 2 * 12
    assert str(caught.value) == (
        f"fields at 0x{place:x}: Door List[1].Inner.(label 9): label 9 does not exist, there are 2"
    )


def test_unused_rows_are_not_judged() -> None:
    data = gff_bytes([(0, 0, 1), (1, 99, 99)], [(0, 0, 5), (77, 88, 99)], [b"A", b"B\0rest"])
    gff = parse_gff(data)
    assert gff.root.to_plain() == {"A": 5}
    assert [str(problem) for problem in gff.problems] == [
        "structs at 0x44: struct 1 is not part of the tree; an edit drops it",
        "fields at 0x5c: field 1 is not part of the tree; an edit drops it",
        f"labels at 0x{56 + 24 + 24 + 16:x}: letters behind the end of 'B'",
    ]
    assert gff.to_bytes() == data
    assert gff.with_value("A", value=6).to_bytes() == gff_bytes([(0, 0, 1)], [(0, 0, 6)], [b"A"])


# Problems


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (ANNOTATED + b"!", "trailing bytes at 0xbc: 1 bytes behind the last table"),
        (
            one_field(11, 0, b"\x11" + b"x" * 17),
            "fields at 0x44: A: a resource name of more than 16 letters",
        ),
        (
            one_field(12, 0, words(9, 0, 0) + b"!"),
            "fields at 0x44: A: says another size than it has",
        ),
        (
            one_field(12, 0, words(99, 0, 1, 0, 1) + b"x"),
            "fields at 0x44: A: says another size than it has",
        ),
        (one_field(18, 0, words(8, 5)), "fields at 0x44: A: says another size than it has"),
        (
            gff_bytes(
                [(0, 0, 3)],
                [(0, 0, 1), (4, 0, 2), (0, 1, 3)],
                [b"A", b"A"],
                indices=words(0, 1, 2),
            ),
            "fields at 0x50: A: the label occurs before in the same struct; the first counts "
            "(2 times)",
        ),
    ],
)
def test_problems_are_recorded(data: bytes, problem: str) -> None:
    gff = parse_gff(data)
    assert [str(found) for found in gff.problems] == [problem]
    assert gff.to_bytes() == data


def test_of_repeated_labels_the_first_counts_and_all_stay() -> None:
    data = gff_bytes(
        [(0, 0, 3)],
        [(0, 0, 1), (4, 0, 2), (0, 1, 3)],
        [b"A", b"B"],
        indices=words(0, 1, 2),
    )
    gff = parse_gff(data)
    assert dict(gff.root) == {"A": 1, "B": 3}
    assert len(gff.root) == 2
    assert [tuple(field) for field in gff.root.fields] == [("A", 0, 1), ("A", 4, 2), ("B", 0, 3)]
    edited = parse_gff(gff.with_value("A", value=9).to_bytes())
    assert [field.value for field in edited.root.fields] == [9, 2, 3]
    assert [field.value for field in gff.without("A").root.fields] == [3]


def test_wrong_sizes_of_localized_strings_stay_when_something_else_is_edited() -> None:
    slack = words(11, 7, 0) + b"odd"
    data = gff_bytes(
        [(0, 0, 2)], [(12, 0, 0), (0, 1, 1)], [b"A", b"B"], data=slack, indices=words(0, 1)
    )
    gff = parse_gff(data)
    assert gff["A"] == LocalizedString(7)
    edited = gff.with_value("B", value=2).to_bytes()
    assert slack in edited
    assert edited != data
    assert gff.with_value("A", value=LocalizedString(7, ((0, "x"),))).to_bytes().count(b"odd") == 0


def test_odd_places_of_tables() -> None:
    whole = small_gff().to_bytes()
    start = struct.unpack_from("<I", whole, HEADER_FIELDS["label_offset"])[0]
    count = struct.unpack_from("<I", whole, HEADER_FIELDS["label_count"])[0]
    labels = whole[start : start + 16 * count]
    moved = patched(whole + labels, label_offset=len(whole))
    gff = parse_gff(moved)
    assert gff.root == parse_gff(whole).root
    assert [problem.code for problem in gff.problems] == ["order", "gap"]
    assert gff.to_bytes() == moved
    overlapping = patched(gff_bytes(list_size=4), list_offset=56)
    assert [problem.code for problem in parse_gff(overlapping).problems] == ["overlap"]


@pytest.mark.parametrize("table", ["field", "label", "data", "index", "list"])
@pytest.mark.parametrize("offset", [0, 7, 2**32 - 1])
def test_the_offset_of_an_empty_table_means_nothing(table: str, offset: int) -> None:
    data = patched(gff_bytes(), **{f"{table}_offset": offset})
    assert parse_gff(data).problems == ()
    assert parse_gff(data).to_bytes() == data


# Tables


def test_the_declared_tables_are_the_file() -> None:
    tables = read_gff_tables(ANNOTATED)
    dump = tables.dump()
    assert dump["header"]["kind"] == "GIT "
    assert dump["header"]["list_offset"] == 0xB4
    assert dump["structs"][1] == {"id": 8, "data": 2, "count": 1}
    assert dump["fields"][2] == {"type": 10, "label": 2, "data": 0}
    assert dump["labels"] == ["Depth", "Door List", "TransitionDestin"]
    assert bytes(dump["field data"]) == words(4) + b"Caf\xe9"
    assert dump["field indices"] == [0, 1]
    assert dump["list indices"] == [1, 1]
    assert [slot.table.name for slot in SLOTS] == list(dump)[1:]
    assert HEADER.dtype.itemsize == 56
    for name, place in HEADER_FIELDS.items():
        assert HEADER.dtype.fields is not None
        assert HEADER.dtype.fields[name][1] == place


def test_tables_can_be_seen_where_there_is_no_tree() -> None:
    assert read_gff_tables(one_field(99, 1)).fields["type"].tolist() == [99]
    with pytest.raises(FormatError):
        read_gff_tables(b"GIT V3.2")


def test_files_can_be_sent_to_another_process() -> None:
    git = parse_gff(ANNOTATED).with_value("Depth", value=5)
    again = pickle.loads(pickle.dumps(git))
    assert again == git
    assert again.to_bytes() == git.to_bytes()
    assert pickle.loads(pickle.dumps(parse_gff(ANNOTATED))).to_bytes() == ANNOTATED
