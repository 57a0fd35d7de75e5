"""Doors put back into their doorways: in the GIT, on request alone, and nothing else of it."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import pytest

import kotorlevel as kl
from kotorlevel.area.instances import place_instance
from support.corpus import LEVELS, needs_levels

DOOR = 1


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """A shipped area with a door that is turned by a quarter, half a metre off its hook."""
    for path in (LEVELS / "areas/k1/tar_m10aa").iterdir():
        shutil.copyfile(path, tmp_path / path.name)
    for path in (*LEVELS.glob("objects/dwk/dor_lts06*"), *LEVELS.glob("twoda/k1/*")):
        shutil.copyfile(path, tmp_path / path.name)
    area = kl.load_area(tmp_path)
    x, y, z = area.doors[DOOR].position
    bearing = area.doors[DOOR].bearing + math.pi / 2
    damaged = place_instance(area, "Door List", DOOR, (x + 0.5, y, z), bearing)
    assert damaged.git is not None
    kl.write_gff(damaged.git, tmp_path / "m10aa.git")
    return tmp_path


@needs_levels
def test_a_door_is_put_back(level: Path) -> None:
    original = kl.load_area(LEVELS / "areas/k1/tar_m10aa")
    rules = {finding.rule for finding in kl.check(level).findings if finding.fix == "unsafe"}
    assert {"OBJ009", "OBJ010"} <= rules
    assert not any("doorway" in step.text for step in kl.fix(level, dry_run=True).steps)
    done = kl.fix(level, unsafe=True, select=("OBJ009", "OBJ010"))
    assert [repair.path.name for repair in done.changed] == ["m10aa.git"]
    mended = kl.load_area(level)
    assert mended.doors[DOOR].position == pytest.approx(original.doors[DOOR].position, abs=0.001)
    turn = mended.doors[DOOR].bearing - original.doors[DOOR].bearing
    assert math.remainder(turn, math.pi) == pytest.approx(0, abs=0.01)
    assert not kl.fit_doors(mended).faulty
    # Every other door, placeable, creature is as it was.
    assert original.git is not None
    assert mended.git is not None
    for label, rows in original.git.root.items():
        after = mended.git.root[label]
        if label != "Door List":
            assert after == rows
        else:
            assert [r for i, r in enumerate(after) if i != DOOR] == [
                r for i, r in enumerate(rows) if i != DOOR
            ]
    assert len(kl.list_edits(level)) == 1
    kl.undo(level)
    assert kl.fit_doors(kl.load_area(level)).faulty


@needs_levels
def test_an_area_that_is_a_value(level: Path) -> None:
    area = kl.load_area(level)
    done = kl.fix(area, unsafe=True, select=("OBJ009", "OBJ010"))
    assert done.area is not None
    assert not kl.fit_doors(done.area).faulty
    assert kl.fit_doors(area).faulty
