"""Every GFF inside the corpus's archives: read whole, written back, rebuilt, edited."""

from __future__ import annotations

import math
import struct
from dataclasses import replace

import pytest

from kotorlevel.formats.gff import Gff, GffType, Struct, StructList, parse_gff
from support.corpus import CORPUS
from support.formats.game_files import GameFile, each_game_file, find_file, game_files
from support.formats.gff_shapes import tree_of
from support.formats.slow_gff import slow_tree

WITH_GAPS = "capsule_erf_named.rim/m13aa.git"
"""The one file of the corpus whose index tables have unused places: made by a tool."""


def test_corpus_is_whole() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus of real files is absent")
    assert len(game_files()) == 117
    kinds = {file.kind for file in game_files()}
    assert kinds >= {"IFO ", "ARE ", "GIT ", "PTH ", "UTD ", "UTP ", "UTC ", "DLG "}


@pytest.mark.sampled(40)
@each_game_file()
def test_a_real_file_is_read_to_the_last_value(file: GameFile) -> None:
    gff = parse_gff(file.data, str(file))
    assert gff.problems == ()
    assert gff.kind == file.kind
    assert tree_of(gff.root) == slow_tree(file.data)


@each_game_file()
def test_a_real_file_comes_back_byte_for_byte(file: GameFile) -> None:
    assert parse_gff(file.data).to_bytes() == file.data


@pytest.mark.sampled(40)
@each_game_file()
def test_a_real_file_is_rebuilt_from_its_tree(file: GameFile) -> None:
    """The games' files come out byte for byte, with nothing but the tree and the rows it had."""
    gff = parse_gff(file.data)
    rebuilt = replace(gff, stored=None).to_bytes()
    if str(file) == WITH_GAPS:
        assert len(rebuilt) < len(file.data)
    else:
        assert rebuilt == file.data
    assert parse_gff(rebuilt) == gff
    assert parse_gff(rebuilt).problems == ()


def test_most_real_files_are_rebuilt_from_values_alone() -> None:
    """Written as if by hand: no row, no stored bytes, only labels, types, ids and values."""
    if not game_files():
        pytest.skip("the corpus of real files is absent")
    others = []
    for file in game_files():
        gff = parse_gff(file.data)
        rebuilt = Gff(gff.kind, fresh(gff.root))
        assert rebuilt.root == gff.root
        if rebuilt.to_bytes() != file.data:
            others.append(str(file))
    # The others were not made from the top: fields added later, path points with connections.
    assert {name.rsplit(".", 1)[1] for name in others} == {"dlg", "pth", "git"}
    assert [name for name in others if name.endswith((".git", ".pth"))] == [
        WITH_GAPS,
        "tar_m10aa.mod/m10aa.pth",
    ]
    assert len(others) == 12


def fresh(old: Struct) -> Struct:
    """The same struct made of plain values."""
    fields = []
    for label, field_type, found in old.fields:
        value = found
        if isinstance(value, Struct):
            value = fresh(value)
        elif isinstance(value, StructList):
            value = [fresh(item) for item in value]
        fields.append((label, field_type, value))
    return Struct(fields, old.id)


@pytest.mark.sampled(30)
@each_game_file()
def test_changing_a_number_changes_only_that_number(file: GameFile) -> None:
    gff = parse_gff(file.data)
    if str(file) == WITH_GAPS:
        gff = parse_gff(replace(gff, stored=None).to_bytes())
    before = gff.to_bytes()
    for label, field_type, value in gff.root.fields:
        if field_type in (GffType.BYTE, GffType.INT, GffType.DWORD, GffType.FLOAT):
            edited = gff.with_value(label, value=1 if value == 0 else 0)
            after = edited.to_bytes()
            assert len(after) == len(before)
            places = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
            assert 1 <= len(places) <= 4
            assert max(places) - min(places) < 4
            assert edited.with_value(label, value=value).to_bytes() == before


@pytest.mark.sampled(30)
@each_game_file()
def test_growing_a_text_leaves_the_structure(file: GameFile) -> None:
    gff = parse_gff(file.data)
    texts = [f.label for f in gff.root.fields if f.type in (GffType.STRING, GffType.RESREF)]
    for label in texts[:3]:
        edited = gff.with_value(label, value="a_longer_text_16")
        again = parse_gff(edited.to_bytes())
        assert again.problems == ()
        assert again[label] == "a_longer_text_16"
        assert again.with_value(label, value=gff[label]) == gff
        tables, before = struct.unpack_from("<12I", edited.to_bytes(), 8), gff.to_bytes()
        assert tables[1:6:2] == struct.unpack_from("<12I", before, 8)[1:6:2]


@pytest.mark.sampled(30)
@each_game_file("GIT")
def test_list_items_are_added_and_removed(file: GameFile) -> None:
    gff = parse_gff(file.data)
    lists = [label for label in gff if isinstance(gff[label], StructList) and len(gff[label])]
    assert lists
    for label in lists:
        item = gff[label][0]
        longer = gff.with_item(label, item=item)
        again = parse_gff(longer.to_bytes())
        assert again.problems == ()
        assert len(again[label]) == len(gff[label]) + 1
        assert again[label][-1] == item
        assert again.without(label, -1) == gff
        assert longer.without(label, -1).to_bytes() == file.data
        shorter = parse_gff(gff.without(label, 0).to_bytes())
        assert list(shorter[label]) == gff[label][1:]


def test_values_of_a_real_area() -> None:
    git = parse_gff(find_file("m10aa", "GIT ").data)
    door = git["Door List"][3]
    assert door.place == "Door List[3]"
    assert door.type_of("X") is GffType.FLOAT
    assert isinstance(door["X"], float)
    assert door.id == 8
    with pytest.raises(KeyError, match=r"Door List\[3\] has no field 'Q'; it has: .*Bearing"):
        door["Q"]
    # Cameras look along unit quaternions that turn about z first of all: w comes first.
    turns = [camera["Orientation"] for camera in git["CameraList"]]
    assert turns
    assert all(math.isclose(math.hypot(*turn), 1, abs_tol=1e-5) for turn in turns)


def test_values_of_a_real_module() -> None:
    ifo = parse_gff(find_file("module", "IFO ").data)
    assert ifo["Mod_Area_list"][0].type_of("Area_Name") is GffType.RESREF
    assert ifo["Mod_Entry_Area"] == ifo["Mod_Area_list"][0]["Area_Name"]
    assert len(ifo["Mod_ID"]) == 16
    assert {type(ifo[f"Mod_Entry_{axis}"]) for axis in "XYZ"} == {float}
