"""Surface materials."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from kotorlevel.core.errors import InputError
from kotorlevel.formats.twoda import parse_2da
from kotorlevel.mesh.materials import PRESETS, Materials

WALKABLE = {1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30}  # FACTS 5
WALKCHECK = WALKABLE | {7, 8, 15, 16, 17, 19}
BLOCKS_SIGHT = (WALKCHECK | {2}) - {8, 18, 30}


def test_default_table_is_that_of_the_first_game() -> None:
    table = Materials.default()
    ids = np.arange(40)
    assert set(np.flatnonzero(table.walkable(ids)).tolist()) == WALKABLE
    assert set(np.flatnonzero(table.walkcheck(ids)).tolist()) == WALKCHECK
    assert set(np.flatnonzero(table.blocks_sight(ids)).tolist()) == BLOCKS_SIGHT
    assert set(np.flatnonzero(table.knows(ids)).tolist()) == set(range(31))
    assert [s.id for s in table.surfaces if s.grass] == [3, 19]
    assert {s.sound for s in table.surfaces} == {"", "DT", "GR", "ST", "WD", "WT", "CP", "MT", "LV"}
    assert table.label(19) == "NonWalkGrass"


def test_wild_ids_are_unknown() -> None:
    table = Materials.default()
    ids = np.array([2**32 - 1, 31, 1], np.uint32)
    assert table.walkable(ids).tolist() == [False, False, True]
    assert table.walkable(np.array([-1, 10])).tolist() == [False, True]
    assert table.label(2**32 - 1) == "unknown"
    assert table.walkable([]).tolist() == []


def test_table_from_2da() -> None:
    lines = (
        b"2DA V2.0",
        b"",
        b"  Label Walk WalkCheck LineOfSight Sound",
        b"0 Void  0    0         ****        ****",
        b"1 Ice   1    1         1           IC",
    )
    text = b"".join(line + b"\r\n" for line in lines)
    table = Materials.from_2da(parse_2da(text))
    assert table.walkable([0, 1, 2]).tolist() == [False, True, False]
    assert table.blocks_sight([0, 1]).tolist() == [False, True]
    assert (table.by_id[1].sound, table.by_id[1].grass, table.label(0)) == ("IC", False, "Void")


def test_further_columns_of_a_table_are_kept() -> None:
    lines = (b"2DA V2.0", b"", b"  Label Walk Name IsWater", b"0 Void 0 17 ****", b"1 Sea 1 18 1")
    text = b"".join(line + b"\r\n" for line in lines)
    table = pickle.loads(pickle.dumps(Materials.from_2da(parse_2da(text))))
    sea = table.find("sea")
    assert (sea.id, sea.extra) == (1, (("Name", "18"), ("IsWater", "1")))
    assert (sea.column("NAME"), sea.column("iswater")) == ("18", "1")
    assert table.find(0).column("IsWater") is None
    with pytest.raises(KeyError, match="there are: Name, IsWater"):
        sea.column("walk")
    assert Materials.from_2da(parse_2da(text)) == table


def test_a_surface_by_number_or_name() -> None:
    table = Materials.default()
    assert {table.find(each).id for each in ("Metal", "metal", "METAL", 10)} == {10}
    assert table.find(np.uint32(10)).label == "Metal"  # type: ignore[arg-type]
    assert table.find("Lava").walk is False
    with pytest.raises(InputError, match=r"there is no surface 'Metall'\. Did you mean 'Metal'"):
        table.find("Metall")
    with pytest.raises(InputError, match="Did you mean 'Lava'"):
        table.find("Lavva")
    with pytest.raises(InputError, match=r"there is no surface 'xyz'\. There are: Dirt, "):
        table.find("xyz")
    with pytest.raises(ValueError, match="there is no surface 99; there are 0 to 30"):
        table.find(99)
    with pytest.raises(TypeError):
        table.find(1.5)  # type: ignore[arg-type]
    assert (table.surface(10).label, table.surface(77).label) == ("Metal", "unknown")


def test_presets() -> None:
    for name, table in PRESETS.items():
        assert Materials.preset(name) is table
    for name, not_defined in (
        ("kotorblender", {0}),
        ("kotorblender-2023", set()),
        ("mdlops", set()),
    ):
        walkable = Materials.preset(name).walkable(np.arange(32))
        assert set(np.flatnonzero(~walkable).tolist()) == {2, 7, 8, 15, 17, 19} | not_defined
        assert Materials.preset(name).label(19) == "Snow"
    with pytest.raises(KeyError, match="no material table 'nwn'"):
        Materials.preset("nwn")
